// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Holds what comes of a student's file, the program and its compilation, away from everything
/// else. docs/sandbox.md says how, and what is not held.
#pragma once

#include <string>

#include "grader/run/child_process.h"
#include "grader/run/sandbox/sandbox_view.h"

namespace cudalab::grader {

/// What there is of a sandbox on this machine.
struct sandbox_state {
  std::string name;           ///< "bubblewrap" or "unsandboxed"
  std::string reason;         ///< why: "bubblewrap is not installed (package bubblewrap)"
  bool installed = false;     ///< bubblewrap
  bool filters_calls = false; ///< seccomp
  int control_groups = 0;     ///< their version; 0: none can be made
  bool sizes_scratch = false; ///< /tmp in the sandbox has a bound

  bool whole() const { return name == "bubblewrap" && filters_calls; }
};

/// Found out once, by a trial, which is kept (trial_memory.h). CUDALAB_SANDBOX=none forgoes
/// bubblewrap.
const sandbox_state& sandbox();

/// What to do for a whole sandbox; empty where it is.
std::string sandbox_advice(const sandbox_state& state);

/// Lets the child run in the sandbox with this view; without bubblewrap it is held by what else
/// there is: it gives up root's rights and has the seccomp filter.
void confine(child_settings& settings, const sandbox_view& view);

} // namespace cudalab::grader
