// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// One checked program, from __tsan_init to its report: which observers are on, and what they are
/// asked for. The one file that knows all of them; what a program may ask is in emulator.h.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "emulator/emulator.h"
#include "emulator/observe/access/hot_path.h"
#include "emulator/observe/barrier/barrier_checker.h"
#include "emulator/observe/barrier/stop_checker.h"
#include "emulator/observe/findings/finding_log.h"
#include "emulator/observe/findings/source_advice.h"
#include "emulator/observe/host/host_allocations.h"
#include "emulator/observe/host/host_mistakes.h"
#include "emulator/observe/host/last_words.h"
#include "emulator/observe/host/leaks.h"
#include "emulator/observe/host/lent_arrays.h"
#include "emulator/observe/host/own_memory.h"
#include "emulator/observe/host/stack_frames.h"
#include "emulator/observe/host/touched_by_host.h"
#include "emulator/observe/host/unfinished_checker.h"
#include "emulator/observe/host/unfinished_use.h"
#include "emulator/observe/memory/element_makers.h"
#include "emulator/observe/memory/memory_checker.h"
#include "emulator/observe/memory/peer_checker.h"
#include "emulator/observe/memory/shadow_memory.h"
#include "emulator/observe/race/race_detector.h"
#include "emulator/observe/report/program_report.h"
#include "emulator/observe/report/settled_findings.h"
#include "emulator/observe/symbols/source_lines.h"
#include "emulator/observe/timeline/kernel_meter.h"
#include "emulator/observe/timeline/timeline_model.h"
#include "emulator/observe/traffic/kernel_resources.h"
#include "emulator/observe/traffic/profile_table.h"
#include "emulator/observe/traffic/traffic_meter.h"
#include "emulator/observe/traffic/traffic_report.h"
#include "emulator/runtime/active_observers.h"
#include "emulator/runtime/counters.h"
#include "emulator/runtime/devices.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/program_observer.h"
#include "emulator/runtime/queue/device_queue.h"
#include "emulator/runtime/queue/errors.h"
#include "emulator/runtime/queue/recorded_work.h"
#include "emulator/runtime/queue/streams.h"
#include "emulator/runtime/queue/submit.h"
#include "emulator/timeline.h"

namespace cudalab::emulator {

namespace {

observation asked_for = observation::none; ///< by observe()
std::atomic<bool> by_default{false};       ///< nobody has said yet what to observe
bool sees_writes = false;                  ///< an observer keeps shadow_memory up to date
bool kernels_are_metered = false;          ///< for the timeline
std::mutex switching;

/// Of the last timeline.
std::vector<operation_seen>& operations() {
  static auto* const all = new std::vector<operation_seen>;
  return *all;
}

traffic_report& traffic() {
  static auto* const report = new traffic_report;
  return *report;
}

std::vector<remark>& remarks() {
  static auto* const all = new std::vector<remark>;
  return *all;
}

observation wanted_by_environment() {
  const char* const text = std::getenv("CUDALAB_OBSERVE");
  if (text == nullptr || *text == '\0')
    return built_for_profile() ? observation::traffic : observation::clean;
  const std::string_view wanted = text;
  if (wanted == "none")
    return observation::none;
  if (wanted == "traffic")
    return observation::traffic;
  if (wanted == "timeline")
    return observation::timeline;
  if (wanted != "clean")
    std::fprintf(stderr, "emucc: CUDALAB_OBSERVE is clean, traffic, timeline or none, not \"%s\"\n",
                 text);
  return observation::clean;
}

void switch_to(observation what) {
  observer_list wanted;
  sees_writes = program_is_watched() && (what == observation::clean || what == observation::all);
  if (sees_writes) {
    shadow_memory::instance().settle();
    // The memory checker comes first: it ends a launch before others see an impossible address.
    wanted.push_back(std::make_shared<memory_checker>(shadow_memory::instance()));
    if (device_count() > 1)
      wanted.push_back(std::make_shared<peer_checker>());
    wanted.push_back(std::make_shared<race_detector>());
    wanted.push_back(std::make_shared<barrier_checker>());
    wanted.push_back(std::make_shared<stop_checker>());
    wanted.push_back(std::make_shared<unfinished_checker>());
    wanted.push_back(std::make_shared<source_advice>());
    wanted.push_back(std::make_shared<maker_watch>());
  }
  if (program_is_watched() && (what == observation::traffic || what == observation::all))
    wanted.push_back(std::make_shared<traffic_meter>(traffic()));
  if (program_is_watched() && kernels_are_metered)
    wanted.push_back(std::make_shared<kernel_meter>());
  set_observers(std::move(wanted), complete_hot_state);
}

void meter_kernels(bool wanted) {
  if (std::exchange(kernels_are_metered, wanted) != wanted)
    switch_to(asked_for);
}

/// What the runtime tells, passed on to the room that it concerns.
class session final : public program_observer {
public:
  void observers_are_needed() override {
    if (by_default.load(std::memory_order_acquire)) {
      // The program may end while the first launch begins: another OS thread then asks too.
      const std::lock_guard guard(switching);
      if (by_default) {
        switch_to(wanted_by_environment());
        by_default.store(false, std::memory_order_release);
      }
    }
    if (!sees_writes)
      shadow_memory::instance().launch_not_watched();
  }

