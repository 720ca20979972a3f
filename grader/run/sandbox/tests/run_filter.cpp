// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/run/sandbox/tests/run_filter.h"

#include <cstring>
#include <stdexcept>

#include <linux/audit.h>
#include <linux/seccomp.h>

namespace cudalab::grader {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t own_architecture = AUDIT_ARCH_X86_64;
#else
constexpr std::uint32_t own_architecture = AUDIT_ARCH_AARCH64;
#endif

bool holds(int test, std::uint32_t value, std::uint32_t constant) {
  switch (test) {
  case BPF_JEQ:
    return value == constant;
  case BPF_JGE:
    return value >= constant;
  case BPF_JSET:
    return (value & constant) != 0;
  default:
    throw std::runtime_error("a test that the filter should not need");
  }
}

} // namespace

std::uint32_t answer_of(const seccomp_filter& filter, unsigned call,
                        const std::array<std::uint64_t, 6>& arguments, std::uint32_t architecture) {
  seccomp_data data{};
  data.nr = static_cast<int>(call);
  data.arch = architecture != 0 ? architecture : own_architecture;
  std::memcpy(data.args, arguments.data(), sizeof data.args);
  std::uint32_t accumulator = 0;
  for (std::size_t at = 0; at < filter.size(); ++at) {
    const sock_filter& now = filter[at];
    switch (BPF_CLASS(now.code)) {
    case BPF_LD:
      std::memcpy(&accumulator, reinterpret_cast<const char*>(&data) + now.k, sizeof accumulator);
      break;
    case BPF_JMP:
      at += holds(BPF_OP(now.code), accumulator, now.k) ? now.jt : now.jf;
      break;
    case BPF_RET:
      return now.k;
    default:
      throw std::runtime_error("an instruction that the filter should not need");
    }
  }
  throw std::runtime_error("the filter has no end");
}

} // namespace cudalab::grader
