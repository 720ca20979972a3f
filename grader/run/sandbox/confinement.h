// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// How one child is held, besides its limits of memory, processes and output.
#pragma once

#include <sys/resource.h>

#include "grader/run/sandbox/seccomp_filter.h"

namespace cudalab::grader {

struct confinement {
  seccomp_filter filter; ///< empty: none
  /// The number under which the command finds the filter, to install it for what it starts
  /// (bubblewrap); -1: it is installed before the command.
  int filter_fd = -1;
  /// The number under which bubblewrap says whether it could start the program; -1: it is not
  /// asked.
  int status_fd = -1;
  bool unprivileged = false;           ///< the child gives up root's rights, and can gain none
  unsigned extra_processes = 0;        ///< the sandbox's own
  rlim_t file_bytes = rlim_t{1} << 30; ///< largest file
  rlim_t address_space = 0;            ///< of each process; 0: no limit
};

/// A process that starts as root goes on without root's powers. Sets no_new_privs and gives up all
/// capabilities but that of reading any file (a course may lie in a folder that only its owner may
/// enter, graded by root in a container). For use between fork() and exec(): plain system calls
/// only. Where the kernel refuses, the process keeps what it has.
void drop_privileges();

} // namespace cudalab::grader
