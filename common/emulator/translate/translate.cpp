// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/translate/translate.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "emulator/translate/code.h"
#include "emulator/translate/device_declaration.h"
#include "emulator/translate/inline_ptx.h"
#include "emulator/translate/kernel_address.h"
#include "emulator/translate/launch.h"
#include "emulator/translate/shared_declaration.h"

namespace cudalab::emulator {
namespace {

/// Of a lambda that hands over the arguments: no access of the student's.
const std::string unseen = "__attribute__((no_sanitize(\"thread\")))";

std::string quoted(const std::string& name) {
  std::string text = "\"";
  for (char c : name) {
    if (c == '"' || c == '\\')
      text += '\\';
    text += c;
  }
  return text + '"';
}

constexpr const char* no_launch_in_kernel =
    "a kernel launches another one, which needs separate compilation (-rdc=true): let the host "
    "launch it";

class rewriter {
public:
  rewriter(std::string_view text, bool kernels_launch)
      : source_(text), kernels_launch_(kernels_launch) {}

  translation run() {
    find();
    if (launches_.empty() && words_.empty() && before_.empty()) {
      result_.text = source_.text();
      return std::move(result_);
    }
    result_.text.reserve(source_.text().size() + 4096);
    emit(0, source_.tokens().size());
    return std::move(result_);
  }

private:
  source_place place(std::size_t index) {
    position_.move_to(source_.text(), source_.tokens(), source_.token_index(index));
    return position_.place();
  }

  void find() {
    for (std::size_t at = 0; at < source_.size(); ++at) {
      note_bindings(at);
      if (source_[at] == "__shared__")
        find_shared(at);
      else if (is_device_word(source_[at]))
        find_device(at);
      else if (source_[at] == "__global__")
        find_kernel(at);
      else if (source_[at] == "__launch_bounds__")
        find_launch_bounds(at);
      else if (begins_launch(source_, at) && at < kernel_end_ && !kernels_launch_)
        result_.errors.push_back({place(at), no_launch_in_kernel});
      else if (begins_launch(source_, at))
        find_launch(at);
      else if (const std::string_view name = pointer_declared(source_, at); !name.empty())
        kernels_.insert(name), declared_pointers_.insert(name);
      else if (const std::string_view same = made_of_kernel(source_, at, kernels_); !same.empty())
        pointers_.insert(same);
      else if (begins_inline_ptx(source_, at))
        result_.errors.push_back({place(at), no_inline_ptx});
    }
    for (std::size_t at = 0; at < source_.size(); ++at)
      find_address(at);
    place_functions();
    place_launch_bounds();
  }

  /// The names of `auto [a, b] = ...` and of `const auto* a = ...`.
  void note_bindings(std::size_t at) {
    if (source_[at] != "auto")
      return;
    ++at;
    while (source_[at] == "&" || source_[at] == "&&" || source_[at] == "*" ||
           source_[at] == "const")
      ++at;
    if (source_.is_name(at))
      deduced_variables_.emplace(source_[at], at);
    const std::size_t close = source_[at] == "[" ? source_.closing(at) : code::none;
    for (; close != code::none && at < close; ++at)
      if (source_.is_name(at))
        bindings_.insert(source_[at]);
  }

  /// What a lambda that holds these pieces must name to have them: clang takes no structured
  /// binding along by [=] alone, other than g++, with which nvcc compiles.
  std::string captures_of(const std::vector<span_of_code>& ranges) const {
    std::set<std::string_view> names;
    for (const span_of_code& range : ranges)
      for (std::size_t at = range.first; at < range.last; ++at)
        if (bindings_.count(source_[at]) != 0 && stands_alone(at, range))
          names.insert(source_[at]);
    std::string text;
    for (const std::string_view name : names)
      text += ", " + std::string(name) + " = " + std::string(name);
    return text;
  }
  /// No member, and no template's name.
  bool stands_alone(std::size_t name, span_of_code in) const {
    const std::string_view before = name == in.first ? "" : source_[name - 1],
                           behind = name + 1 == in.last ? "" : source_[name + 1];
    return before != "." && before != "->" && before != "::" && behind != "<" && behind != "::";
  }

