// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The rungs of a lab that makes one thing faster and faster, side by side, for its report. Drawn
/// from what the checks have counted or timed: a rung whose check was not judged is not there.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "grader/pictures/bar_data.h"
#include "grader/result.h"

namespace cudalab::grader {

struct ladder {
  std::map<std::string, std::string> names; ///< {"best", "5  the best"}: of "speed.best"
  std::string given;                        ///< the lowest rung: "1  straight (given)"
  std::string given_kernel;                 ///< "the straight kernel"
};

inline std::string name_of_rung(const ladder& of, const check_result& check) {
  const auto found = of.names.find(check.id.substr(check.id.find('.') + 1));
  return found == of.names.end() ? check.id : found->second;
}

inline std::vector<bar> timed_rungs(const ladder& of, const std::vector<check_result>& checks) {
  std::vector<bar> all = {{of.given, {1}, {}}};
  for (const check_result& check : checks)
    if (check.kind == check_kind::speed && check.data.contains("ratio")) {
      const auto& interval = check.data["interval"];
      all.push_back({name_of_rung(of, check),
                     {check.data["ratio"].get<double>()},
                     check.data["threshold"].get<double>(),
                     std::pair{interval[0].get<double>(), interval[1].get<double>()}});
    }
  return all;
}

/// Two pictures, without those that show the given kernel alone.
/// @param counted loads from global and from shared memory for 100 of the given kernel's, which is
/// the first
/// @param remark behind what the second picture counts: " (of shared memory ...)"
inline nlohmann::json ladder_pictures(const ladder& of, const std::vector<check_result>& checks,
                                      std::vector<bar> counted, const std::string& remark = "") {
  nlohmann::json pictures = nlohmann::json::array();
  if (auto timed = timed_rungs(of, checks); timed.size() > 1)
    pictures.push_back(bar_data({"The ladder: how fast each rung is",
                                 "times as fast as " + of.given_kernel,
                                 {"speed"},
                                 true,
                                 std::move(timed)}));
  if (counted.size() > 1)
    pictures.push_back(bar_data({"The ladder: where the numbers come from",
                                 "loads of a warp for 100 of " + of.given_kernel + "'s" + remark,
                                 {"global memory", "shared memory"},
                                 false,
                                 std::move(counted)}));
  return pictures;
}

} // namespace cudalab::grader
