// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// From solutions/labNN_topic/labNN_bench.cu to what it prints.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "grader/lab.h"
#include "grader/result.h"

namespace cudalab::grader {

/// solutions/labNN_topic/labNN_bench.cu
std::filesystem::path bench_file(const lab_description& one);

/// Builds the program for the backend and runs it; gives its standard output. Of the libraries that
/// a line `// uses: cublas cufft` of the file names, those are linked that the toolkit has; the
/// program sees BENCH_HAS_CUBLAS. `progress` is told of each step.
/// @throws std::runtime_error with the tool's own words when a step fails
std::string run_bench(const lab_description& one, backend_kind where,
                      const std::function<void(const std::string&)>& progress);

} // namespace cudalab::grader
