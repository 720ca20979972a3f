// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/html/tests/well_formed.h"

#include <cctype>
#include <stdexcept>
#include <string_view>

namespace cudalab::grader {

namespace {

class reader {
public:
  explicit reader(std::string_view page) : rest_(page) {}

  html_page read() {
    html_page result;
    try {
      if (!takes("<!DOCTYPE html>"))
        fail("no doctype");
      while (!rest_.empty())
        read_next();
      if (!open_.empty())
        fail("<" + elements_[open_.back()].name + "> does not end");
    } catch (const std::runtime_error& problem) {
      result.problem = problem.what();
    }
    result.elements = std::move(elements_);
    return result;
  }

private:
  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error(what + " before: " + std::string(rest_.substr(0, 80)));
  }

  bool takes(std::string_view start) {
    if (rest_.substr(0, start.size()) != start)
      return false;
    rest_.remove_prefix(start.size());
    return true;
  }

  std::string name() {
    std::size_t length = 0;
    while (length < rest_.size() && (std::isalnum(static_cast<unsigned char>(rest_[length])) != 0 ||
                                     rest_[length] == '-' || rest_[length] == ':'))
      ++length;
    if (length == 0)
      fail("a name is missing");
    const std::string result(rest_.substr(0, length));
    rest_.remove_prefix(length);
    return result;
  }

  /// Up to one of `ends`, with entities replaced.
  std::string plain(std::string_view ends) {
    std::string result;
    while (!rest_.empty() && ends.find(rest_[0]) == std::string_view::npos) {
      if (takes("&lt;"))
        result += '<';
      else if (takes("&gt;"))
        result += '>';
      else if (takes("&amp;"))
        result += '&';
      else if (takes("&quot;"))
        result += '"';
      else if (takes("&#39;"))
        result += '\'';
      else if (rest_[0] == '&' || rest_[0] == '<' || rest_[0] == '>')
        fail("a character that is not escaped");
      else {
        result += rest_[0];
        rest_.remove_prefix(1);
      }
    }
    return result;
  }

  void read_next() {
    if (takes("</"))
      return read_end();
    if (takes("<"))
      return read_begin();
    const std::string text = plain("<");
    if (open_.empty() && text.find_first_not_of(" \n") != std::string::npos)
      fail("text outside of the page");
    for (const std::size_t each : open_)
      elements_[each].text += text;
  }

  void read_end() {
    const std::string ended = name();
    if (open_.empty() || elements_[open_.back()].name != ended || !takes(">"))
      fail("</" + ended + "> ends something else");
    open_.pop_back();
  }

  void read_begin() {
    html_element begun{name(), {}, {}};
    while (takes(" ")) {
      const std::string attribute = name();
      if (!takes("=\""))
        fail("an attribute without a value in quotes");
      if (!begun.attributes.emplace(attribute, plain("\"")).second)
        fail("an attribute that comes twice");
      takes("\"");
    }
    const bool ends_at_once = takes("/>");
    if (!ends_at_once && !takes(">"))
      fail("<" + begun.name + " does not end");
    const bool style = begun.name == "style";
    elements_.push_back(std::move(begun));
    if (!ends_at_once)
      open_.push_back(elements_.size() - 1);
    if (style)
      rest_.remove_prefix(std::min(rest_.size(), rest_.find("</style>")));
  }

  std::string_view rest_;
  std::vector<html_element> elements_;
  std::vector<std::size_t> open_;
};

} // namespace

html_page read_page(const std::string& page) {
  return reader(page).read();
}

std::vector<html_element> find_all(const html_page& page, const std::string& name,
                                   const std::string& css_class) {
  std::vector<html_element> result;
  for (const html_element& each : page.elements) {
    const auto found = each.attributes.find("class");
    const std::string classes = found == each.attributes.end() ? "" : " " + found->second + " ";
    if (each.name == name &&
        (css_class.empty() || classes.find(" " + css_class + " ") != std::string::npos))
      result.push_back(each);
  }
  return result;
}

} // namespace cudalab::grader
