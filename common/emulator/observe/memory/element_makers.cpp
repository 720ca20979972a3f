// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/memory/element_makers.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "emulator/runtime/active_observers.h"
#include "emulator/runtime/number_words.h"

namespace cudalab::emulator {

element_makers& element_makers::instance() {
  static auto* const all = new element_makers;
  return *all;
}

void element_makers::watch(watched_elements asked) {
  const std::lock_guard lock(mutex_);
  std::erase_if(arrays_, [&](const array& each) { return each.asked.begin == asked.begin; });
  array one{.asked = std::move(asked)};
  if (one.keeps_makers())
    one.makers.assign(one.asked.bytes / one.asked.element_bytes, nobody);
  arrays_.push_back(std::move(one));
  any_ = true;
  remake_block_observers();
}

namespace {

struct side_threads {
  std::uint64_t longest = 1;  ///< along the longest side
  std::uint64_t together = 1; ///< along all sides with several blocks, as where one goes on with
                              ///< what does not fit on another
};

side_threads threads_along_sides(const launch_record& launch) {
  side_threads result;
  for (const auto& [blocks, threads] :
       {std::pair(launch.grid.x, launch.block.x), std::pair(launch.grid.y, launch.block.y),
        std::pair(launch.grid.z, launch.block.z)}) {
    const std::uint64_t along = std::uint64_t{blocks} * threads;
    result.longest = std::max(result.longest, along);
    result.together *= blocks > 1 ? along : 1;
  }
  return result;
}

} // namespace

bool element_makers::array::keeps_makers() const {
  return asked.rule == maker_rule::thread_of_same_number ||
         asked.rule == maker_rule::steps_of_all_threads;
}

std::uint64_t element_makers::array::most_bytes_of_block() const {
  std::uint64_t most = 0;
  for (const auto& [block, bytes] : bytes_of_block)
    most = std::max(most, bytes);
  return most;
}

void element_makers::stored(const block_state& block, const access& seen) {
  const std::lock_guard lock(mutex_);
  for (array& one : arrays_) {
    const auto at = static_cast<std::uint64_t>(seen.address - one.asked.begin);
    if (at >= one.asked.bytes)
      continue;
    const bool first = one.threads == 0, another = !first && one.launch != block.launch->number;
    one.several_launches |= another;
    one.launch = block.launch->number;
    one.threads_per_block = block.launch->threads_per_block();
    one.threads = block.launch->blocks() * one.threads_per_block;
    if (another)
      one.most_bytes += one.blocks * one.most_bytes_of_block();
    if (first || another) {
      const side_threads along = threads_along_sides(*block.launch);
      one.along_side += std::max(along.longest, along.together);
      one.along_two |= along.together > along.longest;
      one.blocks = block.launch->blocks();
      one.bytes_of_block.clear();
    }
    if (one.asked.rule == maker_rule::enough_blocks)
      one.bytes_of_block[block.linear] += seen.bytes;
    const std::uint64_t maker = block.linear * one.threads_per_block + block.thread->linear;
    const std::uint64_t end = (at + seen.bytes - 1) / one.asked.element_bytes + 1;
    one.stored_up_to = std::max(one.stored_up_to, end);
    for (std::uint64_t i = at / one.asked.element_bytes; i < end && i < one.makers.size(); ++i)
      one.makers[i] = maker;
  }
}

namespace {

std::string thread_in_words(std::uint64_t number, unsigned threads_per_block) {
  return fmt::format("thread {} of block {}", number % threads_per_block,
                     number / threads_per_block);
}

} // namespace

bool element_makers::tell_of_missing(const array& one) {
  const std::uint64_t elements = one.asked.bytes / one.asked.element_bytes;
  if (one.along_side >= elements || one.stored_up_to > one.along_side)
    return false;
  keep_remark(
      {fmt::format("the grid has {} threads along its longest side for {} elements of {}, "
                   "and none of them goes on to a further element",
                   grouped(one.along_side), grouped(elements), one.asked.name),
       "Does the grid have a largest number of blocks, is this number one of an earlier call "
       "(a static variable keeps that), or is it computed in a type that does not hold it, "
       "such as float? Launch a thread for each element; or let each thread go on, in steps "
       "of all threads, until there are no more."});
  return true;
}

bool element_makers::tell_of_few_blocks(const array& one) {
  const std::uint64_t each = one.most_bytes_of_block();
  if (one.most_bytes + one.blocks * each >= one.asked.bytes)
    return false;
  const std::uint64_t elements = one.asked.bytes / one.asked.element_bytes;
  const std::string left =
      one.most_bytes != 0
          ? fmt::format("all blocks together store fewer than the {} elements of {}",
                        grouped(elements), one.asked.name)
          : fmt::format("{} blocks for {} elements of {}: of those that ran none stored more than "
                        "{}",
                        grouped(one.blocks), grouped(elements), one.asked.name,
                        grouped(each / one.asked.element_bytes));
  keep_remark({left,
               "Does the grid have a largest number of blocks, or is this number computed in a "
               "type that does not hold it? Launch a block for each part; or let each block go on, "
               "in steps of all blocks, until there are no more."});
  return true;
}

bool element_makers::tell_of(const array& one) {
  if (one.asked.rule == maker_rule::threads_that_go_on)
    return tell_of_missing(one);
  if (one.asked.rule == maker_rule::enough_blocks)
    return tell_of_few_blocks(one);
  const std::string& name = one.asked.name;
  const auto words = [&](std::uint64_t number) {
    return thread_in_words(number, one.threads_per_block);
  };
  if (one.asked.rule == maker_rule::thread_of_same_number) {
    for (std::size_t i = 0; i < std::min<std::uint64_t>(one.makers.size(), one.threads); ++i)
      if (const std::uint64_t seen = one.makers[i]; seen != i) {
        keep_remark(
            {seen == nobody
                 ? fmt::format("no thread stored {}[{}]: {} should have", name, i, words(i))
                 : fmt::format("{} stored {}[{}], and {} should have", words(seen), name, i,
                               words(i)),
             "Each thread stores its own element, whatever its value is: which one that is, "
             "blockIdx and threadIdx tell."});
        return true;
      }
    return false;
  }
  if (one.several_launches) // each has threads of its own, with the same numbers
    return false;
  for (std::size_t i = 0; i + one.threads < one.makers.size(); ++i)
    if (const std::uint64_t before = one.makers[i], after = one.makers[i + one.threads];
        before != after && before != nobody && after != nobody) {
      keep_remark({fmt::format("{} stored {}[{}], and {} stored {}[{}]", words(before), name, i,
                               words(after), name, i + one.threads),
                   fmt::format("The grid has {} threads: who has made an element goes on with the "
                               "one that lies {} places further. So the step of the loop is the "
                               "number of all threads, gridDim.x * blockDim.x.",
                               one.threads, one.threads)});
      return true;
    }
  return false;
}

void element_makers::tell() {
  const std::lock_guard lock(mutex_);
  if (arrays_.empty())
    return;
  // (Of what no kernel has stored to, other words tell.)
  std::any_of(arrays_.begin(), arrays_.end(),
              [](const array& each) { return each.threads != 0 && tell_of(each); });
  arrays_.clear();
  any_ = false;
  remake_block_observers();
}

namespace {

class block_makers final : public block_observer {
public:
  bool hears_accesses() const override { return listens_; }
  bool tells_quiet_reads() const override { return true; }
  void accessed(const block_state& block, const access& seen) override {
    if (seen.kind == access_kind::write && seen.space == memory_space::global)
      element_makers::instance().stored(block, seen);
  }

private:
  const bool listens_ = !element_makers::instance().empty();
};

} // namespace

std::unique_ptr<block_observer> maker_watch::watch_blocks() {
  return std::make_unique<block_makers>();
}

} // namespace cudalab::emulator
