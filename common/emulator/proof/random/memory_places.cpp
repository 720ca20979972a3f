// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "memory_places.h"

namespace cudalab::proof {

plan element::whole(bool write, manner how) const {
  return [*this, write, how](const position& at) {
    const touch all{write, how, in->id, index.value(at) * type().bytes, type().bytes};
    return expected(all, type().value_bytes());
  };
}

plan element::some(const field& part, bool write, manner how) const {
  return [*this, part, write, how](const position& at) {
    const long begin = index.value(at) * type().bytes;
    if (!part.bits)
      return expected(touch{write, how, in->id, begin + part.offset, part.bytes});
    std::vector<bool> needed(static_cast<std::size_t>(part.unit_bytes));
    for (long i = 0; i < part.bytes; ++i)
      needed[static_cast<std::size_t>(part.offset - part.unit_offset + i)] = true;
    return expected(touch{write, how, in->id, begin + part.unit_offset, part.unit_bytes}, needed);
  };
}

plan element::perhaps_read() const {
  return [*this](const position& at) {
    const touch all{false, manner::plain, in->id, index.value(at) * type().bytes, type().bytes};
    return expected(all, std::vector<bool>(static_cast<std::size_t>(type().bytes), false));
  };
}

plan element::range(bool write, long count) const {
  return [*this, write, count](const position& at) {
    std::vector<expected> all;
    for (long i = 0; i < count; ++i) {
      const touch one{write, manner::plain, in->id, (index.value(at) + i) * type().bytes,
                      type().bytes};
      all.emplace_back(one, type().value_bytes());
    }
    return expected(expected::order::any, std::move(all));
  };
}

plan copy(const element& from, const element& to) {
  return [from, to](const position& at) {
    const std::vector<bool> needed = from.type().value_bytes();
    std::vector<expected> bytes;
    for (long i = 0; i < from.type().bytes; ++i) {
      const std::vector<bool> one = {needed[static_cast<std::size_t>(i)]};
      const touch read{false, manner::plain, from.in->id,
                       from.index.value(at) * from.type().bytes + i, 1};
      const touch write{true, manner::plain, to.in->id, to.index.value(at) * to.type().bytes + i,
                        1};
      bytes.emplace_back(expected::order::sequence,
                         std::vector<expected>{expected(read, one), expected(write, one)});
    }
    return expected(expected::order::any, std::move(bytes));
  };
}

} // namespace cudalab::proof
