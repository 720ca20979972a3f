// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/submission_code.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "emulator/emucc/announced_stores.h"
#include "emulator/emucc/import_effects.h"
#include "emulator/emucc/llvm_text.h"
#include "emulator/emucc/local_places.h"
#include "emulator/emucc/object_symbols.h"
#include "emulator/emucc/words.h"

namespace cudalab::emulator {
namespace {

constexpr const char* no_assembly = "assembly language may not stand in a submission";
constexpr const char* out_of_sight =
    "an attribute takes the code out of the emulated device's sight";

/// flavour_note(), which emucc adds itself.
constexpr const char* note_of_checked_code =
    "module asm \".pushsection .cudalab.flavour,\\22\\22,@progbits\"\n"
    "module asm \".asciz \\22checked\\22\"\n"
    "module asm \".popsection\"\n";

/// Text in quotes has none of the words that are looked for; a quoted name stays a name.
std::string without_text(std::string_view line) {
  std::string plain;
  bool quoted = false;
  for (const char c : line) {
    quoted ^= c == '"';
    if (!quoted || c == '"')
      plain += c;
  }
  return plain;
}

/// `#7` at the end of a function's head; empty: it has none.
std::string group_of(const std::string& head) {
  const std::size_t at = head.rfind(" #");
  const std::size_t end = at == head.npos ? at : head.find_first_not_of("0123456789", at + 2);
  return at == head.npos ? "" : head.substr(at + 1, end - at - 1);
}

/// They have no accesses of the student's.
bool is_of_the_compiler(const std::string& name) {
  return name == "tsan.module_ctor" || name == "sancov.module_ctor" ||
         name == "__clang_call_terminate" || name == "__tls_init" || begins(name, "_ZTW");
}

/// `i8* %1 syncscope("singlethread") acquire` without what an atomic access adds.
std::string_view without_order(std::string_view pointer) {
  for (const std::string_view order : {" unordered", " monotonic", " acquire", " release",
                                       " acq_rel", " seq_cst", " syncscope(\"singlethread\")"})
    if (pointer.size() > order.size() && pointer.substr(pointer.size() - order.size()) == order)
      pointer.remove_suffix(order.size());
  return pointer;
}

/// A read of threadIdx.x and its like, which every thread does several times and which is nobody's
/// mistake: the emulated device need not be told. By LLVM up to version 17, where such a variable's
/// address is a constant.
///
///     call void @__tsan_read4(i8* bitcast (i32* getelementptr inbounds
///         (%struct.uint3, %struct.uint3* @cudalab_blockIdx, i32 0, i32 1) to i8*))
bool reads_position(std::string_view line) {
  if (!begins(line, "  call void @__tsan_read4("))
    return false;
  const std::size_t variable = line.find("@cudalab_");
  if (variable == line.npos || !begins(line.substr(variable - 2), "* "))
    return false;
  std::string_view rest = line.substr(variable + 9);
  for (const std::string_view name : {"threadIdx", "blockIdx", "blockDim", "gridDim"})
    if (begins(rest, name)) {
      rest.remove_prefix(name.size());
      for (const std::string_view member : {" to i8*))", ", i32 0, i32 0) to i8*))",
                                            ", i32 0, i32 1) to i8*))", ", i32 0, i32 2) to i8*))"})
        if (begins(rest, member))
          return true;
    }
  return false;
}

/// Functions of <cudalab/launch.h> that every thread goes through on the way to its kernel. They
/// have no accesses and no loops, and no place of theirs is ever shown.
bool is_way_to_kernel(const std::string& function) {
  return begins(function, "_ZN7cudalab8emulator11run_closureI") ||
         begins(function, "_ZN7cudalab8emulator12show_closureI") ||
         begins(function, "_ZZN7cudalab8emulator9make_callI");
}

/// Of entering and leaving a function.
bool tells_of_function(std::string_view line) {
  return begins(line, "  call void @__tsan_func_e"); // ntry, xit
}

/// Operations of LLVM's that store nothing, or (copies) that are announced under other names.
bool is_harmless(std::string_view operation) {
  static const std::set<std::string_view> all = {
      "abs",       "assume",      "bitreverse", "bswap",
      "ceil",      "copysign",    "cos",        "ctlz",
      "ctpop",     "cttz",        "dbg",        "debugtrap",
      "donothing", "eh",          "exp",        "exp2",
      "expect",    "fabs",        "floor",      "fma",
      "fmuladd",   "fshl",        "fshr",       "is",
      "launder",   "lifetime",    "llrint",     "llround",
      "log",       "log10",       "log2",       "lrint",
      "lround",    "maximum",     "maxnum",     "minimum",
      "minnum",    "nearbyint",   "objectsize", "pow",
      "powi",      "prefetch",    "ptrmask",    "returnaddress",
      "rint",      "round",       "roundeven",  "sadd",
      "sin",       "smax",        "smin",       "smul",
      "sqrt",      "ssub",        "stacksave",  "stackrestore",
      "strip",     "threadlocal", "trap",       "trunc",
      "uadd",      "ubsantrap",   "umax",       "umin",
      "umul",      "usub",        "va_end",     "vector",
      "convert",   "ldexp",       "frexp",      "exp10",
      "var"};
  return all.count(operation.substr(0, operation.find('.'))) != 0;
}

class judge {
public:
  explicit judge(std::string_view code)
      : code_(code), types_(code), places_(types_), opaque_(contains(code, "(ptr")) {}