  void find_kernel(std::size_t keyword) {
    if (const std::string_view name = kernel_declared(source_, keyword); !name.empty()) {
      kernels_.insert(name);
      const bool defined_twice =
          !read_device_body(source_, keyword).pieces.empty() && !defined_.insert(name).second;
      const bool overloaded = defined_twice || !takes_as_before(keyword, name);
      if (overloaded || is_template_or_has_defaults(source_, keyword))
        deduced_.insert(name);
      if (overloaded)
        template_parameters_.erase(name);
      else if (const std::size_t parameters = template_parameters(source_, keyword))
        template_parameters_.emplace(name, parameters);
    }
    note_function(keyword, true);
    blank_out(keyword);
    blank_out_c_linkage(keyword);
  }

  /// `__attribute__((__launch_bounds__(256)))` goes; the kernel's body says the same. What is only
  /// declared here says nothing.
  void find_launch_bounds(std::size_t word) {
    const std::size_t first = word - 3, close = source_.closing(word + 1);
    if (word < 3 || source_[first] != "__attribute__" || close == code::none)
      return;
    for (std::size_t at = first; at <= close + 2; ++at)
      blank_out(at);
    const span_of_code body = read_device_body(source_, close + 2).pieces;
    if (!body.empty())
      bounds_[body.first] = source_.on_one_line({word + 2, close});
  }

  /// A launch knows its kernel's name alone. Where several kernels have it, as in two namespaces,
  /// all of them must have bounds.
  void place_launch_bounds() {
    std::map<std::string_view, std::size_t> without;
    for (const auto& [body, name] : kernel_bodies_)
      without[name] += bounds_.count(body) == 0;
    for (const auto& [body, arguments] : bounds_) {
      const auto name = kernel_bodies_.find(body);
      if (name == kernel_bodies_.end() || without[name->second] != 0)
        continue;
      const std::string variable =
          " static const char cudalab_launch_bounds[::cudalab::emulator::most_threads(" +
          arguments + ")] __attribute__((used)) = {};";
      after_[source_.token_index(body)] += variable;
      if (const source_place begin = place(body), next = place(body + 1); begin.line == next.line)
        result_.shifts.push_back({next, static_cast<int>(variable.size())});
    }
  }

  void blank_out(std::size_t at) {
    shared_declaration word;
    word.storage.assign(source_[at].size(), ' ');
    words_.emplace(source_.token_index(at), std::move(word));
  }

  /// `extern "C"` before a kernel: nobody looks for it by its plain name, which could be a
  /// library's.
  void blank_out_c_linkage(std::size_t keyword) {
    const std::size_t end = keyword > 0 && source_[keyword - 1] == "void" ? keyword - 1 : keyword;
    if (end < 2 || source_[end - 2] != "extern" || source_[end - 1] != "\"C\"")
      return;
    blank_out(end - 2);
    blank_out(end - 1);
  }

  /// Whether all declarations of the kernel have as many parameters.
  bool takes_as_before(std::size_t keyword, std::string_view name) {
    for (std::size_t at = keyword + 1; at < source_.size() && source_[at] != ";"; ++at)
      if (source_[at] == name && source_[at + 1] == "(") {
        const std::size_t close = source_.closing(at + 1);
        if (close == code::none)
          return true;
        const std::size_t count = source_.split_at_commas({at + 2, close}).size();
        return parameters_.emplace(name, count).first->second == count;
      }
    return true;
  }

  void note_function(std::size_t keyword, bool is_kernel) {
    const device_body body = read_device_body(source_, keyword);
    if (body.pieces.empty())
      return;
    if (is_kernel) {
      kernel_end_ = body.pieces.last;
      kernel_bodies_[body.pieces.first] = body.name;
    }
    result_.device_functions.push_back({std::string(body.name), is_kernel, {}, {}});
    const std::size_t number = result_.device_functions.size() - 1;
    ends_of_functions_[body.pieces.first] = {number, true};
    ends_of_functions_[body.pieces.last - 1] = {number, false};
  }