  void library_accesses(const void* address, std::uint32_t bytes, access_kind kind, const void* pc,
                        access_manner manner) override {
    touched(address, bytes, kind, bytes, pc, manner);
  }
  void submitted(operation_number number, const operation& work) override {
    unfinished_use::instance().submitted(number, work);
  }

  void launch_refused(const launch_record& launch, const launch_verdict& verdict) override {
    found_invalid_launch(launch, verdict);
  }
  void free_refused(const void* pointer, const void* caller) override {
    found_invalid_free(pointer, caller);
  }
  void freed_twice(const allocation& one, const void* first_caller, const void* caller) override {
    found_second_free(one, first_caller, caller);
  }
  void kernel_free_refused(const void* pointer, bool was_freed, const void* caller) override {
    end_at_bad_free(pointer, was_freed, caller);
  }
  bool foreign_free(const void* place, const char* how, const void* caller,
                    const std::string& line) override {
    found_foreign_free(place, how, caller, line);
    return true;
  }

  void rank_waits_in_vain(const std::string& what, const char* call, const void* caller,
                          bool kept) override {
    found_deadlock(what, call, caller, kept);
  }
  void calls_do_not_match(const std::string& what, const char* call, const void* caller,
                          const void* other_caller) override {
    found_mismatched_call(what, call, caller, other_caller);
  }

  call_path calls_behind(const void* caller) override { return emulator::calls_behind(caller); }

  void host_allocated(const void* memory, std::size_t bytes, const void* caller) override {
    emulator::host_allocated(memory, bytes, caller);
    own_block_begins(memory, bytes);
  }
  void host_freed(const void* memory) override {
    emulator::host_freed(memory);
    own_memory_ends(memory);
  }

  bool host_may_free(const void* memory) override { return owns_block(memory); }
  void stores_for_host(const void* place, std::size_t bytes, const void* caller) override {
    if (keeps_to_own_memory() && is_code_of_submission(caller) && bytes != 0)
      touched(place, access_bytes(bytes), access_kind::write, 1, caller);
  }

  void stores_later(const void* place, std::size_t bytes, const void* caller) override {
    if (keeps_to_own_memory() && is_code_of_submission(caller))
      keep_to_own_memory(place, bytes, caller);
  }

  void reads_of_host(const void* place, std::size_t bytes, const void* caller) override {
    if (is_code_of_submission(caller))
      read_by_host(place, bytes, caller);
  }

  void exception_allocated(const void* memory, std::size_t bytes) override {
    own_exception_begins(memory, bytes);
  }

