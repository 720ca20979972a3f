// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/course/mutation/page.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace cudalab::mutation {

namespace {

struct row {
  int made = 0, graded = 0, invalid = 0, by_results = 0, by_clean = 0, by_traffic = 0,
      out_of_time = 0, equivalent = 0, on_gpu = 0, missed = 0, open = 0;

  int caught() const { return by_results + by_clean + by_traffic + out_of_time; }
  int wrong() const { return caught() + on_gpu + missed + open; }
  void add(const row& other) {
    for (int row::*each : {&row::made, &row::graded, &row::invalid, &row::by_results,
                           &row::by_clean, &row::by_traffic, &row::out_of_time, &row::equivalent,
                           &row::on_gpu, &row::missed, &row::open})
      this->*each += other.*each;
  }
};

using reasons = std::map<std::string, std::vector<const result*>>;

bool any_begins(const result& one, const std::string& kind) {
  return std::any_of(one.checks.begin(), one.checks.end(),
                     [&](const std::string& check) { return check.rfind(kind, 0) == 0; });
}

/// Counts a survivor, and files it under its reason.
void add_survivor(const result& one, const equivalents& known, row& into, reasons& why) {
  const auto found = known.find(one.name);
  const std::string reason = found == known.end() ? "Not explained yet." : found->second;
  ++(found == known.end()              ? into.open
     : reason.rfind("GPU:", 0) == 0    ? into.on_gpu
     : reason.rfind("Missed:", 0) == 0 ? into.missed
                                       : into.equivalent);
  why[reason].push_back(&one);
}

void add_result(const result& one, const equivalents& known, row& into, reasons& why) {
  ++into.graded;
  if (one.how == outcome::survived)
    add_survivor(one, known, into, why);
  else
    ++(one.how == outcome::invalid       ? into.invalid
       : one.how == outcome::out_of_time ? into.out_of_time
       : any_begins(one, "correctness.") ? into.by_results
       : any_begins(one, "clean.")       ? into.by_clean
                                         : into.by_traffic);
}

constexpr const char* introduction = R"(# Mutants of the solutions {#mutation}

Do the checks notice a small mistake? `build/course/mutate` makes small changes in each reference solution, in the part
that a student writes. Each change makes one *mutant*. It is compiled and graded on the emulated device. A change is one
of these:

- a barrier, a checked call, an assignment or a return is left out;
- a comparison, an operator, a constant, an index, the size of an array, or the direction or bytes of a copy is changed;
- x and y, block and thread, or two arguments are exchanged.

To make this page:

    cmake --build build --target mutate
    build/course/mutate --first build/course/results_grader --jobs 16 --results mutants.jsonl build/bin/grader solutions/*/lab??.cu
    build/course/mutate --page --results mutants.jsonl build/bin/grader solutions/*/lab??.cu > docs/mutation.md

To grade all of them takes many hours of processor time: `--every 8` takes a sample. Mutants that are already in the file
of results are not graded again. Where the table says that fewer were graded than there are, its figures are those of a
sample. The emulated device has one multiprocessor for each processor of the machine: a few mutants that count them are
caught on some machines only.

A mutant *survives* when no check fails. Then it is either right too, or the checks miss a mistake. The reason why it is
right is in `solutions/labNN_topic/equivalent_mutants.txt`. The column *caught* counts only wrong mutants: those that
compile and are not right too.

)";

std::string line_of(const std::string& name, const row& r) {
  const std::string share =
      r.wrong() == 0 ? "" : fmt::format("{:.1f} %", 100.0 * r.caught() / r.wrong());
  return fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", name,
                     r.made, r.graded, r.invalid, r.by_results, r.by_clean, r.by_traffic,
                     r.out_of_time, r.equivalent, r.on_gpu, r.missed, r.open, share);
}

std::string survivors_of(const std::string& title, const reasons& why) {
  if (why.empty())
    return "";
  std::string text = "\n## " + title + "\n";
  for (const auto& [reason, mutants] : why) {
    text += "\n" + reason + "\n\n";
    for (const result* each : mutants)
      text += fmt::format("    {}:{} {}\n    - {}\n    + {}\n", each->name.file, each->line,
                          each->name.function, each->name.before, each->name.after);
  }
  return text;
}

} // namespace

std::string mutation_page(const std::vector<page_subject>& labs,
                          const std::vector<result>& results) {
  std::string table, survivors;
  row all;
  for (const page_subject& lab : labs) {
    row counted;
    reasons why;
    counted.made = static_cast<int>(lab.mutants.size());
    for (const mutant& each : lab.mutants) {
      const auto found = std::find_if(results.begin(), results.end(), [&](const result& one) {
        return one.is_of(lab.what.lab, each);
      });
      if (found != results.end())
        add_result(*found, lab.known, counted, why);
    }
    table += line_of(lab.what.folder, counted);
    survivors += survivors_of(lab.what.folder, why);
    all.add(counted);
  }
  return introduction +
         std::string(
             "| lab | mutants | graded | do not compile | wrong results | right results, not clean "
             "| "
             "only "
             "the traffic | out of time | right too | seen on a GPU only | missed | open | caught "
             "|\n"
             "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n") +
         table + line_of("all", all) + survivors;
}

} // namespace cudalab::mutation
