// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/class_tools/similar_code.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "grader/class_tools/code_tokens.h"
#include "grader/files/write_file.h"
#include "grader/run/private_folder.h"
#include "grader/term/ask_program.h"

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;

/// Chosen by what was measured (docs/results): shorter runs are in everybody's file.
constexpr int shortest_run = 32, shortest_given = 24;
constexpr int longest_comparison = 600; ///< seconds
constexpr std::size_t longest_file = 20'000;
constexpr std::size_t most_said = std::size_t{1} << 30;

/// Tokens from `first` to `last` of a file, both counted from 0.
struct stretch {
  std::size_t file = 0, first = 0, last = 0;
  std::size_t count() const { return last - first + 1; }
};
struct common_run {
  stretch a, b;
};

// ---- The engine
// -----------------------------------------------------------------------------------

/// A number behind `words`, which goes on behind it.
std::optional<std::size_t> number_behind(std::string_view& text, std::string_view words) {
  const std::size_t found = text.find(words);
  if (found == text.npos)
    return {};
  text.remove_prefix(found + words.size());
  std::size_t value = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end.ec != std::errc())
    return {};
  text.remove_prefix(static_cast<std::size_t>(end.ptr - text.data()));
  return value;
}

/// "3: line 10-62      |", where each line is a token.
std::optional<stretch> read_stretch(std::string_view& text) {
  const auto file = number_behind(text, ""), first = number_behind(text, ": line "),
             last = number_behind(text, "-");
  if (!file || !first || !last || *first < 1 || *last < *first)
    return {};
  return stretch{*file, *first - 1, *last - 1};
}

class engine {
public:
  explicit engine(const std::vector<std::vector<code_token>>& files) : folder_("similar") {
    for (const auto& tokens : files) {
      std::string text;
      for (const code_token& each : tokens)
        text += each.word + '\n';
      sizes_.push_back(tokens.size());
      write_file(folder_.path() / std::to_string(sizes_.size() - 1), text);
    }
  }

  /// `names` may have a "/": then those before it are compared with those behind it, and the others
  /// each with each.
  std::vector<common_run> ask(int shortest, const std::vector<std::string>& names) const {
    const bool with_old = std::find(names.begin(), names.end(), "/") != names.end();
    std::vector<std::string> words{"timeout",
                                   std::to_string(longest_comparison),
                                   "sim_c++",
                                   "-n",
                                   "-e",
                                   "-T",
                                   with_old ? "-S" : "-s",
                                   "-w",
                                   "100",
                                   "-r",
                                   std::to_string(shortest)};
    words.insert(words.end(), names.begin(), names.end());
    const auto answer = term::ask_program(words, {"LC_ALL=C"}, most_said, folder_.path());
    if (!answer || answer->exit == 127)
      throw no_comparison("sim_c++ is not installed. On Debian and Ubuntu it is in the package "
                          "similarity-tester.");
    if (answer->exit == 124)
      throw no_comparison(
          fmt::format("sim_c++ did not end within {} seconds.", longest_comparison));
    if (!answer->good())
      throw no_comparison("sim_c++ failed.");
    return runs_in(answer->text);
  }

private:
  std::vector<common_run> runs_in(std::string_view text) const {
    std::vector<common_run> all;
    while (!text.empty()) {
      std::string_view line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(line.size() + 1, text.size()));
      const auto a = read_stretch(line);
      const std::size_t middle = line.find('|');
      if (!a || middle == line.npos)
        continue;
      line.remove_prefix(middle + 1);
      const auto b = read_stretch(line);
      if (b && fits(*a) && fits(*b))
        all.push_back({*a, *b});
    }
    return all;
  }

  bool fits(const stretch& one) const {
    return one.file < sizes_.size() && one.last < sizes_[one.file];
  }

  private_folder folder_;
  std::vector<std::size_t> sizes_;
};

// ---- What the runs mean
// ---------------------------------------------------------------------------

class comparison {
public:
  comparison(const std::vector<std::string>& files, const std::vector<std::string>& given) {
    for (const std::string& each : files)
      tokens_.push_back(code_tokens(each));
    for (std::size_t i = 0; i < files.size(); ++i) {
      if (tokens_[i].size() > longest_file)
        result_.left_out.push_back(i);
      else
        names_.push_back(std::to_string(i));
      given_.emplace_back(tokens_[i].size());
      others_.emplace_back(tokens_[i].size());
    }
    std::vector<std::vector<code_token>> all = tokens_;
    std::vector<std::string> with_given = names_;
    with_given.push_back("/");
    for (const std::string& each : given) {
      with_given.push_back(std::to_string(all.size()));
      all.push_back(code_tokens(each));
    }
    const engine asked(all);
    if (!given.empty() && !names_.empty())
      find_given(asked.ask(shortest_given, with_given));
    if (names_.size() > 1)
      find_pairs(asked.ask(shortest_run, names_));
  }

