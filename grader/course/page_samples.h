// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Samples of output in the course's pages, and whether they are what is printed.
///
/// A comment in one line stands above each sample, with or without an empty line between them:
///
///     <!-- sample: ./lab grade lab04, solution, titles -->
///
/// It names the command, `./lab grade` or `./lab run` with a lab. Gradings are made with --seed 1,
/// that of a starter as a student's first one.
/// Behind the command stand, in any order and each after a comma:
///
/// - which file it is. None of these: the starter.
///   - `solution`: the reference solution
///   - `exercise 1 done`: the starter with the solution's exercise 1
///   - `exercise 1 as guard_missing`: the starter with exercise 1 of this variant
/// - `only exercise 1`: the command has `--exercise 1`
/// - what of the output is shown. None of these: some of its lines.
///   - `titles`: of each check its title only
///   - `without margin`: the blanks that all lines begin with are left out
///
/// A sample shows whole lines in their order. A line `...` stands for one or more lines that are
/// left out; others may be left out before the first and after the last one. Nothing else may
/// differ, but for what hangs on the machine: see without_machine().
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace cudalab::course {

/// What() names the line of the page.
struct sample_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct page_sample {
  int line = 0;                         ///< of the page: the block's first one
  std::string command;                  ///< "grade", "run"
  std::string lab;                      ///< "lab04"
  bool solution = false;                ///< of the reference solution
  std::map<int, std::string> exercises; ///< done so far; with the variant's name, or none
  int only_exercise = 0;                ///< 0: all
  bool titles = false, without_margin = false;
  std::vector<std::string> lines; ///< of the block, without the indentation of the block

  bool of_starter() const { return !solution && exercises.empty(); }
};

/// The samples of a page in Markdown.
/// @param all_marked whether a block of code that looks like output must have a mark
/// @throws sample_error for a mark that cannot be read, one without a block below it, and a block
/// that lacks one
std::vector<page_sample> samples_of_page(const std::string& page, bool all_marked);

/// The text without what is another one on another machine: why a device was chosen, the folder of
/// the graded file, and the sandbox. They stand in the first lines of a grading.
std::string without_machine(const std::string& printed);

/// A starter with these sections, "// ---- Exercise 1: ...", of another file.
/// @throws std::invalid_argument when one of the files has no such section
std::string with_exercise_of(const std::string& starter, const std::string& other, int exercise);

/// In what a sample is not what was printed, for who mends the page; empty: in nothing.
std::string difference_of(const page_sample& sample, const std::string& printed);

} // namespace cudalab::course
