// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Texts of which there may be ten thousand: they lie on the disk, in one file without a name.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace cudalab::term {

/// A text that is kept until this process ends. To copy it costs nothing, and a child of fork()
/// reads it, too.
class kept_text {
public:
  kept_text() = default; ///< an empty one
  /// @throws std::system_error when there is no room for it
  explicit kept_text(std::string_view text);

  /// @throws std::system_error
  std::string read() const;
  std::string sha256() const; ///< in hexadecimal digits
  bool operator==(const kept_text& other) const { return sha256() == other.sha256(); }

private:
  std::uint64_t at_ = 0, size_ = 0;
  std::array<char, 64> sum_{}; ///< of an empty one only zeros
};

} // namespace cudalab::term
