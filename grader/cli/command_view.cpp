// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <filesystem>

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/build/builder.h"
#include "grader/cli/backend_choice.h"
#include "grader/cli/command_build.h"
#include "grader/cli/commands.h"
#include "grader/cli/interrupt.h"
#include "grader/cli/lab_files.h"
#include "grader/cli/usage_error.h"
#include "grader/files/places.h"
#include "grader/report/progress_line.h"
#include "grader/report/wrap.h"
#include "grader/run/child_process.h"
#include "grader/view/viewer_process.h"
#include "viewer/options.h"

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;

/// @throws usage_error when the lab draws nothing, or the viewer is not built
void check_can_be_seen(const lab_description& one) {
  if (!fs::exists(lab_folder(one) / (one.name + "_view.cu")))
    throw usage_error(fmt::format("{} has nothing to look at: view shows the particles of lab07. "
                                  "\"./lab run {}\" shows what your {} computes.",
                                  one.name, one.name, one.name));
  if (!fs::exists(build_root() / "lib" / "libviewer.a"))
    throw usage_error(
        "The viewer was not built: its libraries were not found. To install them:\n"
        "    sudo apt-get install libglfw3-dev libstb-dev libgl-dev libegl1 libegl-mesa0 "
        "libgl1-mesa-dri\n"
        "Then configure and build again (\"./lab view lab07\" does all of it).");
}

viewer::view_options parse(const std::vector<std::string>& words) {
  try {
    return viewer::parse_options(words);
  } catch (const viewer::wrong_usage& problem) {
    throw usage_error(problem.what());
  }
}

/// @throws usage_error when pictures cannot be written there
void check_folder(const fs::path& folder) {
  std::error_code trouble;
  fs::create_directories(folder, trouble);
  if (trouble || !fs::is_directory(folder) || access(folder.c_str(), W_OK) != 0)
    throw usage_error(fmt::format("--out: no pictures can be written to {}{}.", folder.string(),
                                  trouble ? " (" + trouble.message() + ")" : ""));
}

/// The viewer has said what is wrong, unless it was killed.
int exit_code(int wait_status) {
  if (WIFEXITED(wait_status) && WEXITSTATUS(wait_status) <= 3)
    return WEXITSTATUS(wait_status);
  const style how = style_for(STDERR_FILENO);
  fmt::print(stderr, "{}",
             wrap(WIFEXITED(wait_status)
                      ? fmt::format("The program ended with exit status {} while it was showing "
                                    "particles.",
                                    WEXITSTATUS(wait_status))
                      : fmt::format("The program crashed while it was showing particles: {}.",
                                    signal_words(WTERMSIG(wait_status))),
                  how.width));
  fmt::print(stderr, "{}",
             wrap("Look for a device pointer used on the host, and for an index far outside an "
                  "array. \"./lab grade lab07\" says where.",
                  how.width, shown(how, "→ ")));
  return 1;
}

} // namespace

int command_view(const options& given) {
  const lab_description& one = find_lab(given.lab);
  const auto file = submission_file(one, given);
  check_can_be_seen(one);
  const viewer::view_options wanted = parse(given.view);
  if (wanted.frames > 0)
    check_folder(wanted.out);
  const backend_choice choice = choose_backend(given.backend, one.gpus);
  build_outcome built;
  {
    progress_line progress;
    progress.show(fmt::format("{}: compiling ...", one.name));
    built = builder(one.name, one.folder)
                .build_viewer(file, choice.chosen == backend_kind::gpu ? build_flavour::gpu
                                                                       : build_flavour::fast);
  }
  if (!report_build(one, built))
    return 1;
  std::vector<std::string> command = {built.program.string()};
  command.insert(command.end(), given.view.begin(), given.view.end());
  const fs::path partial = wanted.out / fmt::format(".picture.part-{}", getpid());
  command.insert(command.end(), {"--partial", partial.string()});
  const int wait_status = run_viewer(command, partial);
  wait_if_ending();
  const int code = exit_code(wait_status);
  if (code == 0 && wanted.frames > 0)
    fmt::print("{} picture{} in {}\n", wanted.frames, wanted.frames == 1 ? "" : "s",
               wanted.out.string());
  return code;
}

} // namespace cudalab::grader
