// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/nccl/work.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <type_traits>

#include "emulator/runtime/devices.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/queue/streams.h"

namespace cudalab::emulator::nccl {

namespace {

using bytes = std::vector<std::byte>;

/// What the ranks have sent, by rank, and what is made of it, once.
struct exchange {
  std::vector<bytes> sent;
  bytes result;
  bool has_result = false;
};

template <class T>
T joined(T a, T b, ncclRedOp_t op) {
  if (op == ncclMax)
    return std::max(a, b);
  if (op == ncclMin)
    return std::min(a, b);
  if constexpr (std::is_integral_v<T>) { // as on a GPU: without a sign, nothing overflows
    using word = std::conditional_t<sizeof(T) < 4, unsigned, std::make_unsigned_t<T>>;
    const word x = static_cast<word>(a), y = static_cast<word>(b);
    return static_cast<T>(op == ncclProd ? x * y : x + y);
  } else {
    return op == ncclProd ? a * b : a + b;
  }
}

template <class T>
bytes reduced(const std::vector<bytes>& sent, ncclRedOp_t op) {
  std::vector<T> all(sent.front().size() / sizeof(T)), one(all.size());
  for (std::size_t rank = 0; rank < sent.size(); ++rank) {
    std::memcpy(one.data(), sent[rank].data(), sent[rank].size());
    for (std::size_t i = 0; i < all.size(); ++i)
      all[i] = rank == 0 ? one[i] : joined(all[i], one[i], op);
  }
  if (op == ncclAvg)
    for (T& each : all)
      each = static_cast<T>(each / static_cast<T>(sent.size()));
  bytes result(sent.front().size());
  std::memcpy(result.data(), all.data(), result.size());
  return result;
}

bytes reduced(const std::vector<bytes>& sent, ncclDataType_t type, ncclRedOp_t op) {
  switch (type) {
  case ncclInt8:
    return reduced<std::int8_t>(sent, op);
  case ncclUint8:
    return reduced<std::uint8_t>(sent, op);
  case ncclInt32:
    return reduced<std::int32_t>(sent, op);
  case ncclUint32:
    return reduced<std::uint32_t>(sent, op);
  case ncclInt64:
    return reduced<std::int64_t>(sent, op);
  case ncclUint64:
    return reduced<std::uint64_t>(sent, op);
  case ncclFloat64:
    return reduced<double>(sent, op);
  default:
    return reduced<float>(sent, op);
  }
}

bytes one_after_the_other(const std::vector<bytes>& sent) {
  bytes all;
  for (const bytes& each : sent)
    all.insert(all.end(), each.begin(), each.end());
  return all;
}

const bytes& result_of(exchange& all, const request& one, std::size_t sender) {
  if (!adds_up(one.kind) && one.kind != call_kind::all_gather)
    return all.sent[sender];
  if (!all.has_result)
    all.result =
        adds_up(one.kind) ? reduced(all.sent, one.type, one.op) : one_after_the_other(all.sent);
  all.has_result = true;
  return all.result;
}

/// Bytes that pass by a rank's connection, by an algorithm that wastes none.
std::size_t bytes_on_the_way(const request& one) {
  const std::size_t ranks = static_cast<std::size_t>(std::max(1, one.ranks));
  const std::size_t part = one.count * bytes_of(one.type);
  switch (one.kind) {
  case call_kind::all_reduce:
    return 2 * part * (ranks - 1) / ranks;
  case call_kind::all_gather:
  case call_kind::reduce_scatter:
    return part * (ranks - 1);
  default:
    return ranks == 1 ? 0 : part;
  }
}

operation part_of(const request& one) {
  operation work{.name = name_of(one.kind), .perform = {}, .called_at = one.caller};
  work.device = one.device;
  return work;
}

CUstream_st& stream_of(const request& one) {
  return is_default_stream(one.stream) ? legacy_stream(one.device) : *one.stream;
}

operation_handle submit_read(const request& one, std::size_t place,
                             const std::shared_ptr<exchange>& all) {
  operation work = part_of(one);
  if (one.bytes_read() != 0) {
    work.uses.push_back({.begin = one.from, .bytes = one.bytes_read()});
    work.perform = [all, place, from = one.from, count = one.bytes_read()](operation_number) {
      all->sent[place].assign(from, from + count);
    };
  }
  return add_to_stream(stream_of(one), std::move(work));
}

void submit_write(const request& one, std::size_t sender, const std::shared_ptr<exchange>& all,
                  const operation_handles& reads) {
  operation work = part_of(one);
  work.kind = work_kind::collective;
  work.bytes = bytes_on_the_way(one);
  const std::size_t count = one.bytes_written();
  // Of a sum that is scattered, each rank gets its part.
  const std::size_t first =
      one.kind == call_kind::reduce_scatter ? count * static_cast<std::size_t>(one.rank) : 0;
  if (count != 0)
    work.uses.push_back({.begin = one.to, .bytes = count, .writes = true});
  work.perform = [=](operation_number) {
    if (count == 0)
      return;
    std::memcpy(one.to, result_of(*all, one, sender).data() + first, count);
    if (memory_listener* const listener = device_memory::instance().listener())
      listener->written(device_memory::instance().slot_of(one.to), count);
  };
  add_to_stream(stream_of(one), std::move(work), reads);
}

} // namespace

void submit(const std::vector<meeting>& group) {
  const auto lock = locked_queue();
  std::vector<std::shared_ptr<exchange>> exchanges;
  std::vector<operation_handles> reads;
  for (const meeting& each : group) {
    const auto all = exchanges.emplace_back(std::make_shared<exchange>());
    all->sent.resize(each.size());
    operation_handles& of_meeting = reads.emplace_back();
    for (std::size_t i = 0; i < each.size(); ++i)
      of_meeting.push_back(submit_read(each[i], i, all));
  }
  for (std::size_t i = 0; i < group.size(); ++i)
    for (const request& one : group[i]) {
      // The sender of a call between two stands first.
      const std::size_t sender =
          is_between_two(one.kind) ? 0 : static_cast<std::size_t>(std::max(0, one.root));
      submit_write(one, sender, exchanges[i], reads[i]);
    }
}

} // namespace cudalab::emulator::nccl
