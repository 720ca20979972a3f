// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/conduct.h"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "grader/compare/patterns.h"
#include "grader/compare/words.h"

namespace cudalab::grader {

namespace {

constexpr std::size_t small_copy = 1024; // bytes
constexpr const char* block_of_caller =
    "Launch with the block that the caller gives: <<<blocks, block>>>.";

bool begins_with(const std::string& text, const char* beginning) {
  return text.rfind(beginning, 0) == 0;
}

/// What to do in place of the call.
std::string instead_of(const std::string& call) {
  if (call == "cudaFree")
    return "Take the memory with cudaMallocAsync(&pointer, bytes, 0) and free it with "
           "cudaFreeAsync(pointer, 0): it is freed when the kernels before have ended, and the "
           "host goes on. (lab::device_buffer frees with cudaFree.)";
  if (begins_with(call, "cudaMemcpy"))
    return "The arrays are on the device, and no copy to or from the host is needed: what a kernel "
           "stored another one can read, and numbers such as sizes are arguments of the kernel. To "
           "set memory of the device, there is cudaMemsetAsync. (lab::device_buffer copies with "
           "cudaMemcpy, and frees with cudaFree, which waits too.)";
  if (call == "cudaStreamQuery" || call == "cudaEventQuery")
    return fmt::format("Asking {}() again and again is waiting. Work of one stream comes in the "
                       "order of its calls, and who needs the result waits.",
                       call);
  return fmt::format("Take out {}(). Work of one stream comes in the order of its calls, and who "
                     "needs the result waits.",
                     call);
}

/// "32", "3 x 2" or "3 x 2 x 4".
std::string sides(const std::array<unsigned, 3>& xyz) {
  if (xyz[2] != 1)
    return fmt::format("{} x {} x {}", xyz[0], xyz[1], xyz[2]);
  return xyz[1] != 1 ? fmt::format("{} x {}", xyz[0], xyz[1]) : grouped(std::size_t{xyz[0]});
}

bool is_one(const std::array<unsigned, 3>& xyz) {
  return xyz == std::array<unsigned, 3>{1, 1, 1};
}

std::size_t product_of(const std::array<unsigned, 3>& xyz) {
  return std::size_t{xyz[0]} * xyz[1] * xyz[2];
}

std::string in_words(const protocol::launch_sizes& launch) {
  return fmt::format("{} block{} of {} thread{}", sides(launch.grid),
                     is_one(launch.grid) ? "" : "s", sides(launch.block),
                     is_one(launch.block) ? "" : "s");
}

} // namespace

namespace {

/// The input that goes to the host and comes back, while the others stay: the host has not worked
/// with it. Nothing: it may be that the host has.
/// @param inputs their names and bytes
std::optional<conduct_fault>
there_and_back(const case_outcome& outcome,
               const std::vector<std::pair<std::string, std::size_t>>& inputs) {
  const auto found = std::find_if(inputs.begin(), inputs.end(), [&](const auto& each) {
    return each.second == outcome.copied_to_host && each.second == outcome.copied_to_device;
  });
  if (found == inputs.end() || inputs.size() < 2)
    return std::nullopt;
  return conduct_fault{
      "done_on_host",
      fmt::format("the function copies {0} bytes to the host, as many as {1} has, and as many from "
                  "the host to the device: the way over the host is a long one, and the host waits",
                  grouped(found->second), found->first),
      fmt::format("{} is on the device already. From there a copy goes to other memory of the "
                  "device with cudaMemcpyDeviceToDevice, also to a __constant__ variable: "
                  "cudaMemcpyToSymbolAsync.",
                  found->first)};
}

/// What a function of device memory alone brings from the host to be its output.
std::optional<conduct_fault> brought_from_host(const case_outcome& outcome,
                                               std::size_t output_bytes) {
  if (output_bytes == 0 || outcome.copied_to_device <= std::max(small_copy, output_bytes / 4))
    return std::nullopt;
  return conduct_fault{
      "done_on_host",
      fmt::format("the function takes {} bytes from the host to the device, and its output has "
                  "{}: that is the host's work, not a kernel's",
                  grouped(outcome.copied_to_device), grouped(output_bytes)),
      "Let each thread of a kernel compute what it stores. No cudaMemcpy is needed."};
}

} // namespace

std::optional<conduct_fault> done_on_host(const test_case& one, const case_outcome& outcome) {
  std::size_t input_bytes = 0, output_bytes = 0;
  std::string names;
  std::vector<std::pair<std::string, std::size_t>> inputs;
  for (std::size_t i = 0; i < one.call().arguments.size(); ++i) {
    const auto* buffer = std::get_if<protocol::buffer_argument>(&one.call().arguments[i]);
    if (buffer == nullptr || buffer->name == protocol::result_name)
      continue;
    if (buffer->space == protocol::memory_space::host)
      return std::nullopt; // copying is part of the task
    if (buffer->direction != protocol::direction::input)
      output_bytes += buffer->elements * protocol::size_of(buffer->type);
    if (buffer->direction == protocol::direction::output)
      continue;
    input_bytes += one.content(i).size();
    inputs.emplace_back(buffer->name, one.content(i).size());
    names += (names.empty() ? "" : ", ") + buffer->name;
  }
  if (auto brought = brought_from_host(outcome, output_bytes)) {
    auto back = there_and_back(outcome, inputs);
    return back ? back : brought;
  }
  if (input_bytes == 0) // it has nothing that could be worked on elsewhere
    return std::nullopt;
  if (outcome.copied_to_host <= std::max(small_copy, input_bytes / 4))
    return std::nullopt;
  return conduct_fault{
      "done_on_host",
      fmt::format("the function takes {} bytes from the device to the host, and its input has {}: "
                  "that is the host's work, not a kernel's",
                  grouped(outcome.copied_to_host), grouped(input_bytes)),
      fmt::format("The arrays are on the device already: let a kernel read {} there and store the "
                  "result there. No cudaMemcpy and no managed memory are needed.",
                  names)};
}

std::optional<conduct_fault> unwritten_because(const test_case& one, const std::string& output,
                                               const case_outcome& outcome) {
  const auto& arguments = one.call().arguments;
  const auto is_output = [&output](const protocol::argument& each) {
    const auto* buffer = std::get_if<protocol::buffer_argument>(&each);
    return buffer != nullptr && buffer->name == output;
  };
  const auto found = std::find_if(arguments.begin(), arguments.end(), is_output);
  if (found == arguments.end() || one.runs_on_gpu() || one.call().function != one.function() ||
      !one.expected(output).if_unwritten.empty())
    return std::nullopt;
  const auto& buffer = std::get<protocol::buffer_argument>(*found);
  const std::string unwritten = words_for_unwritten(output, buffer.elements);
  if (outcome.launches.empty() && one.must_launch())
    return conduct_fault{
        "nothing_written", unwritten + ": no kernel ran",
        fmt::format("Is there a launch in {}, kernel<<<blocks, threads>>>(...), and does the "
                    "program come to it?",
                    one.function())};
  if (!outcome.launches.empty() && outcome.copied_to_host == 0 &&
      buffer.space == protocol::memory_space::host)
    return conduct_fault{
        "nothing_written",
        fmt::format("{}: a kernel ran, but nothing was copied from the device to the host",
                    unwritten),
        fmt::format("{0} is the host's array, and the kernel's result lies in memory of the "
                    "device. After the launch: cudaMemcpy({0}, ..., cudaMemcpyDeviceToHost).",
                    output)};
  return std::nullopt;
}

namespace {

/// It came back since it launched blocks of another shape than the one that is asked for: no launch
/// has failed.
std::optional<conduct_fault> block_that_cannot_fail(const test_case& one,
                                                    const case_outcome& outcome) {
  const auto& asked = one.asked_block();
  if (!asked || outcome.how != ending::done || outcome.launches.empty() || one.runs_on_gpu() ||
      std::any_of(outcome.launches.begin(), outcome.launches.end(),
                  [&](const protocol::launch_sizes& each) { return each.block == *asked; }) ||
      std::any_of(outcome.findings.begin(), outcome.findings.end(),
                  [](const finding& each) { return each.kind == finding_kind::invalid_launch; }))
    return std::nullopt;
  return conduct_fault{
      "other_block",
      fmt::format("the blocks have {} threads, where {} are asked for: a launch with these fails, "
                  "and {} is to throw lab::cuda_error",
                  sides(outcome.launches.front().block), sides(*asked), one.function()),
      block_of_caller};
}

} // namespace

std::optional<conduct_fault> not_told(const test_case& one, const case_outcome& outcome) {
  const bool came_back = outcome.how == ending::done || outcome.how == ending::cuda_error;
  if (!one.must_throw() || outcome.threw_cuda_error ||
      (!came_back && outcome.how != ending::exception))
    return std::nullopt;
  if (auto other = block_that_cannot_fail(one, outcome))
    return other;
  return conduct_fault{
      "not_told",
      fmt::format("a launch with these numbers fails, and {} {}", one.function(),
                  came_back ? "did not tell" : "threw something else than lab::cuda_error"),
      "CUDA_CHECK(cudaGetLastError()); after the launch throws lab::cuda_error where it fails. Do "
      "not decide before it whether it can be made: the device knows, and the caller must be "
      "told."};
}

namespace {

bool must_not_wait(const lab_description& lab, const test_case& one) {
  return std::find(lab.never_wait.begin(), lab.never_wait.end(), one.function()) !=
         lab.never_wait.end();
}

} // namespace

std::vector<finding> without_waits(const lab_description& lab, const test_case& one,
                                   std::vector<finding> found) {
  if (!must_not_wait(lab, one))
    return found;
  for (finding& each : found)
    if (std::erase_if(each.fix, [](const findings::remedy_step& step) {
          return step.id == findings::remedy_id::or_let_host_wait;
        }) != 0)
      findings::advise(each.fix, each);
  return found;
}

std::optional<conduct_fault> waited(const lab_description& lab, const test_case& one,
                                    const case_outcome& outcome) {
  if (outcome.how != ending::done || outcome.waits.empty() || !must_not_wait(lab, one))
    return std::nullopt;
  const std::string& wait = outcome.waits.front(); // "cudaFree in line 35", or "cudaFree"
  const std::size_t in = wait.find(" in ");
  const std::string call = wait.substr(0, in);
  return conduct_fault{
      "waits",
      fmt::format("{} waits for kernels: {} does so{}", one.function(), call,
                  in == wait.npos ? "" : fmt::format(" ({})", wait.substr(in + 4))),
      fmt::format("A launch returns at once, and {}.h wants the function to do so too. {}",
                  lab.name, instead_of(call))};
}

namespace {

std::size_t threads_of(const std::vector<protocol::launch_sizes>& launches) {
  std::size_t threads = 0;
  for (const protocol::launch_sizes& each : launches)
    threads += product_of(each.grid) * product_of(each.block);
  return threads;
}

std::optional<conduct_fault> many_threads(const test_case& one, const case_outcome& outcome) {
  if (!one.most_threads())
    return std::nullopt;
  const std::size_t threads = threads_of(outcome.launches);
  if (threads <= *one.most_threads())
    return std::nullopt;
  return conduct_fault{
      "many_threads",
      fmt::format("the result is right, but {} threads were launched, where {} are enough",
                  grouped(threads), grouped(*one.most_threads())),
      outcome.launches.size() == 1
          ? "One thread makes the whole of an element, and no two share one: launch a thread for "
            "each."
          : fmt::format(
                "They are the threads of {} launches. One launch is enough when each thread "
                "makes all that it has to make.",
                grouped(outcome.launches.size()))};
}

std::optional<conduct_fault> other_block(const test_case& one, const case_outcome& outcome) {
  const auto& asked = one.asked_block();
  if (!asked || outcome.launches.empty() ||
      std::any_of(outcome.launches.begin(), outcome.launches.end(),
                  [&](const protocol::launch_sizes& each) { return each.block == *asked; }))
    return std::nullopt;
  return conduct_fault{
      "other_block",
      fmt::format("the result is right, but the blocks have {} threads, where {} are asked for",
                  sides(outcome.launches.front().block), sides(*asked)),
      block_of_caller};
}

/// What to look at where there are too few threads.
std::string advice_for_few(const std::vector<protocol::launch_sizes>& launches,
                           std::size_t missing) {
  constexpr std::size_t exact_in_float = std::size_t{1} << 24;
  std::size_t largest_block = 0; // a small kernel may come before, say to set 0
  for (const protocol::launch_sizes& each : launches)
    if (2 * threads_of({each}) > threads_of(launches))
      largest_block = product_of(each.block);
  if (missing <= largest_block && threads_of(launches) > exact_in_float)
    return fmt::format(
        "Only {} without a thread: the grid has one block too few, for a large number. Is the "
        "number of blocks computed in float? That holds whole numbers only up to 2^24 = "
        "16,777,216. Divide ints, rounded up: (n + size - 1) / size. Or does a thread make what "
        "others are to make?",
        missing == 1 ? "the last element is" : grouped(missing) + " elements are");
  return "Does the grid have a largest number of blocks, or one that does not fit its type? Or "
         "does a thread make what others are to make?";
}

} // namespace

std::optional<conduct_fault> few_threads(const test_case& one, const case_outcome& outcome) {
  if (!one.least_threads() || outcome.launches.empty() ||
      outcome.launches.size() >= protocol::most_launches_told)
    return std::nullopt;
  const std::size_t threads = threads_of(outcome.launches);
  if (threads >= *one.least_threads() ||
      (one.threads_may_go_on() && threads <= *one.least_threads() / 2))
    return std::nullopt;
  return conduct_fault{"few_threads",
                       fmt::format("{} threads were launched, and there is work for {}",
                                   grouped(threads), grouped(*one.least_threads())),
                       advice_for_few(outcome.launches, *one.least_threads() - threads)};
}

std::optional<conduct_fault> other_launch(const test_case& one, const case_outcome& outcome) {
  if (one.runs_on_gpu())
    return std::nullopt;
  if (auto many = many_threads(one, outcome))
    return many;
  if (auto few = few_threads(one, outcome))
    return few;
  if (!one.must_launch())
    return std::nullopt;
  if (outcome.launches.empty())
    return conduct_fault{"no_launch",
                         "the result is right, but no kernel was launched: the host did it",
                         "The host only copies; let a kernel do the work, with <<<blocks, "
                         "threads>>>, however little it is."};
  if (auto fault = other_block(one, outcome))
    return fault;
  const auto& asked = one.asked_launch();
  const auto is_asked = [&](const protocol::launch_sizes& each) {
    return one.asks_for_shape() ? each.grid == asked->grid && each.block == asked->block
                                : product_of(each.grid) == product_of(asked->grid) &&
                                      product_of(each.block) == product_of(asked->block);
  };
  if (!asked || std::any_of(outcome.launches.begin(), outcome.launches.end(), is_asked))
    return std::nullopt;
  return conduct_fault{
      "other_launch",
      fmt::format("the result is right, but the launch is another one: {}, where {} "
                  "are asked for",
                  in_words(outcome.launches.front()), in_words(*asked)),
      "Look at what stands in <<<blocks, threads>>>: first the blocks in the grid, "
      "then the threads in a block."};
}

} // namespace cudalab::grader
