// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/findings/return_place.h"

#include <fstream>
#include <limits>
#include <regex>
#include <string_view>

namespace cudalab::emulator {

namespace {

/// The line of the first `return` from `line` on and before `end`, if it is before the closing
/// brace of what the thread did last; else 0.
int line_of_return(std::istream& source, int line, int end) {
  static const std::regex returns(R"(\breturn\b)");
  std::string text;
  for (int at = 1; at < end && std::getline(source, text); ++at) {
    if (at < line)
      continue;
    if (std::regex_search(text, returns))
      return at;
    if (text.find('}') != std::string::npos)
      break;
  }
  return 0;
}

} // namespace

source_place place_of_return(const exit_history& exits, const launch_record& launch) {
  for (const function_exit& exit : exits) {
    const source_place end = place_of(exit.pc);
    if (end.line == 0 || in_emulator(end) ||
        (end.line == launch.line && std::string_view(end.file).ends_with(launch.file)))
      continue; // the launch's own code
    for (const void* const block : exit.trail) {
      const source_place place = place_of(block);
      if (place.line != last_line_of_function(exit.pc))
        return place;
    }
    return end;
  }
  return {};
}

finding_case why_not_there(const source_place& barrier, int function_end, source_place& left) {
  if (left.line == 0 || left.file != barrier.file)
    return finding_case::plain;
  // A barrier in a function above the kernel: no line of the kernel comes before it.
  const bool apart = function_end != 0 && left.line > function_end;
  if (left.line >= barrier.line && !apart)
    return finding_case::passed_by;
  std::ifstream source(left.file);
  if (!source)
    return finding_case::plain;
  const int end = apart ? std::numeric_limits<int>::max() : barrier.line;
  if (const int line = line_of_return(source, left.line, end); line != 0) {
    left.line = line;
    return finding_case::returned_early;
  }
  return finding_case::passed_by;
}

finding_case why_lane_ended(source_place& left) {
  std::ifstream source(left.file);
  const int line =
      left.line == 0 ? 0 : line_of_return(source, left.line, std::numeric_limits<int>::max());
  if (line == 0)
    return finding_case::lane_ended;
  left.line = line;
  return finding_case::lane_returned;
}

} // namespace cudalab::emulator
