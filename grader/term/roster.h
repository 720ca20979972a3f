// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Who is in the course, from a CSV file as universities' systems write them.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace cudalab::term {

struct student {
  std::string id, name;
};

struct wrong_roster : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class roster {
public:
  roster() = default;
  /// @param file its name, for messages @throws wrong_roster
  roster(const std::string& text, const std::string& file);

  const std::vector<student>& students() const { return students_; }
  /// By any cell of their line (a number, a name, an address), in any case and spacing; nullptr:
  /// nobody, or several.
  const student* find(const std::string& word) const;
  /// What the line of this student (as find() takes it) has in the first column that is called so;
  /// titles in small letters without blanks: "sisuserid". Empty: no such column, or nobody.
  std::string cell_of(const std::string& word, const std::vector<std::string>& titles) const;
  bool has_column(const std::vector<std::string>& titles) const;

private:
  void add_key(const std::string& word, std::size_t which);

  std::vector<student> students_;
  std::vector<std::string> head_;
  std::vector<std::vector<std::string>> rows_; ///< of the students, in their order
  std::map<std::string, std::size_t> by_key_;
};

/// Rows of a CSV file. Quotes are those of RFC 4180; the separator is a comma, a semicolon or a
/// tab: the one that the first line has most of.
std::vector<std::vector<std::string>> read_csv(const std::string& text);

/// A cell of a CSV file; one that a spreadsheet would take for a formula is told to be text.
std::string csv_cell(const std::string& text);

} // namespace cudalab::term
