// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/blocks/launch_limits.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>

#include "emulator/runtime/blocks/large_stack.h"
#include "emulator/runtime/device_limits.h"
#include "emulator/runtime/devices.h"
#include "emulator/runtime/memory/program_symbols.h"
#include "emulator/runtime/number_words.h"
#include "emulator/runtime/program_observer.h"
#include "emulator/runtime/queue/errors.h"
#include "emulator/runtime/queue/submit.h"

namespace cudalab::emulator {

namespace {

std::string product(const index3& extent) {
  return grouped(extent.x) + " x " + grouped(extent.y) + " x " + grouped(extent.z);
}

/// Empty, like the others here: nothing speaks against it.
std::string refuse_empty(const index3& grid, const index3& block) {
  if (grid.x == 0 || grid.y == 0 || grid.z == 0)
    return "the grid has " + product(grid) + " blocks: none at all";
  if (block.x == 0 || block.y == 0 || block.z == 0)
    return "a block has " + product(block) + " threads: none at all";
  return "";
}

std::string refuse_extents(const index3& grid, const index3& block) {
  const std::uint64_t threads = std::uint64_t{block.x} * block.y * block.z;
  if (threads > max_threads_per_block || block.x > max_threads_per_block ||
      block.y > max_threads_per_block)
    return "a block has " + product(block) + " threads; at most " + grouped(max_threads_per_block) +
           " in all are possible";
  if (block.z > max_block_z)
    return "a block has " + grouped(block.z) + " threads in z; at most " + grouped(max_block_z) +
           " are possible";
  if (grid.x > max_grid_x)
    return "the grid has " + grouped(grid.x) + " blocks in x; at most " + grouped(max_grid_x) +
           " are possible";
  for (const auto& [direction, size] : {std::pair{"y", grid.y}, std::pair{"z", grid.z}})
    if (size > max_grid_yz)
      return "the grid has " + grouped(size) + " blocks in " + direction + "; at most " +
             grouped(max_grid_yz) + " are possible (x may have more)";
  return "";
}

std::string refuse_bounds(const index3& block, unsigned most_threads) {
  const unsigned threads = block.x * block.y * block.z;
  return threads <= most_threads ? ""
                                 : "a block has " + grouped(threads) +
                                       " threads; the kernel's __launch_bounds__ says " +
                                       "that it has at most " + grouped(most_threads);
}

std::string refuse_shared(std::size_t dynamic, const kernel_allowance& shared) {
  const std::size_t all = dynamic + shared.static_bytes;
  const std::string asked =
      shared.static_bytes == 0
          ? "the launch asks for " + grouped(dynamic) + " bytes of dynamic shared memory"
          : "a block needs " + grouped(all) + " bytes of shared memory (" + grouped(dynamic) +
                " dynamic, " + grouped(shared.static_bytes) + " in __shared__ variables)";
  if (shared.static_bytes > shared_bytes_per_block)
    return asked + "; __shared__ arrays of a size that the compiler knows may take " +
           grouped(shared_bytes_per_block) + " in all";
  if (shared.opted_in == 0 && all > shared_bytes_per_block_optin)
    return asked + "; a block of this device has " + grouped(shared_bytes_per_block) + ", or " +
           grouped(shared_bytes_per_block_optin) +
           " at most where cudaFuncSetAttribute allows the kernel more";
  if (shared.opted_in == 0)
    return all <= shared_bytes_per_block
               ? ""
               : asked +
                     "; without cudaFuncSetAttribute(kernel, "
                     "cudaFuncAttributeMaxDynamicSharedMemorySize, bytes) there are " +
                     grouped(shared_bytes_per_block);
  if (dynamic > std::max(shared.opted_in, shared_bytes_per_block - std::min(shared_bytes_per_block,
                                                                            shared.static_bytes)))
    return asked + "; cudaFuncSetAttribute allowed " + grouped(shared.opted_in) + " dynamic";
  return all <= shared_bytes_per_block_optin
             ? ""
             : asked + "; a block of this device has " + grouped(shared_bytes_per_block_optin);
}

std::mutex opted_in_mutex;
std::map<std::string, std::size_t>& opted_in() {
  static auto& all = *new std::map<std::string, std::size_t>;
  return all;
}

} // namespace

namespace {

/// "tile<16>(int)" for "void tile<16>(int)": where a variable's scope is named there is no result.
std::string without_result(const std::string& kernel) {
  return kernel.rfind("void ", 0) == 0 ? kernel.substr(5) : kernel;
}

using bytes_by_name = std::map<std::string, std::size_t>;

/// The bytes of variables inside functions, by the function: "void scale<4>(float*)".
bytes_by_name bytes_by_instance(bool (*counts)(const program_symbol&)) {
  bytes_by_name by_instance;
  for (const program_symbol& symbol : program_symbols()) {
    if (!counts(symbol))
      continue;
    const std::string name = symbol.name();
    if (const std::size_t scope = name.rfind(")::"); scope != name.npos)
      by_instance[without_result(name.substr(0, scope + 1))] += symbol.bytes;
  }
  return by_instance;
}

/// By the plain name. Of several instances of a template one: a launch does not know which it is.
bytes_by_name bytes_by_kernel(const bytes_by_name& by_instance,
                              const std::size_t& (*of_instances)(const std::size_t&,
                                                                 const std::size_t&)) {
  bytes_by_name chosen;
  for (const auto& [instance, bytes] : by_instance) {
    const auto [place, fresh] = chosen.emplace(plain_name(instance), bytes);
    if (!fresh)
      place->second = of_instances(place->second, bytes);
  }
  return chosen;
}

bool is_shared(const program_symbol& symbol) {
  return symbol.thread_local_variable;
}

bool is_launch_bound(const program_symbol& symbol) {
  return symbol.variable && symbol.linker_name.find("cudalab_launch_bounds") != std::string::npos;
}

} // namespace

std::size_t static_shared_bytes(const std::string& kernel) {
  static const auto& known =
      *new const bytes_by_name(bytes_by_kernel(bytes_by_instance(is_shared), std::min));
  const auto found = known.find(plain_name(kernel));
  return found == known.end() ? 0 : found->second;
}

namespace {

/// The bounds of kernels all of whose namesakes have bounds.
bytes_by_name launch_bounds() {
  const bytes_by_name by_instance = bytes_by_instance(is_launch_bound);
  bytes_by_name bounds = bytes_by_kernel(by_instance, std::max);
  for (auto each = bounds.begin(); each != bounds.end();) {
    const auto is_namesake_without = [&](const program_symbol& symbol) {
      if (!symbol.function || symbol.linker_name.find(each->first) == std::string::npos)
        return false;
      const std::string name = symbol.name();
      return plain_name(name) == each->first && by_instance.count(without_result(name)) == 0;
    };
    const auto& all = program_symbols();
    each = std::any_of(all.begin(), all.end(), is_namesake_without) ? bounds.erase(each)
                                                                    : std::next(each);
  }
  return bounds;
}

} // namespace

unsigned most_threads_of(const std::string& kernel) {
  static const auto& known = *new const bytes_by_name(launch_bounds());
  const auto found = known.find(plain_name(kernel));
  return found == known.end()
             ? max_threads_per_block
             : static_cast<unsigned>(std::min<std::size_t>(found->second, max_threads_per_block));
}

launch_verdict judge_launch(const launch_record& launch, const kernel_allowance& allowed) {
  const launch_refusal of_memory = allowed.static_bytes > shared_bytes_per_block
                                       ? launch_refusal::static_arrays
                                       : launch_refusal::too_much_shared;
  const std::pair<launch_refusal, std::string> reasons[] = {
      {launch_refusal::nothing_to_run, refuse_empty(launch.grid, launch.block)},
      {launch_refusal::too_large, refuse_extents(launch.grid, launch.block)},
      {launch_refusal::launch_bounds, refuse_bounds(launch.block, allowed.threads)},
      {of_memory, refuse_shared(launch.dynamic_shared_bytes, allowed)}};
  for (const auto& [refusal, reason] : reasons)
    if (!reason.empty())
      return {cudaErrorInvalidValue, refusal, reason};
  return {};
}

std::size_t opted_in_shared_bytes(const std::string& kernel) {
  const std::lock_guard lock(opted_in_mutex);
  const auto found = opted_in().find(kernel);
  return found == opted_in().end() ? 0 : found->second;
}

void opt_in_shared_bytes(const std::string& kernel, std::size_t bytes) {
  const std::lock_guard lock(opted_in_mutex);
  opted_in()[kernel] = bytes;
}

cudaError_t refuse_launch(const launch_record& launch, const launch_verdict& verdict) {
  because(verdict.reason);
  on_large_stack([&] { the_program_observer().launch_refused(launch, verdict); });
  return verdict.error;
}

cudaError_t check_launch(const launch_record& launch, cudaStream_t stream) {
  if (!is_stream(stream))
    return cudaErrorInvalidResourceHandle;
  if (device_count() > 1)
    if (const int device = device_of_stream(stream); device != current_device()) {
      because("the stream belongs to device " + grouped(static_cast<unsigned>(device)) +
              ", and device " + grouped(static_cast<unsigned>(current_device())) +
              " is the current one: call cudaSetDevice before the launch");
      return cudaErrorInvalidResourceHandle;
    }
  const kernel_allowance allowed{.static_bytes = static_shared_bytes(launch.kernel),
                                 .opted_in = opted_in_shared_bytes(plain_name(launch.kernel)),
                                 .threads = most_threads_of(launch.kernel)};
  const launch_verdict verdict = judge_launch(launch, allowed);
  return verdict.error == cudaSuccess ? cudaSuccess : refuse_launch(launch, verdict);
}

} // namespace cudalab::emulator
