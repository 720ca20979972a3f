// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/run/sandbox/seccomp_filter.h"

#include <cerrno>
#include <cstddef>
#include <cstdint>

#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>

#include "grader/run/sandbox/refused_calls.h"

namespace cudalab::grader {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t architecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t architecture = 0;
#endif

/// The bit in a call's number that says "x32", x86's third convention.
constexpr std::uint32_t x32_bit = 0x40000000;
constexpr std::uint32_t new_namespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS |
                                         CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;
constexpr std::uint32_t query_personality = 0xFFFFFFFF;

constexpr std::uint32_t kill_it = SECCOMP_RET_KILL_PROCESS;
constexpr std::uint32_t refuse = SECCOMP_RET_ERRNO | EPERM;
constexpr std::uint32_t unknown_call = SECCOMP_RET_ERRNO | ENOSYS;

/// The filter's instructions, in order. The accumulator holds the call's number between rules.
class assembler {
public:
  assembler() {
    load(offsetof(seccomp_data, arch));
    skip_if(BPF_JEQ, architecture, 1);
    give(kill_it);
    load_number();
    skip_unless(BPF_JGE, x32_bit, 1); // no other architecture has numbers that high
    give(unknown_call);
  }

  void always(unsigned call, std::uint32_t answer = refuse) {
    skip_unless(BPF_JEQ, call, 1);
    give(answer);
  }

  /// Refuses the call when its argument passes the test; else the call is allowed.
  void when(unsigned call, unsigned argument, std::uint16_t test,
            const std::vector<std::uint32_t>& values) {
    skip_unless(BPF_JEQ, call, static_cast<std::uint8_t>(2 + 2 * values.size()));
    load_argument(argument);
    for (const std::uint32_t value : values) {
      skip_unless(test, value, 1);
      give(refuse);
    }
    load_number();
  }

  /// Refuses the call when its argument is none of these.
  void unless(unsigned call, unsigned argument, const std::vector<std::uint32_t>& values) {
    const std::size_t count = values.size();
    skip_unless(BPF_JEQ, call, static_cast<std::uint8_t>(count + 3));
    load_argument(argument);
    for (std::size_t i = 0; i < count; ++i)
      skip_if(BPF_JEQ, values[i], static_cast<std::uint8_t>(count - i));
    give(refuse);
    load_number();
  }

  seccomp_filter finish() {
    give(SECCOMP_RET_ALLOW);
    return std::move(program_);
  }

private:
  void add(int code, std::uint32_t k, std::uint8_t yes = 0, std::uint8_t no = 0) {
    program_.push_back({static_cast<std::uint16_t>(code), yes, no, k});
  }
  void load(std::size_t offset) {
    add(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
  }
  void load_number() { load(offsetof(seccomp_data, nr)); }
  /// Its lower half: none of the arguments looked at has more.
  void load_argument(unsigned index) {
    load(offsetof(seccomp_data, args) + index * sizeof(std::uint64_t));
  }
  void skip_if(std::uint16_t test, std::uint32_t value, std::uint8_t count) {
    add(BPF_JMP | test | BPF_K, value, count, 0);
  }
  void skip_unless(std::uint16_t test, std::uint32_t value, std::uint8_t count) {
    add(BPF_JMP | test | BPF_K, value, 0, count);
  }
  void give(std::uint32_t answer) { add(BPF_RET | BPF_K, answer); }

  seccomp_filter program_;
};

} // namespace

seccomp_filter make_seccomp_filter(const filter_options& options) {
  // Asked in this way the kernel says EFAULT when it knows filters.
  if (architecture == 0 ||
      (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, nullptr, 0, 0) != 0 && errno != EFAULT))
    return {};
  assembler filter;
  for (const unsigned call : refused_calls)
    filter.always(call);
  filter.always(SYS_clone3, unknown_call);
  filter.when(SYS_clone, 0, BPF_JSET, {new_namespaces});
  filter.unless(SYS_personality, 0, {0, query_personality});
  filter.when(SYS_ioctl, 1, BPF_JEQ, {TIOCSTI, TIOCLINUX}); // would type at the user's terminal
  if (!options.gpu)
    for (const unsigned call : ipc_objects)
      filter.always(call);
  if (!options.watched) {
    filter.always(SYS_ptrace);
    filter.unless(SYS_socket, 0, {AF_UNIX});
  }
  if (options.judge != 0) {
    const auto judge = static_cast<std::uint32_t>(options.judge);
    const std::uint32_t everybody = 0xFFFFFFFF, own_group_of_judge = 0 - judge;
    for (const unsigned call : calls_to_a_process)
      filter.when(call, 0, BPF_JEQ, {judge, everybody, own_group_of_judge});
  }
  return filter.finish();
}

bool install_seccomp_filter(const sock_filter* filter, unsigned short length) {
  const sock_fprog program = {length, const_cast<sock_filter*>(filter)};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

} // namespace cudalab::grader
