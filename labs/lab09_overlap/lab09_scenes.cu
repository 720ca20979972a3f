// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Given: the scenes of lab09_scenes.h.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "lab/cuda_check.h"
#include "lab/device_buffer.h"
#include "lab/scene.h"
#include "lab09.h"

#ifdef CUDALAB_TRANSLATES // the emulated device
#include "emulator/emulator.h"
#include "emulator/timeline.h"
#else
#include <chrono>
#endif

namespace {

/// n elements of pinned memory.
class pinned_floats {
public:
  explicit pinned_floats(int n) : size_(static_cast<std::size_t>(n)) {
    CUDA_CHECK(cudaMallocHost(&memory_, size_ * sizeof(float)));
  }
  ~pinned_floats() { CUDA_CHECK_NOEXCEPT(cudaFreeHost(memory_)); }
  pinned_floats(const pinned_floats&) = delete;
  pinned_floats& operator=(const pinned_floats&) = delete;
  float* data() const { return static_cast<float*>(memory_); }
  void copy_from(const float* from) { std::memcpy(memory_, from, size_ * sizeof(float)); }
  void copy_to(float* to) const { std::memcpy(to, memory_, size_ * sizeof(float)); }

private:
  std::size_t size_;
  void* memory_ = nullptr;
};

/// Pinned memory into which the caller copies from the device, in the default stream.
class arriving_floats {
public:
  arriving_floats(const float* input, int n)
      : from_(input, static_cast<std::size_t>(n)), to_(n), bytes_(sizeof(float) * n) {
    CUDA_CHECK(cudaEventCreateWithFlags(&there_, cudaEventDisableTiming));
  }
  ~arriving_floats() { CUDA_CHECK_NOEXCEPT(cudaEventDestroy(there_)); }
  arriving_floats(const arriving_floats&) = delete;
  arriving_floats& operator=(const arriving_floats&) = delete;
  float* data() const { return to_.data(); }

  static constexpr std::size_t operations = 2; ///< of set_out()
  /// The host does not wait for it.
  void set_out() const {
    CUDA_CHECK(cudaMemcpyAsync(data(), from_.data(), bytes_, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaEventRecord(there_));
  }
  void wait() const { CUDA_CHECK(cudaEventSynchronize(there_)); }
  /// On a GPU a copy of a few KiB from there, in a stream that waits for the default stream, brings
  /// what was there when it was asked for (measured on an H200). Only the emulated device looks
  /// whether the function keeps that order.
  void set_out_and_wait() const {
    set_out();
    wait();
  }

private:
  lab::device_buffer<float> from_;
  pinned_floats to_;
  std::size_t bytes_;
  cudaEvent_t there_ = nullptr;
};

class scoped_stream {
public:
  explicit scoped_stream(unsigned flags) { CUDA_CHECK(cudaStreamCreateWithFlags(&handle_, flags)); }
  ~scoped_stream() { CUDA_CHECK_NOEXCEPT(cudaStreamDestroy(handle_)); }
  scoped_stream(const scoped_stream&) = delete;
  scoped_stream& operator=(const scoped_stream&) = delete;
  operator cudaStream_t() const { return handle_; }

private:
  cudaStream_t handle_ = nullptr;
};

#ifdef CUDALAB_TRANSLATES

using namespace cudalab::emulator;

/// A function that waits for its work leaves nothing behind that the host does not know of.
void must_have_waited(const char* function) {
  if (!work_is_pending())
    return;
  cudaDeviceSynchronize(); // the memory is freed soon
  lab::complain_unless(false,
                       std::string(function) + " returns while its work may still be under way: "
                                               "the host has not waited for all of it",
                       "Wait at the end, for each stream that has work whose end nobody has waited "
                       "for: cudaStreamSynchronize(stream).");
}

/// The work of one call, as the model counts it, in microseconds.
struct amount {
  double in, kernels, out; ///< all chunks of a stage together
  double chunks;
};

/// All stages of the chunks side by side: the longest of them, and the others' part of one chunk.
double possible(const amount& work) {
  const double longest = std::max({work.in, work.kernels, work.out});
  return longest + (work.in + work.kernels + work.out - longest) / work.chunks;
}

/// n floats, in and out, and a kernel a chunk, which reads or writes four bytes `accesses` times
/// for each of them.
amount amount_of(int n, int chunks, int accesses) {
  const timeline_costs costs;
  const double bytes = 4.0 * n, copy = costs.pinned_ns * bytes / 1000;
  return {copy, (accesses * costs.device_ns * bytes + costs.kernel_start_ns * chunks) / 1000, copy,
          static_cast<double>(chunks)};
}

constexpr int by_develop = 2, by_follow = 3; ///< which reads the level, too
constexpr double allowed = 1.1; ///< times what is possible: hand-overs and a chunk more

std::string whole(double number) {
  return std::to_string(static_cast<long>(number + 0.5));
}

/// What the engines had to do besides what they must.
std::string too_much(const timeline_summary& all, const amount& work) {
  const char* const names[] = {"copies in", "kernels", "copies out"};
  const double least[] = {work.in, work.kernels, work.out};
  for (std::size_t i = 0; i < timeline_engines; ++i)
    if (all.busy[i] > 1.05 * least[i])
      return std::string(names[i]) + " take " + whole(all.busy[i]) + " us together, and " +
             whole(least[i]) + " us are enough";
  return "";
}

/// What was handed over, in its order.
std::vector<operation_seen> handed_over() {
  std::vector<operation_seen> all(operations_seen(nullptr, 0));
  operations_seen(all.data(), all.size());
  return all;
}

std::size_t count_of(const std::vector<operation_seen>& all,
                     const std::function<bool(const operation_seen&)>& is_meant) {
  return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), is_meant));
}