  /// In one walk: going back and forth would begin anew each time.
  void place_functions() {
    for (const auto& [piece, end] : ends_of_functions_) {
      device_function& function = result_.device_functions[end.first];
      (end.second ? function.begin : function.end) = place(piece);
    }
  }

  void find_address(std::size_t at) {
    span_of_code operand = cast_in_launch(source_, at);
    if (operand.empty())
      operand = cast_kernel(source_, at, kernels_);
    if (operand.empty())
      operand = cast_kernel(source_, at, pointers_);
    if (operand.empty())
      return;
    static const std::string call = "::cudalab::emulator::known_kernel(";
    if (!before_.emplace(source_.token_index(operand.first), call).second)
      return; // known already, as the argument of a launch function
    after_.emplace(source_.token_index(operand.last - 1), ")");
    result_.shifts.push_back({place(operand.first), static_cast<int>(call.size())});
    result_.shifts.push_back({place(operand.last), 1});
  }

  void find_launch(std::size_t open) {
    launch_parts parts = read_launch(source_, open);
    std::size_t packs = 0;
    for (const span_of_code& argument : parts.arguments)
      packs += source_[argument.last - 1] == "...";
    if (parts.error.empty() && packs > 1)
      parts.error = "the launch of " + parts.name +
                    " expands more than one argument pack; the emulated device takes one";
    if (!parts.error.empty()) {
      result_.errors.push_back({place(open), parts.error});
      return;
    }
    translated_launch launch;
    launch.begin = place(parts.kernel.first);
    launch.configuration_line = place(parts.configuration.last).line;
    launch.last_line = place(parts.arguments_close).line;
    launch.kernel = parts.name;
    for (const span_of_code& argument : parts.arguments)
      launch.arguments.push_back(source_.on_one_line(argument));
    result_.launches.push_back(std::move(launch));
    launches_.emplace(source_.token_index(parts.kernel.first), std::move(parts));
  }

  void find_shared(std::size_t keyword) {
    shared_declaration declaration = read_shared_declaration(source_, keyword);
    if (!declaration.error.empty())
      result_.errors.push_back({place(keyword), declaration.error});
    if (declaration.attributes.empty() && !declaration.dropped)
      result_.shifts.push_back({place(keyword), static_cast<int>(declaration.storage.size()) -
                                                    static_cast<int>(source_[keyword].size())});
    if (declaration.dropped)
      dropped_.emplace(source_.token_index(*declaration.dropped), true);
    words_.emplace(source_.token_index(keyword), std::move(declaration));
  }

  void find_device(std::size_t keyword) {
    device_declaration declaration;
    if (keyword >= device_read_to_) {
      declaration = read_device_declaration(source_, keyword);
      device_read_to_ = declaration.read_to;
    }
    if (!declaration.error.empty())
      result_.errors.push_back({place(keyword), declaration.error});
    shared_declaration word;
    if (declaration.kind.empty()) {
      note_function(keyword, false);
      if (is_template_or_returns_nothing(source_, keyword))
        device_functions_.insert(kernel_declared(source_, keyword));
      word.storage.assign(source_[keyword].size(), ' ');
    } else {
      const std::string number = std::to_string(++device_variables_);
      word.storage = "__attribute__((section(\"" +
                     std::string(declaration.all_zero ? ".bss." : "") + "cudalab_" +
                     declaration.kind + "_" + number + "\")))";
      if (declaration.template_at != code::none) {
        // clang takes a section in which it knows of templates only for one that nobody writes.
        const std::string other = "static char cudalab_writable_" + number +
                                  " __attribute__((unused)) " + word.storage + "; ";
        before_[source_.token_index(declaration.template_at)] += other;
        result_.shifts.push_back({place(declaration.template_at), static_cast<int>(other.size())});
      }
      word.attributes = declaration.attributes;
      if (word.attributes.empty())
        result_.shifts.push_back({place(keyword), static_cast<int>(word.storage.size()) -
                                                      static_cast<int>(source_[keyword].size())});
    }
    words_.emplace(source_.token_index(keyword), std::move(word));
  }

