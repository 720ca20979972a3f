// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/ending_words.h"

#include <algorithm>
#include <csignal>
#include <sstream>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "grader/compare/words.h"

namespace cudalab::grader {

namespace {

bool is_source_name(std::string_view name) {
  return name.ends_with(".cu") || name.ends_with(".cuh") || name.ends_with(".h");
}

/// "/home/me/course/labs/lab04_x/lab04.cu:63" says nothing more than "lab04.cu:63". (No regular
/// expression: a text of a student's program would use up its stack.)
std::string without_folders(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" :"), text.size());
    const std::string_view word = text.substr(0, end);
    const std::size_t first = word.find('/'), last = word.rfind('/');
    const bool has_line =
        text.size() > end + 1 && text[end] == ':' && text[end + 1] >= '0' && text[end + 1] <= '9';
    if (has_line && first < last && is_source_name(word))
      result += std::string(word.substr(0, first)) + std::string(word.substr(last + 1));
    else
      result += word;
    if (end < text.size())
      result += text[end];
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

std::string because(const std::string& detail) {
  return detail.empty() ? "" : ": " + without_folders(detail);
}

std::string megabytes(std::size_t bytes) {
  return grouped(bytes >> 20) + " MiB";
}

struct advice {
  std::vector<std::string_view> errors; ///< none: any
  std::string_view call;                ///< a part of the call as the file writes it; empty: any
  std::string_view words;
  std::string_view detail = {}; ///< a part of what the device said; empty: anything
};

const std::vector<std::string_view> refused = {"cudaErrorInvalidValue",
                                               "cudaErrorInvalidConfiguration"};

/// cudaGetLastError() gave it, and it is of an earlier call (emulator/runtime/queue/errors.cpp).
constexpr std::string_view of_earlier_call = "failed, and its result was thrown away";

constexpr std::string_view more_bytes_copied =
    "The call copies more bytes than are left there, from that pointer on. Bytes are elements "
    "times the size of one (sizeof(float)); and the last of several parts may be shorter than the "
    "others, or longer where it takes what is left over.";

constexpr std::string_view more_bytes_set =
    "The call sets more bytes than are left there, from that pointer on. Bytes are elements times "
    "the size of one (sizeof(float)); sizeof of a pointer is 8, whatever it points to.";

constexpr std::string_view not_the_launch =
    "cudaGetLastError() gives what an earlier call left behind: no launch failed here. Put "
    "CUDA_CHECK(...) around that call, and it tells at once.";

constexpr std::string_view copied_or_set =
    "Look at that call: are its pointers where it says, on the host or on the device? Are there "
    "more bytes than the memory has, or was a pointer never set?";

constexpr std::string_view not_an_error =
    "\"Not ready\" is an answer, and no error: there is work that is not done yet. Do not hand it "
    "to CUDA_CHECK. If the host may go on without knowing, leave the call out; if it must wait, "
    "call "
    "what waits (cudaStreamSynchronize, cudaEventSynchronize).";

constexpr std::string_view freed_by_its_kind =
    "Look at that call, which frees: cudaFree takes what cudaMalloc gave, cudaFreeHost what "
    "cudaMallocHost gave, unchanged, and each pointer once.";

constexpr std::string_view many_blocks =
    "The launch before that line was refused: a grid has up to 2,147,483,647 blocks in x, and at "
    "most 65,535 in y and in z. Let x count the blocks of which there may be many.";

constexpr std::string_view negative_blocks =
    "The launch before that line was refused: so large a number of blocks is a negative one, as -1 "
    "gives 4,294,967,295. For which sizes is it less than 0? Then there is nothing to do, and no "
    "launch is needed.";

constexpr std::string_view one_block_more =
    "The launch before that line was refused: a grid has at most 65,535 blocks in y and in z, and "
    "this one has just one more. Is the size more than 65,535 blocks reach? Then let x count them, "
    "where a grid has up to 2,147,483,647. Else the number is rounded up once too often: n / block "
    "+ 1 is one too many where n is a multiple of block; (n + block - 1) / block is right for all.";

/// The first that fits.
const std::vector<advice> all_advice = {
    {{"cudaErrorNotReady"}, "cudaStreamQuery", not_an_error},
    {{"cudaErrorNotReady"}, "cudaEventQuery", not_an_error},
    {{"cudaErrorNotReady"},
     "",
     "The device had not come to an event yet. Wait for the second event, "
     "cudaEventSynchronize(stop), before you call cudaEventElapsedTime. If you ask in a loop "
     "(cudaEventQuery, cudaStreamQuery): \"not ready\" is an answer there, so do not hand it to "
     "CUDA_CHECK."},
    {{"cudaErrorInvalidResourceHandle"},
     "cudaEventElapsedTime",
     "An event of that call was never recorded. Both need a cudaEventRecord: the first one before "
     "the work, the second one after it."},
    {{"cudaErrorInvalidResourceHandle"},
     "cudaGraphics",
     "What that call is given is no resource that is registered. Was it registered before, and not "
     "yet unregistered? Is it the same variable: does a local one of the same name hide it where "
     "it is registered?"},
    {{"cudaErrorInvalidResourceHandle"},
     "",
     "A stream takes work, and an event is recorded, only while the device is the current one for "
     "which it was made: call cudaSetDevice before that call, in a loop over devices in each "
     "round.",
     "call cudaSetDevice before"},
    {{"cudaErrorInvalidResourceHandle"},
     "",
     "A stream, an event or another handle in that call is none, or none any more: was it made "
     "(cudaStreamCreate, cudaEventCreate) before, and is it not yet destroyed? Is it the same "
     "variable, and not a local one of the same name?"},
    {{"cudaErrorInvalidDevice"},
     "",
     "Devices have the numbers 0 to the number of devices - 1. And for peer access no device is "
     "its own peer: leave out the device itself."},
    {refused, "cudaMalloc(",
     "cudaMalloc sets a pointer and needs the address of it: is it cudaMalloc(&d_a, bytes), with "
     "the &? A cast to void** hides that it is missing. If it is there: is the number of bytes "
     "right, and not negative?"},
    {refused, "cudaMemcpy", more_bytes_copied, "bytes are copied, and only"},
    {refused, "cudaMemcpyHostToDevice",
     "cudaMemcpyHostToDevice means: to memory of the device (the first pointer), from an array of "
     "the host (the second). Is it so in that call? If so: are there more bytes than the memory "
     "has, or was a pointer never set?"},
    {refused, "cudaMemcpyDeviceToHost",
     "cudaMemcpyDeviceToHost means: to an array of the host (the first pointer), from memory of "
     "the device (the second). Is it so in that call? If so: are there more bytes than the memory "
     "has, or was a pointer never set?"},
    {refused, "cudaMemcpy", copied_or_set},
    {refused, "cudaMemset", more_bytes_set, "bytes are to be set, and only"},
    {refused, "cudaMemset", copied_or_set},
    {refused, "cudaFree", freed_by_its_kind},
    {{"cudaErrorLaunchTimeout"},
     "",
     "A kernel was still running when its time was over. Is there a loop that does not end: does "
     "what it compares change in each round, and can its counter hold a number so large? Or does "
     "it take far more rounds than the sizes ask for?"},
    {{"cudaErrorIllegalAddress"},
     "",
     "A thread of a kernel used memory that it may not: outside its arrays, or not of its device. "
     "CUDA reports it at a later call. The checks that watch each access show the line."},
    {{"cudaErrorMisalignedAddress"},
     "",
     "A thread of a kernel loads or stores 8 or 16 bytes at once at an address that is no multiple "
     "of them. CUDA reports it at a later call. The checks that watch each access show the line."},
    {refused, "cudaGetLastError", more_bytes_copied, "bytes are copied, and only"},
    {refused, "cudaGetLastError", more_bytes_set, "bytes are to be set, and only"},
    {{}, "cudaGetLastError", not_the_launch, of_earlier_call},
    {refused, "cudaGetLastError",
     "The launch before that line was refused: one of its numbers of blocks is 0. Was a size "
     "divided by something larger? Then the number is to be rounded up; or, where sizes are "
     "promised to be multiples of a tile, the tile is larger than that, or another one. With "
     "nothing to do, as with n = 0: no launch.",
     "blocks: none at all"},
    {refused, "cudaGetLastError",
     "The launch before that line was refused: a block has at most 1,024 threads. In <<<...>>> the "
     "number of blocks comes first, then the threads of a block: is it so there? If it is, take "
     "smaller blocks, and more of them.",
     "threads; at most 1,024"},
    {refused, "cudaGetLastError", one_block_more, "has 65,536 blocks in y"},
    {refused, "cudaGetLastError", one_block_more, "has 65,536 blocks in z"},
    {refused, "cudaGetLastError", negative_blocks, "has 4,294,9"},
    {refused, "cudaGetLastError", many_blocks, "blocks in y"},
    {refused, "cudaGetLastError", many_blocks, "blocks in z"},
    {refused, "cudaGetLastError",
     "The launch before that line was refused: it asks for more shared memory than a block gets. "
     "Does the size grow with an array? Then no GPU has enough for large ones: let a block work "
     "through it part by part, with room for one part.",
     "of dynamic shared memory"},
    {{"cudaErrorInvalidValue"},
     "cudaGetLastError",
     "The launch before that line was refused, or a call before it failed and nobody looked at its "
     "result: put CUDA_CHECK(...) around each call, and the message says which it was. If it is "
     "the "
     "launch, look at its <<<...>>>: the number of blocks comes first, then the threads of a "
     "block; "
     "at least one block and one thread (is the number rounded up? With nothing to do, as with n = "
     "0: no launch), at most 1,024 threads a block, and no more shared memory than a block may "
     "have."},
    {refused, "cudaGetLastError",
     "The launch before that line was refused. Look at its <<<...>>>: the number of blocks comes "
     "first, then the threads of a block; at least one block and one thread (is the number rounded "
     "up? With nothing to do, as with n = 0: no launch), at most "
     "1,024 threads a block, and no more shared memory than a block may have."},
    {{"cudaErrorStreamCaptureInvalidated", "cudaErrorStreamCaptureImplicit",
      "cudaErrorStreamCaptureUnsupported"},
     "",
     "Between cudaStreamBeginCapture and cudaStreamEndCapture each launch and each copy names the "
     "stream that is recorded: it is the fourth value in <<<...>>>, and the last argument of an "
     "Async copy. What waits for the device, or allocates memory, comes before or after."},
    {{},
     "",
     "NCCL counts elements of the type that it is given, and not bytes: is the count that of the "
     "elements? If it is: has the buffer of each device room for as many?",
     " buffer are used, and "},
    {{"cudaErrorAlreadyMapped"},
     "",
     "What was mapped must be unmapped before it can be mapped again."},
    {{"cudaErrorNotMapped"}, "", "Map it first: it has a pointer between map and unmap only."}};

std::string after_crash(const case_outcome& outcome) {
  if (outcome.signal != SIGABRT)
    return "Look for a device pointer used on the host, for an index far outside an array, and for "
           "a copy of more bytes than its array has.";
  // The C or the C++ library, or an assertion, printed why.
  const auto printed = [&](std::string_view words) {
    return outcome.printed.find(words) != std::string::npos;
  };
  if (printed("about to leave the destructor"))
    return "An exception must not leave a destructor: the program ends there, and nobody can catch "
           "it. Check the call in the function itself, before it returns. In the destructor, free "
           "without CUDA_CHECK, for instance (void)cudaFree(p).";
  if (printed("terminate called"))
    return "The last lines that it printed name the exception. Nobody could catch it: an exception "
           "must not leave a destructor, or a function that is noexcept.";
  return "The last lines that it printed say why. free() and delete take only what malloc() and "
         "new gave; cudaMallocHost's memory is for cudaFreeHost.";
}

} // namespace

