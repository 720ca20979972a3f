// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/compare/compare.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <stdexcept>

namespace cudalab::grader {

namespace {

constexpr std::size_t differences_kept = 8;
constexpr std::size_t suspicious_rows_compared = 16;

template <class T>
std::vector<double> convert(const std::vector<std::byte>& bytes) {
  std::vector<double> result(bytes.size() / sizeof(T));
  for (std::size_t i = 0; i < result.size(); ++i) {
    T element;
    std::memcpy(&element, bytes.data() + i * sizeof(T), sizeof(T));
    result[i] = static_cast<double>(element);
  }
  return result;
}

bool is_poison(const std::vector<std::byte>& bytes, std::size_t element, std::size_t size) {
  const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(element * size);
  return std::all_of(first, first + static_cast<std::ptrdiff_t>(size),
                     [](std::byte b) { return b == std::byte{protocol::poison_byte}; });
}

/// The NaN that lies around the inputs, whatever its sign.
bool is_guard(const std::vector<std::byte>& bytes, std::size_t element, std::size_t size) {
  std::uint32_t word = 0;
  if (size != sizeof word)
    return false;
  std::memcpy(&word, bytes.data() + element * size, sizeof word);
  constexpr std::uint32_t sign = 0x80000000;
  return (word & ~sign) == protocol::input_guard;
}

/// Rows to compare of an output that is not compared whole, with what they must hold.
std::map<std::size_t, std::vector<double>> rows_to_compare(const std::vector<double>& got,
                                                           const row_oracle& oracle) {
  std::map<std::size_t, std::vector<double>> rows;
  for (const std::size_t row : oracle.sampled_rows)
    rows.try_emplace(row);
  if (oracle.suspicious_rows) {
    std::vector<std::size_t> suspects = oracle.suspicious_rows(got);
    // Spread over all suspects: the first and the last tell different stories.
    const std::size_t step = suspects.size() / suspicious_rows_compared + 1;
    for (std::size_t i = 0; i < suspects.size(); i += step)
      rows.try_emplace(suspects[i]);
    if (!suspects.empty())
      rows.try_emplace(suspects.back());
  }
  for (auto& [row, want] : rows)
    want = oracle.row(row);
  return rows;
}

class comparing {
public:
  comparing(const std::vector<std::byte>& bytes, protocol::element_type type,
            const std::vector<double>& got, const expectation& wanted, bool returned)
      : bytes_(bytes), size_(protocol::size_of(type)), got_(got), wanted_(wanted),
        returned_(returned) {
    result_.elements = got.size();
    result_.cells.assign(got.size(), cell::unchecked);
    for (std::size_t i = 0; wanted.in_part && !some_written_ && i < got.size(); ++i)
      some_written_ = !is_unwritten(i);
  }

  /// Where nothing is written, that is wrong everywhere.
  bool is_left_out(std::size_t i) const {
    return wanted_.in_part && some_written_ && is_unwritten(i);
  }

  void check(std::size_t i, double want) {
    if (is_left_out(i)) {
      ++result_.unchecked;
      return;
    }
    if (close_enough(got_[i], want, wanted_))
      set(i, cell::right, want);
    else
      set(i, is_unwritten(i) ? cell::unwritten : cell::wrong, want);
  }

  /// Without knowing the right value: poison, NaN and Inf are wrong whatever it is.
  void check_blindly(std::size_t i) {
    if (!std::isfinite(got_[i]))
      set(i, is_unwritten(i) ? cell::unwritten : cell::wrong,
          std::numeric_limits<double>::quiet_NaN());
    else
      ++result_.unchecked;
  }

  comparison take() { return std::move(result_); }

private:
  bool is_unwritten(std::size_t i) const { return !returned_ && is_poison(bytes_, i, size_); }

  void set(std::size_t i, cell state, double want) {
    result_.cells[i] = state;
    ++(state == cell::right ? result_.right
                            : (state == cell::wrong ? result_.wrong : result_.unwritten));
    if (state == cell::right)
      return;
    if (state == cell::wrong && !std::isfinite(got_[i])) {
      ++result_.not_finite;
      result_.from_guard += is_guard(bytes_, i, size_);
    } else if (state == cell::wrong) {
      result_.largest_error = std::max(result_.largest_error, std::abs(got_[i] - want));
    }
    if (result_.first.size() < differences_kept) {
      const std::size_t columns = std::max<std::size_t>(1, wanted_.shape.columns);
      result_.first.push_back({i / columns, i % columns, want, got_[i], state == cell::unwritten});
    }
  }

  const std::vector<std::byte>& bytes_;
  std::size_t size_;
  const std::vector<double>& got_;
  const expectation& wanted_;
  bool returned_;
  bool some_written_ = false; ///< looked for where a part is enough
  comparison result_;
};

} // namespace

std::vector<double> values_of(const std::vector<std::byte>& bytes, protocol::element_type type) {
  switch (type) {
  case protocol::element_type::int32:
    return convert<std::int32_t>(bytes);
  case protocol::element_type::uint32:
    return convert<std::uint32_t>(bytes);
  case protocol::element_type::float32:
    return convert<float>(bytes);
  case protocol::element_type::float64:
    return convert<double>(bytes);
  }
  throw std::logic_error("no such element type");
}

bool close_enough(double got, double want, const expectation& wanted) {
  // A NaN makes the comparison false by itself; an infinite `want` would make the bound infinite.
  return std::isfinite(got) && std::isfinite(want) &&
         std::abs(got - want) <= wanted.atol + wanted.rtol * std::abs(want);
}

comparison compare(const std::vector<std::byte>& bytes, protocol::element_type type,
                   const expectation& wanted, bool returned) {
  const std::vector<double> got = values_of(bytes, type);
  const std::size_t elements = wanted.shape.rows * wanted.shape.columns;
  if (got.size() != elements || (!wanted.rows.row && wanted.want.size() != elements))
    throw std::logic_error("an output and its expectation differ in size");
  comparing work(bytes, type, got, wanted, returned);
  if (!wanted.rows.row) {
    auto undecided = wanted.undecided.begin();
    for (std::size_t i = 0; i < got.size(); ++i)
      if (undecided != wanted.undecided.end() && *undecided == i) {
        work.check_blindly(i);
        ++undecided;
      } else {
        work.check(i, wanted.want[i]);
      }
    return work.take();
  }
  const auto rows = rows_to_compare(got, wanted.rows);
  for (std::size_t row = 0; row < wanted.shape.rows; ++row) {
    const auto known = rows.find(row);
    for (std::size_t column = 0; column < wanted.shape.columns; ++column) {
      const std::size_t i = row * wanted.shape.columns + column;
      if (known != rows.end())
        work.check(i, known->second[column]);
      else
        work.check_blindly(i);
    }
  }
  return work.take();
}

} // namespace cudalab::grader
