// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The processes of this machine, and which of them belong to a child of the judge.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <vector>

#include <sys/types.h>

namespace cudalab::grader {

struct process_entry {
  pid_t pid = 0, parent = 0, session = 0;
  std::size_t resident_bytes = 0;
  char state = '?'; ///< 'Z': ended, not yet reaped
};

/// All processes that /proc shows, in no order. Those that end meanwhile may be missing.
std::vector<process_entry> scan_processes();

/// `ancestor`, its children, and theirs: a few of /proc's files instead of all. A process that
/// starts or ends meanwhile may hide others from this look (proc(5)), so that only scan_processes()
/// can say that nobody is left. On a kernel without these lists: all processes.
std::vector<process_entry> scan_descendants(pid_t ancestor);

/// By thread: how long it was ready to run and had no processor, since it began.
using waits_for_processor = std::map<pid_t, std::chrono::nanoseconds>;

/// Adds the threads of a process. None where the kernel does not count it
/// (/proc/PID/task/TID/schedstat).
void add_waits_of(pid_t process, waits_for_processor& to);

/// Of the threads now, the one that waited longest since then. (What another one waited before, in
/// a start of its own, is no time of this one.)
std::chrono::nanoseconds longest_wait_since(const waits_for_processor& then,
                                            const waits_for_processor& now);

/// `root` and its descendants, then orphans: processes that a child of the judge left behind and
/// that fell to the judge (a child subreaper). `strangers`: sessions of the judge's other children;
/// an orphan of theirs is not listed. (Every child of the judge leads its own session; what other
/// libraries start stays in the judge's session and is never taken for an orphan.)
std::vector<process_entry> family_of(pid_t root, const std::vector<process_entry>& all,
                                     const std::vector<pid_t>& strangers);

} // namespace cudalab::grader
