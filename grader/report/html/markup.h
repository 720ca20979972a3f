// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Pieces of HTML and SVG. Text becomes markup only by text() and as an attribute's value, and both
/// escape it: what a student's file or program says cannot become an element.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>

namespace cudalab::grader::html {

struct attribute;

/// Well-formed markup. Pieces are joined with +.
class markup {
public:
  markup() = default;

  markup& operator+=(const markup& more) {
    text_ += more.text_;
    return *this;
  }
  friend markup operator+(markup first, const markup& second) { return first += second; }

  const std::string& str() const { return text_; }
  bool empty() const { return text_.empty(); }

private:
  friend markup text(std::string_view plain);
  friend markup style_sheet();
  friend markup element(const char* name, std::initializer_list<attribute> attributes,
                        const markup& content);
  std::string text_;
};

/// Plain text. Besides `<`, `>`, `&` and quotes, what is no UTF-8, control characters, and marks
/// that turn the direction of text (they make code look like other code) are replaced.
markup text(std::string_view plain);

/// `class="wrong"`. A number is written with at most two digits behind the point.
struct attribute {
  template <class Text, std::enable_if_t<std::is_convertible_v<Text, std::string_view>, int> = 0>
  attribute(const char* its_name, const Text& content)
      : name(its_name), value(std::string_view(content)) {}
  template <class Number, std::enable_if_t<std::is_arithmetic_v<Number>, int> = 0>
  attribute(const char* its_name, Number content)
      : name(its_name), value(in_short(static_cast<double>(content))) {}

  const char* name;
  std::string value;

private:
  static std::string in_short(double number);
};

/// `<name attributes>content</name>`; elements that have no content in HTML (`meta`, `br`) get no
/// end. A link's `href` must begin with `#`. @throws std::logic_error for another one
markup element(const char* name, std::initializer_list<attribute> attributes,
               const markup& content = {});
/// `<name>content</name>`
markup element(const char* name, const markup& content);
/// `<name>` and plain text
markup element(const char* name, std::string_view plain);

/// Plain text, a sentence or more, in which what stands between two `backquotes` is code.
/// Begins with a capital where it does not begin with code. What is longer than 4,000 bytes is cut.
markup prose(std::string_view plain);

/// The page's own style sheet (style.css) as an element.
markup style_sheet();

} // namespace cudalab::grader::html
