// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/ending_words.h"

#include <csignal>

#include <doctest/doctest.h>

#include "grader/run/read_reply.h"

using namespace cudalab::grader;

namespace {

/// As a worker tells it.
case_outcome failed(const std::string& error, const std::string& text) {
  cudalab::protocol::call_reply reply;
  reply.error = error;
  reply.error_text = text;
  reply.findings = reply.traffic = "[]";
  return read_reply(reply);
}

std::string next_of(const case_outcome& outcome) {
  return words_for(outcome, "f", run_limits{}).next;
}

ending_words after(const std::string& exception, const std::string& next) {
  case_outcome outcome;
  outcome.how = ending::exception;
  outcome.detail = exception;
  outcome.next = next;
  return words_for(outcome, "scale", run_limits{});
}

} // namespace

TEST_CASE("not ready: wait for the event, or take it as an answer") {
  for (const case_outcome& outcome :
       {failed("cudaErrorNotReady", "calling f: device not ready"),
        failed("exception", "a.cu:59: cudaEventElapsedTime(&ms, start, stop): cudaErrorNotReady "
                            "(device not ready)")}) {
    CHECK(next_of(outcome).find("cudaEventSynchronize(stop)") != std::string::npos);
    CHECK(next_of(outcome).find("do not hand it to CUDA_CHECK") != std::string::npos);
  }
}

TEST_CASE("who asks whether a stream is done gets an answer, which is no error") {
  for (const char* call : {"cudaStreamQuery(stream)", "cudaEventQuery(done)"}) {
    const std::string next =
        next_of(failed("exception", "a.cu:69: " + std::string(call) + ": cudaErrorNotReady"));
    CHECK(next.find("is an answer, and no error") != std::string::npos);
    CHECK(next.find("cudaEventElapsedTime") == std::string::npos);
  }
}

TEST_CASE("who asks for ever after an error is told so") {
  case_outcome outcome;
  outcome.how = ending::timed_out;
  CHECK(next_of(outcome).find("Look for a loop that never ends") == 0);
  outcome.printed = "cudaEventQuery has failed 100,000 times in a row, with cudaErrorAssert\n";
  CHECK(next_of(outcome).find("the loop that calls cudaEventQuery until it") != std::string::npos);
}

TEST_CASE("an error that the call left behind: its launch, the call that printed it, or neither") {
  case_outcome outcome = failed("cudaErrorInvalidValue", "calling f: invalid argument");
  CHECK(next_of(outcome).find("A launch or a call of CUDA failed") == 0);
  outcome.printed = "hello\na.cu:7: cudaFree(memory): cudaErrorInvalidValue (invalid argument)\n";
  CHECK(next_of(outcome).find("cudaFreeHost what cudaMallocHost gave") != std::string::npos);
  outcome.printed = "a.cu:7: cudaFree(memory): cudaErrorNoDevice (no device)\n";
  CHECK(next_of(outcome).find("A launch or a call of CUDA failed") == 0);
  outcome.printed = "a.cu:7: cudaLimit(n): cudaErrorInvalidValue (invalid argument)\n";
  CHECK(next_of(outcome).find("What it printed last") == 0);
  outcome.findings.emplace_back().kind = finding_kind::invalid_launch;
  CHECK(next_of(outcome).find("Look at the launch") == 0);
}

TEST_CASE("just one block more than a grid may have may be rounded up once too often") {
  const auto next = [](const std::string& blocks) {
    return next_of(failed("exception", "a.cu:50: cudaGetLastError(): cudaErrorInvalidValue "
                                       "(invalid argument: the grid has " +
                                           blocks + " blocks in y; at most 65,535 are possible)"));
  };
  CHECK(next("65,536").find("rounded up once too often") != std::string::npos);
  CHECK(next("65,536").find("Is the size more than 65,535 blocks reach? Then let x count them") !=
        std::string::npos);
  for (const char* more : {"65,537", "165,536"})
    CHECK(next(more).find("Let x count the blocks") != std::string::npos);
}

TEST_CASE("a kernel that stopped is no call that nobody asked") {
  const auto next = [](const char* error) {
    return next_of(failed(error, "waiting for the kernels of f: it has stopped"));
  };
  CHECK(next("cudaErrorMisalignedAddress").find("at an address that is no multiple") !=
        std::string::npos);
  CHECK(next("cudaErrorLaunchFailure").find("stopped while it ran") != std::string::npos);
  CHECK(next("cudaErrorInvalidValue").find("your file did not ask") != std::string::npos);
}