bool is_launch(const operation_seen& one) {
  return one.launch;
}

/// The streams of the copies in, where each of them has kernels and copies out, too: those between
/// which whole chunks are dealt out. 0: it is not so.
std::size_t streams_of_whole_chunks(const std::vector<operation_seen>& all) {
  std::set<unsigned> of_engine[timeline_engines];
  for (const operation_seen& each : all)
    if (each.engine != timeline_engine::none)
      of_engine[static_cast<std::size_t>(each.engine)].insert(each.stream);
  return of_engine[0] == of_engine[1] && of_engine[0] == of_engine[2] ? of_engine[0].size() : 0;
}

/// More launches than chunks: what that costs, for who has too much to do. "": it is not so.
std::string too_many_launches(const std::vector<operation_seen>& all, const amount& work) {
  const std::size_t launches = count_of(all, is_launch);
  if (work.chunks < 2 || static_cast<double>(launches) <= work.chunks)
    return "";
  return "There are " + std::to_string(launches) + " launches for " + whole(work.chunks) +
         " chunks: let one kernel do all that is to be done to a chunk. Each launch reads and "
         "writes all of its elements again.";
}

/// What is known of a wait of the ring's: `why` goes on behind the wait itself.
struct ring_words {
  std::string why, next;
};

/// A copy in that waits for a copy out: of its own slot, where too few slots are used, or of
/// another one. Both are empty where it is something else.
/// @param all of one call, in which a chunk is copied in at once
ring_words about_slots(const std::vector<operation_seen>& all, const timeline_summary& times,
                       std::size_t chunks, std::size_t slots) {
  std::vector<operation_seen> works;
  std::set<const void*> places;
  for (const operation_seen& each : all) {
    if (each.engine != timeline_engine::none)
      works.push_back(each);
    if (each.engine == timeline_engine::copies_in)
      places.insert(each.on_device);
  }
  if (times.reason != timeline_reason::event || times.waiting == 0 || times.awaited == 0 ||
      times.waiting > works.size() || times.awaited > works.size())
    return {};
  const operation_seen &waiting = works[times.waiting - 1], &awaited = works[times.awaited - 1];
  if (waiting.engine != timeline_engine::copies_in ||
      awaited.engine != timeline_engine::copies_out ||
      count_of(works, [](const operation_seen& one) {
        return one.engine == timeline_engine::copies_in;
      }) != chunks)
    return {};
  if (waiting.on_device != awaited.on_device)
    return {", which empties another slot than the one that is filled",
            "A slot may be filled when its own last chunk has been copied out. For which slot's "
            "event does the copy in wait?"};
  if (places.size() >= std::min(slots, chunks))
    return {};
  return {". All chunks go through " + std::to_string(places.size()) +
              (places.size() == 1 ? " slot" : " slots") + ", and there are " +
              std::to_string(slots),
          "That copy in must wait: its slot is still in use. With more slots it need not. Into "
          "which slot does chunk i go, and does each of the `slots` slots get a turn?"};
}

/// Prints the timeline, and complains of one that is too long.
/// @param made_ready graphs
/// @param slots of a ring; 0: it is none
void judge(const char* function, const timeline_summary& all, const amount& work, double least,
           std::size_t made_ready = 0, std::size_t slots = 0) {
  std::puts("the timeline, by the numbers of streams:");
  const char* const engines = std::strchr(all.picture, '\n'); // behind the host's line
  std::fputs(engines == nullptr ? "" : engines + 1, stdout);
  std::fflush(stdout);
  const double taken = all.makespan - all.work_begins;
  if (taken <= allowed * least)
    return;
  std::string why = too_much(all, work), next = all.next;
  if (all.pageable != 0) {
    why = std::to_string(all.pageable) +
          " copies are from or to pageable memory: they take longer, "
          "and the host stands still meanwhile";
    next = "Copy straight from h_in and to h_out, which are pinned.";
  } else if (!why.empty()) {
    const std::string launches =
        why.rfind("kernels", 0) == 0 ? too_many_launches(handed_over(), work) : "";
    next = !launches.empty() ? launches
                             : "Is something copied or computed twice? Each element is to be "
                               "copied in once, computed once and copied out once.";
  } else if (made_ready > 1) {
    why = all.idle_because[0] == '\0' ? "" : std::string(all.idle_because) + "; ";
    why += "graphs were made ready (cudaGraphInstantiate) " + std::to_string(made_ready) + " times";
    next = "Making a graph ready takes longer than its kernels: do it once, before the first "
           "launch, and launch the same cudaGraphExec_t each time. Wait once, at the end.";
  } else if (all.idle_because[0] != '\0') {
    why = all.idle_because;
    if (all.reason == timeline_reason::stream && streams_of_whole_chunks(handed_over()) == 2) {
      why += ". All chunks are in two streams";
      next = "Three engines can work at the same time: while a chunk is copied in, the one before "
             "it is computed, and the one before that copied out. That takes three chunks in "
             "three streams; with two, one engine always waits. Make a third stream.";
    } else if (slots != 0) {
      const ring_words words =
          about_slots(handed_over(), all, static_cast<std::size_t>(work.chunks), slots);
      why += words.why;
      next = words.next.empty() ? next : words.next;
    }
  } else if (all.operations >= 3 * work.chunks) {
    why = "copies and kernels of different chunks wait for each other";
    next = "Hand over chunk after chunk: copy in, kernel and copy out of one, then those of the "
           "next. A stream begins nothing before all that was handed to it earlier is done.";
  } else {
    why = "there are only " + std::to_string(all.operations) + " operations";
    next = "Cut the array into as many chunks as are asked for: while a chunk is computed, another "
           "one can be copied.";
  }
  throw lab::complaint(std::string(function) + " takes " + whole(taken) +
                           " us by the model, where " + whole(least) + " us are possible: " + why,
                       next);
}

