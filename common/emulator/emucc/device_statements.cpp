// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/device_statements.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "emulator/translate/tokens.h"

namespace cudalab::emulator {
namespace {

/// A line of preprocessed text, and where it comes from.
struct text_line {
  std::string_view file;
  int line = 0;
  std::string_view text;
};

/// Without the line markers.
std::vector<text_line> lines_of(std::string_view text) {
  std::vector<text_line> lines;
  text_line now{"", 1, {}};
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    now.text = text.substr(begin, end - begin);
    begin = end + 1;
    if (now.text.starts_with("# ")) { // # 12 "lab04.cu" 2
      now.line = std::atoi(std::string(now.text.substr(2, 12)).c_str());
      const std::size_t open = now.text.find('"'), close = now.text.rfind('"');
      if (open < close)
        now.file = now.text.substr(open + 1, close - open - 1);
      continue;
    }
    lines.push_back(now);
    ++now.line;
  }
  return lines;
}

struct code_piece {
  std::string_view text;
  int line = 0;
  int from = 0; ///< the line of the #pragma before it, which nothing may separate from it
};

/// From the function's { to the end of the line of its }.
std::vector<code_piece> pieces_of(const device_function& function,
                                  const std::vector<text_line>& lines) {
  std::vector<code_piece> pieces;
  int pragma = 0;
  for (const text_line& each : lines) {
    if (each.line < function.begin.line || each.line > function.end.line ||
        each.file != function.begin.file)
      continue;
    for (const token& one : tokenize(each.text)) {
      if (one.kind == token_kind::directive && pragma == 0)
        pragma = each.line;
      if (!one.significant() || one.kind == token_kind::end_of_text ||
          (each.line == function.begin.line &&
           static_cast<int>(one.begin) + 1 < function.begin.column))
        continue;
      pieces.push_back(
          {each.text.substr(one.begin, one.length), each.line, pragma == 0 ? each.line : pragma});
      pragma = 0;
    }
  }
  pieces.erase(pieces.begin(), std::find_if(pieces.begin(), pieces.end(),
                                            [](const code_piece& one) { return one.text == "{"; }));
  return pieces;
}

/// Recursive descent. What nests deeper than any program does is passed over.
class statement_writer {
public:
  explicit statement_writer(const std::vector<code_piece>& pieces) : pieces_(pieces) {}

  std::string function() {
    write_statement("body");
    return std::move(text_);
  }

private:
  static constexpr int deepest = 200;

  bool is(std::string_view text) const { return at_ < pieces_.size() && pieces_[at_].text == text; }
  int line_before() const { return at_ == 0 ? 0 : pieces_[at_ - 1].line; }
  void take(std::string_view text) {
    if (is(text))
      ++at_;
  }

  void pass_brackets() {
    for (int open = 0; at_ < pieces_.size(); ++at_) {
      open += is("(");
      open -= is(")");
      if (open <= 0) {
        ++at_;
        return;
      }
    }
  }

  /// Its own line comes before those of the statements in it.
  void write_statement(const char* flag_of_block = "-") {
    const int first = at_ < pieces_.size() ? pieces_[at_].from : line_before();
    const std::size_t begin = text_.size();
    const char *sort = "plain", *flag = "-";
    ++depth_;
    if (depth_ > deepest) {
      at_ = pieces_.size();
    } else if (is("{")) {
      sort = "block";
      flag = flag_of_block;
      read_block();
    } else if (is("for") || is("while")) {
      sort = "loop";
      read_controlled();
    } else if (is("if") || is("switch")) {
      sort = "branch";
      flag = is("switch") ? "switch" : "-";
      read_controlled();
      if (is("else")) {
        ++at_;
        write_statement();
      }
    } else if (is("do")) {
      sort = "loop";
      read_do();
    } else {
      flag = read_plain();
    }
    --depth_;
    text_.insert(begin, std::to_string(depth_) + ' ' + sort + ' ' + std::to_string(first) + ' ' +
                            std::to_string(line_before()) + ' ' + flag + '\n');
  }

  void read_block() {
    for (++at_; at_ < pieces_.size() && !is("}");)
      write_statement();
    take("}");
  }

  /// A word, what stands in brackets, and one statement.
  void read_controlled() {
    for (++at_; is("constexpr");)
      ++at_;
    if (is("("))
      pass_brackets();
    write_statement();
  }

  void read_do() {
    ++at_;
    write_statement();
    take("while");
    if (is("("))
      pass_brackets();
    take(";");
  }

  /// To its semicolon. Blocks in it are bodies of lambdas and lists of values.
  const char* read_plain() {
    const char* flag = is("break") ? "break" : is("continue") ? "continue" : "-";
    for (int open = 0; at_ < pieces_.size() && !is("}");) {
      if (is("{")) {
        const bool of_lambda = at_ > 0 && pieces_[at_ - 1].text == ")";
        write_statement(of_lambda ? "body" : "-");
        continue;
      }
      const std::string_view now = pieces_[at_++].text;
      open += now == "(" ? 1 : now == ")" ? -1 : 0;
      if (now.starts_with("__syncthreads"))
        flag = "barrier";
      else if (now == "sync" && *flag == '-')
        flag = "perhaps";
      else if (now == "__syncwarp" && *flag == '-')
        flag = "warp";
      else if (now.starts_with("__threadfence") && *flag == '-')
        flag = "fence";
      if ((now == ";" && open <= 0) || (now == ":" && ends_label()))
        break;
    }
    return flag;
  }

  /// `case 1:`, `default:`: what follows is a statement of its own.
  bool ends_label() const {
    return (at_ >= 2 && pieces_[at_ - 2].text == "default") ||
           (at_ >= 3 && pieces_[at_ - 3].text == "case");
  }

  const std::vector<code_piece>& pieces_;
  std::string text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

} // namespace

std::string statement_lines(const translation& translated, const std::string& own_headers) {
  std::string text;
  if (translated.device_functions.empty())
    return text;
  const std::vector<text_line> lines = lines_of(translated.text);
  for (const device_function& each : translated.device_functions)
    if (own_headers.empty() || each.begin.file.rfind(own_headers, 0) != 0)
      text +=
          "file\t" + each.begin.file + '\n' + statement_writer(pieces_of(each, lines)).function();
  return text;
}

} // namespace cudalab::emulator
