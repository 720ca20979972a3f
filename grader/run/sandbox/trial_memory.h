// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// That a trial of the sandbox worked, kept beside the tools for the next command: a trial costs
/// some 30 ms, with a GPU much more, and hardly ever comes out otherwise.
#pragma once

#include <filesystem>
#include <string>

namespace cudalab::grader {

/// A sum of what decides how a trial comes out, as far as it can be seen without one: this boot of
/// the machine, the container, what the kernel lets this process do, bubblewrap, the GPUs' driver.
std::string trial_circumstances(const std::filesystem::path& bubblewrap);

/// Whether the trial that was kept last worked in these circumstances.
bool trial_is_known_to_work(const std::filesystem::path& kept, const std::string& circumstances);

/// Where nothing can be written, nothing is kept.
void keep_working_trial(const std::filesystem::path& kept, const std::string& circumstances);

/// For a sandbox that did not start all the same: the next command tries again.
void forget_trial(const std::filesystem::path& kept);

/// The file of this checkout's tools.
std::filesystem::path kept_trial();

} // namespace cudalab::grader
