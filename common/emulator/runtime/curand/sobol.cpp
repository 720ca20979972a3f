// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/device/random/sobol.h"

#include <cstring>
#include <vector>

#include "emulator/runtime/curand/inverse_distributions.h"

namespace cudalab::emulator::curand {
namespace {

template <class Number>
class sobol_source : public number_source {
public:
  sobol_source(unsigned dimensions, std::uint64_t offset) : at_(offset) {
    for (unsigned i = 0; i < dimensions; ++i)
      directions_.push_back(directions_of<Number>(i));
  }

  void make(const distribution& what, std::byte* to, std::size_t count) override {
    const std::size_t each = count / directions_.size(), bytes = what.bytes();
    for (const sobol_directions<Number>& directions : directions_) {
      Number point = sobol_number(directions.data(), at_);
      for (std::size_t i = 0; i < each; ++i, to += bytes) {
        const inverse_result number = inverse_of(what, point);
        std::memcpy(to, &number, bytes);
        point ^= sobol_step(directions.data(), at_ + i);
      }
    }
    at_ += each;
  }

private:
  std::vector<sobol_directions<Number>> directions_;
  std::uint64_t at_; ///< of the next number, in each dimension
};

} // namespace

std::unique_ptr<number_source> make_sobol_source(unsigned bits, unsigned dimensions,
                                                 std::uint64_t offset) {
  if (bits == 64)
    return std::make_unique<sobol_source<std::uint64_t>>(dimensions, offset);
  return std::make_unique<sobol_source<std::uint32_t>>(dimensions, offset);
}

} // namespace cudalab::emulator::curand