  void error_dropped(cudaError_t error, const char* name, const void* caller) override {
    dropped_error(error, name, caller);
  }
  std::string errors_looked_at(cudaError_t last) override {
    return emulator::errors_looked_at(last);
  }
  void error_taken(cudaError_t error, const void* caller) override {
    if (is_code_of_submission(caller))
      emulator::error_taken(error, caller);
  }
  void error_kept(cudaError_t error, const void* caller) override {
    if (is_code_of_submission(caller))
      emulator::error_kept(error, caller);
  }
};

/// All that was found since it was last asked, when the program ends.
std::vector<finding> findings_of_program(bool ended_well) {
  if (ended_well)
    wait_until_idle();
  // A program without kernels has not been asked for yet.
  const bool clean = by_default ? wanted_by_environment() == observation::clean : sees_writes;
  if (clean) {
    unfinished_use::instance().deliver(sees_writes);
    tell_dropped_errors();
    if (ended_well && sticky_error() == cudaSuccess && device_error() == cudaSuccess)
      leaks::instance().tell(leak_deadline::end_of_program);
  }
  return settled(finding_log::instance().take(), told_to::program);
}

std::string timeline_of_program() {
  const timeline all = timeline_of(end_work_record(), {});
  const timeline_advice advice = advice_on(all);
  std::string text = picture_of(all);
  for (const std::string& each : {advice.what, advice.next})
    text += each.empty() ? "" : each + "\n";
  return text;
}

/// The table of traffic, when CUDALAB_OBSERVE=traffic, or the timeline; else empty.
std::string profile_of_program() {
  wait_until_idle();
  if (work_is_recorded())
    return timeline_of_program();
  const std::string report = traffic().take();
  if (const char* const path = std::getenv("CUDALAB_TRAFFIC_JSON");
      path != nullptr && *path != '\0')
    if (!(std::ofstream(path) << report << std::endl))
      std::fprintf(stderr, "emucc: cannot write the traffic to %s (CUDALAB_TRAFFIC_JSON)\n", path);
  const nlohmann::json kernels = nlohmann::json::parse(report);
  return kernels.empty() && !built_for_profile() ? "" : profile_table(kernels);
}

constinit session the_session;

} // namespace

void observe(observation what) {
  wait_until_idle();
  report_is_taken_over();
  const std::lock_guard guard(switching);
  by_default = false;
  asked_for = what;
  switch_to(what);
}

observation observed() {
  return asked_for;
}

void timeline_begins(bool metered) {
  wait_until_idle();
  const std::lock_guard guard(switching);
  begin_work_record();
  meter_kernels(metered);
}

timeline_summary timeline_ends(const timeline_costs& costs) {
  wait_until_idle();
  const std::lock_guard guard(switching);
  const work_record record = end_work_record();
  operations() = operations_of(record);
  meter_kernels(false);
  return summary_of(timeline_of(record, costs));
}

std::size_t operations_seen(operation_seen* to, std::size_t room) {
  const std::vector<operation_seen>& all = operations();
  std::copy_n(all.begin(), std::min(room, all.size()), to);
  return all.size();
}

unsigned number_of_stream(const void* stream) {
  const auto lock = locked_queue();
  const CUstream_st* const found =
      find_stream(static_cast<cudaStream_t>(const_cast<void*>(stream)));
  return found != nullptr && found->identity.what == stream_identity::kind::made
             ? found->identity.order
             : 0;
}

void give_devices(int count) {
  wait_until_idle();
  set_device_count(count);
  if (by_default)
    return; // the first launch will switch
  const std::lock_guard guard(switching);
  switch_to(asked_for);
}

int devices_given() {
  return device_count();
}

void limit_device_memory(std::size_t bytes) {
  device_memory::instance().limit(bytes);
}

std::size_t device_memory_given_out() {
  return device_memory::instance().given_out(current_device());
}

bool kernels_can_remember() {
  const std::vector<allocation> all = device_memory::instance().live(true);
  return std::any_of(all.begin(), all.end(), [](const allocation& each) {
    return each.kind != memory_kind::constant_variable;
  });
}

bool work_is_pending() {
  return host_is_behind();
}

void go_on_beside_allocations(bool wanted) {
  block_memory::goes_on_beside_allocations = wanted;
}

void keep_remark(remark seen) {
  remarks().push_back(std::move(seen));
}

void keep_remark(const char* what, const char* next) {
  keep_remark({what, next});
}

std::vector<remark> take_remarks() {
  return std::exchange(remarks(), {});
}

void* allocate_repeated(std::size_t bytes, std::size_t period) {
  return device_memory::instance().allocate_repeated(bytes, period, __builtin_return_address(0));
}

void name_allocation(const void* device_pointer, const std::string& name,
                     std::size_t element_bytes) {
  device_memory::instance().name(device_pointer, name, element_bytes);
}

void name_allocation(const void* device_pointer, const char* name, std::size_t element_bytes) {
  name_allocation(device_pointer, std::string(name), element_bytes);
}

void mark_uninitialised(void* device_pointer, std::size_t bytes) {
  wait_until_idle(); // a copy to it may be pending
  if (memory_listener* const listener = device_memory::instance().listener())
    listener->forgotten(static_cast<const std::byte*>(device_pointer), bytes);
}

void mark_only_written(void* device_pointer, std::size_t bytes) {
  if (memory_listener* const listener = device_memory::instance().listener())
    listener->only_written(static_cast<const std::byte*>(device_pointer), bytes);
}

void mark_only_read(void* device_pointer, std::size_t bytes) {
  if (memory_listener* const listener = device_memory::instance().listener())
    listener->only_read(static_cast<const std::byte*>(device_pointer), bytes);
}

void watch_makers(watched_elements asked) {
  if (!sees_writes)
    return;
  wait_until_idle(); // of a call before: observers are made anew, and no block may have one
  element_makers::instance().watch(std::move(asked));
}

void tell_makers() {
  wait_until_idle();
  element_makers::instance().tell();
}

std::string place_of_first_wait() {
  const wait_call first = call_of_first_wait();
  if (first.caller == nullptr)
    return "";
  const source_place place = own_line_of(first.caller, first.behind);
  return place.line == 0 ? "" : line_words(place);
}

const char* place_of_failed_call() {
  static char place[64]; // of a scene's code, in which a string would count as the program's own
  const failed_call failed = call_made_to_fail();
  const std::string words = failed.caller == nullptr ? "" : line_words(place_of(failed.caller));
  place[words.copy(place, sizeof place - 1)] = '\0';
  return place;
}

void failure_begins() {
  wait_until_idle(); // what was there before has findings of its own
  finding_log::instance().failure_begins();
}

bool failure_ends() {
  wait_until_idle();
  const bool has_consequence = finding_log::instance().failure_ends();
  return has_consequence || device_error() != cudaSuccess || sticky_error() != cudaSuccess;
}

std::string take_findings() {
  wait_until_idle();
  if (program_is_watched())
    unfinished_use::instance().deliver(sees_writes);
  return json_of(settled(finding_log::instance().take()));
}

std::string take_traffic() {
  wait_until_idle();
  return traffic().take();
}

} // namespace cudalab::emulator

/// Code compiled with -fsanitize=thread calls it before main(), once an object.
extern "C" void __tsan_init() {
  using namespace cudalab::emulator;
  const device_memory& memory = device_memory::instance();
  device_addresses = {memory.begin(), memory.reserved_bytes()};
  device_variable_addresses = range_of_variables(memory.live(true));
  if (program_is_watched())
    return;                  // several checked objects
  shadow_memory::instance(); // listens from now on
  by_default = true;
  kernels_are_metered = wanted_by_environment() == observation::timeline;
  if (kernels_are_metered)
    begin_work_record();
  set_observers({}, complete_hot_state);
  watch_program(the_session);
  tell_what_ends_program();
  report_at_exit({.findings = findings_of_program, .traffic = profile_of_program});
}