  judged_code run() {
    read_groups();
    read_functions();
    for (std::string_view rest = code_; !rest.empty();)
      see(llvm_text::next_line(rest));
    if (assembly_ != note_of_checked_code)
      refuse(no_assembly);
    text_ += code_.substr(written_);
    text_ += declarations_of_announcements(code_);
    text_ += table_of_targets();
    return {{reasons_.begin(), reasons_.end()}, std::move(text_)};
  }

  std::string with_targets() {
    read_functions();
    for (std::string_view rest = code_; !rest.empty();) {
      const std::string_view line = llvm_text::next_line(rest);
      const bool inside = begins(line, "  ");
      if (!inside && !begins(line, "@"))
        continue;
      const llvm_text::call made = inside ? llvm_text::call_in(line) : llvm_text::call{};
      see_addresses(line.substr(1), llvm_text::without_cast(made.callee).data());
    }
    return std::string(code_) + '\n' + table_of_targets();
  }

private:
  void read_groups() {
    const std::size_t first = code_.find("\nattributes #");
    std::string_view rest = code_.substr(std::min(first, code_.size()));
    while (!rest.empty()) {
      const std::string_view line = llvm_text::next_line(rest);
      if (begins(line, "attributes #"))
        groups_[std::string(line.substr(11, line.find(' ', 11) - 11))] = without_text(line);
      else if (begins(line, "!"))
        return;
    }
  }

  void read_functions() {
    for (const auto& [word, own] : {std::pair("\ndeclare ", false), std::pair("\ndefine ", true)})
      for (std::size_t at = code_.find(word); at != code_.npos; at = code_.find(word, at + 1)) {
        const std::size_t name = std::min(code_.find('@', at), code_.size());
        functions_[llvm_text::global_name(code_.substr(name, code_.find('\n', name) - name))] = own;
      }
  }

  /// Whose addresses the code takes: what calls through pointers may come to.
  std::string table_of_targets() const {
    std::string table = "module asm \".pushsection submission_targets,\\22a\\22,@progbits\"\n";
    for (const std::string& name : targets_)
      table += "module asm \".quad \\22" + name + "\\22\"\n";
    return table + "module asm \".popsection\"\n";
  }

  /// Functions that the line names and does not call. What only a library is told is no target of
  /// the submission's own calls.
  void see_addresses(std::string_view line, const char* called) {
    if (called != nullptr && is_import(called, line))
      return;
    for (std::size_t at = line.find('@'); at != line.npos; at = line.find('@', at + 1)) {
      const std::string name = llvm_text::global_name(line.substr(at));
      const auto found = functions_.find(name);
      if (found == functions_.end() || line.data() + at == called || begins(name, "llvm."))
        continue;
      targets_.insert(name);
      // cudaMemcpy looks itself whose memory it is: by the code that calls it
      if (!found->second && (effects_of(name, 0).any() || contains(name, "cudaMemcpy")))
        refuse("the address of '" + readable_name(name) +
               "' may not be taken in a submission, since nobody could see where it stores. Call "
               "it by its name" +
               in_function());
    }
  }

  bool is_import(const char* name, std::string_view line) const {
    const auto found = functions_.find(
        llvm_text::global_name(line.substr(static_cast<std::size_t>(name - line.data()))));
    return found != functions_.end() && !found->second;
  }

