// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The judge is judged: a log as it should be has no difference, and each one line less, more, or at
// another place is noticed.
#include <doctest/doctest.h>

#include "../comparison.h"
#include "../faults.h"

using namespace cudalab::proof;

namespace {

generated_program some_program(int faults = 0) {
  program_wish wish;
  wish.seed = 7;
  wish.kernels = 12;
  wish.faults = faults;
  return generate(wish);
}

access_log right_log(const generated_program& program) {
  access_log log;
  for (const generated_kernel& kernel : program.kernels)
    for (int block = 0; block < kernel.blocks; ++block)
      for (int thread = 0; thread < kernel.threads; ++thread)
        for (std::size_t epoch = 0; epoch < kernel.epochs.size(); ++epoch)
          kernel.epochs[epoch]({thread, block, kernel.threads, {}})
              .for_each([&](const touch& what, const std::vector<std::uint8_t>& bytes,
                            const construct_use*) {
                // Whole touches only: what is left open is not needed.
                for (const std::uint8_t state : bytes)
                  if (state != expected::needed)
                    return;
                log[kernel.name][{block, thread}].push_back({epoch, what});
              });
  return log;
}

/// A kernel that leaves nothing open, so that the log above is complete.
const generated_kernel* plain_kernel(const generated_program& program, const access_log& log) {
  for (const generated_kernel& kernel : program.kernels)
    if (compare(kernel, log).differences.empty() && log.count(kernel.name) != 0 &&
        log.at(kernel.name).begin()->second.size() > 4)
      return &kernel;
  return nullptr;
}

} // namespace

TEST_CASE("a right log of accesses has no difference, one that lacks, adds or moves one has") {
  const generated_program program = some_program();
  const access_log right = right_log(program);
  const generated_kernel* const found = plain_kernel(program, right);
  REQUIRE(found != nullptr);
  generated_kernel kernel = *found;
  kernel.blocks = 1; // of the others nothing is changed
  access_log log = {{kernel.name, right.at(kernel.name)}};
  const auto first = log.at(kernel.name).begin();
  REQUIRE(first->first.first == 0); // the block
  std::vector<seen_access>& changing = first->second;
  REQUIRE(compare(kernel, log).differences.empty());
  const std::vector<seen_access> all = changing;
  const auto differences = [&](const std::vector<seen_access>& changed) {
    changing = changed;
    return compare(kernel, log).differences;
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    CAPTURE(i);
    std::vector<seen_access> less = all;
    less.erase(less.begin() + static_cast<std::ptrdiff_t>(i));
    CHECK_FALSE(differences(less).empty());

    std::vector<seen_access> more = all;
    more[i].what.begin += 4096;
    more.insert(more.begin() + static_cast<std::ptrdiff_t>(i), all[i]);
    CHECK_FALSE(differences(more).empty());

    std::vector<seen_access> shorter = all;
    --shorter[i].what.bytes;
    CHECK_FALSE(differences(shorter).empty());

    std::vector<seen_access> other_kind = all;
    other_kind[i].what.write = !all[i].what.write;
    CHECK_FALSE(differences(other_kind).empty());

    std::vector<seen_access> later = all;
    later[i].epoch += 1;
    CHECK_FALSE(differences(later).empty());
  }
  std::vector<seen_access> twice = all;
  twice.push_back(all.back());
  CHECK_FALSE(differences(twice).empty());
}

TEST_CASE("a write before the read that it needs is noticed") {
  const touch read{false, manner::plain, 1, 0, 4}, write{true, manner::plain, 1, 0, 4};
  expected both(expected::order::sequence, {expected(read), expected(write)});
  CHECK_FALSE(both.take(write, 0, expected::need::must));
  for (long byte = 0; byte < 4; ++byte)
    CHECK(both.take(read, byte, expected::need::must));
  CHECK(both.take(write, 0, expected::need::must));
  CHECK_FALSE(both.done());
}

TEST_CASE("kernels are right or have the fault that was put into them") {
  const generated_program program = some_program(8);
  CHECK(program.kernels.size() == 20);
  for (const generated_kernel& kernel : program.kernels)
    CHECK(has_certain_fault(kernel) == (kernel.fault.what != planted_fault::kind::none));
}

TEST_CASE("a seed always gives the same program") {
  CHECK(some_program(4).text == some_program(4).text);
}
