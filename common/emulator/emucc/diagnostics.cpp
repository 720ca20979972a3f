// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/diagnostics.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>
#include <vector>

#include "emulator/emucc/located_line.h"
#include "emulator/emucc/words.h"

namespace cudalab::emulator {
namespace {

/// The type of a parameter through which CUDA gives a pointer.
constexpr const char* out_parameter = "cudalab::emulator::pointer_out";

/// Words of generated code that no student wrote.
bool speaks_of_generated_code(std::string_view text) {
  return contains(text, "cudalab::emulator") ||
         contains(text, "use 'thread_local' to allow this") ||
         contains(text, "(anonymous class)::operator()") || contains(text, "(lambda at ");
}

/// What stands in quotes after `before`.
std::string quoted_after(const std::string& text, const std::string& before) {
  const std::size_t begin = text.find(before + '\'');
  const std::size_t name = begin + before.size() + 1;
  const std::size_t end = begin == text.npos ? begin : text.find('\'', name);
  return end == text.npos ? "" : text.substr(name, end - name);
}

/// cudaMalloc and its like set a pointer, and were given something else than its address.
std::string no_address_of_pointer(const std::string& type) {
  return "error: CUDA sets a pointer here and needs that pointer's address; this is of type " +
         type +
         ": write & before the name of a pointer variable. If it is there, the variable is no "
         "pointer: "
         "in `float *a, b` only a is one";
}

constexpr std::string_view no_function = "error: no matching function for call to '";

/// Whether a reason is that the pointer which is given points to a constant, and that of the
/// function does not: "no known conversion from 'const float *' to 'void *' for 1st argument".
bool stores_to_constant(const std::string& reason) {
  const std::string from = quoted_after(reason, "conversion from "),
                    to = quoted_after(reason, "' to ");
  return begins(from, "const ") && from.back() == '*' && !to.empty() && to.back() == '*' &&
         !begins(to, "const ") && std::count(from.begin(), from.end(), '*') == 1;
}

/// Why no function of a name takes the arguments of a call: what the compiler says of each.
class refused_call {
public:
  void add(const std::string& note) {
    const std::size_t colon = note.find(": ", note.find("candidate "));
    if (colon != note.npos)
      reasons_.push_back(note.substr(colon + 2));
  }
  void clear() { reasons_.clear(); }

  /// The reason of the one that was most likely meant, behind a colon; empty: nobody knows.
  std::string words() const {
    const std::string* const meant = find();
    if (meant == nullptr)
      return "";
    return ": " + meant->substr(0, meant->find("; "));
  }
  /// What to write in place of it; empty: that depends.
  std::string remedy() const {
    const std::string* const meant = find();
    if (meant == nullptr)
      return "";
    if (contains(*meant, "; remove *"))
      return "An address is wanted there, and * makes the value of it: leave out the *.";
    if (stores_to_constant(*meant))
      return "The function stores to that argument, and `const` says that it is only read. Are two "
             "arguments exchanged? (For cudaMemcpy: first where to, then where from.)";
    if (contains(*meant, "; take the address"))
      return "An address is wanted there: write & before that argument, as in &a[i].";
    if (contains(*meant, "; dereference"))
      return "A value is wanted there, and this is an address: write * before it, or [i] behind.";
    return "";
  }

private:
  const std::string* find() const {
    const std::string* first = nullptr;
    for (const std::string& each : reasons_)
      if (contains(each, "; remove *") || contains(each, "; take the address") ||
          contains(each, "; dereference"))
        return &each;
    for (const std::string& each : reasons_)
      if (begins(each, "no known conversion") || begins(each, "deduced conflicting types"))
        first = first == nullptr ? &each : first;
    if (first != nullptr)
      return first;
    const bool all_the_same = std::adjacent_find(reasons_.begin(), reasons_.end(),
                                                 std::not_equal_to<>()) == reasons_.end();
    return reasons_.empty() || !all_the_same ? nullptr : &reasons_.front();
  }

  std::vector<std::string> reasons_;
};

class message_filter {
public:
  message_filter(const translation& translated, const std::string& headers)
      : translated_(translated), headers_(headers) {}

  std::string run(const std::string& messages) {
    std::istringstream lines(messages);
    for (std::string line; std::getline(lines, line);)
      read(line);
    flush();
    return std::move(result_);
  }

private:
  void read(const std::string& line) {
    if (begins(line, "In file included from")) {
      flush();
      context_.push_back(line);
      return;
    }
    if (std::optional<located_line> parts = parse_located_line(line))
      return located(*parts);
    if (!contains(line, " generated.")) // "1 error generated."
      result_after_main() += line + '\n';
  }

  void located(located_line& parts) {
    if (begins(parts.text, "note: "))
      return note(parts);
    flush();
    if (has_error_ && contains(parts.text, "'(lambda at ")) {
      context_.clear(); // follows from that error
      return;
    }
    main_ = parts;
    main_context_ = std::move(context_);
    context_.clear();
  }

  /// Which templates led to an error is said in notes after it.
  void note(const located_line& parts) {
    constexpr std::string_view reason = "note: candidate function not viable: ";
    if (main_ && contains(main_->text, bound_call) && begins(parts.text, reason)) {
      main_->text += ": " + parts.text.substr(reason.size());
      return;
    }
    if (main_ && begins(main_->text, no_function) && begins(parts.text, "note: candidate ") &&
        !speaks_of_generated_code(parts.text))
      refused_.add(parts.text);
    if (main_ && is_ours(main_->place) && !is_ours(parts.place) &&
        contains(parts.text, "requested here")) {
      main_->place = parts.place;
      main_context_.clear(); // how our header came in
    }
    if (main_ && contains(parts.text, "no known conversion from") &&
        contains(parts.text, out_parameter))
      main_->text = no_address_of_pointer(quoted_after(parts.text, "conversion from "));
    if (is_ours(parts.place) || speaks_of_generated_code(parts.text))
      context_.clear();
    else
      result_after_main() += written(parts) + '\n';
  }