std::string after_cuda_error(const case_outcome& outcome, const std::string& otherwise) {
  for (const advice& each : all_advice)
    if ((each.errors.empty() || std::find(each.errors.begin(), each.errors.end(),
                                          outcome.cuda_error) != each.errors.end()) &&
        outcome.cuda_call.find(each.call) != std::string::npos &&
        outcome.detail.find(each.detail) != std::string::npos)
      return std::string(each.words);
  return otherwise;
}

namespace {

/// The call that CUDA_CHECK_NOEXCEPT printed last, with what it said, if this was the error.
std::string printed_call(const case_outcome& outcome) {
  const std::string last = tail_of(outcome.printed, 1);
  const bool same = !outcome.cuda_error.empty() &&
                    last.find(": " + outcome.cuda_error + " (") != std::string::npos;
  return same ? last : "";
}

/// After an error that the call left behind: somebody saw it afterwards, and may know no more.
std::string after_unnamed_error(const case_outcome& outcome) {
  const auto was_seen = [&found = outcome.findings](finding_kind kind) {
    return std::any_of(found.begin(), found.end(),
                       [kind](const finding& each) { return each.kind == kind; });
  };
  if (was_seen(finding_kind::invalid_launch))
    return "Look at the launch: block and grid sizes, shared memory, and the pointers passed.";
  case_outcome by_call = outcome;
  by_call.cuda_call = printed_call(outcome);
  // What a call returned would have been told while the function was called.
  const bool kernel_stopped = outcome.detail.rfind("waiting for the kernels of ", 0) == 0 &&
                              outcome.cuda_error != "cudaErrorInvalidValue";
  return after_cuda_error(
      by_call, !by_call.cuda_call.empty() ? "What it printed last says which call failed, and why."
               : kernel_stopped
                   ? "A kernel was launched, and stopped while it ran. The checks that watch each "
                     "access show the line."
                   : "A launch or a call of CUDA failed, and your file did not ask. Put "
                     "CUDA_CHECK(...) around each call, and CUDA_CHECK(cudaGetLastError()); after "
                     "each launch: then the message says which it was.");
}

/// The emulated device prints when a program asks again and again for what has failed.
std::string after_timeout(const case_outcome& outcome) {
  for (const std::string call : {"cudaEventQuery", "cudaStreamQuery"})
    if (outcome.printed.find(call + " has failed 100,000 times in a row") != std::string::npos)
      return "Look for the loop that calls " + call +
             " until it returns cudaSuccess: after an error, as of a kernel that failed, it "
             "returns that error for ever. Ask again only while the answer is cudaErrorNotReady, "
             "and give any other answer to CUDA_CHECK.";
  return "Look for a loop that never ends, and for a barrier that not every thread reaches.";
}

/// Which macro threw, where nothing is known of the error itself; empty: none did.
std::string words_of_macro(const case_outcome& outcome) {
  if (outcome.detail.find(": nccl") != std::string::npos)
    return "NCCL_CHECK throws when a call of NCCL's fails; the text names the call, and says why.";
  return outcome.cuda_error.empty() ? ""
                                    : "CUDA_CHECK throws when a CUDA call fails; the text names "
                                      "the call and CUDA's error.";
}

} // namespace