/// Something that spoils no result, for the clean check.
void remark(const std::string& what, const std::string& next) {
  keep_remark(what.c_str(), next.c_str());
}

const char* name_of(timeline_engine engine) {
  switch (engine) {
  case timeline_engine::copies_in:
    return "the copy in";
  case timeline_engine::copies_out:
    return "the copy out";
  case timeline_engine::kernels:
  case timeline_engine::none:
    break;
  }
  return "the kernel";
}

/// Three operations, all in the stream that was passed.
void look_at_job(const std::vector<operation_seen>& all, cudaStream_t stream) {
  const unsigned passed = number_of_stream(stream);
  const auto works = [](const operation_seen& one) { return one.engine != timeline_engine::none; };
  for (const operation_seen& each : all)
    if (works(each) && each.stream != passed)
      return remark(std::string("enqueue_job: ") + name_of(each.engine) + " is in " +
                        (each.stream == 0 ? "the default stream" : "another stream") +
                        " and not in the one that was passed",
                    "Who calls it orders his own work by that stream, and knows of no other: all "
                    "three operations go into `stream`.");
  for (const operation_seen& each : all)
    if (each.stream == 0 && passed != 0)
      return remark(std::string("enqueue_job: ") + each.name +
                        " is in the default stream. Streams of the caller's wait for it, and it "
                        "waits for them",
                    "Nothing of the job is outside of `stream`: is that call needed at all?");
  if (const std::size_t operations = count_of(all, works); operations != 3)
    remark("enqueue_job hands over " + std::to_string(operations) +
               " operations, and three are asked for",
           "One copy in, one kernel and one copy out do it.");
}

/// How an array was to be cut.
struct cut {
  std::size_t n;            ///< elements
  std::size_t each;         ///< elements of a chunk, but for the last one
  std::size_t fewest, most; ///< chunks
  std::size_t into_chunks;  ///< as was asked for; 0: the size of a chunk was

  static cut into(int n, int chunks) {
    cut made = by(n, (n + chunks - 1) / chunks);
    made.into_chunks = made.most = static_cast<std::size_t>(chunks);
    return made;
  }
  static cut by(int n, int chunk) {
    const auto size = static_cast<std::size_t>(n), each = static_cast<std::size_t>(chunk);
    const std::size_t chunks = (size + each - 1) / each;
    return {size, each, chunks, chunks, 0};
  }
};

std::string chunks_in_words(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " chunk" : " chunks");
}

constexpr std::size_t exact_in_float = 1 << 24; ///< whole numbers up to there
const std::string about_float = "computed in float? That holds whole numbers only up to 2^24 = "
                                "16,777,216. Divide ints, rounded up: (n + chunks - 1) / chunks.";

/// What to look at where chunks have so many elements, but for the last one.
std::string next_for_cut(const cut& asked, std::size_t each) {
  const std::string n = std::to_string(asked.n), chunks = std::to_string(asked.into_chunks);
  const std::size_t off = each > asked.each ? each - asked.each : asked.each - each;
  if (asked.into_chunks == 0)
    return "Which elements has chunk i? Write it down for 5 elements in chunks of 2: 2, 2 and 1.";
  if (asked.n > exact_in_float && each != asked.each && off <= asked.n / exact_in_float)
    return "Chunks have " + std::to_string(each) + " elements, and " + n + " / " + chunks +
           ", rounded up, is " + std::to_string(asked.each) +
           ". Are smaller arrays cut right? Then is the size " + about_float;
  if (asked.n % asked.into_chunks == 0 && each == asked.each + 1)
    return n + " / " + chunks + " is just " + std::to_string(asked.each) +
           ", and nothing is left over: n / chunks + 1 is one too many there. Rounded up it is (n "
           "+ chunks - 1) / chunks.";
  return "Which size has a chunk, and which elements has the last one? Chunks have n / chunks "
         "elements, rounded up: " +
         n + " / " + chunks + " is " + std::to_string(asked.each) +
         " here, and the last one has what is left over.";
}

/// Elements of the copies of one direction, but for the last one.
std::size_t size_seen(const std::vector<operation_seen>& all, timeline_engine engine) {
  std::size_t most = 0;
  for (const operation_seen& each : all)
    if (each.engine == engine)
      most = std::max(most, each.bytes / sizeof(float));
  return most;
}