  /// Writes tokens first..last-1, rewriting what has to be.
  void emit(std::size_t first, std::size_t last) {
    for (std::size_t index = first; index < last; ++index) {
      if (const auto inserted = before_.find(index); inserted != before_.end())
        result_.text += inserted->second;
      const auto inserted = after_.find(index);
      if (const auto launch = launches_.find(index); launch != launches_.end()) {
        const launch_parts parts = std::move(launch->second);
        launches_.erase(launch); // the kernel's name is written again, as it is, in the lambda
        emit_launch(parts);
        index = source_.token_index(parts.arguments_close);
      } else if (const auto word = words_.find(index); word != words_.end()) {
        const span_of_code attributes = word->second.attributes;
        if (!attributes.empty()) {
          emit_lines(index + 1, source_.token_index(attributes.first));
          emit(attributes);
          result_.text += ' ';
          index = source_.token_index(attributes.last - 1);
        }
        result_.text += word->second.storage;
      } else if (!dropped_.count(index)) {
        emit_token(source_.tokens()[index]);
      }
      if (inserted != after_.end())
        result_.text += inserted->second;
    }
  }
  void emit(span_of_code range) {
    emit(source_.token_index(range.first), source_.token_index(range.last - 1) + 1);
  }

  void emit_token(const token& piece) {
    if (!on_one_line_ || piece.significant())
      result_.text += source_.text().substr(piece.begin, piece.length);
    else if (!ends_with(' '))
      result_.text += ' ';
  }

  bool ends_with(char c) const { return !result_.text.empty() && result_.text.back() == c; }

  void emit_on_one_line(span_of_code range) {
    const bool before = on_one_line_;
    on_one_line_ = true;
    emit(range);
    on_one_line_ = before;
  }

  /// Writes nothing of tokens first..last-1 but their newlines, line markers, and indentation (so
  /// that what follows keeps its column).
  void emit_lines(std::size_t first, std::size_t last) {
    if (on_one_line_)
      return;
    for (std::size_t index = first; index < last; ++index) {
      const token& piece = source_.tokens()[index];
      const std::string_view content = source_.text().substr(piece.begin, piece.length);
      if (piece.kind == token_kind::newline || piece.kind == token_kind::directive)
        result_.text += content;
      else if (piece.kind == token_kind::spaces && ends_with('\n'))
        result_.text += content;
      else if (piece.kind == token_kind::comment)
        for (char c : content)
          if (c == '\n')
            result_.text += c;
    }
  }
  /// What stands between two significant pieces, the blanks next to them left out.
  void emit_between(std::size_t before, std::size_t after) {
    emit_lines(source_.token_index(before) + 1, source_.token_index(after));
  }

  /// Where the kernel's parameters are known, arguments become parameters at the place of the
  /// launch, as in CUDA: braces, which have no type of their own, and what only converts to a
  /// parameter and cannot be copied itself.
  bool binds_at_once(const launch_parts& parts) const {
    const std::size_t last = parts.kernel.last - 1;
    if (parts.arguments.empty())
      return false;
    if (source_.is_name(last)) {
      const std::string_view name = source_[last];
      if (device_functions_.count(name) != 0)
        return false;
      return deduced_.count(name) == 0 && (kernels_.count(name) != 0 || has_braces(parts));
    }
    const std::size_t open = source_[last] == ">" ? source_.opening_angle(last) : code::none;
    if (open == code::none || open == 0)
      return false;
    const auto known = template_parameters_.find(source_[open - 1]);
    return device_functions_.count(source_[open - 1]) == 0 && known != template_parameters_.end() &&
           has_braces(parts) && source_.split_at_commas({open + 1, last}).size() == known->second;
  }