TEST_CASE("each advice has an error and a call that it is for") {
  const auto starts = [](const std::string& error, const std::string& call,
                         const std::string& words) {
    CAPTURE(call);
    CHECK(after_cuda_error(failed("exception", "a.cu:3: " + call + ": " + error), "")
              .rfind(words, 0) == 0);
  };
  starts("cudaErrorInvalidValue", "cudaMemcpy(a, b, n, cudaMemcpyHostToDevice)",
         "cudaMemcpyHostToDevice means");
  starts("cudaErrorInvalidValue", "cudaMemcpy(a, b, n, cudaMemcpyDeviceToHost)",
         "cudaMemcpyDeviceToHost means");
  starts("cudaErrorInvalidValue", "cudaMemcpy(a, b, n, kind)", "Look at that call");
  starts("cudaErrorInvalidValue", "cudaMemset(a, 0, n)", "Look at that call");
  starts("cudaErrorInvalidValue", "cudaFree(p)", "Look at that call, which frees");
  starts("cudaErrorInvalidValue",
         "cudaMemset(a, 0, sizeof(a)): 8 bytes are to be set, and only 4 are there from a on",
         "The call sets more bytes");
  starts("cudaErrorInvalidConfiguration", "cudaGetLastError()", "The launch before that line");
  starts("cudaErrorIllegalAddress", "cudaDeviceSynchronize()", "A thread of a kernel used memory");
  starts("cudaErrorInvalidResourceHandle", "cudaEventElapsedTime(&ms, start, stop)",
         "An event of that call was never recorded");
  starts("cudaErrorInvalidResourceHandle", "cudaStreamSynchronize(s)", "");
  starts("cudaErrorLaunchTimeout", "f()", "A kernel was still running");
  starts("cudaErrorAlreadyMapped", "f()", "What was mapped must be unmapped");
  starts("cudaErrorNotMapped", "f()", "Map it first");
  starts("cudaErrorMemoryAllocation", "cudaMemcpy(a, b, n, cudaMemcpyHostToDevice)", "");
  starts("invalid argument", "cudaMemset(a, 0, n)", "Look at that call");
  starts("invalid configuration argument", "cudaGetLastError()", "The launch before");
  starts("an illegal memory access was encountered", "f()", "A thread of a kernel");
}

TEST_CASE("CUDA_CHECK's exception brings error and call as data, its text decides nothing") {
  cudalab::protocol::call_reply reply;
  reply.error = "exception";
  reply.error_text = "a.cu:3: cudaErrorNotReady in a name: cudaMemset";
  reply.findings = reply.traffic = "[]";
  reply.cuda_error = "cudaErrorInvalidValue";
  reply.cuda_call = "cudaMemcpy(a, b, n, cudaMemcpyDeviceToHost)";
  CHECK(after_cuda_error(read_reply(reply), "").rfind("cudaMemcpyDeviceToHost means", 0) == 0);
}

TEST_CASE("an error of many causes gets the general advice") {
  CHECK(after_cuda_error(failed("cudaErrorMemoryAllocation", "calling f: out of memory"),
                         "Look.") == "Look.");
  CHECK(next_of(failed("exception", "a.cu:3: f(): cudaErrorUnknown")).find("CUDA_CHECK throws") ==
        0);
  CHECK(next_of(failed("exception", "something")).empty());
}

TEST_CASE("a program that aborts has printed why, one that crashes otherwise has not") {
  case_outcome crashed;
  crashed.how = ending::crashed;
  crashed.signal = SIGABRT;
  CHECK(next_of(crashed).find("cudaFreeHost") != std::string::npos);
  crashed.printed = "a.cu:73: host code uses an index outside of 'float[64]'\n";
  CHECK(next_of(crashed).find("names the line and the array") != std::string::npos);
  crashed.printed += "and more\n";
  CHECK(next_of(crashed).find("cudaFreeHost") != std::string::npos);
  crashed.printed = "terminate called after throwing an instance of 'int'\n";
  CHECK(next_of(crashed).find("could catch it") != std::string::npos);
  crashed.printed =
      "an exception was about to leave the destructor ~a(), line 3\n" + crashed.printed;
  CHECK(next_of(crashed).find("in the function itself") != std::string::npos);
  crashed.signal = SIGSEGV;
  CHECK(next_of(crashed).find("device pointer") != std::string::npos);
}