ending_words words_for(const case_outcome& outcome, const std::string& function,
                       const run_limits& allowed) {
  const std::string why = because(outcome.detail);
  switch (outcome.how) {
  case ending::done:
    return {"the call ended normally", ""};
  case ending::cuda_error:
    return {fmt::format("{} ended with a CUDA error{}", function, why),
            after_unnamed_error(outcome)};
  case ending::exception:
    if (!outcome.next.empty()) // the course's own complaint: it has words for both
      return {outcome.detail, outcome.next};
    return {fmt::format("{} ended with an exception{}", function, why),
            after_cuda_error(outcome, words_of_macro(outcome))};
  case ending::crashed:
    if (outcome.signal == SIGABRT &&
        tail_of(outcome.printed, 1).find("host code uses an index outside of") != std::string::npos)
      return {
          fmt::format("the program was stopped in {} at an index outside of an array", function),
          "The last line that it printed names the line and the array: is there room for as many "
          "elements as the arguments ask for? A std::vector gets its size when the program "
          "runs."};
    return {fmt::format("the program crashed in {}{}", function, why), after_crash(outcome)};
  case ending::exited:
    return {fmt::format("the program ended before {} returned{}", function, why),
            "Look for a call of exit() or abort() in your file. The function must return."};
  case ending::timed_out:
    return {fmt::format("{} did not finish {}", function,
                        outcome.detail.empty()
                            ? fmt::format("within {:g} s and was stopped",
                                          static_cast<double>(allowed.wall.count()) / 1000)
                            : outcome.detail),
            after_timeout(outcome)};
  case ending::out_of_memory:
    return {fmt::format("{} used more than {} of memory {}", function,
                        megabytes(allowed.resident_bytes),
                        outcome.detail.empty() ? "and was stopped" : outcome.detail),
            "Look at the sizes given to cudaMalloc and new, and at allocations inside a loop."};
  case ending::too_many_processes:
    return {fmt::format("{} started more than {} processes and was stopped", function,
                        allowed.processes),
            "A lab's function starts kernels, not processes: look for fork() or system()."};
  case ending::too_much_output:
    return {fmt::format("the program printed more than {} and was stopped",
                        megabytes(allowed.output_bytes)),
            "A printf in a kernel prints once for each thread: take it out, or print from one "
            "thread only."};
  case ending::broken_protocol:
    return {fmt::format("the program's answer could not be read{}", why),
            "Look for writes to file descriptors that your code did not open, and for memory "
            "overwritten on the host."};
  case ending::unkillable:
    return {"the program could not be ended" + why, "This is not your code's fault."};
  case ending::not_started:
    return {"the program could not be started" + why, "This is not your code's fault."};
  }
  return {"the call ended in an unknown way", ""};
}

bool answered(ending how) {
  return how == ending::done || how == ending::cuda_error || how == ending::exception;
}

std::string as_told(const std::string& printed) {
  std::istringstream lines(printed);
  std::string result, before;
  for (std::string line; std::getline(lines, line); before = line)
    if (line != before || line.empty())
      result += (result.empty() ? "" : "\n") + without_folders(line);
  return result;
}

std::string tail_of(const std::string& printed, std::size_t lines) {
  std::size_t end = printed.size();
  while (end > 0 && printed[end - 1] == '\n')
    --end;
  std::size_t start = end;
  while (start > 0 && lines > 0) {
    const std::size_t newline = printed.rfind('\n', start - 1);
    --lines;
    if (newline == std::string::npos) {
      start = 0;
      break;
    }
    start = newline;
  }
  if (start < end && printed[start] == '\n')
    ++start;
  constexpr std::size_t most = 4000; // a line may have megabytes
  const bool cut = end - start > most;
  if (cut)
    start = end - most;
  return (cut ? "... " : "") + printed.substr(start, end - start);
}

} // namespace cudalab::grader