  void refuse(const std::string& what) { reasons_.insert(what); }
  std::string in_function() const {
    return function_.empty() ? "" : " (in '" + readable_name(function_) + "')";
  }

  void see(std::string_view line) {
    if (line.empty() || line[0] == '!' || line[0] == ';')
      return;
    if (line[0] == ' ')
      return function_.empty() ? void() : see_instruction(line);
    announced_.clear();
    told_reads_.clear();
    if (line[0] == '@')
      see_variable(line);
    else if (begins(line, "define "))
      begin_function(line);
    else if (line[0] == '}')
      function_.clear();
    else if (begins(line, "module asm "))
      assembly_ += std::string(line) + '\n';
  }

  void begin_function(std::string_view line) {
    function_ = llvm_text::global_name(line.substr(line.find('@')));
    on_way_to_kernel_ = is_way_to_kernel(function_);
    places_.clear();
    added_ = 0;
    const std::string head = without_text(line);
    const std::string& attributes = groups_[group_of(head)];
    watched_ = contains(attributes, " sanitize_thread");
    for (const char* attribute : {" naked", " disable_sanitizer_instrumentation", " nosanitize_"})
      if (contains(attributes, attribute))
        refuse(out_of_sight + in_function());
    if (contains(head, " section ") && !contains(line, " section \".text.startup\" ")) // clang's
      refuse("functions may not be put into sections of their own" + in_function());
  }

  void see_variable(std::string_view line) {
    const std::string name = llvm_text::global_name(line);
    const std::string plain = without_text(line);
    if (!begins(name, "llvm."))
      see_addresses(line.substr(1), nullptr);
    if (contains(plain, " ifunc "))
      refuse(no_assembly);
    if (name == "llvm.global_dtors")
      refuse("an attribute makes a function run when the program ends");
    if (name == "llvm.global_ctors")
      for (std::size_t at = line.find('@', 1); at != line.npos; at = line.find('@', at + 1))
        if (const std::string of = llvm_text::global_name(line.substr(at));
            !is_of_the_compiler(of) && !begins(of, "_GLOBAL__") && !begins(of, "__cxx_global_"))
          refuse("an attribute makes '" + readable_name(of) + "' run before the program");
    const std::size_t section = plain.find(", section \"");
    const std::size_t text = line.rfind(", section \"");
    if (section == plain.npos || text == line.npos || begins(name, "llvm."))
      return;
    const std::string_view where = line.substr(text + 11);
    const std::string_view kind = where.substr(begins(where, ".bss.") ? 5 : 0);
    if (!begins(kind, "cudalab_") || begins(kind, "cudalab_own_")) // the translator's
      refuse("variables may not be put into sections of their own: '" + readable_name(name) + "'");
  }

  void see_instruction(std::string_view line) {
    if (contains(line, " addrspace(") || contains(line, " addrspacecast "))
      refuse("pointers of other address spaces may not stand in a submission" + in_function());
    places_.see(line);
    const bool calls = contains(line, "call ") || contains(line, "invoke ");
    if (!calls && contains(line, "@"))
      see_addresses(line, nullptr);
    if (begins(line, "  store "))
      return see_store(line);
    if (contains(line, " = load "))
      return see_load(line);
    if (begins(line, "  indirectbr "))
      return refuse("labels are no values in CUDA C++" + in_function());
    for (const char* other : {" = atomicrmw ", " = cmpxchg ", "  callbr ", " = callbr "})
      if (contains(line, other))
        return refuse("this cannot be watched" + in_function());
    if (calls)
      see_addresses(line, see_call(line));
    announced_.see(line);
    told_reads_.see(line);
    if (reads_position(line) || (on_way_to_kernel_ && tells_of_function(line)))
      leave_out(line);
  }

  void add(std::string_view before, const std::string& instructions) {
    const auto at = static_cast<std::size_t>(before.data() - code_.data());
    text_ += code_.substr(written_, at - written_);
    text_ += instructions;
    written_ = at;
    ++added_;
  }

  void leave_out(std::string_view line) {
    const auto at = static_cast<std::size_t>(line.data() - code_.data());
    text_ += code_.substr(written_, at - written_);
    written_ = std::min(code_.size(), at + line.size() + 1); // and its end
  }

