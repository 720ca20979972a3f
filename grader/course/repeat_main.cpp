// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// repeat GRADER BACKEND SCRATCH_FOLDER TIMES FILE...: grades each file so many times with one seed,
// on a machine that is made worse from time to time, and says where a grade was another one. Exit
// code 1 when one was.
//
// A file variants.md stands for all variants in it:
//
//   build/course/repeat build/bin/grader cpu /tmp/repeat 3 solutions/lab03_naive_matmul/variants.md
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/course/grade_file.h"
#include "grader/reference/variants.h"

namespace {

namespace fs = std::filesystem;
using namespace cudalab::course;
namespace reference = cudalab::reference;

/// Processes that do nothing but take time from others, as long as this lives.
class load {
public:
  explicit load(unsigned processes) {
    for (unsigned i = 0; i < processes; ++i)
      if (const pid_t child = fork(); child == 0)
        for (volatile unsigned long count = 0;;)
          count = count + 1;
      else if (child > 0)
        burners_.push_back(child);
  }
  ~load() {
    for (const pid_t each : burners_) {
      kill(each, SIGKILL);
      waitpid(each, nullptr, 0);
    }
  }
  load(const load&) = delete;
  load& operator=(const load&) = delete;

private:
  std::vector<pid_t> burners_;
};

struct condition {
  const char* name;
  bool one_processor, low_priority;
  unsigned burners_per_processor;
};

constexpr std::array<condition, 3> conditions = {
    condition{"as it is", false, false, 0},
    condition{"one processor, lowest priority", true, true, 0},
    condition{"three busy processes a processor", false, false, 3},
};

/// Those that this process may use: several of it can run side by side, each on its own (taskset).
cpu_set_t allowed_processors() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
    throw std::system_error(errno, std::generic_category(), "sched_getaffinity");
  return allowed;
}

void suffer(const condition& how) {
  if (how.low_priority)
    static_cast<void>(nice(19));
  if (how.one_processor) {
    const cpu_set_t allowed = allowed_processors();
    int first = 0;
    while (!CPU_ISSET(first, &allowed))
      ++first;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    sched_setaffinity(0, sizeof one, &one);
  }
}

/// "lab03", of solutions/lab03_naive_matmul/...
std::string lab_of(const fs::path& file) {
  for (const fs::path& part : fs::absolute(file))
    if (const std::string name = part.string(); name.rfind("lab", 0) == 0 && name.find('_') == 5)
      return name.substr(0, 5);
  throw std::runtime_error(file.string() + " is in no lab's folder");
}

/// In a process of its own, since what `how` takes away is not given back.
nlohmann::json graded(const fs::path& grader, const fs::path& file, const std::string& backend,
                      const fs::path& scratch, const condition& how) {
  const cpu_set_t allowed = allowed_processors();
  const load others(how.burners_per_processor * static_cast<unsigned>(CPU_COUNT(&allowed)));
  const pid_t child = fork();
  if (child == 0) {
    suffer(how);
    try {
      grade_file(grader, lab_of(file), file, backend, scratch);
    } catch (const std::exception& problem) {
      std::cerr << problem.what() << '\n';
      _exit(3);
    }
    _exit(0);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
    throw std::runtime_error(file.string() + " was not graded");
  return nlohmann::json::parse(read_text(scratch.string() + ".json"));
}

/// The .cu files to grade; those of a variants.md are written into a folder.
std::vector<fs::path> files_of(const fs::path& argument, const fs::path& folder) {
  if (argument.extension() != ".md")
    return {argument};
  const reference::solution one =
      reference::read_solution(argument.parent_path() / (lab_of(argument) + ".cu"));
  const auto all = reference::variants_of(one);
  std::vector<fs::path> files;
  for (const reference::variant& each : all)
    files.push_back(reference::write_solution(reference::with_variant(one, all, each),
                                              folder / one.folder / each.name));
  return files;
}

struct tally {
  int gradings = 0, changed = 0;
};

void repeat(const char* grader, const std::string& backend, const fs::path& scratch, int times,
            const fs::path& file, tally& count) {
  nlohmann::json first;
  for (int turn = 0; turn < times; ++turn) {
    const condition& how = conditions[static_cast<std::size_t>(turn) % conditions.size()];
    nlohmann::json now = graded(grader, file, backend, scratch / lab_of(file) / "grade", how);
    ++count.gradings;
    if (turn == 0)
      first = std::move(now);
    else if (const std::string difference = first_difference(first, now); !difference.empty()) {
      ++count.changed;
      std::cout << fmt::format("{} ({}): {}", file.string(), how.name, difference) << std::endl;
    }
  }
}

} // namespace

int main(int count, char** arguments) {
  if (count < 6) {
    std::cerr << "usage: repeat GRADER BACKEND SCRATCH_FOLDER TIMES FILE...\n";
    return 2;
  }
  try {
    std::vector<fs::path> files;
    for (int i = 5; i < count; ++i)
      for (fs::path& file : files_of(arguments[i], fs::path(arguments[3]) / "variants"))
        files.push_back(std::move(file));
    tally counted;
    for (const fs::path& file : files)
      repeat(arguments[1], arguments[2], arguments[3], std::atoi(arguments[4]), file, counted);
    std::cout << fmt::format("{} gradings of {} files, {} of them another grade than the first\n",
                             counted.gradings, files.size(), counted.changed);
    return counted.changed == 0 ? 0 : 1;
  } catch (const std::exception& problem) {
    std::cerr << problem.what() << '\n';
    return 3;
  }
}
