// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/run/sandbox/sandbox.h"

#include <cstdlib>

#include <unistd.h>

#include "grader/files/places.h"
#include "grader/run/find_program.h"
#include "grader/run/sandbox/bubblewrap.h"
#include "grader/run/sandbox/control_group.h"
#include "grader/run/sandbox/trial_memory.h"

namespace cudalab::grader {
namespace {

/// Above what a worker is given (common/protocol/names.h).
constexpr int filter_number = 7, status_number = 8;
constexpr unsigned bubblewrap_processes = 2;
/// A driver takes its time on a machine with many GPUs.
constexpr std::chrono::seconds trial_time{60};

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

void confine_as(const sandbox_state& here, child_settings& settings, const sandbox_view& view) {
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

struct trial {
  bool worked = false;
  std::string printed;
};

trial try_out(const sandbox_state& state, const std::filesystem::path& program,
              const sandbox_view& view) {
  child_settings settings;
  settings.command = {program.string()};
  settings.environment = clean_environment({"LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES"});
  if (state.name == "bubblewrap")
    confine_as(state, settings, view);
  child_process child(settings);
  if (child.wait(-1, std::chrono::steady_clock::now() + trial_time) ==
      child_process::event::timed_out)
    child.stop(ending::timed_out);
  return {child.how() == ending::exited && child.exit_status() == 0, child.printed()};
}

/// The driver must find the same GPUs in the sandbox as outside.
bool keeps_gpus(const sandbox_state& state) {
  if (gpu_devices().empty())
    return true;
  sandbox_view view;
  view.gpu = true;
  const std::filesystem::path list_gpus = build_root() / "bin" / "list_gpus";
  view.readable = {list_gpus};
  return try_out(state, list_gpus, view).printed == try_out({}, list_gpus, view).printed;
}

/// One that gives /tmp a size and shows the GPUs, as an earlier trial found.
bool worked_before(const std::string& circumstances, sandbox_state& state) {
  state.sizes_scratch = trial_is_known_to_work(kept_trial(), circumstances);
  return state.sizes_scratch;
}

sandbox_state probe() {
  sandbox_state state;
  state.filters_calls = !make_seccomp_filter({}).empty();
  state.control_groups = control_groups_here().version;
  const char* wish = std::getenv("CUDALAB_SANDBOX");
  state.installed = !find_program("bwrap").empty();
  state.name = "bubblewrap";
  state.reason = state.filters_calls ? "a trial run worked" : "there are no seccomp filters here";
  if (wish && std::string(wish) == "none") {
    state.reason = "CUDALAB_SANDBOX=none is set";
  } else if (!state.installed) {
    state.reason = "bubblewrap is not installed (package bubblewrap)";
  } else {
    const std::string circumstances = trial_circumstances(find_program("bwrap"));
    if (worked_before(circumstances, state))
      return state;
    trial result;
    for (const bool sized : {true, false}) { // older ones cannot give /tmp a size
      state.sizes_scratch = sized;
      result = try_out(state, find_program("true"), {});
      if (result.worked && keeps_gpus(state)) {
        if (sized)
          keep_working_trial(kept_trial(), circumstances);
        return state;
      }
      if (result.worked)
        break;
    }
    state.reason = result.worked ? "NVIDIA's driver does not show its GPUs in bubblewrap"
                                 : "bubblewrap does not work here: " + first_line(result.printed);
  }
  state.name = "unsandboxed";
  state.sizes_scratch = false;
  return state;
}

} // namespace

const sandbox_state& sandbox() {
  static const sandbox_state state = probe();
  return state;
}

std::string sandbox_advice(const sandbox_state& state) {
  if (state.whole())
    return "";
  if (state.name == "bubblewrap")
    return "The kernel must be built with seccomp filters, as those of all distributions are.";
  if (!state.installed)
    return "sudo apt-get install bubblewrap";
  if (state.reason.rfind("CUDALAB_SANDBOX", 0) == 0)
    return "unset CUDALAB_SANDBOX";
  return "bubblewrap needs namespaces that this machine, or the container around it, does not "
         "allow. On Ubuntu 24.04: sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0. On "
         "others: sudo sysctl kernel.unprivileged_userns_clone=1. In a container: start that with "
         "--privileged, or with --security-opt seccomp=unconfined --security-opt "
         "apparmor=unconfined --cap-add SYS_ADMIN.";
}

void confine(child_settings& settings, const sandbox_view& view) {
  confine_as(sandbox(), settings, view);
}

} // namespace cudalab::grader
