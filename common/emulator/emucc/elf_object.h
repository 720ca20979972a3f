// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The content of a 64-bit ELF object file, to be read and changed in place. (Of a program, to be
/// read.)
#pragma once

#include <cstring>
#include <functional>
#include <map>
#include <string>

#include <elf.h>

namespace cudalab::emulator {

/// Everything read from the content is checked against its size. Empty when it is no such object.
class elf_object {
public:
  explicit elf_object(std::string content);

  /// Calls visit(offset of the symbol in the file, symbol, name).
  void each_symbol(
      const std::function<void(std::size_t, const Elf64_Sym&, const std::string&)>& visit) const;
  /// Calls visit(offset of the section's header in the file, header, name).
  void each_section(
      const std::function<void(std::size_t, const Elf64_Shdr&, const std::string&)>& visit) const;

  /// Gives the symbols at these offsets other names. Moves all names to the end of the file, where
  /// there is room for more. @throws std::runtime_error
  void rename(const std::map<std::size_t, std::string>& new_names);

  /// The same for the sections whose headers are at these offsets.
  void rename_sections(const std::map<std::size_t, std::string>& new_names);

  /// Adds a section that is no part of the program's memory; the linker puts those of one name one
  /// behind the other. No other call afterwards. @throws std::runtime_error
  void add_section(const std::string& name, const std::string& bytes);

  template <class Part>
  void put(std::size_t at, const Part& part) {
    std::memcpy(content_.data() + at, &part, sizeof part);
  }
  /// Puts it at the end of the file. @return where that is
  std::size_t append(const std::string& bytes);

  const std::string& content() const { return content_; }

private:
  template <class Part>
  bool get(std::size_t at, Part& part) const {
    if (at > content_.size() || content_.size() - at < sizeof part)
      return false;
    std::memcpy(&part, content_.data() + at, sizeof part);
    return true;
  }
  /// The text that ends with a zero byte.
  std::string text_at(std::size_t at) const;

  std::string content_;
  std::size_t sections_at_ = 0;
  std::size_t sections_ = 0;
  std::size_t section_names_at_ = 0; ///< their bytes
  std::size_t section_names_header_ = 0;
  Elf64_Shdr symbols_{};
  Elf64_Shdr names_{};
  std::size_t names_at_ = 0; ///< the header of names_
};

} // namespace cudalab::emulator
