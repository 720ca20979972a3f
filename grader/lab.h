// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// How a lab declares its checks. A labs/labNN_topic/labNN_grader.cpp includes this, describes the
/// lab, and ends with CUDALAB_REGISTER_LAB.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "grader/result.h"
#include "grader/size_classes.h"
#include "grader/test_case.h"

namespace cudalab::grader {

using case_maker = std::function<std::vector<test_case>(random_source&)>;

/// A case that has been run.
struct finished_case {
  const test_case& one;
  /// What it wrote, by name; null: the call did not come to its end.
  const std::map<std::string, std::vector<std::byte>>* outputs = nullptr;
  bool right = false;
  std::vector<protocol::launch_sizes> launches = {}; ///< the first few; none on a GPU
};

/// Pictures for the report, from a check's cases in their order: an array of the objects of
/// docs/grade.md. Outputs hold anything: NaN, huge numbers.
using picture_maker = std::function<nlohmann::json(const std::vector<finished_case>&)>;

/// What a check waits for before it counts.
enum class check_needs { nothing, right_results, right_and_clean };

/// What the engine must know of a kind of check.
struct check_traits {
  check_kind kind;
  check_needs needs = check_needs::nothing;
  bool watched = false;  ///< it uses the checked program, on a GPU too
  bool gpu_only = false; ///< skipped elsewhere
};

/// Results are right: the checked program on the CPU, nvcc's on a GPU.
struct correctness_check {
  static constexpr check_traits traits{.kind = check_kind::correctness};
  case_maker cases;
  picture_maker pictures = {};
  /// Besides, where there is a GPU: too large for the emulated device, and not even made for it.
  case_maker on_gpu = {};
};

/// No races, bad accesses, uninitialised reads or divergent barriers: the emulator's observers on a
/// checked build, on both backends; compute-sanitizer besides on a GPU.
struct clean_check {
  static constexpr check_traits traits{.kind = check_kind::clean, .watched = true};
  case_maker cases;
  /// Kinds of findings that are only a warning or an advice elsewhere and fail this check.
  std::vector<findings::finding_kind> as_errors = {findings::finding_kind::leak};
  /// Only those kinds fail it: what else was found is another check's matter.
  bool only_those = false;
};

/// What the kernels of one call did, added up over its kernels: docs/formats.md.
struct traffic_counts {
  std::uint64_t global_load_requests = 0, global_load_sectors = 0;
  std::uint64_t global_store_requests = 0, global_store_sectors = 0;
  std::uint64_t shared_load_requests = 0, shared_load_conflicts = 0;
  std::uint64_t shared_store_requests = 0, shared_store_conflicts = 0;
  std::uint64_t barriers_per_block = 0;   ///< the largest
  std::uint64_t dynamic_shared_bytes = 0; ///< of a block, the largest
  std::uint64_t dynamic_shared_requests = 0;
  nlohmann::json kernels; ///< the emulator's report
};

/// A gate's answer.
struct gate_verdict {
  bool passed = false;
  std::string message; ///< with the counted and the allowed figure
  std::string next;
  nlohmann::json data; ///< figures
};

/// A case of a traffic check, and what was counted in it.
struct judged_traffic {
  const test_case* one = nullptr;
  traffic_counts submission, baseline;
};

/// Counted traffic stays under a bound: checked build, at least two sizes.
struct traffic_check {
  static constexpr check_traits traits{
      .kind = check_kind::traffic, .needs = check_needs::right_results, .watched = true};
  case_maker cases;
  /// The verdict on one case.
  /// `baseline`: counts of the lab's given kernel on the same call; all zero in a lab without a
  /// labNN_baseline.cu. They may not hang on the numbers in the arrays: they are kept for calls of
  /// the same sizes (grader/checks/given_counts.h).
  std::function<gate_verdict(const test_case&, const traffic_counts& submission,
                             const traffic_counts& baseline)>
      gate;
  /// The verdict on all cases together, in their order, when each has passed: does a count grow
  /// with the size? Empty: none.
  std::function<gate_verdict(const std::vector<traffic_counts>& submission)> together = {};
  /// What to look at where a case failed and all cases together say why: told in place of that
  /// case's own advice. Empty, or "": they say nothing.
  std::function<std::string(const std::vector<judged_traffic>& all, std::size_t failed)> cause = {};
};

/// At least `min_ratio` times faster than the given baseline, which the lab must have, and, where
/// it is asked for, near the device's copy bandwidth: GPU only.
struct speed_check {
  static constexpr check_traits traits{
      .kind = check_kind::speed, .needs = check_needs::right_and_clean, .gpu_only = true};
  case_maker cases; ///< the ring of inputs: calls of one function, one size
  double min_ratio = 1;
  std::string threshold_source; ///< the measurement behind min_ratio, for the report
  double flops = 0;             ///< floating-point operations a call, for the report
  double bytes = 0;             ///< bytes a call must move at least
  /// `bytes` a call at this part of the device's copy bandwidth are fast enough, whatever the
  /// ratio: where the given kernel is near the memory's limit itself, nobody is much faster. 0: the
  /// ratio alone decides.
  double enough_copy_fraction = 0;
};

struct check_description {
  std::string id;    ///< "kind.name"
  std::string title; ///< what a student reads in the list
  int exercise = 0;  ///< 0: the whole lab
  double points = 0;
  std::variant<correctness_check, clean_check, traffic_check, speed_check> what;
  /// What this machine lacks for the check, which is skipped then; empty, or no function: nothing.
  std::function<std::string(backend_kind)> lacking = {};
  /// Ids of checks whose mistakes may be the cause when this one fails too: what is tested here
  /// calls what is tested there.
  std::vector<std::string> depends_on = {};
  /// For who wants more: its points are counted apart, and the lab is passed without it.
  bool bonus = false;
};

/// What a labNN_grader.cpp says of its lab. Tables of labs, the site's course map and the points in
/// a lab's README.md are made of it: grader/pages.
struct lab_description {
  std::string name;  ///< "lab04"
  std::string title; ///< "Tiled matrix multiplication"
  /// "lab04_tiled_matmul", below labs/ and solutions/. The student's file is
  /// `labs/<folder>/<name>.cu`. Its pristine copy, for `reset`, is made of the solution; the
  /// course check proves that the two are equal in git. A handout has it as a file, starter/.
  std::string folder;
  std::string you_write = {}; ///< a few words for tables: "the same in tiles"
  std::string you_learn = {}; ///< "shared memory, and the barriers it needs"
  /// Labs that teach what this one takes for granted: {"lab03"}. Earlier ones only.
  std::vector<std::string> builds_on = {};
  std::vector<std::string> guides = {}; ///< pages that help with it, below docs/: "guides/warps"
  std::vector<check_description> checks = {};
  case_maker demonstration = {}; ///< small calls for `lab run`
  /// Exercises whose point is where barriers belong: a student who grades the own file is asked
  /// about a race on shared memory before the remedy is told (grader/cli/race_questions.h).
  std::vector<int> asks_first = {};
  /// Functions of which the lab's header says that they do not wait for kernels: a clean check of
  /// one that does fails.
  std::vector<std::string> never_wait = {};
  /// The lab's header says that functions free what they allocate also when they throw.
  bool frees_when_throwing = false;
  /// Functions that throw when any call of CUDA fails, and not a launch alone.
  std::vector<std::string> check_each_call = {};
  /// So many GPUs take part on a GPU. Where there are fewer, it is graded on emulated devices.
  std::size_t gpus = 1;
  /// Which kinds of sizes the cases must have: a test prints the table, and fails where one is
  /// missing.
  std::vector<size_coverage> sizes = {};
  /// Pictures of the whole grading, from all of its checks; empty: none.
  std::function<nlohmann::json(const std::vector<check_result>&)> pictures = {};
};

/// Gives the lab that `make` describes to grader/lab_modules.h.
#define CUDALAB_REGISTER_LAB(make)                                                                 \
  extern "C" const ::cudalab::grader::lab_description* cudalab_lab() {                             \
    static const ::cudalab::grader::lab_description described = make();                            \
    return &described;                                                                             \
  }                                                                                                \
  static_assert(true) /* the semicolon's */

} // namespace cudalab::grader