/// What is wrong with the copies of one direction; "": nothing, or they are not whole (the result
/// tells).
std::string wrong_cut(const std::vector<operation_seen>& all, timeline_engine engine,
                      const cut& asked) {
  std::vector<std::size_t> sizes;
  std::size_t sum = 0;
  for (const operation_seen& each : all)
    if (each.engine == engine) {
      sizes.push_back(each.bytes / sizeof(float));
      sum += sizes.back();
    }
  if (sum != asked.n)
    return "";
  if (sizes.size() < asked.fewest || sizes.size() > asked.most)
    return "the array is cut into " + chunks_in_words(sizes.size()) + ", and not into " +
           std::to_string(std::min(asked.most, asked.n));
  std::sort(sizes.begin(), sizes.end());
  if (sizes.size() > 2 && sizes[1] != sizes.back())
    return "chunks of " + std::to_string(sizes[1]) + " and of " + std::to_string(sizes.back()) +
           " elements: all must be of one size, but for the last one, which may be shorter";
  if (sizes.size() > 1 && sizes.back() != asked.each)
    return "the chunks have " + std::to_string(sizes.back()) + " elements, and not " +
           std::to_string(asked.each);
  return "";
}

/// The first operation of the default stream behind the first copy in that others wait for, or that
/// waits for them.
const operation_seen* between_chunks(const std::vector<operation_seen>& all) {
  const auto first = std::find_if(all.begin(), all.end(), [](const operation_seen& one) {
    return one.engine == timeline_engine::copies_in;
  });
  const auto begin = static_cast<std::size_t>(first - all.begin());
  for (const operation_seen& each : all)
    if (each.behind_default > begin + 1)
      return &all[each.behind_default - 1];
  const auto waits = std::find_if(all.begin(), all.end(), [](const operation_seen& one) {
    return one.behind_others && one.engine != timeline_engine::none;
  });
  return waits == all.end() ? nullptr : &*waits;
}

/// Several launches, and nothing that can overlap.
bool in_one_stream(const std::vector<operation_seen>& all) {
  const auto works = [](const operation_seen& one) { return one.engine != timeline_engine::none; };
  const auto first = std::find_if(all.begin(), all.end(), works);
  const auto elsewhere = [&](const operation_seen& one) {
    return works(one) && one.stream != first->stream;
  };
  return first != all.end() && std::count_if(all.begin(), all.end(), is_launch) > 1 &&
         std::none_of(first, all.end(), elsewhere);
}

/// Whether it was cut as asked, and nothing stops the streams between the chunks.
/// @param overlaps whether chunks are to overlap
void look_at_chunks(const char* function, const std::vector<operation_seen>& all, const cut& asked,
                    bool overlaps = true) {
  const std::string begin = std::string(function) + ": ";
  for (const timeline_engine each : {timeline_engine::copies_in, timeline_engine::copies_out})
    if (const std::string wrong = wrong_cut(all, each, asked); !wrong.empty())
      return remark(begin + wrong, next_for_cut(asked, size_seen(all, each)));
  if (const operation_seen* const stops = between_chunks(all))
    remark(begin + stops->name +
               " in the default stream, between the chunks: the other streams "
               "wait for it, and it waits for them",
           "Name one of your streams there. (A stream that is left out, 0 or nullptr, is the "
           "default stream.)");
  if (overlaps && asked.fewest > 1 && in_one_stream(all))
    remark(begin + "all chunks are in one stream, one behind the other",
           "Copies and kernels of different chunks overlap where they are in different streams, "
           "also with few chunks.");
}

/// Of a large array it is told here that not all of it was copied: nobody looks at the result.
void look_at_whole(const char* function, const std::vector<operation_seen>& all, std::size_t n) {
  for (const timeline_engine way : {timeline_engine::copies_in, timeline_engine::copies_out}) {
    std::size_t bytes = 0;
    for (const operation_seen& each : all)
      bytes += each.engine == way ? each.bytes : 0;
    if (bytes < n * sizeof(float)) // (levels may be copied, too)
      return remark(std::string(function) + ": the copies " +
                        (way == timeline_engine::copies_in ? "in" : "out") + " are " +
                        std::to_string(bytes / sizeof(float)) +
                        " elements together, and there are n = " + std::to_string(n),
                    "Is a size or a number of chunks " + about_float);
  }
}

/// `repeats` graphs of `steps` kernels each.
void look_at_steps(const std::vector<operation_seen>& all, int steps, int repeats) {
  const auto is_graph = [](const operation_seen& one) {
    return std::strcmp(one.name, "cudaGraphLaunch") == 0;
  };
  const std::size_t kernels = count_of(all, is_launch), graphs = count_of(all, is_graph);
  if (graphs == static_cast<std::size_t>(repeats) &&
      kernels == static_cast<std::size_t>(steps) * static_cast<std::size_t>(repeats))
    return;
  lab::complain_unless(
      false,
      "step_many: graphs were launched " + std::to_string(graphs) + " times, with " +
          std::to_string(kernels) +
          " kernels together; a graph of steps = " + std::to_string(steps) +
          " kernels is to be launched repeats = " + std::to_string(repeats) + " times",
      "Each step is a launch of develop() with one round: `steps` launches are recorded, once, and "
      "the graph is launched `repeats` times.");
}

/// What is done while it lives is kept; for timed ones the model's times are found, too.
class recording {
public:
  explicit recording(bool timed) { timeline_begins(timed); }
  ~recording() {
    if (runs_)
      timeline_ends(); // after an exception
  }
  recording(const recording&) = delete;
  recording& operator=(const recording&) = delete;

  timeline_summary end() {
    runs_ = false;
    return timeline_ends();
  }

private:
  bool runs_ = true;
};

