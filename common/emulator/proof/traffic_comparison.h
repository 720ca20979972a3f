// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Whether a GPU did what the emulated device counted, when the GPU's compiler may have joined
/// accesses to neighbouring places.
#pragma once

#include <string>
#include <vector>

#include "traffic_figures.h"

namespace cudalab::proof {

/// Loads or stores or atomic operations, of one kind of memory.
struct traffic_kind {
  const char* name;
  const char* bytes;    ///< a metric of traffic_figures; empty: not compared
  const char* requests; ///< a metric
  const char* sectors;  ///< a metric, or empty
};

const std::vector<traffic_kind>& traffic_kinds();

/// What a thread asks for stays the same when two accesses are joined: as many bytes, by fewer
/// requests, and by no more sectors. All else is a difference.
enum class agreement { nothing, equal, joined, differs };

agreement compare_kind(const traffic_kind& kind, const std::string& kernel,
                       const traffic_figures& emulated, const traffic_figures& gpu);

/// Of many kernels.
class traffic_comparison {
public:
  /// @param program stands before the names of kernels that differ
  void add(const std::string& program, const traffic_figures& emulated, const traffic_figures& gpu);
  /// Markdown: a row for each kind with the numbers of kernels and the sums, then the kernels that
  /// differ.
  std::string table() const;
  bool all_explained() const { return differing_.empty(); }

private:
  struct row {
    unsigned kernels[4] = {};                    ///< by agreement
    std::uint64_t emulated[3] = {}, gpu[3] = {}; ///< sums of bytes, requests, sectors
  };
  std::vector<row> rows_ = std::vector<row>(traffic_kinds().size());
  unsigned kernels_ = 0, equal_ = 0, joined_ = 0; ///< in all kinds
  std::vector<std::string> differing_;
};

} // namespace cudalab::proof
