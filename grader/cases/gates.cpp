// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cases/gates.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <string_view>
#include <tuple>
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

std::string blocks_outside(const traffic_counts& counts, double rows, double columns, double side,
                           double counted, double allowed) {
  const launched all = launches_of(counts);
  const double blocks = static_cast<double>(all.blocks),
               tiles = std::ceil(rows / side) * std::ceil(columns / side);
  if (all.launches != 1 || blocks <= tiles || counted * tiles / blocks > std::ceil(allowed))
    return "";
  return fmt::format(
      "the grid has {}, and P has only {} of {:g} x {:g} elements: the others lie outside P, and "
      "load for nothing. How many are needed where P's sides are multiples of the tile?",
      grader::counted(all.blocks, "blocks"),
      grader::counted(static_cast<std::size_t>(tiles), "tiles"), side, side);
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
  verdict.message = fmt::format("{} threads, {} {}", grouped(threads),
                                verdict.passed ? "allowed" : "but at most", grouped(allowed));
  verdict.next = verdict.passed ? "" : next;
  verdict.data["threads"] = {{"counted", threads}, {"allowed", allowed}};
  return verdict;
}

std::vector<const nlohmann::json*> lines_of(const traffic_counts& counts, const std::string& space,
                                            const std::string& operation) {
  std::vector<const nlohmann::json*> found;
  for (const auto& kernel : counts.kernels)
    if (const auto lines = kernel.find("lines"); lines != kernel.end())
      for (const auto& line : *lines)
        if (line.value("space", "") == space && line.value("operation", "") == operation)
          found.push_back(&line);
  return found;
}

namespace {

/// The line whose requests have most words of one bank, and of such lines the one with most
/// conflicts. Null: no line has a conflict. What a lab does not count, it has set to 0.
const nlohmann::json* line_of_worst_conflict(const traffic_counts& counts) {
  const nlohmann::json* found = nullptr;
  std::pair<int, std::uint64_t> worst{1, 0};
  for (const char* operation : {"load", "store"}) {
    const bool is_load = operation == std::string_view("load");
    const auto [its, others] =
        is_load ? std::pair(counts.shared_load_conflicts, counts.shared_store_conflicts)
                : std::pair(counts.shared_store_conflicts, counts.shared_load_conflicts);
    if (its == 0 && others != 0)
      continue;
    for (const nlohmann::json* line : lines_of(counts, "shared", operation)) {
      const std::pair cost{line->value("worst_conflict", 1),
                           line->value("conflicts", std::uint64_t{0})};
      if (cost.first < 2 || cost <= worst)
        continue;
      worst = cost;
      found = line;
    }
  }
  return found;
}

} // namespace

std::string worst_conflict(const traffic_counts& counts) {
  const nlohmann::json* const line = line_of_worst_conflict(counts);
  if (line == nullptr)
    return "";
  const std::string file = line->value("file", "");
  return fmt::format("; at worst, {}:{}, {} different words of one bank in a request",
                     file.substr(file.rfind('/') + 1), line->value("line", 0),
                     line->value("worst_conflict", 1));
}

std::size_t accesses_of_threads(const traffic_counts& counts, const std::string& space,
                                const std::string& operation) {
  std::size_t accesses = 0;
  for (const nlohmann::json* line : lines_of(counts, space, operation))
    accesses += line->value("lanes", std::size_t{0});
  return accesses;
}

int worst_conflict_of(const traffic_counts& counts) {
  int worst = 1;
  for (const auto& kernel : counts.kernels)
    for (const auto& line : kernel.value("lines", nlohmann::json::array()))
      if (line.value("space", "") == "shared")
        worst = std::max(worst, line.value("worst_conflict", 1));
  return worst;
}

namespace {

/// Where a lane begins; nothing: it took no part, or the report is of another form.
std::optional<std::int64_t> begin_of_lane(const nlohmann::json& offsets, std::size_t lane) {
  return lane < offsets.size() && offsets[lane].is_number_integer()
             ? std::optional(offsets[lane].get<std::int64_t>())
             : std::nullopt;
}

/// Bytes from each thread to its neighbour along x, where they are the same for all.
std::optional<std::int64_t> steps_of(const nlohmann::json& offsets, unsigned first_thread,
                                     unsigned width) {
  std::optional<std::int64_t> step;
  for (unsigned lane = 0; lane + 1 < offsets.size(); ++lane) {
    const auto here = begin_of_lane(offsets, lane), next = begin_of_lane(offsets, lane + 1);
    if (!here || !next || (first_thread + lane + 1) % width == 0)
      continue;
    if (step && *step != *next - *here)
      return std::nullopt;
    step = *next - *here;
  }
  return step;
}

std::optional<neighbouring_threads> neighbours_of(const nlohmann::json& line) {
  constexpr unsigned lanes = 32;
  const nlohmann::json example = line.value("example", nlohmann::json::object());
  if (!example.is_object() || !example.contains("offsets") || !example["offsets"].is_array() ||
      !example.contains("block_size") || !example["block_size"].is_array() ||
      example["block_size"].empty() || !example["block_size"][0].is_number_unsigned())
    return std::nullopt;
  const auto width = example["block_size"][0].get<unsigned>();
  if (width == 0)
    return std::nullopt;
  neighbouring_threads seen;
  seen.line = line.value("line", 0);
  if (example.contains("object") && example["object"].is_string())
    seen.object = example["object"].get<std::string>();
  if (example.contains("bytes") && example["bytes"].is_number_integer())
    seen.bytes = example["bytes"].get<std::int64_t>();
  const bool has_warp = example.contains("warp") && example["warp"].is_number_unsigned();
  seen.block_width = width;
  seen.apart =
      steps_of(example["offsets"], has_warp ? example["warp"].get<unsigned>() * lanes : 0, width);
  return seen;
}

} // namespace

