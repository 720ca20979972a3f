// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A difference from a reference solution, as a ```diff block of a variants.md has it:
///
///     @@ matmul_tiled_kernel
///          sum += Mds[ty][k] * Nds[k][tx];
///     -    __syncthreads();
///
/// Each @@ line begins a hunk and says where it is: in a function, a header beside the solution
/// (@@ fft_4096.h), a function of one (@@ fft_4096.h, exchange), or anywhere in the .cu file (@@).
/// Lines that begin with a space are there and stay, those with - go, those with + come. The first
/// two kinds must be found, one after the other, in exactly one place. Comments, spacing and lines
/// without code do not count (source_lines.h).
///
/// What changes less than a line is shorter in words, one change a line of the variant's list:
///
///     - in matmul_tiled: `(K + 15) / 16` becomes `K / 16`
///     - in matmul_tiled_kernel: behind `sum += Mds[ty][k];` comes `__syncthreads();`
///     - in matmul_tiled_kernel: `__syncthreads();` goes
///
/// Between "in" and the colon stands a place as behind @@, or the .cu file's name. The code must
/// be there in exactly one place; it may be more than one line.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "grader/reference/solution.h"

namespace cudalab::reference {

struct hunk_line {
  char mark = ' '; ///< ' ', '-' or '+'
  std::string text;
};

struct hunk {
  int line = 0;               ///< of its @@ line, from 1
  std::string file, function; ///< empty: the .cu file; anywhere in it
  std::vector<hunk_line> lines = {};
  std::string code = "", replacement = ""; ///< of one in words, which has no lines
  bool behind = false;                     ///< the replacement comes behind the code, which stays
};

/// A difference is no difference, or does not fit; what() begins with "line 12: ".
struct difference_error : std::runtime_error {
  difference_error(int line, const std::string& what)
      : std::runtime_error("line " + std::to_string(line) + ": " + what) {}
};

/// @param line the number of the text's first line, for complaints
/// @throws difference_error
std::vector<hunk> parse_difference(const std::string& text, int line = 1);

/// "in matmul_tiled: `(K + 15) / 16` becomes `K / 16`". @throws difference_error
hunk parse_change(const std::string& words, int line = 1);

/// The solution with all hunks in it: each is looked for in the text as it is before any of them.
/// @throws difference_error for one that fits nowhere or in more than one place, or that changes
/// what another one changes
solution with_difference(solution one, const std::vector<hunk>& hunks);

} // namespace cudalab::reference
