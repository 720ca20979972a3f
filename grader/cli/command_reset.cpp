// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <ctime>
#include <iostream>
#include <iterator>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include "grader/cli/commands.h"
#include "grader/cli/lab_files.h"
#include "grader/cli/student_progress.h"
#include "grader/cli/usage_error.h"
#include "grader/files/read_text.h"
#include "grader/files/write_file.h"

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;

/// lab04.cu.bak-20260102-030405, with a number behind when that is taken.
fs::path free_backup_name(const fs::path& file) {
  const std::string base =
      fmt::format("{}.bak-{:%Y%m%d-%H%M%S}", file.string(), fmt::localtime(std::time(nullptr)));
  fs::path name = base;
  for (int i = 2; fs::exists(name); ++i)
    name = fmt::format("{}-{}", base, i);
  return name;
}

bool person_agrees(const fs::path& file) {
  fmt::print("Put the starter back in place of {}? A backup is kept. [y/N] ", short_path(file));
  std::fflush(stdout);
  std::string answer;
  std::getline(std::cin, answer);
  return answer == "y" || answer == "Y" || answer == "yes";
}

/// All of it goes to the backup: what cannot be read must stay.
std::string what_is_lost(const fs::path& file) try {
  return read_regular_file(file, largest_own_file);
} catch (const unreadable_file& problem) {
  throw usage_error(fmt::format("{} {}, so that no backup can be made. Move it away, then reset.",
                                short_path(file), problem.what()));
}

} // namespace

int command_reset(const options& given) {
  const lab_description& one = find_lab(given.lab);
  const fs::path file = student_file(one);
  const std::string fresh = starter_text(one);
  if (fresh.empty())
    throw usage_error(fmt::format("there is no starter in {}: this copy of the course is not "
                                  "complete.",
                                  short_path(lab_folder(one))));
  if (!fs::exists(file)) {
    write_file(file, fresh);
    fmt::print("{} was missing; now it is the starter.\n", short_path(file));
    return 0;
  }
  const std::string mine = what_is_lost(file);
  if (mine == fresh) {
    fmt::print("{} is the starter already; nothing was changed.\n", short_path(file));
    return 0;
  }
  // Nothing can be lost, so that a script needs no --yes.
  if (!given.yes && isatty(STDIN_FILENO) != 0 && !person_agrees(file)) {
    fmt::print("Nothing was changed.\n");
    return 0;
  }
  const fs::path backup = free_backup_name(file);
  write_file(backup, mine);
  write_file(file, fresh);
  progress_file progress = own_progress();
  if (progress.open_exercise(one.name) != 0) {
    progress.set_open_exercise(one.name, 0); // hints begin with the first exercise again
    progress.save();
  }
  fmt::print("{} is the starter again. Your file is kept as {}\n", short_path(file),
             short_path(backup));
  tell_complaint(progress);
  return 0;
}

} // namespace cudalab::grader
