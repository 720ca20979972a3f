// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/local_places.h"

#include <charconv>
#include <optional>

#include "emulator/emucc/words.h"

namespace cudalab::emulator {

namespace {

std::optional<std::uint64_t> constant(std::string_view digits) {
  std::uint64_t number = 0;
  const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (digits.empty() || end.ec != std::errc() || end.ptr != digits.data() + digits.size())
    return std::nullopt;
  return number;
}

} // namespace

void local_places::clear() {
  places_.clear();
  widened_.clear();
  checked_.clear();
}

void local_places::see(text line) {
  const std::size_t equals = line.find(" = ");
  if (!begins(line, "  %") || equals == line.npos)
    return;
  const text result = line.substr(2, equals - 2);
  const text operation = line.substr(equals + 3);
  if (begins(operation, "alloca ")) {
    const auto parts = llvm_text::parts_of(operation.substr(7));
    if (parts.size() < 2 || begins(parts[1], "align ")) // otherwise an array of a counted size
      places_[result] = parts.at(0);
  } else if (begins(operation, "getelementptr ")) {
    see_member(result, operation.substr(14));
  } else if (begins(operation, "bitcast ")) {
    const llvm_text::typed_value from = llvm_text::typed(operation.substr(8));
    const text pointer = from.value.substr(0, from.value.find(' '));
    const std::size_t to = from.value.find(" to ");
    const auto found = places_.find(pointer);
    if (found == places_.end() || to == from.value.npos)
      return;
    const text type = llvm_text::pointee(llvm_text::type_at(from.value.substr(to + 4)));
    const std::uint64_t bytes = types_.size_of(type).bytes;
    if (bytes != 0 && bytes <= types_.size_of(found->second).bytes)
      places_[result] = type;
  } else if (begins(operation, "sext ") || begins(operation, "zext ")) {
    const text value = llvm_text::typed(operation.substr(5)).value;
    widened_[result] = value.substr(0, value.find(' '));
  } else if (begins(operation, "icmp ult i64 ") && contains(operation, ", !nosanitize ")) {
    // only the compiler's own check of an index
    const auto parts = llvm_text::parts_of(operation.substr(9));
    const text index = llvm_text::typed(parts.at(0)).value;
    const auto from = widened_.find(index);
    if (const auto count = constant(parts.at(1)))
      checked_[from == widened_.end() ? index : from->second] = *count;
  }
}

bool local_places::is_checked(text index, std::uint64_t count) const {
  const text value = llvm_text::typed(index).value;
  const auto from = widened_.find(value);
  const auto found = checked_.find(from == widened_.end() ? value : from->second);
  return found != checked_.end() && found->second <= count;
}

/// `inbounds [8 x float], [8 x float]* %12, i64 0, i64 %37`
void local_places::see_member(text result, text operation) {
  for (const char* word : {"inbounds ", "nuw ", "nusw "})
    if (begins(operation, word))
      operation.remove_prefix(text(word).size());
  const auto parts = llvm_text::parts_of(operation);
  if (parts.size() < 3)
    return;
  const auto found = places_.find(llvm_text::typed(parts[1]).value);
  if (found == places_.end() || constant(llvm_text::typed(parts[2]).value) != 0)
    return;
  const std::uint64_t bytes = types_.size_of(parts[0]).bytes;
  if (found->second != parts[0] && (bytes == 0 || bytes > types_.size_of(found->second).bytes))
    return;
  text place = parts[0];
  for (std::size_t i = 3; i < parts.size() && parts[i][0] != '!'; ++i) {
    const llvm_text::array_type array = llvm_text::as_array(place);
    if (const auto number = constant(llvm_text::typed(parts[i]).value))
      place = types_.part_type(place, *number);
    else if (array.count != 0 && is_checked(parts[i], array.count))
      place = array.element;
    else
      return;
    if (place.empty())
      return;
  }
  places_[result] = place;
}

bool local_places::holds(text pointer, text value_type) const {
  const auto found = places_.find(pointer);
  if (found == places_.end())
    return false;
  const std::uint64_t bytes = types_.size_of(value_type).bytes;
  return found->second == value_type ||
         (bytes != 0 && bytes <= types_.size_of(found->second).bytes);
}

} // namespace cudalab::emulator
