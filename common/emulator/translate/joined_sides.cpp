// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/translate/joined_sides.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>

#include "emulator/translate/code.h"
#include "emulator/translate/scope.h"

namespace cudalab::emulator {
namespace {

/// A line that holds anything, and where it stands in its file.
struct source_line {
  std::string_view file; ///< as the marker quotes it
  int number = 0;
  bool of_system = false;
  std::string_view text;

  bool operator==(const source_line& other) const {
    return number == other.number && text == other.text && file == other.file;
  }
};

bool is_marker(std::string_view line) {
  return line.size() > 2 && line[0] == '#' && line[1] == ' ' && line[2] >= '0' && line[2] <= '9';
}

/// `# 12 "file.cu" 1 3`
void read_marker(std::string_view line, source_line& next) {
  next.number = 0;
  std::size_t at = 2;
  for (; at < line.size() && line[at] >= '0' && line[at] <= '9'; ++at)
    next.number = next.number * 10 + (line[at] - '0');
  const std::size_t open = line.find('"', at), close = line.rfind('"');
  if (open == line.npos || close == open)
    return;
  next.file = line.substr(open + 1, close - open - 1);
  next.of_system = line.find('3', close) != line.npos;
}

std::vector<source_line> lines_of(std::string_view text) {
  std::vector<source_line> result;
  source_line next;
  next.number = 1;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (is_marker(line)) {
      read_marker(line, next);
      continue;
    }
    next.text = line;
    if (line.find_first_not_of(" \t\r") != line.npos)
      result.push_back(next);
    ++next.number;
  }
  return result;
}

/// Lines first..last-1 of each reading, in one of which there may be none.
struct difference {
  std::size_t host = 0, host_end = 0, device = 0, device_end = 0;
};

/// Where both readings go on alike. Lines that only one of them has stand at numbers of their own.
difference next_alike(const std::vector<source_line>& host, std::size_t at_host,
                      const std::vector<source_line>& device, std::size_t at_device) {
  constexpr std::size_t window = 50000;
  const auto key = [](const source_line& line) {
    return std::hash<std::string_view>{}(line.file) * 31 + static_cast<std::size_t>(line.number);
  };
  std::unordered_multimap<std::size_t, std::size_t> ahead;
  const std::size_t end = std::min(device.size(), at_device + window);
  for (std::size_t i = end; i-- > at_device;)
    ahead.emplace(key(device[i]), i);
  for (std::size_t i = at_host; i < host.size(); ++i) {
    std::optional<std::size_t> best;
    const auto [first, last] = ahead.equal_range(key(host[i]));
    for (auto each = first; each != last; ++each)
      if (device[each->second] == host[i])
        best = std::min(best.value_or(each->second), each->second);
    if (best)
      return {at_host, i, at_device, *best};
  }
  return {at_host, host.size(), at_device, device.size()};
}

std::vector<difference> differences_of(const std::vector<source_line>& host,
                                       const std::vector<source_line>& device) {
  std::vector<difference> result;
  std::size_t i = 0, j = 0;
  while (i < host.size() || j < device.size()) {
    if (i < host.size() && j < device.size() && host[i] == device[j]) {
      ++i, ++j;
      continue;
    }
    result.push_back(next_alike(host, i, device, j));
    i = result.back().host_end, j = result.back().device_end;
  }
  return result;
}

enum class who { host, device, both, nobody };

/// The function around a place, if there is one.
struct enclosing {
  who runs = who::nobody;
  std::size_t open = code::none, close = code::none; ///< its braces
};

/// The outermost function: a lambda or a local class belongs to it.
enclosing function_around(const code& source, std::size_t at) {
  enclosing result;
  for (std::size_t here = std::min(at, source.size()); here-- > 0;) {
    const std::string_view piece = source[here];
    if (piece == ")" || piece == "]" || piece == "}") {
      here = source.opening(here);
      if (here == code::none)
        break;
    } else if (piece == "{" && scope_of(source, here + 1) == scope::function &&
               scope_of(source, here) != scope::function) {
      result.open = here;
    }
  }
  if (result.open == code::none)
    return result;
  result.close = source.closing(result.open);
  bool host = false, device = false, fixed = false;
  for (std::size_t i = declaration_begin(source, result.open); i < result.open; ++i) {
    host |= source[i] == "__host__";
    device |= source[i] == "__device__" || source[i] == "__global__";
    fixed |= source[i] == "constexpr";
  }
  result.runs = !device || (host && fixed) ? who::host : host ? who::both : who::device;
  return result;
}

class joiner {
public:
  joiner(std::string_view host, std::string_view device)
      : host_(lines_of(host)), device_(lines_of(device)), text_(device), source_(device) {}

