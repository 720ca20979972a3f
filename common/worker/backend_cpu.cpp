// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <algorithm>

#include "emulator/emulator.h"
#include "worker/backend.h"

namespace cudalab::worker::backend {

namespace {

emulator::maker_rule rule_of(protocol::element_maker who) {
  using enum emulator::maker_rule;
  switch (who) {
  case protocol::element_maker::threads_that_go_on:
    return threads_that_go_on;
  case protocol::element_maker::enough_blocks:
    return enough_blocks;
  case protocol::element_maker::steps_of_all_threads:
    return steps_of_all_threads;
  default:
    return thread_of_same_number;
  }
}

} // namespace

std::string name() {
  return "cpu";
}

void observe(bool watched, bool counted) {
  using emulator::observation;
  emulator::observe(watched ? (counted ? observation::all : observation::clean)
                            : (counted ? observation::traffic : observation::none));
  emulator::go_on_beside_allocations(watched);
}

bool sees_accesses() {
  static_assert(protocol::fence_bytes <= emulator::bytes_beside_allocations);
  return true;
}

void limit_launches(double seconds) {
  if (seconds > 0)
    emulator::set_launch_time_limit(seconds);
}

void run_blocks_in_order(bool wanted) {
  emulator::run_blocks_in_order(wanted);
}

void sample_blocks(std::size_t number) {
  emulator::sample_blocks(number);
}

bool kernels_can_remember() {
  return emulator::kernels_can_remember();
}

void* allocate_repeated(std::size_t bytes, std::size_t period) {
  return emulator::allocate_repeated(bytes, period);
}

void name_allocation(const void* device_pointer, const std::string& name,
                     std::size_t element_bytes) {
  emulator::name_allocation(device_pointer, name, element_bytes);
}

void mark_uninitialised(void* device_pointer, std::size_t bytes) {
  emulator::mark_uninitialised(device_pointer, bytes);
}

void mark_only_written(void* device_pointer, std::size_t bytes) {
  emulator::mark_only_written(device_pointer, bytes);
}

void watch_makers(const protocol::buffer_argument& argument, const void* device_pointer) {
  const std::size_t size = size_of(argument.type);
  emulator::watch_makers({.begin = static_cast<const std::byte*>(device_pointer),
                          .bytes = std::max(argument.elements, argument.repeated_to) * size,
                          .element_bytes = size,
                          .rule = rule_of(argument.stored_by),
                          .name = argument.name});
}

void tell_makers() {
  emulator::tell_makers();
}

std::size_t launches_asked_for() {
  return emulator::launches_asked_for();
}

void refuse_launches_from(std::size_t number) {
  emulator::refuse_launches_from(number);
}

std::size_t operations_submitted() {
  return emulator::operations_submitted();
}

std::size_t accept_launches() {
  return emulator::accept_launches();
}

void found_refusal_not_told(const not_told& instead) {
  emulator::found_refusal_not_told(instead.what, instead.threw);
}

bool refusal_is_kept() {
  return emulator::refusal_is_kept();
}

void remark_kept_refusal(const std::string& function) {
  emulator::remark_kept_refusal(function);
}

std::size_t fallible_calls() {
  return emulator::fallible_calls();
}

void fail_call(std::size_t number) {
  emulator::fail_call(number);
}

std::size_t frees() {
  return emulator::frees();
}

void fail_free(std::size_t number) {
  emulator::fail_free(number);
}

std::string accept_calls() {
  return emulator::accept_calls();
}

void found_failure_not_told(const std::string& call, const not_told& instead) {
  emulator::found_failure_not_told(call, instead.what, instead.threw);
}

void call_begins() {
  emulator::call_begins();
}

void call_ends() {
  emulator::call_ends();
}

void abandon_captures() {
  emulator::abandon_captures();
}

void failed_call_ends() {
  emulator::failed_call_ends("when a launch failed");
}

void follow_work() {
  emulator::follow_work();
}

bool followed_work_went_aside() {
  return emulator::followed_work_went_aside();
}

void mark_only_read(void* device_pointer, std::size_t bytes) {
  emulator::mark_only_read(device_pointer, bytes);
}

std::size_t bytes_copied_to_device() {
  return emulator::bytes_copied_to_device();
}

std::size_t bytes_copied_to_host() {
  return emulator::bytes_copied_to_host();
}

void runs_below(const void* frame) {
  emulator::submission_runs_below(frame);
}

void lend(const void* memory, std::size_t bytes) {
  emulator::own_memory_begins(memory, bytes);
}

void take_back(const void* memory) {
  emulator::own_memory_ends(memory);
}

void lend_array(const void* begin, std::size_t bytes, std::size_t element_bytes,
                std::size_t guard_bytes, const std::string& name) {
  emulator::lend_array({.begin = static_cast<const std::byte*>(begin),
                        .bytes = bytes,
                        .element_bytes = element_bytes,
                        .beside = guard_bytes,
                        .name = name});
}

void take_back_array(const void* begin) {
  emulator::take_back_array(begin);
}

void before_host_access(void (*use)()) {
  emulator::before_host_access(use);
}

double peak_gigaflops() {
  return 0; // time means nothing here
}

std::string pci_bus_id() {
  return {};
}

std::vector<protocol::launch_sizes> take_launches() {
  static_assert(protocol::most_launches_told == emulator::most_launches_kept);
  std::vector<protocol::launch_sizes> all;
  for (const emulator::launch_sizes& each : emulator::take_launches())
    all.push_back({each.grid, each.block});
  return all;
}

std::vector<std::string> take_waits() {
  const std::string place = emulator::place_of_first_wait();
  std::vector<std::string> waits = emulator::take_waits();
  if (!waits.empty() && !place.empty())
    waits.front() += " in " + place;
  return waits;
}

std::vector<protocol::remark> take_remarks() {
  std::vector<protocol::remark> all;
  for (emulator::remark& each : emulator::take_remarks())
    all.push_back({std::move(each.what), std::move(each.next)});
  return all;
}

std::string take_findings() {
  return emulator::take_findings();
}

std::string take_traffic() {
  return emulator::take_traffic();
}

} // namespace cudalab::worker::backend
