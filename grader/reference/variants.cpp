// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/reference/variants.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "grader/files/read_text.h"

namespace cudalab::reference {

namespace {

constexpr const char* file_name = "variants.md";

class reader {
public:
  std::vector<variant> read(const std::string& text) {
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
      ++number_;
      if (fence_ != 0)
        add_to_block(line);
      else if (line.rfind("## ", 0) == 0)
        begin_part(line.substr(3));
      else if (in_part_)
        add(line);
    }
    if (fence_ != 0)
      complain("the block of line " + std::to_string(fence_) + " is not closed");
    finish();
    return std::move(found_);
  }

private:
  [[noreturn]] void complain(const std::string& what) const {
    throw variants_error("line " + std::to_string(number_) + ": " + what);
  }

  void begin_part(const std::string& title) {
    finish();
    if (title != "Wrong" && title != "Right")
      complain("a part is called Wrong or Right, not " + title);
    in_part_ = true;
    right_ = title == "Right";
  }

  void add(const std::string& line) {
    if (line.rfind("### ", 0) == 0)
      begin_variant(line.substr(4));
    else if (line.find_first_not_of(' ') == line.npos)
      return;
    else if (now_.name.empty())
      complain("here a variant's heading should stand: " + line);
    else if (has_block_)
      complain("behind its block a variant has nothing more: " + line);
    else if (line == "```diff" || line == "```cpp")
      begin_block(line == "```cpp");
    else if (line.rfind("- ", 0) == 0)
      add_to_head(line.substr(2));
    else
      now_.story += (now_.story.empty() ? "" : " ") + line;
  }

  void begin_variant(const std::string& name) {
    finish();
    if (name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") != name.npos)
      complain("a name has small letters, digits and _ only: " + name);
    if (find_variant(found_, name) != nullptr)
      complain("there are two variants named " + name);
    now_.name = name;
    now_.right = right_;
    now_.line = number_;
  }

  void add_to_head(const std::string& line) {
    if (line.rfind("from: ", 0) == 0)
      now_.from = line.substr(6);
    else if (line.rfind("in ", 0) == 0)
      checked([&] { now_.difference.push_back(parse_change(line, number_)); });
    else if (right_)
      complain("a right variant promises nothing: " + line);
    else
      checked([&] { add_line(now_.head, line); });
  }

  void begin_block(bool whole) {
    fence_ = number_;
    whole_ = whole;
    block_.clear();
  }

  void add_to_block(const std::string& line) {
    if (line != "```") {
      block_ += line + '\n';
      return;
    }
    if (whole_)
      now_.whole = block_;
    else
      checked([&] { add_hunks(); });
    fence_ = 0;
    has_block_ = true;
    if (block_.empty())
      complain("this block is empty");
  }

  void add_hunks() {
    for (hunk& each : parse_difference(block_, fence_ + 1))
      now_.difference.push_back(std::move(each));
  }

  void finish() {
    if (now_.name.empty())
      return;
    if (!has_text())
      complain(now_.name +
               " says not what it changes: it has no line \"- in\" and no block ```diff");
    if (!now_.right)
      checked([&] { require_whole(now_.head); });
    found_.push_back(std::exchange(now_, {}));
    has_block_ = false;
  }

  /// What others complain about is told with the variant's name.
  template <class action>
  void checked(const action& act) const {
    try {
      act();
    } catch (const head_error& problem) {
      complain(now_.name + ": " + problem.what());
    } catch (const difference_error& problem) { // it knows its line better
      throw variants_error(now_.name + ", " + problem.what());
    }
  }

  bool has_text() const { return !now_.difference.empty() || !now_.whole.empty(); }

  int number_ = 0;
  bool in_part_ = false, right_ = false;
  variant now_;
  int fence_ = 0; ///< the line where the block under way began; 0: none
  bool whole_ = false, has_block_ = false;
  std::string block_;
  std::vector<variant> found_;
};

/// "lab04_tiled_matmul/variants.md, ..."
[[noreturn]] void complain_about(const solution& reference, const std::string& what) {
  throw variants_error(reference.folder + '/' + file_name + ", " + what);
}

solution changed(const solution& reference, const std::vector<variant>& all, const variant& one,
                 std::size_t depth) {
  solution base = reference;
  if (!one.from.empty()) {
    const variant* other = find_variant(all, one.from);
    if (other == nullptr || depth == 0)
      complain_about(reference, one.name + (depth == 0 ? ": each is made from the next, in a circle"
                                                       : ": there is no variant " + one.from));
    base = changed(reference, all, *other, depth - 1);
  }
  if (!one.whole.empty()) {
    base.files.front().text = one.whole;
    return base;
  }
  try {
    return with_difference(std::move(base), one.difference);
  } catch (const difference_error& problem) {
    complain_about(reference, one.name + ", " + problem.what());
  }
}

} // namespace

std::vector<variant> parse_variants(const std::string& text) {
  return reader().read(text);
}

std::vector<variant> variants_of(const solution& reference) {
  try {
    return parse_variants(grader::content_of(reference.path / file_name));
  } catch (const variants_error& problem) {
    complain_about(reference, problem.what());
  }
}

const variant* find_variant(const std::vector<variant>& all, const std::string& name) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const variant& each) { return each.name == name; });
  return found == all.end() ? nullptr : &*found;
}

solution with_variant(const solution& reference, const std::vector<variant>& all,
                      const variant& one) {
  return changed(reference, all, one, all.size());
}

} // namespace cudalab::reference
