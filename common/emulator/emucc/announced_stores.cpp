// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/announced_stores.h"

#include <algorithm>

#include "emulator/emucc/llvm_text.h"
#include "emulator/emucc/words.h"

namespace cudalab::emulator {

namespace {

/// The pointer without a type of its own, and what must stand in front for that.
struct plain_pointer {
  std::string before, name;
};
plain_pointer without_type(std::string_view pointer, unsigned number) {
  const auto [type, value] = llvm_text::typed(pointer);
  if (type == "ptr" || type == "i8*")
    return {"", std::string(pointer)};
  const std::string name = "%cudalab." + std::to_string(number);
  return {"  " + name + " = bitcast " + std::string(pointer) + " to i8*\n", "i8* " + name};
}

/// A variable begins where its first member does, and clang names the same place in both ways. All
/// indices are zero in
///
///     getelementptr inbounds (%struct.uint3, %struct.uint3* @threadIdx, i32 0, i32 0)
std::string_view where_first_member_begins(std::string_view place) {
  const std::size_t open = place.find('(');
  if (!begins(place, "getelementptr ") || open == place.npos || place.back() != ')')
    return place;
  const auto parts = llvm_text::parts_of(place.substr(open + 1, place.size() - open - 2));
  constexpr std::size_t before_indices = 2; // a type, and the variable
  const auto is_zero = [](std::string_view index) { return llvm_text::typed(index).value == "0"; };
  if (parts.size() <= before_indices ||
      !std::all_of(parts.begin() + before_indices, parts.end(), is_zero))
    return place;
  return llvm_text::typed(parts[1]).value;
}

} // namespace

void announced_places::clear() {
  places_.clear();
  same_.clear();
}

void announced_places::see(std::string_view line) {
  const std::size_t cast = line.find(" = bitcast ");
  if (cast != line.npos) {
    const std::string_view value = llvm_text::typed(line.substr(cast + 11)).value;
    same_[line.substr(2, cast - 2)] = value.substr(0, value.rfind(" to "));
    return;
  }
  if (!contains(line, "call void @__tsan_"))
    return;
  const llvm_text::call made = llvm_text::call_in(line);
  const auto names = [&made](std::string_view way) { return contains(made.callee, way); };
  if (std::none_of(ways_.begin(), ways_.end(), names))
    return;
  const auto parts = llvm_text::parts_of(made.arguments);
  if (parts.empty())
    return;
  const std::string_view place =
      where_first_member_begins(llvm_text::without_cast(llvm_text::typed(parts[0]).value));
  places_.insert(place);
  const auto other = same_.find(place);
  if (other != same_.end())
    places_.insert(other->second);
}

bool announced_places::holds(std::string_view pointer) const {
  return places_.count(where_first_member_begins(pointer)) != 0;
}

std::string announcement(std::string_view pointer, std::uint64_t bytes, std::string_view debug,
                         unsigned number) {
  const auto [before, name] = without_type(pointer, number);
  const std::string end = ")" + std::string(debug) + '\n', size = std::to_string(bytes);
  if (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8)
    return before + "  call void @__tsan_unaligned_write" + size + '(' + name + end;
  return before + "  call void @cudalab_write_range(" + name + ", i64 " + size + end;
}

std::string read_announcement(std::string_view pointer, std::uint64_t bytes, std::string_view debug,
                              unsigned number) {
  const auto [before, name] = without_type(pointer, number);
  return before + "  call void @cudalab_reads_unwatched(" + name + ", i64 " +
         std::to_string(bytes) + ')' + std::string(debug) + '\n';
}

std::string library_announcement(std::string_view pointer, std::uint64_t bytes,
                                 std::string_view count, std::string_view debug, unsigned number) {
  const auto [before, name] = without_type(pointer, number);
  std::string all = before, times = "1";
  if (!count.empty()) {
    times = "%cudalab.count." + std::to_string(number);
    const std::string_view type = llvm_text::typed(count).type;
    all += "  " + times + " = " + (type == "i64" ? "add" : "sext") + ' ' + std::string(count) +
           (type == "i64" ? ", 0\n" : " to i64\n");
  }
  return all + "  call void @cudalab_library_writes(" + name + ", i64 " + std::to_string(bytes) +
         ", i64 " + times + ')' + std::string(debug) + '\n';
}

std::string library_announcement(std::string_view begin, std::string_view end,
                                 std::string_view debug, unsigned number) {
  const auto [before, name] = without_type(begin, number);
  return before + "  call void @cudalab_library_writes_until(" + name + ", " + std::string(end) +
         ')' + std::string(debug) + '\n';
}

std::string question(const char* question, std::string_view pointer, std::string_view debug,
                     unsigned number) {
  const auto [before, name] = without_type(pointer, number);
  return before + "  call void @" + question + '(' + name + ')' + std::string(debug) + '\n';
}

std::string declarations_of_announcements(std::string_view code) {
  const std::string pointer = contains(code, "@__tsan_write4(ptr") ? "ptr" : "i8*";
  std::string all;
  for (const char* name :
       {"write_range(T, i64)", "reads_unwatched(T, i64)", "library_writes(T, i64, i64)",
        "library_writes_until(T, T)", "calls(T)", "known_stream(T)"}) {
    all += "\ndeclare void @cudalab_";
    for (const char c : std::string_view(name))
      all += c == 'T' ? pointer : std::string(1, c);
  }
  return all + '\n';
}

} // namespace cudalab::emulator
