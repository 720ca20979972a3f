// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "comparison.h"

#include <sstream>
#include <stdexcept>

namespace cudalab::proof {
namespace {

constexpr std::size_t most_differences = 3;
constexpr std::size_t look_ahead = 8;

std::string words_for(const touch& what) {
  return std::string(what.write ? "write" : "read") + " (" + static_cast<char>(what.how) +
         ") of region " + std::to_string(what.region) + " [" + std::to_string(what.begin) + ", " +
         std::to_string(what.end()) + ")";
}

/// The constructs of a plan, in their order; control flow and order of evaluation above them.
void flatten(expected&& all, std::vector<expected>& steps) {
  if (all.use() != nullptr || all.parts().empty()) {
    if (!all.empty() || all.use() != nullptr)
      steps.push_back(std::move(all));
    return;
  }
  for (expected& part : all.parts())
    flatten(std::move(part), steps);
}

/// One thread between two barriers.
class thread_comparison {
public:
  thread_comparison(expected all, std::string where, comparison& result)
      : where_(std::move(where)), result_(result) {
    flatten(std::move(all), steps_);
  }

  void seen(const touch& what) {
    ++result_.accesses;
    result_.bytes += static_cast<std::uint64_t>(what.bytes);
    for (long byte = what.begin; byte < what.end(); ++byte)
      if (!take(what, byte)) {
        tell({name_of(at_), false,
              where_ + ": not expected: " + words_for(what) +
                  "; it was the turn of: " + missing(at_)});
        return;
      }
  }

  void end() {
    for (; at_ < steps_.size(); ++at_)
      missed(at_);
  }

private:
  bool take(const touch& what, long byte) {
    if (byte != what.begin) // mostly, an access is one construct's
      for (const auto need : {expected::need::must, expected::need::may})
        if (steps_[at_].take(what, byte, need))
          return true;
    std::size_t current = at_; // those before it are done, but may still touch padding
    while (current < steps_.size() && steps_[current].done())
      ++current;
    for (const auto need : {expected::need::must, expected::need::may})
      for (std::size_t step = at_; step <= current && step < steps_.size(); ++step)
        if (steps_[step].take(what, byte, need)) {
          at_ = step;
          return true;
        }
    // The turn of what comes later: then all before it was missed.
    for (std::size_t step = current + 1; step < steps_.size() && step < current + look_ahead;
         ++step)
      if (steps_[step].take(what, byte, expected::need::must)) {
        for (; at_ < step; ++at_)
          missed(at_);
        return true;
      }
    return false;
  }

  void missed(std::size_t step) {
    if (!steps_[step].done())
      tell({name_of(step), true, where_ + ": not seen: " + missing(step)});
  }

  /// What it waits for: the innermost construct.
  std::string name_of(std::size_t step) const {
    std::string name;
    if (step < steps_.size())
      steps_[step].for_each(
          [&](const touch&, const std::vector<std::uint8_t>& bytes, const construct_use* by) {
            for (const std::uint8_t state : bytes)
              if (state == expected::needed && name.empty() && by != nullptr)
                name = by->name;
          });
    return name.empty() ? "nothing more" : name;
  }

  std::string missing(std::size_t step) const {
    if (step >= steps_.size() || steps_[step].use() == nullptr)
      return "nothing more";
    const construct_use& use = *steps_[step].use();
    return steps_[step].missing() + " (\"" + use.name + "\", line " +
           (use.lines.empty() ? "?" : std::to_string(*use.lines.rbegin())) + ")";
  }

  void tell(difference found) {
    if (told_++ < most_differences)
      result_.differences.push_back(std::move(found));
  }

  std::vector<expected> steps_;
  std::size_t at_ = 0, told_ = 0;
  std::string where_;
  comparison& result_;
};

} // namespace

access_log read_log(const std::string& text) {
  access_log log;
  std::istringstream lines(text);
  std::string kernel;
  for (std::string line; std::getline(lines, line);) {
    char name[64], kind = 0, how = 0;
    int block = 0, thread = 0;
    seen_access seen;
    touch& what = seen.what;
    if (std::sscanf(line.c_str(), "%63s %d %d %zu %c %c %d %ld %ld", name, &block, &thread,
                    &seen.epoch, &kind, &how, &what.region, &what.begin, &what.bytes) != 9)
      throw std::runtime_error("not a line of an access log: " + line);
    what.write = kind == 'w';
    what.how = static_cast<manner>(how);
    log[name][{block, thread}].push_back(seen);
  }
  return log;
}

comparison compare(const generated_kernel& kernel, const access_log& log) {
  comparison result;
  const auto of_kernel = log.find(kernel.name);
  for (int block = 0; block < kernel.blocks; ++block)
    for (int thread = 0; thread < kernel.threads; ++thread) {
      static const std::vector<seen_access> none;
      const std::vector<seen_access>* all = &none;
      if (of_kernel != log.end())
        if (const auto found = of_kernel->second.find({block, thread});
            found != of_kernel->second.end())
          all = &found->second;
      std::size_t next = 0;
      for (std::size_t epoch = 0; epoch < kernel.epochs.size(); ++epoch) {
        thread_comparison one(kernel.epochs[epoch]({thread, block, kernel.threads, {}}),
                              kernel.name + " block " + std::to_string(block) + " thread " +
                                  std::to_string(thread) + " phase " + std::to_string(epoch),
                              result);
        for (; next < all->size() && (*all)[next].epoch == epoch; ++next)
          one.seen((*all)[next].what);
        one.end();
      }
      if (next < all->size())
        result.differences.push_back({"end", false, kernel.name + ": accesses after all barriers"});
    }
  return result;
}

} // namespace cudalab::proof
