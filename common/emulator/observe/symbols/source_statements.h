// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The statements of device code by their lines: which loop, branch and function a line stands in,
/// and where between two lines a barrier can stand. emucc reads them and leaves them in the program
/// (emucc/device_statements.h): a program that is watched need not see its source.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace cudalab::emulator {

struct statement {
  enum class sort { plain, block, loop, branch };
  sort what = sort::plain;
  int first = 0, last = 0; ///< lines
  bool is_body = false;    ///< a block: of a function or a lambda
  bool barrier = false;    ///< plain: calls __syncthreads()
  bool perhaps = false;    ///< plain: does so, or calls something.sync()
  bool warp = false;       ///< plain: calls __syncwarp()
  bool fence = false;      ///< plain: calls __threadfence() or one of its kind
  bool breaks = false;     ///< plain: `break`
  bool continues = false;  ///< plain: `continue`
  bool is_switch = false;  ///< a branch: what a `break` in it leaves
  /// Of a loop its body, of a branch what it chooses from, of a plain one the blocks in it.
  std::vector<statement> inside;
};

/// Where a barrier belongs: after one line and before the other.
struct barrier_gap {
  int after = 0, before = 0;
  int branch = 0; ///< line of the innermost `if` or `switch` around the place; 0: none
};

/// What stands where a barrier of the block belongs.
struct lesser_barrier {
  int line = 0;
  bool fence = false; ///< else a barrier of a warp
};

struct loop_end {
  int loop = 0;   ///< the line where it begins
  int last = 0;   ///< the last line of its last statement
  int branch = 0; ///< as in barrier_gap
  int outer = 0;  ///< the line where the next loop around it begins; 0: there is none
};

/// A `break` or a `continue` of a loop.
struct way_out {
  int line = 0;
  bool breaks = false;
  int loop_end = 0; ///< the last line of the loop
};

/// A barrier that not every round of a loop comes to.
struct skipped_barrier {
  int line = 0;
  int branch = 0; ///< the line of the `if` or `switch` around it
};

struct line_inside {
  int line = 0;
  int loop = 0; ///< the line of the loop around it; 0: an `if` or a `switch` is
};

/// The functions of one file.
class source_statements {
public:
  /// @param lines as emucc writes them; those of other files are passed over
  source_statements(const std::string& lines, const std::string& file);

  /// Whether any function is known.
  bool known() const { return !file_.inside.empty(); }

  /// Between two accesses that follow each other in one function, in the innermost block that holds
  /// both; nothing where no line lies between. @pre first < second
  std::optional<barrier_gap> gap(int first, int second) const;
  /// A fence or a barrier of a warp that stands there. @pre first < second
  std::optional<lesser_barrier> lesser_in_gap(int first, int second) const;
  /// The same as the last statement of the innermost loop around both.
  std::optional<lesser_barrier> lesser_at_end_of_round(int one, int other) const;
  /// Whether one of two lines of a function stands in a lambda that the other does not stand in:
  /// what is done between the two is not what is written between them.
  bool apart_in_lambdas(int one, int other) const;
  /// The only barrier of a block of the function around both lines, outside of its lambdas, where
  /// it stands in a branch. Nothing where there is none, or several.
  std::optional<skipped_barrier> skipped_in_function(int one, int other) const;
  /// The end of the innermost loop around both.
  std::optional<loop_end> end_of_round(int one, int other) const;
  /// Which round the accesses race in, where the barriers that there are tell it: true, they are of
  /// one round; false, the one in the second line comes before that of the next round, or, without
  /// a loop around both, of the next call of their function.
  /// @pre first < second
  std::optional<bool> in_one_round(int first, int second) const;
  /// Whether an `if` or a `switch` of its function is around the line.
  bool in_branch(int line) const;
  /// Which of two lines of one function is in a branch or a loop that the other is not in. Nothing
  /// where both are, or neither is.
  std::optional<line_inside> inside_alone(int one, int other) const;
  /// Whether barriers that stand in no branch lie on every way from the one line to the other: the
  /// two can race only where threads do not come to all of them.
  /// @pre first < second
  bool separated(int first, int second) const;
  /// The only `break` or `continue` by which threads can leave a round of the innermost loop around
  /// the line before they come to it. Nothing where there is none, or several.
  std::optional<way_out> way_out_before(int line) const;
  /// The only barrier, and that in a branch, on the way from the one line to the other in the next
  /// round of the innermost loop around both. Nothing where there is none, or several.
  std::optional<skipped_barrier> barrier_in_branch(int from, int to) const;
  /// The only barrier of a block between the one line and the other, in the innermost block that
  /// holds both, where it stands in a branch that holds neither. Nothing where there is none, or
  /// several that may be one.
  /// @pre first < second
  std::optional<skipped_barrier> skipped_between(int first, int second) const;
  /// The only barrier of a block that stands in a branch of the innermost loop around the line, and
  /// the line not. Nothing where there is none, or several.
  std::optional<skipped_barrier> skipped_around(int line) const;

private:
  using path = std::vector<const statement*>;
  std::optional<skipped_barrier> only_skipped(const std::vector<skipped_barrier>& all,
                                              const path& one, const path& other) const;
  path path_to(int line) const;
  struct ways_between;
  /// Nothing where no statement holds both lines.
  std::optional<ways_between> ways_of(int first, int second) const;
  /// How many statements around the lines are the same; 0: no function holds both.
  static std::size_t shared_part(const path& one, const path& other);
  /// Line of the innermost branch among the first `size`, in their function; 0: none.
  static int branch_in(const path& found, std::size_t size);

  statement file_;
};

/// Of a file of this program; no functions when emucc left none.
source_statements statements_of(const std::string& file);

} // namespace cudalab::emulator
