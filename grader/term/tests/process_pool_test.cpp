// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <csignal>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>
#include <unistd.h>

#include "grader/term/process_pool.h"

using namespace cudalab::term;

namespace {

struct told {
  process_end how;
  std::string said;
};

std::map<std::size_t, told> ends(process_work work) {
  std::map<std::size_t, told> all;
  work.ended = [&](std::size_t job, process_end how, const std::string& said) {
    all[job] = {how, said};
    return true;
  };
  run_processes(work);
  return all;
}

} // namespace

TEST_CASE("what becomes of one process is no matter of the others") {
  process_work work;
  work.count = 7;
  work.at_once = 3;
  work.is_usage = [](const std::exception& problem) {
    return dynamic_cast<const std::invalid_argument*>(&problem) != nullptr;
  };
  work.work = [](std::size_t job) -> std::string {
    if (job == 1)
      raise(SIGKILL);
    if (job == 2)
      throw std::runtime_error("no room");
    if (job == 3)
      throw std::invalid_argument("not so");
    if (job == 4)
      _exit(9);
    return job == 5 ? std::string(300'000, 'x') : "job " + std::to_string(job);
  };
  auto all = ends(work);
  REQUIRE(all.size() == 7);
  CHECK(all[0].how == process_end::done);
  CHECK(all[0].said == "job 0");
  CHECK(all[1].how == process_end::failed);
  CHECK(all[1].said == "it was ended by Killed");
  CHECK(all[2].said == "no room");
  CHECK(all[2].how == process_end::failed);
  CHECK(all[3].how == process_end::wrong_usage);
  CHECK(all[4].said == "it ended with 9 and without a word");
  CHECK(all[5].said.size() == 300'000);
  CHECK(all[6].said == "job 6");
}

TEST_CASE("a process that does not end costs its own limit") {
  process_work work;
  work.count = 2;
  work.at_once = 2;
  work.longest = std::chrono::seconds(0);
  work.begin = [] { std::signal(SIGTERM, SIG_IGN); };
  work.work = [](std::size_t job) -> std::string {
    while (job == 0)
      pause();
    return "at once";
  };
  auto all = ends(work);
  CHECK(all[0].how == process_end::failed);
  CHECK(all[0].said == "it took longer than 0 s");
}

TEST_CASE("who wants no more gets no more") {
  process_work work;
  work.count = 100;
  work.at_once = 2;
  int count = 0;
  work.work = [](std::size_t) { return std::string("one"); };
  work.ended = [&](std::size_t, process_end, const std::string&) {
    ++count;
    return false;
  };
  run_processes(work);
  CHECK(count >= 1);
  CHECK(count <= 3);
}