  bool has_braces(const launch_parts& parts) const {
    return std::any_of(parts.arguments.begin(), parts.arguments.end(), [&](span_of_code argument) {
      return source_[argument.first] == "{" && source_[argument.last - 1] == "}";
    });
  }

  /// Whether `auto NAME` stands before in the same block or in one around it. (A kernel elsewhere
  /// may have the same name.)
  bool names_deduced_variable(std::size_t at) const {
    const auto [first, last] = deduced_variables_.equal_range(source_[at]);
    return std::any_of(first, last, [&](const auto& declared) {
      int depth = 0;
      std::size_t i = declared.second;
      for (; i < at && depth >= 0; ++i)
        depth += source_[i] == "{" ? 1 : source_[i] == "}" ? -1 : 0;
      return i == at && depth >= 0;
    });
  }

  /// Whether the kernel is what a variable says, a parameter too, so that only the program knows
  /// it.
  bool is_variable(const launch_parts& parts) const {
    if (parts.kernel.last == parts.kernel.first + 1 && names_deduced_variable(parts.kernel.first))
      return true;
    for (std::size_t at = parts.kernel.first; at < parts.kernel.last; ++at)
      if (declared_pointers_.count(source_[at]) != 0)
        return true;
      else if (source_[at] == "<" || kernels_.count(source_[at]) != 0)
        return false;
    return true;
  }

  void emit_name(const launch_parts& parts) {
    if (!is_variable(parts)) {
      result_.text += quoted(parts.name);
      return;
    }
    result_.text += "::cudalab::emulator::name_launched(" + quoted(parts.name) + ", ";
    emit_on_one_line(parts.kernel);
    result_.text += ")";
  }

  void emit_bound(const launch_parts& parts) {
    result_.text += "::cudalab::emulator::named_kernel(";
    emit_name(parts);
    result_.text += ", ";
    emit_on_one_line(parts.kernel);
    result_.text +=
        ", [=" + captures_of({parts.kernel}) + "](auto&... cudalab_a) " + unseen + " { ";
    emit_on_one_line(parts.kernel);
    result_.text += "(cudalab_a...); })(";
    emit_between(parts.arguments_open, parts.arguments.front().first);
    emit(span_of_code{parts.arguments.front().first, parts.arguments.back().last});
    emit_between(parts.arguments.back().last - 1, parts.arguments_close);
    result_.text += "))";
  }

  void emit_launch(const launch_parts& parts) {
    result_.text += "::cudalab::emulator::launch(";
    const std::size_t open = parts.kernel.last;
    const std::size_t close = parts.configuration.last;
    emit_lines(source_.token_index(parts.kernel.first), source_.token_index(open + 3 - 1));
    result_.text += "::cudalab::emulator::launch_configuration(";
    emit_between(open + 2, open + 3);
    emit(parts.configuration);
    emit_between(close - 1, close);
    result_.text += ")";
    emit_between(close, parts.arguments_open);
    result_.text += ", ";
    if (binds_at_once(parts))
      return emit_bound(parts);
    emit_name(parts);
    result_.text += ", ";
    emit_lambda(parts);
    emit_arguments(parts);
    result_.text += ")";
  }

  void emit_lambda(const launch_parts& parts) {
    std::string parameters, pack;
    std::vector<span_of_code> inside = {parts.kernel};
    for (std::size_t number = 0; number < parts.arguments.size(); ++number) {
      const span_of_code argument = parts.arguments[number];
      if (stays_in_lambda(source_, argument)) {
        inside.push_back(argument);
        continue;
      }
      const std::string name = "cudalab_a" + std::to_string(number);
      const bool expands = source_[argument.last - 1] == "...";
      (expands ? pack : parameters) += (expands ? "auto&... " : "auto& ") + name + ", ";
    }
    parameters += pack; // a pack is only deduced as the last parameter
    if (!parameters.empty())
      parameters.resize(parameters.size() - 2);
    result_.text += "[=" + captures_of(inside) + "](" + parameters + ") " + unseen + " { ";
    emit_on_one_line(parts.kernel);
    result_.text += "(";
    for (std::size_t number = 0; number < parts.arguments.size(); ++number) {
      const span_of_code argument = parts.arguments[number];
      result_.text += number ? ", " : "";
      if (stays_in_lambda(source_, argument)) {
        emit_on_one_line(argument);
        continue;
      }
      result_.text += "cudalab_a" + std::to_string(number);
      if (source_[argument.last - 1] == "...")
        result_.text += "...";
    }
    result_.text += "); }";
  }

