// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The filter's own answers. That the kernel takes it is in sandbox_test.cpp.
#include "grader/run/sandbox/seccomp_filter.h"

#include <cerrno>

#include <doctest/doctest.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include "grader/run/sandbox/tests/run_filter.h"

using namespace cudalab::grader;

namespace {

constexpr std::uint32_t refused = SECCOMP_RET_ERRNO | EPERM;
constexpr std::uint32_t allowed = SECCOMP_RET_ALLOW;

/// Without seccomp there is nothing to test; the sandbox's state says so to the user.
bool has_filters(const seccomp_filter& filter) {
  if (filter.empty())
    MESSAGE("skipped: this kernel has no seccomp filters");
  return !filter.empty();
}

} // namespace

TEST_CASE("calls that no lab needs are refused") {
  const seccomp_filter filter = make_seccomp_filter({});
  if (!has_filters(filter))
    return;
  for (const unsigned call : {SYS_ptrace,
                              SYS_process_vm_readv,
                              SYS_process_vm_writev,
                              SYS_process_madvise,
                              SYS_kcmp,
                              SYS_pidfd_getfd,
                              SYS_tkill,
                              SYS_mount,
                              SYS_umount2,
                              SYS_pivot_root,
                              SYS_chroot,
                              SYS_move_mount,
                              SYS_open_tree,
                              SYS_fsopen,
                              SYS_fsconfig,
                              SYS_fsmount,
                              SYS_fspick,
                              SYS_unshare,
                              SYS_setns,
                              SYS_open_by_handle_at,
                              SYS_name_to_handle_at,
                              SYS_keyctl,
                              SYS_add_key,
                              SYS_request_key,
                              SYS_bpf,
                              SYS_perf_event_open,
                              SYS_userfaultfd,
                              SYS_io_uring_setup,
                              SYS_io_uring_enter,
                              SYS_io_uring_register,
                              SYS_fanotify_init,
                              SYS_kexec_load,
                              SYS_init_module,
                              SYS_finit_module,
                              SYS_delete_module,
                              SYS_reboot,
                              SYS_swapon,
                              SYS_swapoff,
                              SYS_settimeofday,
                              SYS_clock_settime,
                              SYS_clock_adjtime,
                              SYS_adjtimex,
                              SYS_sethostname,
                              SYS_setdomainname,
                              SYS_acct,
                              SYS_quotactl,
                              SYS_syslog,
                              SYS_vhangup,
                              SYS_memfd_create,
                              SYS_shmget,
                              SYS_msgget,
                              SYS_semget}) {
    CAPTURE(call);
    CHECK(answer_of(filter, call) == refused);
  }
  for (const unsigned call :
       {442U /* mount_setattr */, 443U /* quotactl_fd */, 467U /* open_tree_attr */})
    CHECK(answer_of(filter, call) == refused);
}

TEST_CASE("what programs and drivers need is allowed") {
  for (const bool gpu : {false, true}) {
    const seccomp_filter filter = make_seccomp_filter({gpu, false, 0});
    if (!has_filters(filter))
      return;
    for (const unsigned call : {SYS_read, SYS_openat, SYS_mmap, SYS_ioctl, SYS_execve, SYS_futex,
                                SYS_wait4, SYS_sched_setaffinity, SYS_mlock, SYS_kill, SYS_tgkill,
                                SYS_prctl, SYS_getrandom, SYS_connect, SYS_clock_gettime})
      CHECK(answer_of(filter, call, {1, 2, 3}) == allowed);
    CHECK(answer_of(filter, SYS_clone, {CLONE_VM | CLONE_THREAD | CLONE_SIGHAND}) == allowed);
    CHECK(answer_of(filter, SYS_clone, {SIGCHLD}) == allowed);
    CHECK(answer_of(filter, SYS_socket, {AF_UNIX}) == allowed);
    CHECK(answer_of(filter, SYS_personality, {0}) == allowed);
    CHECK(answer_of(filter, SYS_personality, {0xFFFFFFFF}) == allowed);
  }
}

TEST_CASE("new namespaces are refused in every way") {
  const seccomp_filter filter = make_seccomp_filter({});
  if (!has_filters(filter))
    return;
  for (const unsigned long kind : {CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC,
                                   CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET})
    CHECK(answer_of(filter, SYS_clone, {kind | SIGCHLD}) == refused);
  // Its flags lie in memory; the C library takes clone() in its place.
  CHECK(answer_of(filter, SYS_clone3) == (SECCOMP_RET_ERRNO | ENOSYS));
}

TEST_CASE("arguments decide where only some are harmful") {
  const seccomp_filter filter = make_seccomp_filter({});
  if (!has_filters(filter))
    return;
  for (const unsigned family : {AF_INET, AF_INET6, AF_NETLINK, AF_PACKET, AF_VSOCK, AF_ALG})
    CHECK(answer_of(filter, SYS_socket, {family}) == refused);
  CHECK(answer_of(filter, SYS_personality, {0x0040000}) == refused);
  CHECK(answer_of(filter, SYS_ioctl, {0, TIOCSTI}) == refused);
  CHECK(answer_of(filter, SYS_ioctl, {0, TIOCLINUX}) == refused);
  CHECK(answer_of(filter, SYS_ioctl, {0, TIOCGWINSZ}) == allowed);
}

TEST_CASE("other conventions of calling are closed") {
  const seccomp_filter filter = make_seccomp_filter({});
  if (!has_filters(filter))
    return;
  CHECK(answer_of(filter, SYS_read, {}, AUDIT_ARCH_I386) == SECCOMP_RET_KILL_PROCESS);
  CHECK(answer_of(filter, 0x40000000U | SYS_ptrace) == (SECCOMP_RET_ERRNO | ENOSYS));
}

TEST_CASE("the judge cannot be reached, others can") {
  const seccomp_filter filter = make_seccomp_filter({false, false, 4321});
  if (!has_filters(filter))
    return;
  constexpr std::uint64_t everybody = ~std::uint64_t{0}, judges_group = 0 - std::uint64_t{4321};
  for (const unsigned call : {SYS_kill, SYS_tgkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo,
                              SYS_pidfd_open, SYS_prlimit64}) {
    CHECK(answer_of(filter, call, {4321}) == refused);
    CHECK(answer_of(filter, call, {4322}) == allowed);
  }
  CHECK(answer_of(filter, SYS_kill, {everybody}) == refused);
  CHECK(answer_of(filter, SYS_kill, {judges_group}) == refused);
}

TEST_CASE("a tool that watches may trace, and the GPU's driver may share memory, no more") {
  const seccomp_filter watched = make_seccomp_filter({true, true, 0});
  if (!has_filters(watched))
    return;
  for (const unsigned call : {SYS_ptrace, SYS_memfd_create, SYS_shmget})
    CHECK(answer_of(watched, call) == allowed);
  CHECK(answer_of(watched, SYS_socket, {AF_INET}) == allowed);
  CHECK(answer_of(watched, SYS_mount) == refused);
  CHECK(answer_of(watched, SYS_io_uring_setup) == refused);
}
