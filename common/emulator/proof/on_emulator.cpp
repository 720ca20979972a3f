// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <sstream>

#include "process.h"
#include "proof.h"

namespace cudalab::proof {

namespace {

constexpr std::chrono::seconds emucc_limit{60}, emulation_limit{30};

/// The kinds in a report, from the pages that it names.
std::set<std::string> kinds_in(const std::string& report) {
  static const std::string before = "docs/findings/", after = ".md";
  std::set<std::string> kinds;
  for (std::size_t at = report.find(before); at != report.npos; at = report.find(before, at + 1)) {
    const std::size_t begin = at + before.size(), end = report.find(after, begin);
    if (end != report.npos)
      kinds.insert(report.substr(begin, end - begin));
  }
  return kinds;
}

std::string list_of(const std::set<std::string>& words) {
  std::string text;
  for (const std::string& word : words)
    text += (text.empty() ? "" : ", ") + word;
  return text.empty() ? "nothing" : text;
}

void compare_output(const expectation& wanted, const outcome& seen,
                    std::vector<std::string>& differences) {
  std::string expected;
  for (const std::string& line : wanted.prints)
    expected += line + '\n';
  if (seen.output != expected)
    differences.push_back("it should print\n" + expected + "and printed\n" + seen.output);
}

void compare_report(const expectation& wanted, const outcome& seen,
                    std::vector<std::string>& differences) {
  const std::set<std::string> kinds = kinds_in(seen.errors);
  if (kinds != wanted.kinds)
    differences.push_back("it should show " + list_of(wanted.kinds) + "; it showed " +
                          list_of(kinds));
  const std::string folder = wanted.program.parent_path().string() + "/";
  std::string report = with_single_blanks(seen.errors);
  for (std::size_t at = report.find(folder); at != report.npos; at = report.find(folder, at))
    report.erase(at, folder.size());
  for (const std::string& part : wanted.says)
    if (report.find(part) == report.npos)
      differences.push_back("the report does not say: " + part);
}

} // namespace

std::vector<std::string> prove_on_emulator(const expectation& wanted,
                                           const std::filesystem::path& emucc, bool checked) {
  const scratch_folder scratch;
  std::vector<std::string> command = {emucc, checked ? "--checked" : "--fast", wanted.program, "-o",
                                      scratch / "program"};
  command.insert(command.end(), wanted.options.begin(), wanted.options.end());
  const outcome build = run(command, emucc_limit);
  if (build.status != 0)
    return {"emucc: " + build.ending(emucc_limit) + "\n" + build.errors};

  const outcome seen =
      run({"env", "CUDALAB_DEVICES=" + wanted.devices, scratch / "program"}, emulation_limit);
  std::vector<std::string> differences;
  const bool has_errors = seen.errors.find("error: ") != std::string::npos;
  if (seen.timed_out || seen.status == 127)
    differences.push_back(seen.ending(emulation_limit));
  else if (wanted.is_feature && seen.status != 0)
    differences.push_back("it should end with exit code 0: " + seen.ending(emulation_limit));
  else if (has_errors && seen.status == 0)
    differences.push_back("its report has errors, but it ended with exit code 0");
  compare_output(wanted, seen, differences);
  compare_report(wanted, seen, differences);
  if (!differences.empty())
    differences.push_back("standard error was:\n" + build.errors + seen.errors);
  return differences;
}

} // namespace cudalab::proof
