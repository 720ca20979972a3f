// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cli/variants.h"

#include <fmt/format.h>
#include <unistd.h>

#include "grader/cli/lab_files.h"
#include "grader/cli/usage_error.h"
#include "grader/files/places.h"
#include "grader/near_names.h"
#include "grader/reference/variants.h"
#include "grader/report/json.h"
#include "grader/report/terminal.h"
#include "grader/report/wrap.h"
#include "grader/verdict.h"

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;
using reference::variant;

struct lab_variants {
  reference::solution solution;
  std::vector<variant> all;
};

lab_variants variants_of(const lab_description& one) {
  const fs::path file = solution_file(one);
  if (!fs::exists(file))
    throw usage_error(fmt::format("Variants are made from the reference solutions, which are not "
                                  "part of this copy of the course (there is no {}).",
                                  short_path(file)));
  lab_variants found;
  found.solution = reference::read_solution(file);
  found.all = reference::variants_of(found.solution);
  return found;
}

const variant& find(const lab_variants& known, const std::string& name) {
  if (const variant* found = reference::find_variant(known.all, name))
    return *found;
  std::vector<std::string> names;
  for (const variant& each : known.all)
    names.push_back(each.name);
  const std::string lab = known.solution.lab;
  std::string near;
  for (const std::string& each : near_names(name, names))
    near += "\n  " + each;
  throw usage_error(fmt::format("{} has no variant '{}'.{}\nAll {}: ./lab grade {} --variant list",
                                lab, name, near.empty() ? "" : " Do you mean one of these?" + near,
                                names.size(), lab));
}

std::string joined(const std::vector<std::string>& words, const char* between) {
  return fmt::format("{}", fmt::join(words, between));
}

std::string promised(const variant& one) {
  if (one.right)
    return "It is right too: every check must pass.";
  const reference::promise& head = one.head;
  std::string words = fmt::format("It promises{}: {} fails ({}) and says \"{}\".",
                                  head.backend == "both" ? "" : ", on " + head.backend, head.check,
                                  head.kind, joined(head.says, "\" or \""));
  if (!head.also.empty())
    words += fmt::format(" The same mistake may fail {}.", joined(head.also, ", "));
  if (!head.named.empty())
    words += fmt::format(" It is recognised as {}.", joined(head.named, ", "));
  if (!head.needs.empty())
    words += fmt::format(" To see it {} is needed.", head.needs);
  return words;
}

std::vector<std::string> broken_promises(const variant& one, const grade& result) {
  if (one.right)
    return exit_code(result) == 0 ? std::vector<std::string>()
                                  : std::vector<std::string>{"It fails."};
  return reference::complaints(one.head, nlohmann::json::parse(to_json_text(result)));
}

} // namespace

fs::path variant_file(const lab_description& one, const std::string& name) {
  const lab_variants known = variants_of(one);
  const variant& wanted = find(known, name);
  return reference::write_solution(reference::with_variant(known.solution, known.all, wanted),
                                   build_root() / "variants" / one.name / name);
}

int list_variants(const options& given) {
  const lab_description& one = find_lab(given.lab);
  const style how = style_for(STDOUT_FILENO);
  for (const variant& each : variants_of(one).all)
    fmt::print("{}",
               wrap(fmt::format("{}{}: {}", each.name, each.right ? " (right)" : "", each.story),
                    how.width, "", "    "));
  return 0;
}

kept_promise promise_kept(const lab_description& one, const std::string& name,
                          const grade& result) {
  const lab_variants known = variants_of(one);
  const variant& wanted = find(known, name);
  const std::vector<std::string> broken = broken_promises(wanted, result);
  kept_promise told{broken.empty(), promised(wanted)};
  if (!wanted.right && !wanted.head.must_fail_on(name_of(result.backend)))
    told = {true, told.words + " Nothing is promised here."};
  else
    told.words += told.kept ? " The grading is as promised." : " The grading is not as promised:";
  for (const std::string& each : broken)
    told.words += told.kept ? "" : "\n  " + each;
  return told;
}

} // namespace cudalab::grader