  /// `store volatile float %10, float* %11, align 4`
  void see_store(std::string_view line) {
    std::string_view stored = line.substr(8);
    for (const std::string_view word : {"atomic ", "volatile "})
      if (begins(stored, word))
        stored.remove_prefix(word.size());
    const auto parts = llvm_text::parts_of(stored);
    if (parts.size() < 2)
      return refuse("this cannot be watched" + in_function());
    const std::string_view type = llvm_text::type_at(parts[0]);
    std::string_view pointer = parts[1];
    pointer = without_order(pointer);
    const std::string_view place = llvm_text::typed(pointer).value;
    if (announced_.holds(place) || places_.holds(place, type))
      return;
    const std::uint64_t bytes = types_.size_of(type).bytes;
    if (bytes == 0 || !watched_)
      return refuse(out_of_sight + in_function());
    add(line, announcement(pointer, bytes, llvm_text::debug_part(line), added_));
  }

  bool is_function(std::string_view argument) const {
    return functions_.count(llvm_text::global_name(
               llvm_text::without_cast(llvm_text::argument(argument).value))) != 0;
  }

  /// @return where the name of the function stands that is called
  const char* see_call(std::string_view line) {
    const llvm_text::call made = llvm_text::call_in(line);
    if (made.callee.empty())
      return nullptr;
    if (begins(made.callee, "asm ")) {
      refuse(no_assembly + in_function());
      return nullptr;
    }
    see_copied_arguments(line, made);
    const std::string_view callee = llvm_text::without_cast(made.callee);
    const std::string name = llvm_text::global_name(callee);
    if (name.empty())
      see_call_of_pointer(line, made);
    else if (begins(name, "llvm."))
      see_operation(line, made, name.substr(5));
    else if (const auto found = functions_.find(name); found != functions_.end() && !found->second)
      see_import(line, made, name);
    return callee.data();
  }

  void see_call_of_pointer(std::string_view line, const llvm_text::call& made) {
    std::string type = "ptr";
    if (!opaque_) {
      std::string arguments;
      for (const std::string_view each : llvm_text::parts_of(made.arguments))
        arguments += (arguments.empty() ? "" : ", ") + std::string(llvm_text::type_at(each));
      type = std::string(made.result) +
             (made.result.find(')') == made.result.npos ? " (" + arguments + ")*" : "*");
    }
    add(line, question("cudalab_calls", type + ' ' + std::string(made.callee),
                       llvm_text::debug_part(line), added_));
  }

  void see_import(std::string_view line, const llvm_text::call& made, const std::string& name) {
    auto arguments = llvm_text::parts_of(made.arguments);
    if (!arguments.empty() && contains(arguments[0], " sret"))
      arguments.erase(arguments.begin());
    const auto known = effects_.try_emplace(name, effects_of(name, arguments.size())).first;
    const import_effects& effects = known->second;
    if (!effects.unknown.empty())
      refuse("'" + readable_name(name) + "' may not be used in a submission" + in_function());
    const std::string_view debug = llvm_text::debug_part(line);
    const auto text = [&](std::size_t i) {
      const auto [type, value] =
          i < arguments.size() ? llvm_text::argument(arguments[i]) : llvm_text::typed_value{};
      return std::string(type) + ' ' + std::string(value);
    };
    const auto is_pointer = [&](std::size_t i) {
      return i < arguments.size() &&
             (begins(arguments[i], "ptr ") ||
              !llvm_text::pointee(llvm_text::type_at(arguments[i])).empty());
    };
    for (const import_effects::written& each : effects.writes)
      if (is_pointer(each.argument))
        add(line,
            each.until
                ? library_announcement(text(each.argument), text(each.counted_by), debug, added_)
                : library_announcement(text(each.argument), each.bytes,
                                       each.counted_by == 0 ? "" : text(each.counted_by), debug,
                                       added_));
    for (const std::size_t each : effects.calls) // what stands there is no secret
      if (is_pointer(each) && !is_function(arguments[each]))
        add(line, question("cudalab_calls", text(each), debug, added_));
    for (const std::size_t each : effects.streams)
      if (is_pointer(each))
        add(line, question("cudalab_known_stream", text(each), debug, added_));
  }