std::optional<neighbouring_threads> neighbours_in(const traffic_counts& counts,
                                                  const std::string& space,
                                                  const std::string& operation) {
  std::optional<neighbouring_threads> found;
  std::uint64_t worst = 0;
  for (const auto& kernel : counts.kernels)
    for (const auto& line : kernel.value("lines", nlohmann::json::array())) {
      if (line.value("space", "") != space ||
          (!operation.empty() && line.value("operation", "") != operation))
        continue;
      const auto sectors = line.value("sectors", std::uint64_t{0}),
                 least = line.value("least_sectors", std::uint64_t{0});
      const std::uint64_t cost = space == "shared" ? line.value("worst_conflict", 1U) - 1
                                                   : sectors - std::min(sectors, least);
      if (cost <= worst)
        continue;
      worst = cost;
      found = neighbours_of(line);
    }
  return found;
}

namespace {

/// Of a whole warp's words: how long the rows are that it uses, and how far apart they begin.
std::pair<std::int64_t, std::int64_t>
rows_of(const std::vector<std::optional<std::int64_t>>& begins) {
  constexpr std::int64_t word = 4;
  constexpr std::size_t lanes = 32;
  if (begins.size() != lanes ||
      !std::all_of(begins.begin(), begins.end(), [](const auto& each) { return each.has_value(); }))
    return {0, 0};
  std::size_t length = 1;
  while (length < lanes && *begins[length] == *begins[length - 1] + word)
    ++length;
  if (length < 2 || length == lanes || lanes % length != 0)
    return {0, 0};
  const std::int64_t apart = *begins[length] - *begins[0];
  for (std::size_t lane = 0; lane < lanes; ++lane)
    if (*begins[lane] - *begins[0] != static_cast<std::int64_t>(lane / length) * apart +
                                          static_cast<std::int64_t>(lane % length) * word)
      return {0, 0};
  return {static_cast<std::int64_t>(length), apart / word};
}

} // namespace

std::optional<bank_conflict> conflict_in(const traffic_counts& counts) {
  constexpr std::int64_t word = 4, bytes_of_banks = 32 * word;
  constexpr std::size_t half = 16, lanes = 32;
  const nlohmann::json* const worst = line_of_worst_conflict(counts);
  const auto seen = worst == nullptr ? std::nullopt : neighbours_of(*worst);
  if (!seen || seen->bytes != word)
    return std::nullopt;
  const nlohmann::json& offsets = worst->at("example").at("offsets");
  std::vector<std::optional<std::int64_t>> begins;
  for (std::size_t lane = 0; lane < std::min(offsets.size(), lanes); ++lane)
    begins.push_back(begin_of_lane(offsets, lane));
  bank_conflict found;
  found.object = seen->object;
  found.line = seen->line;
  found.is_load = worst->value("operation", "") == "load";
  const auto is_one_word = [&](std::size_t from, std::size_t to) {
    return begins.size() >= to &&
           std::all_of(begins.begin() + static_cast<std::ptrdiff_t>(from),
                       begins.begin() + static_cast<std::ptrdiff_t>(to),
                       [&](const auto& each) { return each == begins[from]; });
  };
  found.one_word_a_half = is_one_word(0, half) && is_one_word(half, lanes);
  std::tie(found.row_words, found.rows_apart) = rows_of(begins);
  for (std::size_t lane = begins.size(); lane-- > 0;) // of threads with one word the first
    if (std::find(begins.begin(), begins.begin() + static_cast<std::ptrdiff_t>(lane),
                  begins[lane]) != begins.begin() + static_cast<std::ptrdiff_t>(lane))
      begins[lane].reset();
  if (seen->apart && *seen->apart % word == 0)
    found.next_word = *seen->apart / word;
  for (std::size_t distance = 1; distance < begins.size(); ++distance)
    for (std::size_t lane = 0; lane + distance < begins.size(); ++lane)
      if (const auto& one = begins[lane], &other = begins[lane + distance];
          one && other && *one != *other && (*one - *other) % bytes_of_banks == 0) {
        found.first = static_cast<unsigned>(lane);
        found.second = static_cast<unsigned>(lane + distance);
        found.apart = std::abs(*one - *other) / word;
        return found;
      }
  return std::nullopt;
}

