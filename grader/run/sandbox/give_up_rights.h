// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A process that starts as root goes on without root's powers.
#pragma once

namespace cudalab::grader {

/// Sets no_new_privs and gives up all capabilities but that of reading any file (a course may lie
/// in a folder that only its owner may enter, graded by root in a container). For use between
/// fork() and exec(): plain system calls only. Where the kernel refuses, the process keeps what it
/// has.
void give_up_rights();

} // namespace cudalab::grader
