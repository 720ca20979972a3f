// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/traffic/warp_requests.h"

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>
#include <unordered_map>

namespace cudalab::emulator {

namespace {

/// What makes accesses of several lanes one request. An asynchronous copy loads and stores in one
/// instruction, and lanes that only store zeros load nothing.
std::uint64_t part_of_instruction(const lane_access& one) {
  return std::uint64_t{one.pc} << 32 | static_cast<std::uint64_t>(one.operation) << 1 |
         static_cast<std::uint64_t>(one.shared);
}

/// As long as all lanes that take part did the same, the n-th accesses of all are a request.
std::size_t match_in_step(const lane_traces& lanes,
                          const std::function<void(const warp_request&)>& use) {
  std::vector<unsigned> active;
  std::size_t shortest = ~std::size_t{0};
  for (unsigned lane = 0; lane < warp_size; ++lane)
    if (!lanes[lane].empty()) {
      active.push_back(lane);
      shortest = std::min(shortest, lanes[lane].size());
    }
  if (active.empty())
    return 0;
  warp_request request{};
  for (std::size_t i = 0; i < shortest; ++i) {
    const std::uint64_t part = part_of_instruction(lanes[active.front()][i]);
    for (const unsigned lane : active) {
      request[lane] = &lanes[lane][i];
      if (part_of_instruction(*request[lane]) != part)
        return i;
    }
    use(request);
  }
  return shortest;
}

} // namespace

void for_requests(const lane_traces& lanes, const std::function<void(const warp_request&)>& use) {
  const std::size_t done = match_in_step(lanes, use);
  struct member {
    std::uint64_t part;
    std::uint32_t times; ///< this lane has executed it before
    unsigned lane;
    const lane_access* what;
  };
  std::vector<member> rest;
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    std::unordered_map<std::uint64_t, std::uint32_t> times;
    for (std::size_t i = done; i < lanes[lane].size(); ++i) {
      const lane_access& each = lanes[lane][i];
      const std::uint64_t part = part_of_instruction(each);
      rest.push_back({part, times[part]++, lane, &each});
    }
  }
  std::sort(rest.begin(), rest.end(), [](const member& a, const member& b) {
    return std::tie(a.part, a.times, a.lane) < std::tie(b.part, b.times, b.lane);
  });
  for (std::size_t i = 0; i < rest.size();) {
    warp_request request{};
    const member& first = rest[i];
    for (; i < rest.size() && rest[i].part == first.part && rest[i].times == first.times; ++i)
      request[rest[i].lane] = rest[i].what;
    use(request);
  }
}

namespace {

/// Bytes that lie as close together as those of most requests do: a bit for each. Quicker than to
/// sort the accesses.
class byte_set {
public:
  static constexpr std::uint64_t longest = 1024, widest = 16;
  /// @param at from the first byte on @param bytes at most `widest`
  void add(std::uint64_t at, unsigned bytes) {
    const std::uint64_t bits = (std::uint64_t{1} << bytes) - 1;
    const unsigned shift = at % 64;
    words_[at / 64] |= bits << shift;
    if (shift + bytes > 64)
      words_[at / 64 + 1] |= bits >> (64 - shift);
  }
  unsigned size() const {
    unsigned bytes = 0;
    for (const std::uint64_t each : words_)
      bytes += static_cast<unsigned>(std::popcount(each));
    return bytes;
  }

private:
  std::array<std::uint64_t, longest / 64> words_{};
};

} // namespace

unsigned different_bytes(const warp_request& request) {
  std::array<const lane_access*, warp_size> lanes;
  std::size_t count = 0;
  bool sorted = true;
  std::uint64_t first = ~std::uint64_t{0}, last = 0;
  unsigned widest = 0;
  for (const lane_access* each : request)
    if (each != nullptr) {
      sorted = sorted && (count == 0 || lanes[count - 1]->offset <= each->offset);
      lanes[count++] = each;
      first = std::min(first, each->offset);
      last = std::max(last, each->offset + each->bytes);
      widest = std::max<unsigned>(widest, each->bytes);
    }
  if (!sorted && last - first <= byte_set::longest && widest <= byte_set::widest) {
    byte_set different;
    for (std::size_t i = 0; i < count; ++i)
      different.add(lanes[i]->offset - first, lanes[i]->bytes);
    return different.size();
  }
  if (!sorted)
    std::sort(lanes.begin(), lanes.begin() + count,
              [](const auto* a, const auto* b) { return a->offset < b->offset; });
  std::uint64_t bytes = 0, end = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t begin = std::max(lanes[i]->offset, end);
    end = std::max(end, lanes[i]->offset + lanes[i]->bytes);
    bytes += end - std::min(begin, end);
  }
  return static_cast<unsigned>(bytes);
}

unsigned sectors_of(const warp_request& request) {
  std::array<std::uint64_t, 2 * warp_size> sectors;
  std::size_t count = 0;
  for (const lane_access* each : request) {
    if (each == nullptr)
      continue;
    const std::uint64_t first = each->offset / 32, last = (each->offset + each->bytes - 1) / 32;
    if (count == 0 || sectors[count - 1] != first)
      sectors[count++] = first;
    if (last != first)
      sectors[count++] = last;
  }
  if (!std::is_sorted(sectors.begin(), sectors.begin() + count))
    std::sort(sectors.begin(), sectors.begin() + count);
  return static_cast<unsigned>(std::unique(sectors.begin(), sectors.begin() + count) -
                               sectors.begin());
}

unsigned least_sectors(unsigned bytes) {
  return (bytes + 31) / 32;
}

unsigned lanes_at_one_address(const warp_request& request) {
  std::array<std::uint64_t, warp_size> offsets;
  std::size_t count = 0;
  for (const lane_access* each : request)
    if (each != nullptr)
      offsets[count++] = each->offset;
  std::sort(offsets.begin(), offsets.begin() + count);
  std::size_t most = 0, run = 0;
  for (std::size_t i = 0; i < count; ++i) {
    run = i > 0 && offsets[i] == offsets[i - 1] ? run + 1 : 1;
    most = std::max(most, run);
  }
  return static_cast<unsigned>(most);
}

bank_use banks_of(const warp_request& request) {
  unsigned bytes = 4;
  for (const lane_access* each : request)
    if (each != nullptr)
      bytes = std::max<unsigned>(bytes, each->bytes);
  const unsigned lanes_a_pass = warp_size * 4 / bytes;
  bank_use result;
  for (unsigned begin = 0; begin < warp_size; begin += lanes_a_pass) {
    std::array<std::array<std::uint64_t, warp_size>, 32> words; // by bank
    std::array<unsigned, 32> count{};
    unsigned worst = 1;
    for (unsigned lane = begin; lane < begin + lanes_a_pass; ++lane) {
      const lane_access* const each = request[lane];
      if (each == nullptr)
        continue;
      for (std::uint64_t word = each->offset / 4; word <= (each->offset + each->bytes - 1) / 4;
           ++word) {
        auto& known = words[word % 32];
        unsigned& size = count[word % 32];
        if (std::find(known.begin(), known.begin() + size, word) != known.begin() + size ||
            size == known.size())
          continue;
        known[size++] = word;
        worst = std::max(worst, size);
      }
    }
    result.worst = std::max(result.worst, worst);
    result.extra += worst - 1;
  }
  return result;
}

} // namespace cudalab::emulator