/// The same without the first ones, which are the caller's.
std::vector<operation_seen> without_first(std::size_t count, std::vector<operation_seen> all) {
  all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(count, all.size())));
  for (operation_seen& each : all)
    each.behind_default -= std::min(count, each.behind_default);
  return all;
}

/// Calls it. That a launch has no blocks, a copy goes beyond the end or memory does not suffice is
/// told in the words of the exercise: `too_many_chunks` and `no_memory`, where they are not empty.
void call_in_words(const std::function<void()>& call, const std::string& too_many_chunks,
                   const std::string& no_memory) {
  try {
    call();
  } catch (const lab::cuda_error& error) {
    if (!too_many_chunks.empty() && std::strstr(error.what(), "the grid has 0 x") != nullptr)
      throw lab::complaint("a launch without blocks: " + too_many_chunks,
                           "Hand over no chunk that has no elements, also where there are fewer "
                           "chunks than were asked for.");
    if (!too_many_chunks.empty() && error.code() == cudaErrorInvalidValue &&
        std::strstr(error.what(), "cudaMemcpyAsync") != nullptr)
      throw lab::complaint("a copy beyond the end is refused: " + too_many_chunks,
                           "Behind the end n - first is less than 0: hand over a chunk only where "
                           "its number of elements is greater than 0.");
    if (!no_memory.empty() && error.code() == cudaErrorMemoryAllocation)
      throw lab::complaint(no_memory + ", and " + cudalab_reason_of(error.code()),
                           "What does each allocation hold, and how many elements has that? Add "
                           "up all of them for this case.");
    throw;
  }
}

/// Where so many chunks are more than there are elements for; "": where they are not.
std::string about_empty_chunks(int n, int chunks) {
  const int size = (n + chunks - 1) / chunks, there = (n + size - 1) / size;
  if (there == chunks)
    return "";
  return "in chunks of " + std::to_string(size) + ", n = " + std::to_string(n) + " fills " +
         std::to_string(there) + " of " + std::to_string(chunks) +
         " chunks, and the next one has no elements";
}

constexpr int few = 700; ///< elements: calling once more costs next to nothing

/// Calls it while the caller's copy to h_in is under way in the default stream. Where time is
/// looked at, or where elements are few, that is done before.
/// @param in null: nothing is copied
/// @param slots of a ring; 0: it is none
/// @return what it handed over
std::vector<operation_seen> time_or_call(bool timed, const char* function, const amount& work,
                                         double least, const arriving_floats* in, int n,
                                         const std::function<void()>& call, std::size_t slots = 0) {
  const bool under_way = in != nullptr && !timed && n > few;
  if (in != nullptr && !under_way)
    in->set_out_and_wait();
  recording kept(timed);
  const std::size_t made_ready = graphs_made_ready();
  if (under_way)
    in->set_out();
  call();
  if (under_way)
    in->wait(); // for the caller's own
  must_have_waited(function);
  const timeline_summary all = kept.end();
  if (timed)
    judge(function, all, work, least, graphs_made_ready() - made_ready, slots);
  return without_first(under_way ? arriving_floats::operations : 0, handed_over());
}

/// Calls it once more, and the device refuses its launches: it must throw lab::cuda_error.
void must_tell_of_refusal(const char* function, int n, const std::function<void()>& call) {
  if (n > few)
    return;
  failure_begins();
  refuse_launches_from(launches_asked_for());
  std::size_t refused = 0;
  const bool told = lab::throws_cuda_error(call, [&] {
    cudaGetLastError();
    cudaDeviceSynchronize();
    refused = accept_launches();
    failure_ends();
  });
  lab::complain_unless(told || refused == 0,
                       std::string(function) + " does not tell that its launch was refused",
                       "A launch returns no error; the next call of cudaGetLastError() does: "
                       "CUDA_CHECK(cudaGetLastError()) behind each launch throws it.");
}

/// What a function did when a call of CUDA failed.
struct after_failure {
  std::string failed;   ///< the call: "cudaMemset"; "": it came to none
  std::string place;    ///< " (line 12)"; "": not known
  bool told = false;    ///< it threw lab::cuda_error
  bool went_on = false; ///< before that, a kernel used memory that was not made ready
};

/// The one with this number fails that allocates, copies, or makes something.
after_failure fail_one(std::size_t number, const std::function<void()>& call) {
  after_failure seen;
  failure_begins();
  fail_call(fallible_calls() + number);
  seen.told = lab::throws_cuda_error(call, [&] {
    seen.failed = accept_calls();
    if (const char* const place = place_of_failed_call(); *place != '\0')
      seen.place = std::string(" (") + place + ")";
    cudaGetLastError();
    abandon_captures();
    cudaDeviceSynchronize();
    seen.went_on = failure_ends();
  });
  return seen;
}