TEST_CASE("the course's own complaints bring their next step with them") {
  const ending_words words = after("step was called 0 times", "It should be called once.");
  CHECK(words.message == "step was called 0 times");
  CHECK(words.next == "It should be called once.");
  CHECK(after("two\nlines of a student's", "").next.empty());
}

TEST_CASE("a text of any length and kind is read") {
  const std::string many(1'000'000, 'a');
  CHECK(failed("exception", "x cudaError, cudaErrorInvalidValue: y").cuda_error ==
        "cudaErrorInvalidValue");
  CHECK(failed("exception", "cudaErrorA" + many).cuda_error == "cudaErrorA" + many);
  CHECK(failed("exception", "cudaError").cuda_error.empty());
  const auto message = [](const std::string& text) { return after(text, "").message; };
  CHECK(message("at /home/me/lab04.cu:63, (/a/b.h:7) /c/d.cu: /e/f.txt:1") ==
        "scale ended with an exception: at lab04.cu:63, (b.h:7) /c/d.cu: /e/f.txt:1");
  CHECK(message("/" + many + "/lab04.cu:1") == "scale ended with an exception: lab04.cu:1");
  CHECK(message(std::string(1'000'000, '/')).size() > 1'000'000);
}

TEST_CASE("of what was printed without line ends only the end is shown") {
  const std::string tail = tail_of(std::string(1'000'000, 'a') + "\nlast");
  CHECK(tail.size() < 5000);
  CHECK(tail.substr(0, 5) == "... a");
  CHECK(tail.substr(tail.size() - 5) == "\nlast");
  CHECK(tail_of("one\ntwo\n", 1) == "two");
}

TEST_CASE("an error of an earlier call is no launch's") {
  const auto next = [](const std::string& reason) {
    return next_of(failed("exception", "a.cu:50: cudaGetLastError(): cudaErrorInvalidValue "
                                       "(invalid argument: the call in line 48 failed, and its "
                                       "result was thrown away" +
                                           reason + ")"));
  };
  const std::string set = next("; 8 bytes are to be set, and only 4 are there from d_out on"),
                    other = next("");
  CHECK(set.find("The call sets more bytes than are left there") == 0);
  CHECK(next("; 8 bytes are copied, and only 4 are there").find("The call copies more bytes") == 0);
  CHECK(other.find("what an earlier call left behind") != std::string::npos);
  for (const std::string& each : {set, other})
    CHECK(each.find("<<<") == std::string::npos);
  // of any error
  CHECK(next_of(failed("exception", "a.cu:50: cudaGetLastError(): cudaErrorMemoryAllocation (out "
                                    "of memory: the call in line 48 failed, and its result was "
                                    "thrown away)"))
            .find("what an earlier call left behind") != std::string::npos);
}

TEST_CASE("a stream of another device, and elements for bytes, have words of their own") {
  const std::string stream = next_of(
      failed("exception", "a.cu:9: cudaGetLastError(): cudaErrorInvalidResourceHandle (invalid "
                          "resource handle: the stream belongs to device 0, and device 1 is the "
                          "current one: call cudaSetDevice before the launch)"));
  CHECK(stream.find("in a loop over devices in each round") != std::string::npos);
  CHECK(stream.find("local one of the same name") == std::string::npos);
  const std::string count = next_of(
      failed("exception", "a.cu:9: ncclAllReduce(a, b, n, ncclFloat, ncclSum, c, s): invalid "
                          "argument: rank 0: 8912 bytes of the send buffer are used, and 2228 are "
                          "there"));
  CHECK(count.find("NCCL counts elements") == 0);
  const std::string other =
      next_of(failed("exception", "a.cu:9: ncclGroupEnd(): invalid usage: rank 1 has no call"));
  CHECK(other.find("NCCL_CHECK throws") == 0);
}

TEST_CASE("printed lines are told without folders, and once") {
  CHECK(as_told("/x/y/a.cu:3: cudaFree(p)\n/x/y/a.cu:3: cudaFree(p)\nok") ==
        "a.cu:3: cudaFree(p)\nok");
  CHECK(as_told("").empty());
}
