// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A table of a TOML file, key by key. What is wrong is collected with its line and column, so that
/// all of it is told at once.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "grader/near_names.h"

namespace cudalab::term {

class toml_problems {
public:
  explicit toml_problems(std::string file) : file_(std::move(file)) {}
  void add(const toml::source_region& where, const std::string& what) {
    found_.push_back({where.begin.line, fmt::format("{}:{}:{}: {}", file_, where.begin.line,
                                                    where.begin.column, what)});
  }
  bool none() const { return found_.empty(); }
  std::string text() {
    std::stable_sort(found_.begin(), found_.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::string all;
    for (const auto& [line, what] : found_)
      all += (all.empty() ? "" : "\n") + what;
    return all;
  }

private:
  std::string file_;
  std::vector<std::pair<unsigned, std::string>> found_;
};

/// " Do you mean 'due'?", or nothing.
inline std::string did_you_mean(const std::string& typed, const std::vector<std::string>& known) {
  const std::vector<std::string> near = grader::near_names(typed, known, 1);
  if (near.empty() || 2 * grader::distance(typed, near[0]) > near[0].size() + 1)
    return "";
  return fmt::format(" Do you mean '{}'?", near[0]);
}

class toml_reader {
public:
  toml_reader(const toml::table& table, std::string name, toml_problems& problems)
      : table_(table), name_(std::move(name)), problems_(problems) {}

  /// Of any type; nullptr: not there.
  const toml::node* find(const std::string& key) {
    known_.push_back(key);
    return table_.get(key);
  }

  std::optional<std::string> text(const std::string& key) {
    return value<std::string>(key, "a text in quotes");
  }
  std::optional<double> number(const std::string& key, double least, double most) {
    const toml::node* node = find(key);
    if (node == nullptr)
      return {};
    const std::optional<double> got = node->is_number() ? node->value<double>() : std::nullopt;
    if (!got || !(*got >= least && *got <= most)) {
      wrong(*node, key, fmt::format("a number from {:g} to {:g}", least, most));
      return {};
    }
    return got;
  }
  std::optional<std::int64_t> whole(const std::string& key, std::int64_t least, std::int64_t most) {
    const toml::node* node = find(key);
    if (node == nullptr)
      return {};
    const std::optional<std::int64_t> got = node->value_exact<std::int64_t>();
    if (!got || *got < least || *got > most) {
      wrong(*node, key, fmt::format("a whole number from {} to {}", least, most));
      return {};
    }
    return got;
  }
  std::optional<toml::date_time> moment(const std::string& key) {
    const toml::node* node = find(key);
    if (node == nullptr)
      return {};
    const auto got = node->value_exact<toml::date_time>();
    if (!got || !got->offset) {
      wrong(*node, key,
            "a date and a time with their distance from UTC, without quotes: "
            "2026-11-30T23:59:00+01:00");
      return {};
    }
    return *got;
  }
  /// One of these words.
  std::optional<std::string> choice(const std::string& key, const std::vector<std::string>& words) {
    const auto got = text(key);
    if (!got || std::find(words.begin(), words.end(), *got) != words.end())
      return got;
    std::string all;
    for (const std::string& each : words)
      all += fmt::format("{}\"{}\"", all.empty() ? "" : ", ", each);
    problems_.add(table_.get(key)->source(), fmt::format("'{}' is one of {}, not \"{}\".{}", key,
                                                         all, *got, did_you_mean(*got, words)));
    return {};
  }
  std::vector<std::string> texts(const std::string& key) {
    const toml::node* node = find(key);
    std::vector<std::string> all;
    if (node == nullptr)
      return all;
    const toml::array* list = node->as_array();
    if (list == nullptr) {
      wrong(*node, key, "a list of texts: [\"a\", \"b\"]");
      return all;
    }
    for (const toml::node& each : *list) {
      if (const auto one = each.value_exact<std::string>())
        all.push_back(*one);
      else
        wrong(each, key, "a list of texts: [\"a\", \"b\"]");
    }
    return all;
  }
  const toml::table* table(const std::string& key) {
    const toml::node* node = find(key);
    if (node != nullptr && !node->is_table())
      wrong(*node, key, fmt::format("a table: [{}]", key));
    return node == nullptr ? nullptr : node->as_table();
  }

  /// What nobody asked for.
  void finish() {
    for (const auto& [key, node] : table_) {
      const std::string name(key.str());
      if (std::find(known_.begin(), known_.end(), name) == known_.end())
        problems_.add(key.source(), fmt::format("there is no key '{}' in {}.{}", name, name_,
                                                did_you_mean(name, known_)));
    }
  }
  void wrong(const toml::node& node, const std::string& key, const std::string& wanted) {
    problems_.add(node.source(), fmt::format("'{}' must be {}.", key, wanted));
  }

private:
  template <class type>
  std::optional<type> value(const std::string& key, const char* wanted) {
    const toml::node* node = find(key);
    if (node == nullptr)
      return {};
    const auto got = node->value_exact<type>();
    if (!got)
      wrong(*node, key, wanted);
    return got;
  }

  const toml::table& table_;
  std::string name_;
  toml_problems& problems_;
  std::vector<std::string> known_;
};

} // namespace cudalab::term
