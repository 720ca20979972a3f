// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cases/gates.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "grader/compare/words.h"

namespace cudalab::grader {

std::string counted(std::uint64_t count, const std::string& things) {
  std::string text = things;
  const std::size_t noun_end = std::min(text.find(" a "), text.size()); // "barriers a block"
  if (count == 1 && noun_end > 0 && text[noun_end - 1] == 's')
    text.erase(noun_end - 1, 1);
  return grouped(count) + ' ' + text;
}

gate_verdict at_most(const std::string& what, std::uint64_t counted, double allowed,
                     std::uint64_t given, const std::string& next, const std::string& given_name) {
  const auto bound = static_cast<std::uint64_t>(std::ceil(allowed - 1e-6));
  gate_verdict verdict;
  verdict.passed = counted <= bound;
  verdict.message = fmt::format("{}, {} {} ({}: {})", grader::counted(counted, what),
                                verdict.passed ? "allowed" : "but at most", grouped(bound),
                                given_name, grouped(given));
  verdict.next = verdict.passed ? "" : next;
  std::string key = what;
  std::replace(key.begin(), key.end(), ' ', '_');
  verdict.data[key] = {{"counted", counted}, {"allowed", bound}, {"given", given}};
  return verdict;
}

gate_verdict both(gate_verdict first, const gate_verdict& second) {
  if (first.data.is_object() && second.data.is_object()) // none where nothing could be counted
    first.data.update(second.data);
  if (!first.passed)
    return first;
  first.passed = second.passed;
  if (!second.passed)
    first.message = second.message;
  first.next = second.next;
  return first;
}

gate_verdict all_of(std::initializer_list<gate_verdict> verdicts) {
  gate_verdict result = *verdicts.begin();
  for (auto each = verdicts.begin() + 1; each != verdicts.end(); ++each)
    result = both(std::move(result), *each);
  return result;
}

gate_verdict nothing_loaded(const std::string& next) {
  return {false, "the kernel loads nothing from global memory", next, {}};
}

launched launches_of(const traffic_counts& counts) {
  launched all;
  for (const auto& kernel : counts.kernels) {
    all.launches += kernel.value("launches", std::size_t{1});
    const std::size_t blocks = kernel.value("blocks", std::size_t{0});
    all.blocks += blocks;
    all.threads += blocks * kernel.value("threads_per_block", std::size_t{0});
  }
  return all;
}

traffic_counts without_few_atomics(traffic_counts counts, double most) {
  std::uint64_t requests = 0, sectors = 0;
  for (const auto& kernel : counts.kernels) {
    const nlohmann::json& totals = kernel.at("totals");
    requests += totals.value("global_atomic_requests", std::uint64_t{0});
    sectors += totals.value("global_atomic_sectors", std::uint64_t{0});
  }
  if (static_cast<double>(requests) > most)
    return counts;
  counts.global_load_requests -= requests;
  counts.global_store_requests -= requests;
  counts.global_load_sectors -= sectors;
  counts.global_store_sectors -= sectors;
  return counts;
}

gate_verdict not_many_threads(const traffic_counts& counts, double needed,
                              const std::string& next) {
  constexpr double largest_block = 1024;
  const std::size_t threads = launches_of(counts).threads;
  const auto allowed = static_cast<std::size_t>(2 * (needed + largest_block));
  gate_verdict verdict;
  verdict.passed = threads <= allowed;
  verdict.message = fmt::format(
      "{} threads for {} elements{}", grouped(threads), grouped(static_cast<std::size_t>(needed)),
      verdict.passed ? "" : fmt::format(", where {} would do", grouped(allowed)));
  verdict.next = verdict.passed ? "" : next;
  verdict.data["threads"] = {{"counted", threads}, {"allowed", allowed}};
  return verdict;
}

std::string worst_conflict(const traffic_counts& counts) {
  std::string place;
  int worst = 1;
  for (const auto& kernel : counts.kernels)
    for (const auto& line : kernel.value("lines", nlohmann::json::array()))
      if (line.value("worst_conflict", 1) > worst) {
        worst = line.value("worst_conflict", 1);
        const std::string file = line.value("file", "");
        place = fmt::format("; at worst, {}:{}, {} different words of one bank in a request",
                            file.substr(file.rfind('/') + 1), line.value("line", 0), worst);
      }
  return place;
}

int worst_conflict_of(const traffic_counts& counts) {
  int worst = 1;
  for (const auto& kernel : counts.kernels)
    for (const auto& line : kernel.value("lines", nlohmann::json::array()))
      if (line.value("space", "") == "shared")
        worst = std::max(worst, line.value("worst_conflict", 1));
  return worst;
}

gate_verdict no_conflicts(const traffic_counts& counts, const std::string& next,
                          const std::string& next_of_stores) {
  const std::uint64_t conflicts = counts.shared_load_conflicts + counts.shared_store_conflicts;
  gate_verdict verdict;
  verdict.passed = conflicts == 0;
  verdict.message = verdict.passed ? "no shared memory bank conflicts"
                                   : fmt::format("{} shared memory bank conflicts{}",
                                                 grouped(conflicts), worst_conflict(counts));
  const bool of_stores = counts.shared_load_conflicts == 0 && !next_of_stores.empty();
  verdict.next = verdict.passed ? "" : of_stores ? next_of_stores : next;
  verdict.data["bank_conflicts"] = {{"counted", conflicts}, {"allowed", 0}};
  return verdict;
}

} // namespace cudalab::grader