  /// Where clang tells nobody of a load, since its size is unusual or since it believes that the
  /// place holds a constant, emucc does. Functions that nobody watches (they hand over the
  /// arguments of a launch) store to their local variables only.
  void see_load(std::string_view line) {
    std::string_view loaded = line.substr(line.find(" = load ") + 8);
    for (const std::string_view word : {"atomic ", "volatile "})
      if (begins(loaded, word))
        loaded.remove_prefix(word.size());
    const auto parts = llvm_text::parts_of(loaded);
    if (parts.size() < 2)
      return refuse(out_of_sight + in_function());
    const std::string_view pointer = without_order(parts[1]);
    const std::string_view place = llvm_text::typed(pointer).value;
    if (places_.holds(place, parts[0]) || told_reads_.holds(place))
      return;
    const std::uint64_t bytes = types_.size_of(parts[0]).bytes;
    if (bytes == 0)
      return refuse("this cannot be watched" + in_function());
    add(line, read_announcement(pointer, bytes, llvm_text::debug_part(line), added_));
  }

  /// A structure that is handed over by value is copied behind the compiler's instrumentation.
  void see_copied_arguments(std::string_view line, const llvm_text::call& made) {
    if (!contains(made.arguments, " byval("))
      return;
    for (const std::string_view each : llvm_text::parts_of(made.arguments)) {
      const std::size_t at = each.find(" byval(");
      const auto [type, place] = llvm_text::argument(each);
      if (at == each.npos || places_.holds(place, "i8"))
        continue;
      const std::string_view copied = llvm_text::type_at(each.substr(at + 7));
      const std::string_view whole = copied.substr(0, copied.find(')'));
      add(line,
          read_announcement(std::string(type) + ' ' + std::string(place),
                            types_.size_of(whole).bytes, llvm_text::debug_part(line), added_));
    }
  }

  void see_operation(std::string_view line, const llvm_text::call& made,
                     const std::string& operation) {
    const bool copies = begins(operation, "memcpy.") || begins(operation, "memset.") ||
                        begins(operation, "memmove.");
    const auto arguments = llvm_text::parts_of(made.arguments);
    if (copies && !watched_)
      return see_unwatched_copy(line, operation, arguments);
    const bool list = begins(operation, "va_start") || begins(operation, "va_copy");
    constexpr std::uint64_t size_of_list = 24;
    const std::string_view debug = llvm_text::debug_part(line);
    if (list && watched_) {
      if (begins(operation, "va_copy"))
        add(line, read_announcement(arguments.at(1), size_of_list, debug, added_));
      add(line, announcement(arguments.at(0), size_of_list, debug, added_));
    } else if (!is_harmless(operation) && operation != "experimental.noalias.scope.decl") {
      refuse("'" + operation + "' is an operation of one compiler that cannot be watched" +
             in_function());
    }
  }

  void see_unwatched_copy(std::string_view line, const std::string& operation,
                          const std::vector<std::string_view>& arguments) {
    const auto name = [](std::string_view pointer) {
      return pointer.substr(pointer.rfind(' ') + 1); // behind attributes
    };
    if (arguments.size() < 3 || !places_.holds(name(arguments[0]), "i8"))
      return refuse(out_of_sight + in_function());
    if (begins(operation, "memset.") || places_.holds(name(arguments[1]), "i8"))
      return;
    const std::string from =
        std::string(llvm_text::type_at(arguments[1])) + ' ' + std::string(name(arguments[1]));
    std::uint64_t bytes = 0;
    const std::string_view count = name(arguments[2]);
    std::from_chars(count.data(), count.data() + count.size(), bytes);
    add(line, read_announcement(from, bytes, llvm_text::debug_part(line), added_));
  }

  std::string_view code_;
  llvm_text::types types_;
  local_places places_;
  announced_places announced_{{"write", "__tsan_vptr_update"}}; ///< stores
  announced_places told_reads_{{"read"}};
  std::map<std::string, bool> functions_; ///< and whether they are the submission's own
  std::map<std::string, import_effects> effects_;
  std::set<std::string> targets_;
  std::map<std::string, std::string> groups_;
  std::set<std::string> reasons_;
  std::string function_;
  std::string assembly_; ///< outside of functions
  std::string text_;
  std::size_t written_ = 0; ///< of code_
  unsigned added_ = 0;      ///< to this function
  bool watched_ = true;
  bool on_way_to_kernel_ = false;
  bool opaque_ = false; ///< pointers have no types
};

} // namespace

std::string with_call_targets(std::string_view code) {
  return judge(code).with_targets();
}

judged_code judge_code(std::string_view code) {
  return judge(code).run();
}

} // namespace cudalab::emulator