/// Calls it again and again, and each time another one of its calls fails: the first ones, and the
/// last. Each must make it throw. (Who then leaves something behind is found.)
void must_tell_of_failures(const char* function, int n, const std::function<void()>& call) {
  constexpr std::size_t first_ones = 20;
  static std::set<std::string> seen;
  if (n > few || !seen.insert(function).second)
    return;
  const std::size_t before = fallible_calls();
  call();
  const std::size_t all = fallible_calls() - before;
  for (std::size_t i = 0; i < all; ++i) {
    if (i >= first_ones && i + 1 != all)
      continue;
    const after_failure seen = fail_one(i, call);
    lab::complain_unless(
        seen.failed.empty() || !seen.went_on,
        std::string(function) + " went on when " + seen.failed + " failed" + seen.place +
            ": a kernel used memory that was not made ready",
        "That call was made to fail, as it does when memory is short. CUDA_CHECK() what it "
        "returns: then lab::cuda_error is thrown at once. cudaGetLastError() after a launch comes "
        "too late.");
    lab::complain_unless(
        seen.failed.empty() || seen.told,
        std::string(function) + " does not tell that " + seen.failed + " failed" + seen.place,
        "CUDA_CHECK() what each call of CUDA's returns: then lab::cuda_error is thrown.");
  }
}

/// While it lives, the device has no more memory than this, besides what is given out already.
class little_memory {
public:
  explicit little_memory(std::size_t bytes) {
    limit_device_memory(device_memory_given_out() + bytes);
  }
  ~little_memory() { limit_device_memory(0); }
  little_memory(const little_memory&) = delete;
  little_memory& operator=(const little_memory&) = delete;
};

/// Calls it with an array that is too large to be worked on: some blocks of each kernel run, no
/// large copy is done (emulator::sample_blocks()), and nobody looks at the result. How it is cut is
/// looked at.
void cut_large(const char* function, int n, const cut& asked,
               const std::function<void(const float* h_in, float* h_out)>& call) {
  const pinned_floats in(n), out(n);
  recording kept(false);
  call(in.data(), out.data());
  must_have_waited(function);
  kept.end();
  const std::vector<operation_seen> all = handed_over();
  look_at_chunks(function, all, asked);
  look_at_whole(function, all, asked.n);
}

/// Less than what counts as a large copy or fill for sample_blocks().
constexpr std::size_t part_of_large = std::size_t{1} << 23;

void fill_with_0(float* d_data, std::size_t n) {
  for (std::size_t first = 0; first < n; first += part_of_large)
    CUDA_CHECK(cudaMemset(d_data + first, 0, std::min(part_of_large, n - first) * sizeof(float)));
}

bool are_all_0(const float* d_data, std::size_t n) {
  std::vector<float> some(std::min(part_of_large, n));
  for (std::size_t first = 0; first < n; first += some.size()) {
    const std::size_t count = std::min(some.size(), n - first);
    CUDA_CHECK(cudaMemcpy(some.data(), d_data + first, count * sizeof(float), cudaMemcpyDefault));
    if (std::any_of(some.begin(), some.begin() + static_cast<std::ptrdiff_t>(count),
                    [](float each) { return each != 0; }))
      return false;
  }
  return true;
}

#else

using clock_of_host = std::chrono::steady_clock;

/// The least of several times: whatever else the machine does makes a call longer, never shorter.
double ms_of(const std::function<void()>& call) {
  constexpr int runs = 12;
  call(); // warms up
  double least = 0;
  for (int run = 0; run < runs; ++run) {
    CUDA_CHECK(cudaDeviceSynchronize());
    const auto begin = clock_of_host::now();
    call();
    CUDA_CHECK(cudaDeviceSynchronize());
    const double ms =
        std::chrono::duration<double, std::milli>(clock_of_host::now() - begin).count();
    least = run == 0 ? ms : std::min(least, ms);
  }
  return least;
}

void must_be_quicker(const char* function, double ms, double one_stream_ms, double ratio) {
  std::printf("%s: %.3f ms, in one stream %.3f ms\n", function, ms, one_stream_ms);
  std::fflush(stdout);
  lab::complain_unless(
      one_stream_ms >= ratio * ms,
      std::string(function) + " takes " + std::to_string(ms) + " ms, and the same in one stream " +
          std::to_string(one_stream_ms) + " ms: it must be " + std::to_string(ratio).substr(0, 4) +
          " times as fast",
      "Draw what each stream does, and when. Without a GPU (--backend cpu), the grader shows a "
      "timeline and says what waits for what.");
}

/// On a GPU arrays must be large, and the same for all: 64 MiB in and out.
constexpr int large = 1 << 24;
/// Modest: two engines for copies make 2 of it at best where the kernels are short, and the
/// reference's filter_chunks was 1.25 to 1.40 times as fast in 12 gradings on a quiet H200. What
/// works in one stream is not faster at all.
constexpr double quick_enough = 1.15, graph_quick_enough = 1.1;

struct large_arrays {
  pinned_floats in{large}, out{large};
  lab::device_buffer<float> data{static_cast<std::size_t>(large)};
  large_arrays() { std::fill(in.data(), in.data() + large, 1.0f); }
};

double one_stream_ms(const large_arrays& arrays, int rounds) {
  const scoped_stream stream(cudaStreamDefault);
  return ms_of([&] {
    enqueue_job(arrays.in.data(), arrays.out.data(), const_cast<float*>(arrays.data.data()), large,
                rounds, stream);
  });
}

#endif

#ifndef CUDALAB_TRANSLATES
constexpr int heavy_rounds = 256; ///< of develop()

/// As develop() with one round.
__global__ void small_step(float* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] = 0.5f * data[i] + 1.0f;
}
#endif

} // namespace