  std::string& result_after_main() { return main_ ? notes_ : result_; }

  void flush() {
    if (!main_)
      return;
    std::string message;
    for (const std::string& line : main_context_)
      message += line + '\n';
    if (!begins(main_->text, no_function)) // it has other words by now
      refused_.clear();
    main_->text += refused_.words();
    message += written(*main_) + '\n' + notes_;
    if (const std::string remedy = refused_.remedy(); !remedy.empty())
      message += written({main_->place, "note: remedy: " + remedy}) + '\n';
    refused_.clear();
    if (said_.insert(message).second) // several templates of ours make of one mistake several
      result_ += message;
    has_error_ = has_error_ || contains(message, "error: ");
    main_.reset();
    notes_.clear();
  }

  bool is_ours(const source_place& place) const { return begins(place.file, headers_); }

  const translated_launch* launch_at(const source_place& place, const std::string& text) const {
    const translated_launch* found = nullptr;
    for (const translated_launch& launch : translated_.launches) {
      if (launch.begin.file != place.file || place.line < launch.begin.line ||
          place.line > launch.last_line)
        continue;
      if (!found || contains(text, "'" + launch.kernel + "'"))
        found = &launch;
    }
    return found;
  }

  std::string written(located_line parts) const {
    for (const column_shift& shift : translated_.shifts)
      if (parts.place.file == shift.from.file && parts.place.line == shift.from.line &&
          parts.place.column > shift.from.column)
        parts.place.column -= shift.by;
    if (const translated_launch* launch = launch_at(parts.place, parts.text)) {
      adjust_place(parts.place, *launch);
      adjust_text(parts.text, *launch);
    }
    if (contains(parts.text, "thread-local variable must be a constant"))
      parts.text = "error: a __shared__ variable cannot have a constructor: "
                   "no thread would run it";
    return to_text(parts);
  }

  static void adjust_place(source_place& place, const translated_launch& launch) {
    if (place.line == launch.begin.line && place.column > launch.begin.column)
      place.column = launch.begin.column;
    else if (place.line == launch.configuration_line)
      place = launch.begin;
  }

  static void adjust_text(std::string& text, const translated_launch& launch) {
    if (const std::size_t at = text.find(bound_call); at != text.npos) {
      // Its first parameter is the lambda that calls the kernel.
      std::size_t begin = text.find(')', at + bound_call.size());
      begin = begin == text.npos ? text.size() : begin + 1;
      if (text.compare(begin, 2, ", ") == 0)
        begin += 2;
      const std::size_t end = std::min(text.find(">'", begin), text.size());
      text = "error: the launch of " + launch.kernel + " does not fit the kernel's parameters (" +
             text.substr(begin, end - begin) + ")" + text.substr(std::min(end + 2, text.size()));
    }
    if (begins(text, "error: ") && contains(text, "launch_configuration"))
      text = "error: the launch of " + launch.kernel +
             " needs <<<blocks, threads, bytes of dynamic shared memory, stream>>>: blocks and "
             "threads are int or dim3, bytes are a size_t; the last two may be left out";
    for (std::size_t number = launch.arguments.size(); number-- > 0;) {
      const std::string name = "cudalab_a" + std::to_string(number);
      for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at)) {
        text.replace(at, name.size(), launch.arguments[number]);
        at += launch.arguments[number].size();
      }
    }
  }

  static constexpr std::string_view bound_call = "object of type 'kernel_with_name<";

  const translation& translated_;
  std::string headers_;
  std::vector<std::string> context_; ///< lines that stand before a message still to come
  std::optional<located_line> main_; ///< the last error or warning, not written yet
  std::vector<std::string> main_context_;
  std::string notes_;
  refused_call refused_; ///< what the notes say of functions that the last error is about
  std::string result_;
  std::set<std::string> said_; ///< messages in it: there may be tens of thousands
  bool has_error_ = false;
};

} // namespace

std::string readable_messages(const std::string& messages, const translation& translated,
                              const std::filesystem::path& headers) {
  return message_filter(translated, headers).run(messages);
}

std::string readable_linker_messages(const std::string& messages,
                                     const std::filesystem::path& scratch) {
  const std::string temporary = scratch.string() + '/';
  std::istringstream lines(messages);
  std::string result;
  for (std::string line; std::getline(lines, line);) {
    if (begins(line, "collect2: ") || contains(line, "linker command failed"))
      continue;
    for (std::size_t at = line.find(temporary); at != line.npos; at = line.find(temporary))
      line.erase(at, line.find('-', at + temporary.size()) + 1 - at); // "/tmp/emucc-x/1-"
    const std::string words = "undefined reference to ";
    const std::size_t at = line.find(words);
    if (at != line.npos && at + words.size() < line.size()) {
      line[at + words.size()] = '`';
      if (!contains(line, "error: "))
        line.insert(at, "error: ");
    }
    result += line + '\n';
  }
  return result;
}

bool refuse_narrowed_constants(std::string& messages) {
  static const std::string warning = "warning: constant expression evaluates to ";
  std::istringstream lines(messages);
  std::string result;
  bool found = false;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = line.find(warning);
    if (at != line.npos && contains(line, "[-Wc++11-narrowing]")) {
      line.replace(at, warning.find(':'), "error");
      line.erase(line.rfind(" [-Wc++11-narrowing]"));
      found = true;
    }
    result += line + '\n';
  }
  if (found)
    messages = result;
  return found;
}

} // namespace cudalab::emulator
