// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A lab program that misbehaves on request: the function it is asked to call says how. It speaks
// the protocol itself, since a student's code could do so too.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <map>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "protocol/channel.h"
#include "protocol/messages.h"

using namespace cudalab::protocol;

namespace {

channel judge(request_fd, reply_fd);

void answer(call_reply reply = {}) {
  std::fflush(stdout);
  judge.send(to_text(reply));
}

void send_raw(const std::string& bytes) {
  if (write(reply_fd, bytes.data(), bytes.size()) < 0)
    std::perror("write");
}

[[noreturn]] void sleep_for_ever() {
  for (;;)
    pause();
}

[[noreturn]] void spin_for_ever() {
  volatile bool on = true;
  while (on) {
  }
  std::abort();
}

/// On the first processor, where a test lets others run as well.
void work_beside_others() {
  cpu_set_t first;
  CPU_ZERO(&first);
  CPU_SET(0, &first);
  sched_setaffinity(0, sizeof first, &first);
  const std::clock_t begin = std::clock(), enough = CLOCKS_PER_SEC / 5;
  while (std::clock() - begin < enough) {
  }
}

/// The first input and the first output of the call: "d_in" and "d_out" of `elements` floats.
struct buffers {
  const float* in;
  float* out;
  std::size_t elements;
};

std::byte* map(int fd, int protection) {
  struct stat status {};
  fstat(fd, &status);
  void* memory =
      mmap(nullptr, static_cast<std::size_t>(status.st_size), protection, MAP_SHARED, fd, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<std::byte*>(memory);
}

buffers find_buffers(const call& request) {
  const auto& in = std::get<buffer_argument>(request.arguments.at(0));
  const auto& out = std::get<buffer_argument>(request.arguments.at(1));
  return {reinterpret_cast<const float*>(map(input_fd, PROT_READ) + in.input_offset),
          reinterpret_cast<float*>(map(output_fd, PROT_READ | PROT_WRITE) + out.output_offset),
          out.elements};
}

void twice(const call& request, std::size_t too_many) {
  const buffers at = find_buffers(request);
  for (std::size_t i = 0; i < at.elements; ++i)
    at.out[i] = 2 * at.in[i];
  for (std::size_t i = 0; i < too_many; ++i)
    at.out[at.elements + i] = 0;
  answer();
}

[[noreturn]] void print_for_ever(FILE* where) {
  for (;;)
    std::fprintf(where, "here is another line of output that nobody asked for\n");
}

/// A process that leaves the session and outlives its parent.
void leave_daemon() {
  if (fork() == 0) {
    setsid();
    if (fork() == 0)
      sleep_for_ever();
    _exit(0);
  }
}

void allocate_for_ever() {
  for (;;) {
    constexpr std::size_t piece = std::size_t{4} << 20;
    auto* memory = static_cast<volatile char*>(std::malloc(piece));
    for (std::size_t i = 0; i < piece; i += 4096)
      memory[i] = 1;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

/// Tries to change its inputs; says in `error_text` what it managed.
void forge_inputs() {
  std::string managed;
  if (map(input_fd, PROT_READ | PROT_WRITE))
    managed += " map";
  const std::string path = "/proc/self/fd/" + std::to_string(input_fd);
  for (const int fd : {open(path.c_str(), O_RDWR), int{input_fd}})
    if (fd >= 0 && (pwrite(fd, "x", 1, 0) > 0 || ftruncate(fd, 0) == 0))
      managed += " write";
  call_reply reply;
  reply.error_text = "managed:" + managed;
  answer(reply);
}

const std::map<std::string, std::function<void(const call&)>> faults = {
    {"twice", [](const call& request) { twice(request, 0); }},
    {"overrun", [](const call& request) { twice(request, 1); }},
    {"talk", [](const call& request) { std::puts("hello from the call"), twice(request, 0); }},
    {"leaving",
     [](const call&) {
       answer({0, "cudaErrorIllegalAddress", "lost", "", "", {}, 0, true}), exit(0);
     }},
    {"lost_device",
     [](const call&) {
       answer({0, "cudaErrorECCUncorrectable", "waiting for f", "", "", {}, 0, true}), exit(0);
     }},
    {"throw",
     [](const call&) {
       answer({0, error_exception, "bad luck", "", "", {}, 0, false});
     }},
    {"bad_call",
     [](const call&) {
       answer({0, error_bad_call, "no such", "", "", {}, 0, false});
     }},
    {"crash", [](const call&) { *static_cast<volatile int*>(nullptr) = 1; }},
    {"abort", [](const call&) { std::abort(); }},
    {"exit0", [](const call&) { std::exit(0); }},
    {"exit7", [](const call&) { std::exit(7); }},
    {"hang", [](const call&) { sleep_for_ever(); }},
    {"spin", [](const call&) { spin_for_ever(); }},
    {"work_beside_others", [](const call& request) { work_beside_others(), twice(request, 0); }},
    {"flood", [](const call&) { print_for_ever(stdout); }},
    {"flood_error", [](const call&) { print_for_ever(stderr); }},
    {"many_children",
     [](const call&) {
       for (int i = 0; i < 40; ++i)
         if (fork() == 0)
           sleep_for_ever();
       sleep_for_ever();
     }},
    {"leave_child",
     [](const call& request) {
       if (fork() == 0)
         sleep_for_ever();
       twice(request, 0);
     }},
    {"leave_child_and_end",
     [](const call&) {
       if (fork() == 0)
         sleep_for_ever();
       answer({0, "", "", "", "", {}, 0, true}), exit(0);
     }},
    {"leave_daemon", [](const call& request) { leave_daemon(), twice(request, 0); }},
    {"daemon_and_crash", [](const call&) { leave_daemon(), std::abort(); }},
    {"allocate", [](const call&) { allocate_for_ever(); }},
    {"close_all",
     [](const call&) {
       for (int fd = 0; fd < 64; ++fd)
         close(fd);
       sleep_for_ever();
     }},
    {"garbage", [](const call&) { send_raw("not a message at all"), sleep_for_ever(); }},
    {"not_json", [](const call&) { judge.send("neither is this"), sleep_for_ever(); }},
    {"overlong", [](const call&) { send_raw("\xFF\xFF\xFF\x7F"), sleep_for_ever(); }},
    {"half", [](const call&) { send_raw(std::string("\x10\0\0\0{", 5)), std::exit(0); }},
    {"drip",
     [](const call&) {
       send_raw(std::string("\0\0\x10\0", 4));
       for (;;)
         send_raw(" "), std::this_thread::sleep_for(std::chrono::microseconds(100));
     }},
    {"other_kind", [](const call&) { judge.send(to_text(timing_reply{})); }},
    {"other_index",
     [](const call&) {
       answer({7, "", "", "", "", {}, 0, false});
     }},
    {"bad_findings",
     [](const call&) {
       answer({0, "", "", "[{\"kind\":3}]", "", {}, 0, false});
     }},
    {"bad_traffic",
     [](const call&) {
       answer({0, "", "", "", "{}", {}, 0, false});
     }},
    {"shrink",
     [](const call&) {
       call_reply reply;
       reply.error_text = ftruncate(output_fd, 0) == 0 ? "managed" : "";
       answer(reply);
     }},
    {"forge_inputs", [](const call&) { forge_inputs(); }},
};

} // namespace

int main() {
  hello greeting;
  greeting.backend = "cpu";
  judge.send(to_text(greeting));
  for (;;) {
    const request next = parse_request(judge.receive());
    const auto* work = std::get_if<batch>(&next);
    if (!work)
      return 0;
    for (const call& request : work->calls)
      faults.at(request.function)(request);
  }
}