void run_job(const float* input, float* output, int n, int rounds, int timed) {
  pinned_floats in(n), out(n);
  in.copy_from(input);
  out.copy_from(output);
  lab::device_buffer<float> data(static_cast<std::size_t>(n));
  // Nothing in the default stream waits for these, but where time is looked at.
  const unsigned flags = timed != 0 ? cudaStreamDefault : cudaStreamNonBlocking;
  const scoped_stream one(flags), other(flags);
#ifdef CUDALAB_TRANSLATES
  recording kept(timed != 0);
#endif
  const int first = timed != 0 ? n / 2 : n;
  enqueue_job(in.data(), out.data(), data.data(), first, rounds, one);
  if (timed != 0)
    enqueue_job(in.data() + first, out.data() + first, data.data() + first, n - first, rounds,
                other);
#ifdef CUDALAB_TRANSLATES
  if (const std::string waited = first_wait(); timed == 0 && !waited.empty()) {
    CUDA_CHECK(cudaDeviceSynchronize());
    lab::complain_unless(false, "enqueue_job waits: " + waited + " does so",
                         "It hands over three operations and returns. Who needs the result waits "
                         "for the stream. (cudaMemcpy waits; cudaMemcpyAsync does not.)");
  }
#endif
  CUDA_CHECK(cudaStreamSynchronize(one));
  CUDA_CHECK(cudaStreamSynchronize(other));
  out.copy_to(output);
#ifdef CUDALAB_TRANSLATES
  const timeline_summary all = kept.end();
  if (timed == 0) {
    look_at_job(handed_over(), one);
    must_tell_of_refusal("enqueue_job", n,
                         [&] { enqueue_job(in.data(), out.data(), data.data(), n, rounds, one); });
  } else {
    const amount work = amount_of(n, 2, by_develop);
    judge("enqueue_job, for two jobs in two streams,", all, work, possible(work));
  }
#else
  if (timed != 0) {
    const large_arrays arrays;
    const int half = large / 2;
    float* const d_data = const_cast<float*>(arrays.data.data());
    const double ms = ms_of([&] {
      enqueue_job(arrays.in.data(), arrays.out.data(), d_data, half, heavy_rounds, one);
      enqueue_job(arrays.in.data() + half, arrays.out.data() + half, d_data + half, half,
                  heavy_rounds, other);
    });
    must_be_quicker("enqueue_job in two streams", ms, one_stream_ms(arrays, heavy_rounds), 1.1);
  }
#endif
}

void run_large_job(int n) {
#ifdef CUDALAB_TRANSLATES
  const pinned_floats in(n), out(n);
  lab::device_buffer<float> data(static_cast<std::size_t>(n));
  fill_with_0(data.data(), data.size());
  CUDA_CHECK(cudaDeviceSynchronize());
  const scoped_stream one(cudaStreamNonBlocking);
  const std::uint64_t before = threads_launched();
  enqueue_job(in.data(), out.data(), data.data(), n, 1, one);
  CUDA_CHECK(cudaStreamSynchronize(one));
  const std::size_t threads = threads_launched() - before;
  // Whose threads go on to further elements has a last block that does so, too.
  if (threads > 0 && threads < data.size() &&
      are_all_0(data.data() + threads, data.size() - threads))
    lab::complain_unless(false,
                         "enqueue_job launches " + std::to_string(threads) + " threads for n = " +
                             std::to_string(n) + " elements, and the rest is not changed",
                         "Each thread of develop() makes one element. The blocks are n / BLOCK, "
                         "rounded up, whatever n is: are they held at a limit? A grid may have "
                         "2^31 - 1 of them along x; 65,535 is the most along y and z.");
#else
  (void)n;
#endif
}

void run_chunks(const float* input, float* output, int n, int chunks, int rounds, int timed) {
  const arriving_floats in(input, n);
  pinned_floats out(n);
  out.copy_from(output);
#ifdef CUDALAB_TRANSLATES
  const amount work = amount_of(n, chunks, by_develop);
  look_at_chunks(
      "process_chunks",
      time_or_call(timed != 0, "process_chunks", work, possible(work), &in, n,
                   [&] {
                     call_in_words(
                         [&] { process_chunks(in.data(), out.data(), n, chunks, rounds); },
                         about_empty_chunks(n, chunks), "");
                   }),
      cut::into(n, chunks));
  out.copy_to(output);
  must_tell_of_refusal("process_chunks", n,
                       [&] { process_chunks(in.data(), out.data(), n, chunks, rounds); });
  must_tell_of_failures("process_chunks", n,
                        [&] { process_chunks(in.data(), out.data(), n, chunks, rounds); });
#else
  in.set_out_and_wait();
  process_chunks(in.data(), out.data(), n, chunks, rounds);
  if (timed != 0) {
    const large_arrays arrays;
    const double ms = ms_of(
        [&] { process_chunks(arrays.in.data(), arrays.out.data(), large, 16, heavy_rounds); });
    must_be_quicker("process_chunks", ms, one_stream_ms(arrays, heavy_rounds), quick_enough);
  }
  out.copy_to(output);
#endif
}

