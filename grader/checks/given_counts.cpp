// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/given_counts.h"

#include <exception>
#include <iterator>
#include <string>

#include "grader/files/read_text.h"
#include "grader/files/sha256.h"
#include "grader/files/write_file.h"
#include "grader/run/read_reply.h"

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;

/// Sizes of tens of seeds.
constexpr std::ptrdiff_t most_kept = 500;

fs::path place_of(const fs::path& program, const test_case& one) {
  protocol::batch request;
  request.calls = {one.call()};
  return program.parent_path() / "counts" /
         (sha256(protocol::to_text(request)).substr(0, 32) + ".json");
}

} // namespace

std::optional<nlohmann::json> kept_counts(const fs::path& program, const test_case& one) try {
  const fs::path place = place_of(program, one);
  std::error_code error;
  if (!fs::is_regular_file(place, error))
    return std::nullopt;
  nlohmann::json traffic = parse_traffic(content_of(place));
  return traffic.empty() ? std::nullopt : std::optional(std::move(traffic));
} catch (const std::exception&) { // damaged: it is counted again
  return std::nullopt;
}

void keep_counts(const fs::path& program, const test_case& one, const nlohmann::json& traffic) try {
  const fs::path place = place_of(program, one);
  if (traffic.empty() || !fs::is_regular_file(program))
    return;
  fs::create_directory(place.parent_path());
  if (std::distance(fs::directory_iterator(place.parent_path()), fs::directory_iterator()) <
      most_kept)
    write_file(place, traffic.dump());
} catch (const std::exception&) { // it is counted again, then
  return;
}

} // namespace cudalab::grader