  std::string run() {
    std::size_t i = 0, j = 0; // what is written of each
    for (const difference& each : differences_of(host_, device_)) {
      if (each.device < j) // in a function that was written as a whole
        continue;
      const enclosing function = function_around(source_, piece_at(each.device));
      if (function.runs == who::both && write_both(function, i, j, each))
        continue;
      write(device_, j, each.device);
      const bool of_host = function.runs == who::host ||
                           (function.runs == who::nobody && each.device == each.device_end);
      if (of_host)
        write(host_, each.host, each.host_end);
      else
        write(device_, each.device, each.device_end);
      i = each.host_end, j = each.device_end;
    }
    write(device_, j, device_.size());
    return std::move(result_);
  }

private:
  std::size_t offset(std::string_view part) const {
    return static_cast<std::size_t>(part.data() - text_.data());
  }
  std::size_t begin_of(std::size_t piece) const {
    return source_.tokens()[source_.token_index(piece)].begin;
  }
  /// The first piece from a line of the device's reading on.
  std::size_t piece_at(std::size_t line) const {
    const std::size_t from = line < device_.size() ? offset(device_[line].text) : text_.size();
    std::size_t low = 0, high = source_.size();
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      if (begin_of(middle) < from)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }
  std::size_t line_of(std::size_t piece) const {
    const std::size_t at = begin_of(piece);
    const auto after = std::upper_bound(
        device_.begin(), device_.end(), at,
        [&](std::size_t value, const source_line& line) { return value < offset(line.text); });
    return static_cast<std::size_t>(after - device_.begin()) - 1;
  }
  std::size_t column_of(std::size_t piece) const {
    return begin_of(piece) - offset(device_[line_of(piece)].text);
  }

  /// A function for both sides, from what is written of the readings up to its end. False: its
  /// braces do not stand in lines that both have.
  bool write_both(const enclosing& function, std::size_t& i, std::size_t& j,
                  const difference& first) {
    if (function.close == code::none)
      return false;
    const std::size_t open = line_of(function.open), close = line_of(function.close);
    if (open < j || open >= first.device)
      return false;
    const std::size_t host_open = first.host - (first.device - open);
    const auto host_close = std::find(host_.begin() + static_cast<std::ptrdiff_t>(first.host),
                                      host_.end(), device_[close]);
    if (host_close == host_.end())
      return false;
    write(device_, j, open);
    const std::size_t after_open = column_of(function.open) + 1;
    const std::size_t before_close = column_of(function.close);
    source_line part = device_[open];
    const std::string_view opening = part.text, closing = device_[close].text;
    begin_line(part);
    put(opening.substr(0, after_open));
    result_ += " if (::cudalab_in_kernel()) {";
    put(opening.substr(after_open));
    write(device_, open + 1, close);
    begin_line(device_[close]);
    put(closing.substr(0, before_close));
    result_ += "} else {";
    begin_line(part);
    put(opening.substr(after_open));
    write(host_, host_open + 1, static_cast<std::size_t>(host_close - host_.begin()));
    begin_line(device_[close]);
    put(closing.substr(0, before_close));
    result_ += "}";
    put(closing.substr(before_close));
    i = static_cast<std::size_t>(host_close - host_.begin()) + 1;
    j = close + 1;
    return true;
  }

  void write(const std::vector<source_line>& lines, std::size_t from, std::size_t to) {
    for (; from < to; ++from) {
      begin_line(lines[from]);
      put(lines[from].text);
    }
  }

  /// The next text is of this line.
  void begin_line(const source_line& line) {
    const bool follows = line.file == file_ && line.number >= number_ && line.number < number_ + 8;
    if (follows) {
      for (; number_ < line.number; ++number_)
        result_ += '\n';
    } else {
      result_ += "\n# " + std::to_string(line.number) + " \"" + std::string(line.file) + "\"" +
                 (line.of_system ? " 3" : "") + "\n";
      file_ = line.file;
      number_ = line.number;
    }
  }

  /// `__host__` is nothing to the compiler.
  void put(std::string_view text) {
    constexpr std::string_view word = "__host__";
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word)) {
      result_.append(text.substr(0, at)).append(word.size(), ' ');
      text.remove_prefix(at + word.size());
    }
    result_ += text;
  }

  std::vector<source_line> host_, device_;
  std::string_view text_;
  code source_; ///< the device's reading
  std::string result_;
  std::string_view file_;
  int number_ = 0;
};

} // namespace

std::vector<std::string> files_of(std::string_view preprocessed) {
  std::set<std::string> result;
  for (std::size_t at = 0; at < preprocessed.size();) {
    const std::size_t end = std::min(preprocessed.find('\n', at), preprocessed.size());
    const std::string_view line = preprocessed.substr(at, end - at);
    source_line next;
    if (is_marker(line)) {
      read_marker(line, next);
      result.emplace(next.file);
    }
    at = end + 1;
  }
  return {result.begin(), result.end()};
}

std::string joined_passes(std::string_view host, std::string_view device) {
  return joiner(host, device).run();
}

} // namespace cudalab::emulator
