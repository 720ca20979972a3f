// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <charconv>
#include <cstdint>

#include <fmt/format.h>

#include "grader/sanitizer/read_findings.h"

namespace cudalab::grader {

namespace {

using findings::remedy_id;

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

std::string after(const std::string& text, std::string_view part) {
  const std::size_t at = text.find(part);
  return at == std::string::npos ? std::string{} : text.substr(at + part.size());
}

std::string space_of(const std::string& head) {
  for (const char* space : {"global", "shared", "local"})
    if (has(head, fmt::format("__{}__", space)))
      return space;
  return {};
}

std::string action_of(const std::string& head) {
  return has(head, " write") ? "writes" : has(head, " atomic") ? "updates" : "reads";
}

// Where the access stands in the student's own words: the intrinsics of CUDA's headers are called
// from a line that the student wrote.
log_place place_of(const log_record& record) {
  log_place place;
  for (const std::string& line : record.lines) {
    if (line.starts_with("at ") && place.function.empty())
      place = parse_place(line.substr(3));
    if (line.starts_with("Device Frame:") && (place.line == 0 || !place.file.ends_with(".cu")))
      if (const log_place frame = parse_place(after(line, "Device Frame: ")); frame.line > 0)
        place = frame;
  }
  return place;
}

// "and is 1 bytes after the nearest allocation at 0x7f9b1e808000 of size 16,384 bytes"
std::string distance_words(const std::string& line) {
  const std::uint64_t distance = first_number(line);
  const std::uint64_t size = first_number(after(line, "of size"));
  if (has(line, " bytes after "))
    return distance == 1 ? fmt::format("right after the end of an allocation of {} bytes", size)
                         : fmt::format("{} bytes after the end of an allocation of {} bytes",
                                       distance - 1, size);
  if (has(line, " bytes before "))
    return fmt::format("{} bytes before an allocation of {} bytes", distance, size);
  return {};
}

// "Access to 0x440 is out of bounds", of older versions "Address 0x440 is out of bounds"
std::optional<std::uint64_t> outside_address(const std::string& line) {
  if (!has(line, "out of bounds") ||
      !(line.starts_with("Access to 0x") || line.starts_with("Address 0x")))
    return std::nullopt;
  std::uint64_t address = 0;
  const char* const digits = line.data() + line.find("0x") + 2;
  std::from_chars(digits, line.data() + line.size(), address, 16);
  return address;
}

constexpr std::uint64_t next_to_null = 4096;      // below: counted from no pointer at all
constexpr std::uint64_t largest_window = 1 << 24; // of shared and local memory: 16 MiB
constexpr std::uint64_t reserved_shared = 1024; // of a block, by CUDA, since compute capability 8.0

// Addresses of shared and local memory are offsets: they begin at 0 in each block or thread.
void describe_offset(std::uint64_t offset, std::uint64_t bytes, finding& made) {
  if (made.space == "local") {
    made.text = fmt::format("the {} bytes at offset {} (0x{:x}) of the thread's own memory belong "
                            "to none of its arrays",
                            bytes, offset, offset);
    advise({{remedy_id::compare_with_local_array}}, made);
    return;
  }
  made.text = fmt::format(
      "the access is at offset {} (0x{:x}), in bytes, of the block's shared memory, {}", offset,
      offset,
      offset < reserved_shared
          ? "which ends before it; or the index is negative: newer GPUs keep the first 1,024 bytes "
            "for themselves, and the arrays begin after them"
          : "which ends before it (newer GPUs keep the first 1,024 bytes for themselves: the "
            "arrays begin after them)");
}

void describe_access(const log_record& record, finding& made) {
  const std::uint64_t bytes = first_number(after(record.head, "of size"));
  made.kind = finding_kind::out_of_bounds;
  made.text = fmt::format("the {} bytes at this address belong to nothing", bytes);
  advise({{remedy_id::compare_index_in_last_block}}, made);
  for (const std::string& line : record.lines) {
    if (has(line, "is misaligned")) {
      made.kind = finding_kind::misaligned;
      made.text =
          fmt::format("an access of {0} bytes needs an address that is a multiple of {0}", bytes);
      advise({{remedy_id::multiple_of_16}}, made);
      return;
    }
    const std::optional<std::uint64_t> address = outside_address(line);
    const bool has_offset = made.space == "shared" || made.space == "local";
    if (address && has_offset && *address < largest_window)
      describe_offset(*address, bytes, made);
    if (address && !has_offset && *address < next_to_null) {
      made.text = "the address is next to 0: the pointer is null";
      advise({{remedy_id::follow_null_pointer}}, made);
      return;
    }
    if (has(line, "nearest allocation"))
      if (const std::string words = distance_words(line); !words.empty())
        made.text = fmt::format("the {} bytes lie {}", bytes, words);
  }
  if (made.space == "shared")
    advise({{remedy_id::compare_with_shared_array}}, made);
}

void describe_barrier(const log_record& record, finding& made) {
  const bool block = has(record.head, "in block");
  const bool warp = has(record.head, "in warp");
  made.kind = block || warp ? finding_kind::barrier_divergence : finding_kind::warp_divergence;
  made.parties.front().action = "waits";
  if (block || warp) {
    made.text =
        fmt::format("not all threads of the {} reach this barrier", block ? "block" : "warp");
    advise({{remedy_id::barrier_out_of_if}}, made);
  } else {
    made.text = "the threads that take part are not the ones that the mask names";
    advise({{remedy_id::call_with_all_lanes}}, made);
  }
}

} // namespace

std::optional<finding> read_device_error(const std::string& tool, const log_record& record) {
  const log_place place = place_of(record);
  if (place.function.empty())
    return std::nullopt;
  finding made;
  made.source = tool;
  made.count = 1;
  made.kernel = place.function;
  made.space = space_of(record.head);
  party side;
  side.action = action_of(record.head);
  side.file = place.file;
  side.line = place.line;
  side.thread_known = false;
  for (const std::string& line : record.lines)
    if (const auto thread = parse_thread(line)) {
      side.thread = thread->thread;
      side.block = thread->block;
      side.thread_known = true;
      break;
    }
  made.parties = {side};
  if (record.head.starts_with("Invalid __"))
    describe_access(record, made);
  else if (record.head.starts_with("Uninitialized ")) {
    made.kind = finding_kind::uninitialised_read;
    made.text = "nobody has written this element before";
    advise({{remedy_id::set_or_in_range}}, made);
  } else if (record.head.starts_with("Barrier error"))
    describe_barrier(record, made);
  else {
    made.kind = finding_kind::crash;
    made.parties.front().action = "stops";
    made.text = fmt::format("the GPU stopped the kernel here: {}", record.head);
    advise({{remedy_id::look_at_line}}, made);
  }
  return made;
}

} // namespace cudalab::grader