void run_filter(const float* input, float* output, int n, int chunks, int timed) {
  const arriving_floats in(input, n);
  pinned_floats out(n);
  out.copy_from(output);
#ifdef CUDALAB_TRANSLATES
  const amount work = amount_of(n, chunks, by_follow);
  look_at_chunks("filter_chunks",
                 time_or_call(timed != 0, "filter_chunks", work, possible(work), &in, n,
                              [&] {
                                call_in_words(
                                    [&] { filter_chunks(in.data(), out.data(), n, chunks); },
                                    about_empty_chunks(n, chunks), "");
                              }),
                 cut::into(n, chunks));
  out.copy_to(output);
  must_tell_of_refusal("filter_chunks", n,
                       [&] { filter_chunks(in.data(), out.data(), n, chunks); });
  must_tell_of_failures("filter_chunks", n,
                        [&] { filter_chunks(in.data(), out.data(), n, chunks); });
#else
  in.set_out_and_wait();
  filter_chunks(in.data(), out.data(), n, chunks);
  if (timed != 0) {
    const large_arrays arrays;
    const double ms = ms_of([&] { filter_chunks(arrays.in.data(), arrays.out.data(), large, 16); });
    must_be_quicker("filter_chunks", ms, one_stream_ms(arrays, 1), quick_enough);
  }
  out.copy_to(output);
#endif
}

void run_ring(const float* input, float* output, int n, int chunk, int slots, int timed) {
  const arriving_floats in(input, n);
  pinned_floats out(n);
  out.copy_from(output);
#ifdef CUDALAB_TRANSLATES
  const int chunks = (n + chunk - 1) / chunk;
  const std::size_t floats = static_cast<std::size_t>(chunk) * static_cast<std::size_t>(slots) +
                             static_cast<std::size_t>(chunks) + 1;
  const little_memory device(floats * sizeof(float) + 4096);
  const std::string too_much = "more memory than is allowed: " + std::to_string(slots) +
                               " slots of " + std::to_string(chunk) +
                               (chunk == 1 ? " element, " : " elements, ") +
                               std::to_string(chunks + 1) +
                               " levels and 4,096 bytes "
                               "besides are " +
                               std::to_string(floats * sizeof(float) + 4096) + " bytes";
  const amount work = amount_of(n, chunks, by_follow);
  look_at_chunks("filter_ring",
                 time_or_call(
                     timed != 0, "filter_ring", work, possible(work), &in, n,
                     [&] {
                       call_in_words([&] { filter_ring(in.data(), out.data(), n, chunk, slots); },
                                     "", too_much);
                     },
                     static_cast<std::size_t>(slots)),
                 cut::by(n, chunk), slots >= 4);
  out.copy_to(output);
  must_tell_of_refusal("filter_ring", n,
                       [&] { filter_ring(in.data(), out.data(), n, chunk, slots); });
  must_tell_of_failures("filter_ring", n,
                        [&] { filter_ring(in.data(), out.data(), n, chunk, slots); });
#else
  in.set_out_and_wait();
  filter_ring(in.data(), out.data(), n, chunk, slots);
  if (timed != 0) {
    const large_arrays arrays;
    const double ms =
        ms_of([&] { filter_ring(arrays.in.data(), arrays.out.data(), large, large / 16, 4); });
    must_be_quicker("filter_ring", ms, one_stream_ms(arrays, 1), quick_enough);
  }
  out.copy_to(output);
#endif
}

void cut_chunks(int n, int chunks) {
#ifdef CUDALAB_TRANSLATES
  cut_large("process_chunks", n, cut::into(n, chunks),
            [=](const float* h_in, float* h_out) { process_chunks(h_in, h_out, n, chunks, 1); });
#else
  (void)n, (void)chunks;
#endif
}

void cut_filter(int n, int chunks) {
#ifdef CUDALAB_TRANSLATES
  cut_large("filter_chunks", n, cut::into(n, chunks),
            [=](const float* h_in, float* h_out) { filter_chunks(h_in, h_out, n, chunks); });
#else
  (void)n, (void)chunks;
#endif
}

void cut_ring(int n, int chunk, int slots) {
#ifdef CUDALAB_TRANSLATES
  cut_large("filter_ring", n, cut::by(n, chunk),
            [=](const float* h_in, float* h_out) { filter_ring(h_in, h_out, n, chunk, slots); });
#else
  (void)n, (void)chunk, (void)slots;
#endif
}

void run_steps(const float* input, float* output, int n, int steps, int repeats) {
  lab::device_buffer<float> data(input, static_cast<std::size_t>(n));
  CUDA_CHECK(cudaDeviceSynchronize());
#ifdef CUDALAB_TRANSLATES
  const timeline_costs costs;
  const double kernels =
      steps * repeats * (costs.kernel_start_ns + 8.0 * costs.device_ns * n) / 1000;
  // The host makes the graph ready before the first kernel, or after it.
  look_at_steps(time_or_call(steps > 1, "step_many", {0, kernels, 0, 1}, kernels, nullptr, n,
                             [&] { step_many(data.data(), n, steps, repeats); }),
                steps, repeats);
  data.copy_to(output);
  must_tell_of_failures("step_many", n, [&] { step_many(data.data(), n, steps, repeats); });
  call_begins(); // this one may leave behind what it has made when it throws
#else
  step_many(data.data(), n, steps, repeats);
  lab::device_buffer<float> other(input, static_cast<std::size_t>(n));
  constexpr int many = 50;
  const double graphs = ms_of([&] { step_many(other.data(), n, many, many); });
  const scoped_stream stream(cudaStreamDefault);
  const double launches = ms_of([&] {
    for (int i = 0; i < many * many; ++i)
      small_step<<<(n + 255) / 256, 256, 0, stream>>>(other.data(), n);
  });
  must_be_quicker("step_many", graphs, launches, graph_quick_enough);
  data.copy_to(output);
#endif
}
