// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/run/sandbox/trial_memory.h"

#include <cstdlib>
#include <fstream>

#include <doctest/doctest.h>
#include <sys/resource.h>

#include "grader/run/child_process.h"
#include "grader/run/find_program.h"
#include "grader/run/private_folder.h"
#include "grader/run/sandbox/sandbox.h"

using namespace cudalab::grader;

TEST_CASE("a trial that worked is known in the same circumstances, until it is forgotten") {
  const private_folder folder("trial");
  const auto kept = folder.path() / "trial";
  CHECK_FALSE(trial_is_known_to_work(kept, "here"));
  keep_working_trial(kept, "here");
  CHECK(trial_is_known_to_work(kept, "here"));
  CHECK_FALSE(trial_is_known_to_work(kept, "elsewhere"));
  forget_trial(kept);
  CHECK_FALSE(trial_is_known_to_work(kept, "here"));
}

TEST_CASE("where nothing can be written, nothing is kept and nothing goes wrong") {
  keep_working_trial("/proc/no/such/folder", "here");
  CHECK_FALSE(trial_is_known_to_work("/proc/no/such/folder", "here"));
}

TEST_CASE("another bubblewrap, other GPUs and other limits are other circumstances") {
  const private_folder folder("trial");
  const auto bubblewrap = folder.path() / "bwrap";
  std::ofstream(bubblewrap) << "one";
  const std::string before = trial_circumstances(bubblewrap);
  CHECK(trial_circumstances(bubblewrap) == before);
  CHECK(trial_circumstances(folder.path() / "none") != before);
  std::ofstream(bubblewrap) << "another";
  const std::string renewed = trial_circumstances(bubblewrap);
  CHECK(renewed != before);
  setenv("CUDA_VISIBLE_DEVICES", "1", 1);
  CHECK(trial_circumstances(bubblewrap) != renewed);
  unsetenv("CUDA_VISIBLE_DEVICES");
  rlimit limit{};
  REQUIRE(getrlimit(RLIMIT_CORE, &limit) == 0);
  const rlimit other{limit.rlim_cur == 0 ? limit.rlim_max : 0, limit.rlim_max};
  if (other.rlim_cur == limit.rlim_cur)
    return; // no other one is allowed here
  REQUIRE(setrlimit(RLIMIT_CORE, &other) == 0);
  CHECK(trial_circumstances(bubblewrap) != renewed);
}

namespace {

/// For searches in PATH, a bubblewrap that starts nothing.
void put_broken_bubblewrap(const std::filesystem::path& folder) {
  const auto program = folder / "bwrap";
  std::ofstream(program) << "#!/bin/sh\nexit 1\n";
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  setenv("PATH", (folder.string() + ":/usr/bin:/bin").c_str(), 1);
}

} // namespace

TEST_CASE("what is known to work is not tried again, until it does not start") {
  const private_folder folder("trial");
  put_broken_bubblewrap(folder.path());
  const std::string here = trial_circumstances(find_program("bwrap"));
  keep_working_trial(kept_trial(), here);
  REQUIRE(trial_is_known_to_work(kept_trial(), here));
  REQUIRE(sandbox().name == "bubblewrap"); // a trial would have failed
  child_settings settings;
  settings.command = {"/bin/true"};
  confine(settings, {});
  child_process child(settings);
  child.wait(-1, std::chrono::steady_clock::now() + std::chrono::minutes(1));
  CHECK(child.how() == ending::not_started);
  CHECK_FALSE(trial_is_known_to_work(kept_trial(), here));
}
