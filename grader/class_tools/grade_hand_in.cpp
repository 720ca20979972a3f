// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/class_tools/grade_hand_in.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "grader/checks/parts.h"
#include "grader/cli/attempt.h"
#include "grader/cli/backend_choice.h"
#include "grader/cli/grade_lab.h"
#include "grader/cli/interrupt.h"
#include "grader/cli/lab_files.h"
#include "grader/files/places.h"
#include "grader/files/sha256.h"
#include "grader/files/write_file.h"
#include "grader/report/json.h"
#include "grader/report/read_grade.h"
#include "grader/term/process_pool.h"
#include "grader/verdict.h"

namespace cudalab::grader {

namespace fs = std::filesystem;

namespace {

std::string machine_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

constexpr std::string_view for_speed = ", for speed";

/// The machine's trouble is no result.
grade without_trouble(grade result) {
  if (result.verdict == check_status::error)
    for (const check_result& each : result.checks)
      if (each.status == check_status::error && is_infrastructure_trouble(each))
        throw std::runtime_error(each.message);
  wait_if_stopping();
  return result;
}

grade first_part_in(const term::results_folder& folder, const hand_in_order& order) {
  if (!folder.is_first_part_fresh(order.owner, order.first_key))
    throw std::runtime_error("its first part is not there any more: the same command grades it");
  const nlohmann::json found =
      term::read_document(folder.first_part_of(order.owner), term::first_part_schema);
  try {
    return read_grade(found.at("grade"));
  } catch (const nlohmann::json::exception&) { // somebody's hand
    folder.forget_first_part(order.owner);
    throw std::runtime_error("its first part is damaged: the same command grades it again");
  }
}

} // namespace

std::string version_of(const lab_description& lab) {
  std::vector<fs::path> parts{fs::canonical("/proc/self/exe"), build_root() / "bin" / "emucc"};
  std::error_code error;
  for (const fs::path& folder : {build_root() / "lib", lab_folder(lab)})
    for (fs::directory_iterator each(folder, error), end; !error && each != end;
         each.increment(error)) {
      const std::string name = each->path().filename().string();
      const bool built = name.rfind(lab.name + "_", 0) == 0 ||
                         name.rfind("lib" + lab.name + "_", 0) == 0 ||
                         name.rfind("libworker_", 0) == 0 || name == "libemulator.a";
      if (each->is_regular_file(error) && (built || each->path().extension() == ".h"))
        parts.push_back(each->path());
    }
  std::sort(parts.begin(), parts.end());
  std::string all;
  for (const fs::path& each : parts)
    all += each.filename().string() + ' ' + sha256_of_file(each) + '\n';
  return sha256(all).substr(0, 16);
}

lab_description as_asked(lab_description lab, const term::assignment& asked) {
  for (check_description& each : lab.checks)
    if (auto* timed = std::get_if<speed_check>(&each.what))
      if (const auto change = asked.checks.find(each.id);
          change != asked.checks.end() && change->second.threshold) {
        timed->min_ratio = *change->second.threshold;
        timed->threshold_source = "the course";
      }
  return lab;
}

std::string other_settings(const options& each, const term::assignment& asked) {
  std::string text = fmt::format("time limit {}", each.time_limit);
  if (each.require_sandbox)
    text += ", sandbox required";
  for (const auto& [id, change] : asked.checks)
    if (change.threshold)
      text += fmt::format(", {} {:g}", id, *change.threshold);
  return text;
}

std::string grade_hand_in(const lab_description& lab, const options& how,
                          const term::results_folder& folder, const hand_in_order& order,
                          const case_plan* made_before) {
  const fs::path copy = folder.copy_of(order.owner);
  fs::create_directories(copy.parent_path());
  write_file(copy, order.text);
  options given = how;
  given.seed = order.settings.seed;
  given.gpu_later = order.part == hand_in_part::first;
  if (given.gpu_later)
    given.backend = "cpu";
  const grade result =
      without_trouble(order.part == hand_in_part::second
                          ? grade_second_part(lab, copy, given, first_part_in(folder, order))
                          : grade_lab(lab, copy, given, {}, made_before));
  const bool rest = given.gpu_later && has_second_part(result);
  term::result_settings settings = order.settings;
  settings.machine = machine_name();
  const fs::path file = rest ? folder.first_part_of(order.owner) : folder.result_of(order.owner);
  fs::create_directories(file.parent_path());
  write_file(file,
             term::result_text(order.owner, lab.name, rest ? order.first_key : order.key, settings,
                               utc_now(), nlohmann::json::parse(to_json_text(result)),
                               rest ? term::first_part_schema : term::result_schema));
  if (rest)
    return waits_for_gpu;
  folder.forget_first_part(order.owner);
  return words_for_grade(name_of(result.verdict), result.points, result.max_points);
}

std::unique_ptr<const case_plan> cases_for_all(const lab_description& lab, const options& how,
                                               hand_in_part part,
                                               const std::vector<std::uint64_t>& seeds) {
  if (part == hand_in_part::second) // each has a lab of its own: what the first part left
    return nullptr;
  std::map<std::uint64_t, int> times;
  for (const std::uint64_t each : seeds)
    ++times[each];
  const auto most = std::max_element(
      times.begin(), times.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most == times.end() || most->second < 2)
    return nullptr;
  const auto make = [&] {
    const std::string backend = part == hand_in_part::first ? "cpu" : how.backend;
    return std::make_unique<const case_plan>(lab, choose_backend(backend, lab.gpus).chosen,
                                             most->first);
  };
  bool can_be_made = false;
  term::process_work trial;
  trial.count = 1;
  trial.longest = longest_grading;
  trial.begin = tidy_end_in_child;
  trial.look_up = wait_if_ending;
  trial.work = [&](std::size_t) {
    make();
    return std::string();
  };
  trial.ended = [&](std::size_t, term::process_end end, const std::string&) {
    can_be_made = end == term::process_end::done;
    return true;
  };
  term::run_processes(trial);
  return can_be_made ? make() : nullptr;
}

grade grade_second_part(const lab_description& lab, const fs::path& file, const options& how,
                        const grade& first) {
  if (!has_second_part(first))
    return first;
  options given = how;
  given.backend = "gpu";
  given.seed = first.seed;
  given.gpu_later = false;
  given.ask_rules = false; // the first part did
  given.exercises.clear();
  return join_parts(first, grade_lab(second_part_of(lab, first), file, given, {}));
}

std::string backend_in_two_parts(const std::string& device) {
  return "gpu, " + device + std::string(for_speed);
}

bool is_in_two_parts(const std::string& backend) {
  return backend.size() > for_speed.size() &&
         backend.compare(backend.size() - for_speed.size(), for_speed.npos, for_speed) == 0;
}

std::string words_for_grade(const std::string& verdict, double points, double max_points) {
  return fmt::format("{} {:g}/{:g}", verdict, points, max_points);
}

} // namespace cudalab::grader
