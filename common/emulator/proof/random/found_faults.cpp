// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "found_faults.h"

#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "../process.h"
#include "faults.h"

namespace cudalab::proof {
namespace {

using nlohmann::json;

constexpr std::chrono::seconds limit{300};

json findings_of(const std::filesystem::path& program, const std::filesystem::path& folder,
                 const std::string& kernels) {
  const std::string file = folder / "findings.json";
  std::filesystem::remove(file);
  setenv("CUDALAB_FINDINGS_JSON", file.c_str(), 1);
  const outcome done = run({program, kernels}, limit);
  unsetenv("CUDALAB_FINDINGS_JSON");
  std::ifstream in(file);
  const json all = json::parse(in, nullptr, false);
  if (!all.is_array())
    throw std::runtime_error(program.string() + " " + kernels + ": " + done.ending(limit) + "\n" +
                             done.errors.substr(0, 4000));
  json wrong = json::array();
  for (json each : all) {
    // A race that happens to change nothing is told as such. It was seen all the same.
    if (each["kind"] == "equal_writes" || each["kind"] == "hint_read")
      each["kind"] = "race";
    else if (each["severity"] == "information")
      continue;
    wrong.push_back(each);
  }
  return wrong;
}

std::string words_for(const json& finding) {
  std::string words = finding["kind"].get<std::string>() + " of " +
                      finding["object"].get<std::string>() + " in " +
                      finding["kernel"].get<std::string>() + ", lines";
  for (const json& party : finding["parties"])
    words += " " + std::to_string(party["line"].get<int>());
  return words;
}

/// In the construct's lines, or in what it calls: a method of an array's type, a function of the
/// library.
bool stands_at(const construct_use* use, const json& party) {
  if (use == nullptr)
    return false;
  const int line = party["line"];
  const bool library = party["file"].get<std::string>().find("/seed") == std::string::npos;
  return library || line < first_line_of_kernels() || use->lines.count(line) != 0;
}

bool is(const fault& wanted, const json& finding) {
  if (finding["kind"] != wanted.kind)
    return false;
  const json& parties = finding["parties"];
  if (wanted.other == nullptr)
    return !parties.empty() && stands_at(wanted.one, parties[0]);
  return parties.size() == 2 &&
         ((stands_at(wanted.one, parties[0]) && stands_at(wanted.other, parties[1])) ||
          (stands_at(wanted.one, parties[1]) && stands_at(wanted.other, parties[0])));
}

std::string words_for(const fault& wanted) {
  std::string words = wanted.kind;
  for (const construct_use* use : {wanted.one, wanted.other})
    if (use != nullptr) {
      words += " in \"" + use->name + "\", lines";
      for (const int line : use->lines)
        words += " " + std::to_string(line);
    }
  return words;
}

} // namespace

std::vector<std::string> findings_without_fault(const std::filesystem::path& program,
                                                const std::filesystem::path& folder) {
  std::vector<std::string> words;
  for (const json& each : findings_of(program, folder, "all"))
    words.push_back(words_for(each));
  return words;
}

std::string fault_not_found(const generated_kernel& kernel, const std::filesystem::path& program,
                            const std::filesystem::path& folder) {
  const std::vector<fault> wanted = faults_in(kernel);
  const json seen = findings_of(program, folder, kernel.name);
  bool found = false;
  std::string others;
  for (const json& each : seen) {
    bool fits = false;
    for (const fault& one : wanted)
      fits = fits || is(one, each);
    found = found || fits;
    if (!fits)
      others += "; " + words_for(each);
  }
  if (found && others.empty())
    return "";
  std::string words = kernel.name + (found ? ": found, but also" : ": not found");
  for (const fault& one : wanted)
    words += "; wanted " + words_for(one);
  return words + (others.empty() ? "" : "; reported" + others);
}

} // namespace cudalab::proof
