// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The command line that puts a worker into bubblewrap.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace cudalab::grader {

/// Processes that the sandbox adds to a worker's family.
inline constexpr unsigned sandbox_processes = 2;

/// `command`, which starts `program`, in a sandbox: everything read-only, /tmp empty, no network,
/// no other processes to be seen. Unchanged where sandbox() says "unsandboxed".
std::vector<std::string> sandboxed(const std::vector<std::string>& command,
                                   const std::filesystem::path& program);

} // namespace cudalab::grader
