// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "expected.h"

#include <algorithm>

namespace cudalab::proof {

expected::expected(const touch& what, const std::vector<bool>& must)
    : touch_(what), bytes_(static_cast<std::size_t>(what.bytes), byte_state::needed) {
  for (std::size_t i = 0; i < must.size(); ++i)
    if (!must[i])
      bytes_[i] = optional;
  left_ = std::count(bytes_.begin(), bytes_.end(), std::uint8_t{needed});
}

expected::expected(order how, std::vector<expected> parts)
    : order_(how), parts_(std::move(parts)) {}

bool expected::take(const touch& access, long byte, need which) {
  if (order_ == order::touch) {
    if (access.write != touch_.write || access.how != touch_.how ||
        access.region != touch_.region || byte < touch_.begin || byte >= touch_.end())
      return false;
    std::uint8_t& state = bytes_[static_cast<std::size_t>(byte - touch_.begin)];
    if (which == need::may)
      return state == optional;
    if (state != needed)
      return false;
    state = taken;
    --left_;
    return true;
  }
  for (expected& part : parts_) {
    if (part.take(access, byte, which))
      return true;
    if (order_ == order::sequence && !part.done())
      return false;
  }
  return false;
}

bool expected::done() const {
  return left_ == 0 && std::all_of(parts_.begin(), parts_.end(),
                                   [](const expected& part) { return part.done(); });
}

std::string expected::missing() const {
  if (done())
    return "";
  if (order_ == order::touch)
    return std::string(touch_.write ? "write" : "read") + " of region " +
           std::to_string(touch_.region) + " [" + std::to_string(touch_.begin) + ", " +
           std::to_string(touch_.end()) + ")" +
           (left_ < touch_.bytes ? ", " + std::to_string(left_) + " bytes of it" : "");
  std::string text;
  for (const expected& part : parts_)
    if (const std::string more = part.missing(); !more.empty())
      text += (text.empty() ? "" : "; ") + more;
  return text;
}

} // namespace cudalab::proof
