// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/run/sandbox/sandbox.h"

#include <cstdlib>

#include <unistd.h>

#include "grader/run/find_program.h"
#include "grader/run/run_tool.h"
#include "grader/run/sandbox/bubblewrap.h"
#include "grader/run/sandbox/control_group.h"

namespace cudalab::grader {
namespace {

/// Above what a worker is given (common/protocol/names.h).
constexpr int filter_number = 7, status_number = 8;
constexpr unsigned bubblewrap_processes = 2;

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

tool_result try_out(bubblewrap_options options) {
  tool_settings trial;
  trial.command = bubblewrap_words(options, {});
  trial.command.push_back(find_program("true"));
  return run_tool(trial);
}

sandbox_state probe() {
  sandbox_state state;
  state.name = "unsandboxed";
  state.filters_calls = !make_seccomp_filter({}).empty();
  state.control_groups = control_groups_here().version;
  const char* wish = std::getenv("CUDALAB_SANDBOX");
  const std::filesystem::path bubblewrap = find_program("bwrap");
  if (wish && std::string(wish) == "none") {
    state.reason = "CUDALAB_SANDBOX=none is set";
  } else if (bubblewrap.empty()) {
    state.reason = "bubblewrap is not installed (package bubblewrap)";
  } else if (try_out({bubblewrap, true}).ok()) {
    state.name = "bubblewrap";
    state.sizes_scratch = true;
    state.reason = "a trial run worked";
  } else if (const tool_result plain = try_out({bubblewrap, false}); plain.ok()) {
    state.name = "bubblewrap";
    state.reason = "a trial run worked";
  } else {
    state.reason = "bubblewrap does not work here: " + first_line(plain.output);
  }
  return state;
}

} // namespace

const sandbox_state& sandbox() {
  static const sandbox_state state = probe();
  return state;
}

void confine(child_settings& settings, const sandbox_view& view) {
  const sandbox_state& here = sandbox();
  const bool wrapped = here.name == "bubblewrap";
  confinement& held = settings.held;
  held.filter = make_seccomp_filter(
      {view.gpu && !gpu_devices().empty(), view.watched, wrapped ? 0 : getpid()});
  if (!wrapped) {
    held.unprivileged = true;
    return;
  }
  held.filter_fd = held.filter.empty() ? -1 : filter_number;
  held.status_fd = status_number;
  held.extra_processes = bubblewrap_processes;
  std::vector<std::string> words = bubblewrap_words(
      {find_program("bwrap"), here.sizes_scratch, held.filter_fd, held.status_fd}, view);
  words.insert(words.end(), settings.command.begin(), settings.command.end());
  settings.command = std::move(words);
}

} // namespace cudalab::grader
