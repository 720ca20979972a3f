// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Tries system calls that no CUDA lab needs, each in a process of its own, and prints for each
// "name answer": 0 when it worked, else errno. The arguments are such that a call that gets through
// does no harm; most then end with another error than EPERM.
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

/// Raw: the C library would look at the arguments first.
template <class... Arguments>
long call(long number, Arguments... arguments) {
  return syscall(number, arguments...);
}

constexpr int bad_fd = -7;
constexpr const char* nowhere = "/nonexistent";
char zeros[256];

const std::vector<std::pair<std::string, std::function<long()>>> calls = {
    {"ptrace", [] { return ptrace(PTRACE_TRACEME, 0, nullptr, nullptr); }},
    {"process_vm_readv", [] { return call(SYS_process_vm_readv, getpid(), 0L, 0L, 0L, 0L, 0L); }},
    {"process_vm_writev", [] { return call(SYS_process_vm_writev, getpid(), 0L, 0L, 0L, 0L, 0L); }},
    {"kcmp", [] { return call(SYS_kcmp, getpid(), getpid(), 1, 0L, 0L); }},
    {"pidfd_getfd", [] { return call(SYS_pidfd_getfd, bad_fd, 0, 0); }},
    {"mount", [] { return call(SYS_mount, 1L, 1L, 1L, 0L, 0L); }},
    {"umount2", [] { return call(SYS_umount2, nowhere, 0xFFFF); }},
    {"pivot_root", [] { return call(SYS_pivot_root, nowhere, nowhere); }},
    {"chroot", [] { return call(SYS_chroot, nowhere); }},
    {"open_tree", [] { return call(SYS_open_tree, bad_fd, nowhere, 0xFFFF0000U); }},
    {"fsopen", [] { return call(SYS_fsopen, "nothing", 0); }},
    {"move_mount", [] { return call(SYS_move_mount, bad_fd, "", bad_fd, "", 0); }},
    {"unshare_user", [] { return call(SYS_unshare, CLONE_NEWUSER); }},
    {"unshare_nothing", [] { return call(SYS_unshare, 0); }},
    {"setns", [] { return call(SYS_setns, bad_fd, 0); }},
    {"clone_user",
     [] {
       const long child = call(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0L, 0L, 0L, 0L);
       if (child == 0)
         _exit(0);
       return child;
     }},
    {"open_by_handle_at", [] { return call(SYS_open_by_handle_at, bad_fd, 0L, 0); }},
    {"keyctl", [] { return call(SYS_keyctl, 0, -3, 0); }},
    {"add_key", [] { return call(SYS_add_key, "user", "x", "y", 1, -2); }},
    {"request_key", [] { return call(SYS_request_key, "user", "nothing", 0L, 0); }},
    {"bpf", [] { return call(SYS_bpf, 9999, zeros, sizeof zeros); }},
    {"perf_event_open", [] { return call(SYS_perf_event_open, 0L, 0, -1, -1, 0L); }},
    {"userfaultfd", [] { return call(SYS_userfaultfd, 1); }},
    {"io_uring_setup", [] { return call(SYS_io_uring_setup, 1, zeros); }},
    {"io_uring_enter", [] { return call(SYS_io_uring_enter, bad_fd, 0, 0, 0, 0L, 0L); }},
    {"init_module", [] { return call(SYS_init_module, 0L, 0, 0L); }},
    {"syslog", [] { return call(SYS_syslog, 9999, 0L, 0); }},
    {"personality", [] { return personality(ADDR_NO_RANDOMIZE); }},
    {"inet", [] { return socket(AF_INET, SOCK_STREAM, 0); }},
    {"inet6", [] { return socket(AF_INET6, SOCK_DGRAM, 0); }},
    {"netlink", [] { return socket(AF_NETLINK, SOCK_RAW, 0); }},
    {"packet", [] { return socket(AF_PACKET, SOCK_RAW, 0); }},
    {"vsock", [] { return socket(AF_VSOCK, SOCK_STREAM, 0); }},
    {"tiocsti", [] { return ioctl(bad_fd, TIOCSTI, "x"); }},
    {"memfd_create", [] { return call(SYS_memfd_create, "x", 0); }},
    {"shmget", [] { return call(SYS_shmget, 0, 4096, 0600); }},
};

/// What ordinary programs do: it must work.
const std::vector<std::pair<std::string, std::function<long()>>> harmless = {
    {"unix", [] { return socket(AF_UNIX, SOCK_STREAM, 0); }},
    {"ask_personality", [] { return personality(0xFFFFFFFF); }},
    {"fork",
     [] {
       const pid_t child = fork();
       if (child == 0)
         _exit(0);
       return waitpid(child, nullptr, 0);
     }},
    {"raise", [] { return kill(getpid(), 0); }},
};

void try_out(const std::string& name, const std::function<long()>& attempt) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    errno = 0;
    _exit(attempt() < 0 ? errno : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  std::printf("%s %d\n", name.c_str(), WIFEXITED(status) ? WEXITSTATUS(status) : -1);
}

} // namespace

int main() {
  for (const auto& [name, attempt] : calls)
    try_out(name, attempt);
  for (const auto& [name, attempt] : harmless)
    try_out("may_" + name, attempt);
}
