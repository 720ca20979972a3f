// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/programs.h"

#include <utility>

#include <sys/resource.h>

namespace cudalab::grader {

programs::programs(build_function build, std::filesystem::path file)
    : build_(std::move(build)), file_(std::move(file)) {}

void programs::start(build_flavour kind) {
  if (builds_.count(kind) == 0)
    builds_[kind] = std::async(std::launch::async, [build = build_, file = file_, kind] {
                      return build(file, kind);
                    }).share();
}

const build_outcome& programs::get(build_flavour kind) {
  start(kind);
  return builds_.at(kind).get();
}

std::future<build_outcome> in_background(std::function<build_outcome()> work) {
  return std::async(std::launch::async, [work = std::move(work)] {
    // On Linux this is one thread's priority (id 0: the caller), and its children inherit it.
    setpriority(PRIO_PROCESS, 0, 15);
    return work();
  });
}

} // namespace cudalab::grader
