// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/session.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <string_view>

#include <nlohmann/json.hpp>

#include "emulator/emulator.h"
#include "emulator/observe/access/hot_path.h"
#include "emulator/observe/barrier/barrier_checker.h"
#include "emulator/observe/barrier/stop_checker.h"
#include "emulator/observe/findings/findings.h"
#include "emulator/observe/findings/source_advice.h"
#include "emulator/observe/host/host_mistakes.h"
#include "emulator/observe/host/leaks.h"
#include "emulator/observe/host/unfinished_checker.h"
#include "emulator/observe/host/unfinished_use.h"
#include "emulator/observe/memory/memory_checker.h"
#include "emulator/observe/memory/shadow_memory.h"
#include "emulator/observe/program_report.h"
#include "emulator/observe/race/race_detector.h"
#include "emulator/observe/symbols/exit_history.h"
#include "emulator/observe/symbols/shared_layout.h"
#include "emulator/observe/traffic/kernel_resources.h"
#include "emulator/observe/traffic/profile_table.h"
#include "emulator/observe/traffic/traffic_meter.h"
#include "emulator/observe/traffic/traffic_report.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/queue/errors.h"
#include "emulator/runtime/queue/operation.h"

namespace cudalab::emulator {

constinit thread_local exit_recorder last_exits;

namespace {

bool checked = false;
observation asked_for = observation::none; ///< by observe()
std::atomic<bool> by_default{false};       ///< nobody has said yet what to observe
bool sees_writes = false;                  ///< an observer keeps memory_state up to date
std::vector<std::shared_ptr<observer>> active;

traffic_report& traffic() {
  static auto* const report = new traffic_report;
  return *report;
}

/// Begins anew what this OS thread knows of quiet reads, whenever something may order accesses.
class quiet_watch final : public block_observer {
public:
  void block_begins(const block_state&) override { hot.quiet.forget_all(); }
  void barrier_opened(const block_state&) override { hot.quiet.forget_all(); }
  void fenced(const block_state&, fence_scope) override { hot.quiet.forget_all(); }
  bool hears_accesses() const override { return false; }
};

/// This OS thread's part of the active observers.
struct own_observers {
  std::vector<std::unique_ptr<block_observer>> list;
  std::vector<block_observer*> pointers; ///< the same, for the callbacks, and a null
  quiet_tables tables;

  void renew() {
    list.clear();
    pointers.clear();
    for (const auto& each : active)
      list.push_back(each->watch_blocks());
    bool all_tell = !list.empty(); // which reads are quiet
    for (const auto& each : list)
      if (each->hears_accesses()) {
        pointers.push_back(each.get());
        all_tell = all_tell && each->tells_quiet_reads();
      }
    pointers.push_back(nullptr);
    const shared_segment_range segment = shared_segment();
    hot.shared_begin = segment.begin;
    hot.shared_bytes = segment.bytes;
    hot.not_shared = active.empty() ? nullptr : shared_layout::instance().other_variables();
    hot.observers = pointers.data();
    hot.quiet = {};
    if (all_tell) {
      hot.quiet = tables.make(segment.bytes, device_addresses.bytes);
      list.push_back(std::make_unique<quiet_watch>());
    }
  }
};

} // namespace

namespace {

std::mutex switching;

observation wanted_by_environment() {
  const char* const text = std::getenv("CUDALAB_OBSERVE");
  if (text == nullptr || *text == '\0')
    return built_for_profile() ? observation::traffic : observation::clean;
  const std::string_view wanted = text;
  if (wanted == "none")
    return observation::none;
  if (wanted == "traffic")
    return observation::traffic;
  if (wanted != "clean")
    std::fprintf(stderr, "emucc: CUDALAB_OBSERVE is clean, traffic or none, not \"%s\"\n", text);
  return observation::clean;
}

void switch_to(observation what) {
  std::vector<std::shared_ptr<observer>> wanted;
  if (checked && what == observation::clean) {
    memory_state::instance().settle();
    // The memory checker comes first: it ends a launch before others see an impossible address.
    wanted.push_back(std::make_shared<memory_checker>(memory_state::instance()));
    wanted.push_back(std::make_shared<race_detector>());
    wanted.push_back(std::make_shared<barrier_checker>());
    wanted.push_back(std::make_shared<stop_checker>());
    wanted.push_back(std::make_shared<unfinished_checker>());
    wanted.push_back(std::make_shared<source_advice>());
  } else if (checked && what == observation::traffic) {
    wanted.push_back(std::make_shared<traffic_meter>(traffic()));
  }
  set_observers(std::move(wanted));
  sees_writes = checked && what == observation::clean;
}

} // namespace

void program_is_checked() {
  if (checked)
    return; // several checked objects
  checked = true;
  by_default = true;
  report_at_exit();
}

bool program_is_watched() {
  return checked;
}

// Asked for once a launch.
const std::vector<std::shared_ptr<observer>>& active_observers() {
  if (by_default.load(std::memory_order_acquire)) {
    // The program may end while the first launch begins: another OS thread then asks too.
    const std::lock_guard guard(switching);
    if (by_default) {
      switch_to(wanted_by_environment());
      by_default.store(false, std::memory_order_release);
    }
  }
  if (checked && !sees_writes)
    memory_state::instance().launch_not_watched();
  return active;
}

const std::vector<std::unique_ptr<block_observer>>& block_observers() {
  thread_local own_observers mine;
  if (const unsigned now = observer_generation.load(std::memory_order_acquire);
      hot.generation != now) {
    mine.renew();
    hot.generation = now;
  }
  return mine.list;
}

void set_observers(std::vector<std::shared_ptr<observer>> observers) {
  active = std::move(observers);
  sees_writes = false;
  observer_generation.fetch_add(1, std::memory_order_release);
}

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

std::vector<finding> findings_of_program(bool ended_well) {
  if (ended_well)
    wait_until_idle();
  // A program without kernels has not been asked for yet.
  const bool clean = by_default ? wanted_by_environment() == observation::clean : sees_writes;
  if (checked && clean) {
    unfinished_use::instance().deliver(sees_writes);
    tell_dropped_errors();
    if (ended_well && sticky_error() == cudaSuccess && device_error() == cudaSuccess)
      leaks::instance().tell();
  }
  return findings::instance().take();
}

std::string profile_of_program() {
  wait_until_idle();
  const std::string report = traffic().take();
  if (const char* const path = std::getenv("CUDALAB_TRAFFIC_JSON");
      path != nullptr && *path != '\0')
    if (!(std::ofstream(path) << report << std::endl))
      std::fprintf(stderr, "emucc: cannot write the traffic to %s (CUDALAB_TRAFFIC_JSON)\n", path);
  const nlohmann::json kernels = nlohmann::json::parse(report);
  return kernels.empty() && !built_for_profile() ? "" : profile_table(kernels);
}

void name_allocation(const void* device_pointer, const std::string& name) {
  device_memory::instance().name(device_pointer, name);
}

void mark_uninitialised(void* device_pointer, std::size_t bytes) {
  wait_until_idle(); // a copy to it may be pending
  if (memory_listener* const listener = device_memory::instance().listener())
    listener->forgotten(static_cast<const std::byte*>(device_pointer), bytes);
}

std::string take_findings() {
  wait_until_idle();
  if (checked)
    unfinished_use::instance().deliver(sees_writes);
  return json_of(findings::instance().take());
}

std::string take_traffic() {
  wait_until_idle();
  return traffic().take();
}

} // namespace cudalab::emulator
