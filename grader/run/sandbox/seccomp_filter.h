// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Which system calls a student's program, and the compiler that reads its source, may not make.
///
/// A list of what is refused, not of what is allowed: the calls of NVIDIA's driver, of Mesa and of
/// future C libraries are nobody's to list. Refused are those that reach other processes, change
/// what is mounted or what namespaces there are, open a way into the kernel that a CUDA lab has no
/// use for, or use the network.
#pragma once

#include <vector>

#include <linux/filter.h>
#include <sys/types.h>

namespace cudalab::grader {

/// A program for the kernel's seccomp filter, as prctl(PR_SET_SECCOMP) and bubblewrap take it.
using seccomp_filter = std::vector<sock_filter>;

struct filter_options {
  /// NVIDIA's driver may make memory files (memfd) and System V shared memory; else they are
  /// refused, since memory in them is no process's.
  bool gpu = false;
  /// A tool that watches the program is started with it (compute-sanitizer): it may trace and talk
  /// to it over a local port.
  bool watched = false;
  /// Signals to this process are refused; 0: to nobody in particular (where the program has its own
  /// process numbers).
  pid_t judge = 0;
};

/// Refused calls return EPERM (clone3 ENOSYS, so that the C library takes clone, whose flags can be
/// looked at). A call in the 32-bit convention ends the process. Empty where this machine's
/// architecture is not known here, or when its kernel has no seccomp filters.
seccomp_filter make_seccomp_filter(const filter_options& options);

/// Makes it this process's and its descendants' for ever, with no_new_privs. For use between fork()
/// and exec(): plain system calls only. False with errno when the kernel refuses.
bool install_seccomp_filter(const sock_filter* filter, unsigned short length);

} // namespace cudalab::grader