std::optional<rows_in_one_bank> rows_in_one_bank_of(const traffic_counts& counts) {
  constexpr std::int64_t chunk = 16, bytes_of_banks = 32 * 4;
  constexpr std::size_t at_once = 8; // lanes: their 16 bytes are all that the banks have
  const nlohmann::json* const worst = line_of_worst_conflict(counts);
  const auto seen = worst == nullptr ? std::nullopt : neighbours_of(*worst);
  if (!seen || seen->bytes != chunk)
    return std::nullopt;
  const nlohmann::json& offsets = worst->at("example").at("offsets");
  for (std::size_t lane = 0; lane < offsets.size(); ++lane)
    for (std::size_t before = lane / at_once * at_once; before < lane; ++before)
      if (const auto one = begin_of_lane(offsets, before), other = begin_of_lane(offsets, lane);
          one && other && *one != *other && (*one - *other) % bytes_of_banks == 0)
        return rows_in_one_bank{seen->line, worst->value("operation", "") == "load",
                                static_cast<unsigned>(before), static_cast<unsigned>(lane),
                                std::abs(*one - *other)};
  return std::nullopt;
}

namespace {

/// "Threads with neighbouring threadIdx.x use words that are 32 apart (line 51)", and why that is
/// bad; empty: it is not so, or not known.
std::string words_apart(const traffic_counts& counts) {
  constexpr std::int64_t word = 4, banks = 32;
  const nlohmann::json* const worst = line_of_worst_conflict(counts);
  const auto seen = worst == nullptr ? std::nullopt : neighbours_of(*worst);
  if (!seen || seen->bytes != word || !seen->apart || *seen->apart % word != 0)
    return "";
  const std::int64_t apart = std::abs(*seen->apart / word),
                     reached = banks / std::gcd(apart, banks);
  const std::int64_t in_row = std::min<std::int64_t>(seen->block_width, banks);
  const std::int64_t shared_by = (in_row + reached - 1) / reached; // of a row of threads
  if (apart < 2 || shared_by < 2)
    return "";
  return fmt::format("threads with neighbouring threadIdx.x use words of {} that are {} apart "
                     "(line {}, or a function that it calls): {} lie in one bank. So, ",
                     seen->object.empty() ? "shared memory" : seen->object, apart, seen->line,
                     shared_by == in_row ? std::string("all of them")
                     : in_row == banks   ? fmt::format("{} of a warp's 32", shared_by)
                                         : fmt::format("{} of {}", shared_by, in_row));
}

} // namespace

gate_verdict no_conflicts(const traffic_counts& counts, const std::string& next,
                          const std::string& next_of_stores) {
  const std::uint64_t conflicts = counts.shared_load_conflicts + counts.shared_store_conflicts;
  gate_verdict verdict;
  verdict.passed = conflicts == 0;
  verdict.message = verdict.passed ? "no shared memory bank conflicts"
                                   : fmt::format("{} shared memory bank conflicts{}",
                                                 grouped(conflicts), worst_conflict(counts));
  const bool of_stores = counts.shared_load_conflicts == 0 && !next_of_stores.empty();
  verdict.next = verdict.passed ? "" : words_apart(counts) + (of_stores ? next_of_stores : next);
  verdict.data["bank_conflicts"] = {{"counted", conflicts}, {"allowed", 0}};
  return verdict;
}

gate_verdict reads_beside_copies(const traffic_counts& counts, bool several_phases) {
  constexpr double some = 8; // of all but the last phase
  double copiers = 0, beside = 0;
  for (const auto& kernel : counts.kernels) {
    copiers += kernel.at("totals").value("shared_loads_of_copying_threads", 0.0);
    beside += kernel.at("totals").value("shared_loads_beside_copies", 0.0);
  }
  const auto all = static_cast<double>(accesses_of_threads(counts, "shared", "load"));
  const bool is_known = several_phases && counts.barriers_per_block > 2 && 2 * copiers >= all;
  return {!is_known || beside * some >= copiers,
          fmt::format("of {} from shared memory {} are made while copies are under way",
                      counted(static_cast<std::uint64_t>(copiers), "loads"),
                      grouped(static_cast<std::uint64_t>(beside))),
          "the next tiles should come while these are used: begin their copies before the products "
          "of this phase, and wait for them behind the products",
          {}};
}

} // namespace cudalab::grader
