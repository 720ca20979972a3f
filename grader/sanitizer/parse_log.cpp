// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/sanitizer/parse_log.h"

#include <algorithm>
#include <map>

#include "grader/sanitizer/read_findings.h"

namespace cudalab::grader {

namespace {

// Aggregates: the first of a kind and place stays, with its thread; the others only count.
class collection {
public:
  void add(finding one) {
    const auto [at, is_new] = known_.try_emplace(key_of(one), all_.size());
    if (is_new)
      all_.push_back(std::move(one));
    else
      all_[at->second].count += one.count;
  }

  std::vector<finding> take() {
    std::stable_sort(all_.begin(), all_.end(),
                     [](const finding& a, const finding& b) { return a.count > b.count; });
    return std::move(all_);
  }

private:
  std::map<std::string, std::size_t> known_;
  std::vector<finding> all_;
};

// A refused launch, and not one that only meets an error of a kernel before it (700 to 799, but
// 701: too many resources asked for).
bool is_refused_launch(const std::string& head) {
  const std::size_t at = head.find("(error ");
  if (at == std::string::npos || head.find("CUDA API call to cudaLaunch") == std::string::npos)
    return false;
  const std::uint64_t code = first_number(std::string_view(head).substr(at));
  return code < 700 || code == 701;
}

finding refused_launch(const std::string& tool, const std::string& head) {
  finding made;
  made.kind = finding_kind::launch_error;
  made.source = tool;
  made.count = 1;
  made.parties.push_back({});
  made.parties.front().action = "launches";
  made.parties.front().thread_known = false;
  made.parties.front().on_host = true;
  made.text = head.substr(0, head.find(" on CUDA API call"));
  advise({{findings::remedy_id::look_at_launch_sizes}}, made);
  return made;
}

bool is_problem(const std::string& head) {
  return head.starts_with("Error:") || head.starts_with("Internal") ||
         head.find("not supported") != std::string::npos ||
         head.find("didn't terminate successfully") != std::string::npos;
}

} // namespace

sanitizer_log parse_sanitizer_log(const std::string& tool, const std::string& text) {
  sanitizer_log log;
  collection found;
  for (const log_record& record : split_log(text)) {
    const std::string& head = record.head;
    if (head.find("SUMMARY:") != std::string::npos) {
      log.finished = true;
    } else if (head.find("Race reported between") != std::string::npos) {
      for (finding& race : read_races(record))
        found.add(std::move(race));
    } else if (is_refused_launch(head)) {
      found.add(refused_launch(tool, head));
    } else if (head.starts_with("Program hit")) {
      // What follows from an error that is reported by itself.
    } else if (auto error = read_device_error(tool, record)) {
      found.add(std::move(*error));
    } else if (is_problem(head)) {
      log.problems.push_back(head);
    }
  }
  log.findings = found.take();
  return log;
}

} // namespace cudalab::grader