  similar_files finish() {
    for (auto& [files, runs] : runs_)
      count_others(runs);
    for (auto& [files, runs] : runs_)
      result_.pairs.push_back({files.first, files.second, share_of(runs), in_lines(runs)});
    std::stable_sort(result_.pairs.begin(), result_.pairs.end(),
                     [](const auto& one, const auto& other) { return one.share > other.share; });
    for (std::size_t i = 0; i < tokens_.size(); ++i)
      result_.is_given.push_back(given_lines(i));
    return std::move(result_);
  }

private:
  void find_given(const std::vector<common_run>& runs) {
    for (const common_run& each : runs)
      for (const stretch& part : {each.a, each.b})
        if (part.file < given_.size())
          std::fill_n(given_[part.file].begin() + static_cast<std::ptrdiff_t>(part.first),
                      part.count(), true);
  }

  void find_pairs(const std::vector<common_run>& runs) {
    for (const common_run& each : runs)
      if (each.a.file < each.b.file)
        runs_[{each.a.file, each.b.file}].push_back(each);
      else if (each.b.file < each.a.file)
        runs_[{each.b.file, each.a.file}].push_back({each.b, each.a});
  }

  /// Of the pair's first or second file: which tokens are in any of the runs.
  std::vector<bool> covered(const std::vector<common_run>& runs, stretch common_run::*side) const {
    std::vector<bool> tokens(tokens_[(runs.front().*side).file].size());
    for (const common_run& each : runs)
      std::fill_n(tokens.begin() + static_cast<std::ptrdiff_t>((each.*side).first),
                  (each.*side).count(), true);
    return tokens;
  }

  void count_others(const std::vector<common_run>& runs) {
    for (const auto side : {&common_run::a, &common_run::b}) {
      const std::vector<bool> tokens = covered(runs, side);
      std::vector<int>& counts = others_[(runs.front().*side).file];
      for (std::size_t i = 0; i < tokens.size(); ++i)
        counts[i] += tokens[i] ? 1 : 0;
    }
  }

  /// What all have counts little. Four more files are thought of that have nothing in common with
  /// anybody: else it would be nothing in a class of two.
  double weight(std::size_t file, std::size_t token) const {
    if (given_[file][token])
      return 0;
    return std::log((static_cast<double>(tokens_.size()) + 4) / (others_[file][token] + 1));
  }

  double share_of(const std::vector<common_run>& runs) const {
    double common = 0, all = 0;
    for (const auto side : {&common_run::a, &common_run::b}) {
      const std::size_t file = (runs.front().*side).file;
      const std::vector<bool> tokens = covered(runs, side);
      for (std::size_t i = 0; i < tokens.size(); ++i) {
        all += weight(file, i);
        common += tokens[i] ? weight(file, i) : 0;
      }
    }
    return all > 0 ? common / all : 0;
  }

  std::vector<shared_run> in_lines(std::vector<common_run> runs) const {
    std::sort(runs.begin(), runs.end(), [](const common_run& one, const common_run& other) {
      return one.a.first < other.a.first;
    });
    std::vector<shared_run> lines;
    for (const common_run& each : runs)
      lines.push_back({tokens_[each.a.file][each.a.first].line,
                       tokens_[each.a.file][each.a.last].line,
                       tokens_[each.b.file][each.b.first].line,
                       tokens_[each.b.file][each.b.last].line, static_cast<int>(each.a.count())});
    return lines;
  }

  std::vector<bool> given_lines(std::size_t file) const {
    std::vector<bool> lines;
    std::vector<bool> own;
    for (std::size_t i = 0; i < tokens_[file].size(); ++i) {
      const auto line = static_cast<std::size_t>(tokens_[file][i].line);
      lines.resize(std::max(lines.size(), line + 1));
      own.resize(lines.size());
      (given_[file][i] ? lines : own)[line] = true;
    }
    for (std::size_t i = 0; i < lines.size(); ++i)
      lines[i] = lines[i] && !own[i];
    return lines;
  }

  std::vector<std::vector<code_token>> tokens_;
  std::vector<std::string> names_;       ///< of files that are compared
  std::vector<std::vector<bool>> given_; ///< of each file's tokens
  std::vector<std::vector<int>> others_; ///< in how many other files each token's run is
  std::map<std::pair<std::size_t, std::size_t>, std::vector<common_run>> runs_;
  similar_files result_;
};

} // namespace

similar_files find_similar(const std::vector<std::string>& files,
                           const std::vector<std::string>& given) {
  return comparison(files, given).finish();
}

} // namespace cudalab::grader
