// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <algorithm>
#include <map>
#include <set>

#include "emulator/observe/timeline/timeline_model.h"

namespace cudalab::emulator {

namespace {

bool is_made(const stream_identity& stream) {
  return stream.what == stream_identity::kind::made;
}

/// Who waits for an event says by itself what comes before it: that is no rule's doing.
bool waits_for_event(const recorded_operation& work) {
  return work.name == "cudaStreamWaitEvent";
}

/// @param defaults places of operations in the default stream that waits for others
std::size_t behind_default(const recorded_operation& work,
                           const std::map<operation_number, std::size_t>& defaults) {
  std::size_t last = 0;
  if (is_made(work.stream) && !waits_for_event(work))
    for (const operation_number each : work.after)
      if (const auto found = defaults.find(each); found != defaults.end())
        last = std::max(last, found->second);
  return last;
}

/// @param others operations of streams that the program made
bool behind_others(const recorded_operation& work, const std::set<operation_number>& others) {
  return work.stream.what == stream_identity::kind::legacy && !waits_for_event(work) &&
         std::any_of(work.after.begin(), work.after.end(),
                     [&](operation_number each) { return others.count(each) != 0; });
}

/// The calls in which the host waits for operations that are kept.
class waits_of_the_host {
public:
  void handed_over(operation_number number) {
    numbers_.insert(number);
    call_.clear();
  }
  void waited(const recorded_wait& wait) {
    if (call_.empty() && std::any_of(wait.on.begin(), wait.on.end(), [this](operation_number each) {
          return numbers_.count(each) != 0;
        }))
      call_ = wait.call.empty() ? "a call that waits" : wait.call;
  }
  /// Since the last operation was handed over.
  const std::string& call() const { return call_; }

private:
  std::set<operation_number> numbers_;
  std::string call_;
};

} // namespace

std::vector<operation_seen> operations_of(const work_record& record) {
  std::vector<operation_seen> all;
  std::map<operation_number, std::size_t> defaults;
  std::set<operation_number> others;
  waits_of_the_host waits;
  for (const auto& step : record.steps) {
    if (const auto* wait = std::get_if<recorded_wait>(&step))
      waits.waited(*wait);
    const auto* work = std::get_if<recorded_operation>(&step);
    if (work == nullptr)
      continue;
    operation_seen& seen = all.emplace_back();
    seen.engine = engine_of(work->kind);
    seen.launch = work->kind == work_kind::kernel;
    seen.bytes = work->bytes;
    seen.device = work->device;
    seen.staged = work->staged;
    seen.on_device = work->on_device;
    if (work->kind == work_kind::copy_peer)
      seen.from_device = work->from_device;
    seen.stream = is_made(work->stream) ? work->stream.order : 0;
    seen.behind_default = behind_default(*work, defaults);
    seen.behind_others = behind_others(*work, others);
    if (is_made(work->stream))
      others.insert(work->number);
    work->name.copy(seen.name, sizeof seen.name - 1);
    waits.call().copy(seen.waited_in, sizeof seen.waited_in - 1);
    waits.handed_over(work->number);
    if (work->stream.what == stream_identity::kind::legacy)
      defaults[work->number] = all.size();
  }
  return all;
}

} // namespace cudalab::emulator
