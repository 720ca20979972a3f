// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/saturating_conversions.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <map>
#include <optional>

#include "emulator/emucc/llvm_text.h"
#include "emulator/emucc/words.h"

namespace cudalab::emulator {
namespace {

struct conversion {
  std::string_view from; ///< float, double
  bool is_signed = false;
  int bits = 0; ///< 8, 16, 32, 64

  std::string instruction() const { return is_signed ? "fptosi" : "fptoui"; }
  std::string result() const { return "i" + std::to_string(bits); }
  std::string function() const {
    return "@cudalab_" + std::string(from) + (is_signed ? "_to_i" : "_to_u") + std::to_string(bits);
  }
  int device_bits() const { return std::max(bits, 32); }
  std::string device_type() const { return "i" + std::to_string(device_bits()); }
  std::string saturating() const {
    return std::string(is_signed ? "@llvm.fptosi.sat." : "@llvm.fptoui.sat.") + device_type() +
           (from == "float" ? ".f32" : ".f64");
  }
  std::string size() const {
    return std::string("@llvm.fabs.") + (from == "float" ? "f32" : "f64");
  }
  /// On a GPU, of NaN: otherwise it becomes 0.
  bool nan_sets_highest_bit() const { return from == "double" || bits == 64; }
};

/// `  %7 = fptosi float %6 to i32, !dbg !12`, in its parts.
struct found_conversion {
  conversion what;
  std::string_view result; ///< `  %7 = `
  std::string_view value;  ///< `%6`
  std::string_view rest;   ///< `, !dbg !12`
};

std::optional<found_conversion> conversion_in(std::string_view line) {
  static constexpr std::string_view equals = " = fpto";
  const std::size_t at = line.find(equals);
  if (!begins(line, "  %") || at == line.npos)
    return std::nullopt;
  const std::string_view after = line.substr(at + equals.size());
  if (!begins(after, "si ") && !begins(after, "ui "))
    return std::nullopt;
  found_conversion found;
  found.what.is_signed = after[0] == 's';
  found.result = line.substr(0, at + 3);
  const llvm_text::typed_value from = llvm_text::typed(after.substr(3));
  found.what.from = from.type;
  const std::size_t to = from.value.find(" to i");
  if ((from.type != "float" && from.type != "double") || to == from.value.npos)
    return std::nullopt;
  found.value = from.value.substr(0, to);
  const std::string_view type = from.value.substr(to + 4);
  const std::size_t end = std::min(type.find(','), type.size());
  found.rest = type.substr(end);
  for (const int bits : {8, 16, 32, 64})
    if (type.substr(0, end) == "i" + std::to_string(bits))
      found.what.bits = bits;
  return found.what.bits == 0 ? std::nullopt : std::optional(found);
}

/// A power of two, as intermediate code writes a float and a double.
std::string power_of_two(int exponent) {
  std::array<char, 24> text{};
  const std::uint64_t bits = static_cast<std::uint64_t>(1023 + exponent) << 52;
  std::snprintf(text.data(), text.size(), "0x%016llX", static_cast<unsigned long long>(bits));
  return text.data();
}

/// Sets %fits, for numbers that surely do.
std::string comparison_of(const conversion& one) {
  const std::string from(one.from);
  if (one.is_signed)
    return "  %size = call " + from + ' ' + one.size() + "(" + from +
           " %x)\n"
           "  %fits = fcmp olt " +
           from + " %size, " + power_of_two(one.bits - 1) + '\n';
  return "  %above = fcmp oge " + from + " %x, 0.0\n  %below = fcmp olt " + from + " %x, " +
         power_of_two(one.bits) + "\n  %fits = and i1 %above, %below\n";
}

/// What stands in the instruction's place. Numbers that fit take the instruction itself.
std::string definition_of(const conversion& one) {
  const std::string value = std::string(one.from) + " %x", wide = one.device_type();
  std::string text = "\ndefine internal " + one.result() + ' ' + one.function() + "(" + value +
                     ") alwaysinline nounwind {\n" + comparison_of(one) +
                     "  br i1 %fits, label %plain, label %asks\n"
                     "plain:\n  %same = " +
                     one.instruction() + ' ' + value + " to " + one.result() + "\n  ret " +
                     one.result() +
                     " %same\n"
                     "asks:\n"
                     "  %device = call zeroext i1 @cudalab_in_kernel()\n"
                     "  br i1 %device, label %nearest, label %plain\n"
                     "nearest:\n  %number = call " +
                     wide + ' ' + one.saturating() + "(" + value + ")\n";
  std::string result = "%number";
  if (one.nan_sets_highest_bit()) {
    const std::string highest = one.device_bits() == 64 ? "-9223372036854775808" : "-2147483648";
    text += "  %nan = fcmp uno " + value + ", 0.0\n  %told = select i1 %nan, " + wide + ' ' +
            highest + ", " + wide + " %number\n";
    result = "%told";
  }
  if (one.bits < one.device_bits()) {
    text += "  %low = trunc " + wide + ' ' + result + " to " + one.result() + "\n";
    result = "%low";
  }
  return text + "  ret " + one.result() + ' ' + result + "\n}\n";
}

/// Unless the code declares or defines the function itself.
void declare(std::string& text, const std::string& name, const std::string& declaration) {
  for (std::size_t at = text.find(name + '('); at != text.npos;
       at = text.find(name + '(', at + 1)) {
    const std::size_t line = text.rfind('\n', at) + 1;
    if (text.compare(line, 8, "declare ") == 0 || text.compare(line, 7, "define ") == 0)
      return;
  }
  text += declaration;
}

} // namespace

std::string with_saturating_conversions(std::string_view code) {
  std::string text;
  std::map<std::string, conversion> used;
  for (std::string_view rest = code; !rest.empty();) {
    // Nearly all lines are none.
    const std::size_t next = rest.find(" = fpto");
    if (next == rest.npos) {
      text += rest;
      break;
    }
    const std::size_t before = rest.substr(0, next).rfind('\n') + 1;
    text += rest.substr(0, before);
    rest.remove_prefix(before);
    const std::string_view line = llvm_text::next_line(rest);
    if (const auto found = conversion_in(line)) {
      used.emplace(found->what.function(), found->what);
      text += found->result;
      text += "call " + found->what.result() + ' ' + found->what.function() + '(';
      text += found->what.from;
      text += ' ';
      text += found->value;
      text += ')';
      text += found->rest;
    } else {
      text += line;
    }
    text += '\n';
  }
  if (used.empty())
    return text;
  for (const auto& [name, each] : used)
    text += definition_of(each);
  declare(text, "@cudalab_in_kernel",
          "\ndeclare zeroext i1 @cudalab_in_kernel() cold nounwind readnone\n");
  for (const auto& [name, each] : used) {
    const std::string from(each.from);
    declare(text, each.saturating(),
            "\ndeclare " + each.device_type() + ' ' + each.saturating() + '(' + from + ")\n");
    if (each.is_signed)
      declare(text, each.size(), "\ndeclare " + from + ' ' + each.size() + '(' + from + ")\n");
  }
  return text;
}

} // namespace cudalab::emulator