  void emit_arguments(const launch_parts& parts) {
    const auto is_pack = [&](span_of_code argument) { return source_[argument.last - 1] == "..."; };
    const span_of_code* pack = nullptr;
    std::size_t before = parts.arguments_open;
    for (const span_of_code& argument : parts.arguments) {
      const bool last = &argument == &parts.arguments.back();
      if (stays_in_lambda(source_, argument) || (is_pack(argument) && !last)) {
        if (is_pack(argument))
          pack = &argument;
        emit_lines(source_.token_index(before), source_.token_index(argument.last));
      } else {
        result_.text += ", ";
        emit_between(before, argument.first);
        emit(argument);
        emit_between(argument.last - 1, argument.last);
      }
      before = argument.last;
    }
    if (parts.arguments.empty())
      emit_between(before, parts.arguments_close);
    if (pack) {
      result_.text += ", ";
      emit_on_one_line(*pack);
    }
  }

  code source_;
  bool kernels_launch_;
  source_position position_;
  translation result_;
  std::map<std::size_t, launch_parts> launches_;    ///< by the token that they begin with
  std::map<std::size_t, shared_declaration> words_; ///< __shared__, __device__ and their like
  std::size_t kernel_end_ = 0;                      ///< of the body of the last __global__ function
  std::size_t device_read_to_ = 0;                  ///< end of the last declaration with a word
  int device_variables_ = 0;
  std::set<std::string_view> kernels_;           ///< and pointers to such functions
  std::set<std::string_view> declared_pointers_; ///< of these the pointers
  std::set<std::string_view> pointers_;          ///< variables that hold a kernel's address
  std::set<std::string_view> device_functions_;  ///< which a kernel's name may mean as well
  std::set<std::string_view> deduced_; ///< kernels whose name alone does not say the parameters
  std::set<std::string_view> defined_;
  std::map<std::size_t, std::string_view> kernel_bodies_; ///< their {, and whose they are
  std::map<std::size_t, std::string> bounds_; ///< what __launch_bounds__ has, by the kernel's {
  std::set<std::string_view> bindings_;       ///< structured ones
  std::multimap<std::string_view, std::size_t> deduced_variables_; ///< and where they are declared
  std::map<std::string_view, std::size_t> parameters_;             ///< of each kernel, how many
  std::map<std::string_view, std::size_t> template_parameters_;    ///< of kernels defined once
  std::map<std::size_t, std::pair<std::size_t, bool>> ends_of_functions_; ///< which; its begin
  std::map<std::size_t, std::string> before_, after_;                     ///< what to insert there
  std::map<std::size_t, bool> dropped_;
  bool on_one_line_ = false;
};

/// Nothing to look for: most headers alone.
bool has_triggers(std::string_view text) {
  for (const char* word :
       {"__shared__", "__device__", "__constant__", "__managed__", "__global__", "cudaLaunch"})
    if (text.find(word) != text.npos)
      return true;
  for (std::size_t at = text.find("<<"); at != text.npos; at = text.find("<<", at + 1)) {
    const std::size_t next = text.find_first_not_of(" \t\r\n", at + 2);
    if (next != text.npos && (text[next] == '<' || text[next] == '#' || text[next] == '/'))
      return true;
  }
  return false;
}

} // namespace

translation translate(std::string_view preprocessed, bool kernels_launch) {
  if (!has_triggers(preprocessed))
    return {std::string(preprocessed), {}, {}, {}, {}};
  return rewriter(preprocessed, kernels_launch).run();
}

} // namespace cudalab::emulator
