// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "traffic_comparison.h"

#include <algorithm>
#include <array>
#include <set>
#include <sstream>

namespace cudalab::proof {

namespace {

using counts = std::array<std::uint64_t, 3>; ///< bytes, requests, sectors

std::uint64_t figure(const traffic_figures& figures, const std::string& kernel, const char* name) {
  const auto found = figures.find({kernel, name});
  return found == figures.end() ? 0 : found->second;
}

counts counts_of(const traffic_kind& kind, const std::string& kernel,
                 const traffic_figures& figures) {
  return {figure(figures, kernel, kind.bytes), figure(figures, kernel, kind.requests),
          figure(figures, kernel, kind.sectors)};
}

std::string words_for(const counts& all) {
  return std::to_string(all[0]) + " bytes, " + std::to_string(all[1]) + " requests, " +
         std::to_string(all[2]) + " sectors";
}

/// Every kernel of either side: one that a side has not counted did nothing there.
std::set<std::string> kernels_of(const traffic_figures& one, const traffic_figures& other) {
  std::set<std::string> names;
  for (const traffic_figures* figures : {&one, &other})
    for (const auto& [which, value] : *figures)
      names.insert(which.first);
  return names;
}

} // namespace

const std::vector<traffic_kind>& traffic_kinds() {
  static const std::vector<traffic_kind> all = {
      {"global loads", "ld.bytes", "ld.requests", "ld.sectors"},
      {"global stores", "st.bytes", "st.requests", "st.sectors"},
      {"global atomics", "", "atomic.requests", ""},
      {"shared loads", "shared_ld.bytes", "shared_ld.requests", ""},
      {"shared stores", "shared_st.bytes", "shared_st.requests", ""},
      {"shared atomics", "", "shared_atomic.requests", ""},
  };
  return all;
}

agreement compare_kind(const traffic_kind& kind, const std::string& kernel,
                       const traffic_figures& emulated, const traffic_figures& gpu) {
  const counts ours = counts_of(kind, kernel, emulated), theirs = counts_of(kind, kernel, gpu);
  if (ours == counts{} && theirs == counts{})
    return agreement::nothing;
  if (ours == theirs)
    return agreement::equal;
  const bool same_bytes = *kind.bytes != '\0' && ours[0] == theirs[0];
  return same_bytes && theirs[1] <= ours[1] && theirs[2] <= ours[2] ? agreement::joined
                                                                    : agreement::differs;
}

void traffic_comparison::add(const std::string& program, const traffic_figures& emulated,
                             const traffic_figures& gpu) {
  for (const std::string& kernel : kernels_of(emulated, gpu)) {
    agreement worst = agreement::nothing;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const traffic_kind& kind = traffic_kinds()[i];
      const agreement found = compare_kind(kind, kernel, emulated, gpu);
      const counts ours = counts_of(kind, kernel, emulated), theirs = counts_of(kind, kernel, gpu);
      ++rows_[i].kernels[static_cast<int>(found)];
      for (std::size_t which = 0; which < ours.size(); ++which) {
        rows_[i].emulated[which] += ours[which];
        rows_[i].gpu[which] += theirs[which];
      }
      if (found == agreement::differs)
        differing_.push_back(program + " " + kernel + ", " + kind.name + ": GPU " +
                             words_for(theirs) + "; emulated " + words_for(ours));
      worst = std::max(worst, found);
    }
    ++kernels_;
    equal_ += worst == agreement::equal || worst == agreement::nothing;
    joined_ += worst == agreement::joined;
  }
}

std::string traffic_comparison::table() const {
  std::ostringstream out;
  out << kernels_ << " kernels: " << equal_ << " equal in all, " << joined_
      << " equal but for joined accesses, " << kernels_ - equal_ - joined_
      << " with a difference\n\n"
      << "| | kernels with some | equal | joined on the GPU | differ | bytes: GPU | emulated "
         "| requests: GPU | emulated | sectors: GPU | emulated |\n"
      << "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n";
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const row& each = rows_[i];
    const auto of = [&](agreement which) { return each.kernels[static_cast<int>(which)]; };
    out << "| " << traffic_kinds()[i].name << " | "
        << of(agreement::equal) + of(agreement::joined) + of(agreement::differs) << " | "
        << of(agreement::equal) << " | " << of(agreement::joined) << " | "
        << of(agreement::differs);
    for (std::size_t which = 0; which < 3; ++which)
      out << " | " << each.gpu[which] << " | " << each.emulated[which];
    out << " |\n";
  }
  out << '\n';
  for (const std::string& each : differing_)
    out << "- " << each << '\n';
  return out.str();
}

} // namespace cudalab::proof
