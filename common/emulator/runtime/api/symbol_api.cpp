// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: variables of the device, by their names.
#include "emulator/include/cudalab/api.h"
#include "emulator/runtime/api/copies.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/queue/errors.h"

using namespace cudalab::emulator;

#define CALLER __builtin_return_address(0)

namespace {

/// The variable that begins there.
std::optional<allocation> variable_of(const symbol_in& symbol) {
  const std::optional<allocation> found = device_memory::instance().find(symbol.get());
  if (!found || !is_variable(found->kind) || found->content != symbol.get())
    return std::nullopt;
  return found;
}

} // namespace

namespace cudalab::emulator {

cudaError_t copy_symbol(const api_call& call, way_of_symbol direction, const symbol_in& symbol,
                        const void* other, std::size_t bytes, std::size_t offset,
                        cudaMemcpyKind kind) {
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  const std::optional<allocation> variable = variable_of(symbol);
  if (!variable)
    return finish(cudaErrorInvalidSymbol);
  if (offset > variable->bytes || bytes > variable->bytes - offset)
    return finish(cudaErrorInvalidValue);
  const cudaMemcpyKind other_side =
      direction == way_of_symbol::to_symbol ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
  if (kind != other_side && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
    return finish(cudaErrorInvalidMemcpyDirection);
  void* const place = variable->content + offset;
  if (direction == way_of_symbol::to_symbol)
    return copy(call, {place, other, {bytes}, {}, {}, kind});
  return copy(call, {const_cast<void*>(other), place, {bytes}, {}, {}, kind});
}

} // namespace cudalab::emulator

cudaError_t cudaMemcpyToSymbol(symbol_in symbol, const void* from, std::size_t bytes,
                               std::size_t offset, cudaMemcpyKind kind) {
  return copy_symbol({"cudaMemcpyToSymbol", CALLER}, way_of_symbol::to_symbol, symbol, from, bytes,
                     offset, kind);
}

cudaError_t cudaMemcpyToSymbolAsync(symbol_in symbol, const void* from, std::size_t bytes,
                                    std::size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_symbol({"cudaMemcpyToSymbolAsync", CALLER, stream, true}, way_of_symbol::to_symbol,
                     symbol, from, bytes, offset, kind);
}

cudaError_t cudaMemcpyFromSymbol(void* to, symbol_in symbol, std::size_t bytes, std::size_t offset,
                                 cudaMemcpyKind kind) {
  return copy_symbol({"cudaMemcpyFromSymbol", CALLER}, way_of_symbol::from_symbol, symbol, to,
                     bytes, offset, kind);
}

cudaError_t cudaMemcpyFromSymbolAsync(void* to, symbol_in symbol, std::size_t bytes,
                                      std::size_t offset, cudaMemcpyKind kind,
                                      cudaStream_t stream) {
  return copy_symbol({"cudaMemcpyFromSymbolAsync", CALLER, stream, true},
                     way_of_symbol::from_symbol, symbol, to, bytes, offset, kind);
}

cudaError_t cudaGetSymbolAddress(pointer_out address, symbol_in symbol) {
  const std::optional<allocation> variable = variable_of(symbol);
  if (address.get() == nullptr)
    return finish(cudaErrorInvalidValue);
  if (!variable)
    return finish(cudaErrorInvalidSymbol);
  *address.get() = variable->content;
  return finish(cudaSuccess);
}

cudaError_t cudaGetSymbolSize(std::size_t* bytes, symbol_in symbol) {
  const std::optional<allocation> variable = variable_of(symbol);
  if (bytes == nullptr)
    return finish(cudaErrorInvalidValue);
  if (!variable)
    return finish(cudaErrorInvalidSymbol);
  *bytes = variable->bytes;
  return finish(cudaSuccess);
}
