// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <charconv>
#include <cstdint>

#include <fmt/format.h>

#include "grader/sanitizer/read_findings.h"

namespace cudalab::grader {

namespace {

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
    made.remedy = "compare the index with the size of the array that the kernel declares for each "
                  "thread";
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
  made.kind = "out_of_bounds";
  made.text = fmt::format("the {} bytes at this address belong to nothing", bytes);
  made.remedy = "compare the index with the size before the access: threads of a last, partial "
                "block must not touch memory";
  for (const std::string& line : record.lines) {
    if (has(line, "is misaligned")) {
      made.kind = "misaligned";
      made.text =
          fmt::format("an access of {0} bytes needs an address that is a multiple of {0}", bytes);
      made.remedy = "a float4 or int4 must start at a multiple of 16 bytes: check the index and "
                    "the pointer that it is counted from";
      return;
    }
    const std::optional<std::uint64_t> address = outside_address(line);
    const bool has_offset = made.space == "shared" || made.space == "local";
    if (address && has_offset && *address < largest_window)
      describe_offset(*address, bytes, made);
    if (address && !has_offset && *address < next_to_null) {
      made.text = "the address is next to 0: the pointer is null";
      made.remedy = "look at where the kernel's arguments come from, and whether cudaMalloc was "
                    "called and succeeded";
      return;
    }
    if (has(line, "nearest allocation"))
      if (const std::string words = distance_words(line); !words.empty())
        made.text = fmt::format("the {} bytes lie {}", bytes, words);
  }
  if (made.space == "shared")
    made.remedy = "check how the index is computed, and compare it with the size of the __shared__ "
                  "array; the size of an extern array is the launch's third argument, in bytes";
}

void describe_barrier(const log_record& record, finding& made) {
  const bool block = has(record.head, "in block");
  const bool warp = has(record.head, "in warp");
  made.kind = block || warp ? "barrier_divergence" : "warp_divergence";
  made.parties.front().action = "waits";
  if (block || warp) {
    made.text =
        fmt::format("not all threads of the {} reach this barrier", block ? "block" : "warp");
    made.remedy = "move __syncthreads() out of the if: every thread of the block must reach the "
                  "same one";
  } else {
    made.text = "the threads that take part are not the ones that the mask names";
    made.remedy = "call it where all lanes of the mask come by, with a mask that names the calling "
                  "lane too";
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
    made.kind = "uninitialised_read";
    made.text = "nobody has written this element before";
    made.remedy = "is it an output that is added to without having been set, or an index beyond "
                  "what was filled?";
  } else if (record.head.starts_with("Barrier error"))
    describe_barrier(record, made);
  else {
    made.kind = "crash";
    made.parties.front().action = "stops";
    made.text = fmt::format("the GPU stopped the kernel here: {}", record.head);
    made.remedy = "look at this line's pointers, indices and masks";
  }
  return made;
}

} // namespace cudalab::grader
