// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A timeline as text, and what is wrong with it in words.
#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "emulator/observe/timeline/timeline_model.h"

namespace cudalab::emulator {

namespace {

constexpr std::array<const char*, timeline_engines> engine_names{"copies in", "kernels",
                                                                 "copies out"};

char letter_of(unsigned stream) {
  if (stream < 10)
    return static_cast<char>('0' + stream);
  return stream < 36 ? static_cast<char>('a' + (stream - 10)) : '#';
}

std::string stream_words(const timeline_operation& one, bool several_devices) {
  const std::string device =
      several_devices ? fmt::format(" of device {}", one.device) : std::string();
  return one.stream == 0 ? "the default stream" + device : fmt::format("stream {}", one.stream);
}

std::string microseconds(double time) {
  return fmt::format("{:.0f} us", time);
}

std::string kind_words(const timeline_operation& one) {
  if (one.from_device >= 0)
    return fmt::format("a copy from device {} to device {}", one.from_device, one.device);
  switch (one.engine) {
  case timeline_engine::copies_in:
    return "a copy in";
  case timeline_engine::copies_out:
    return "a copy out";
  case timeline_engine::kernels:
  case timeline_engine::none:
    break;
  }
  const bool is_call = one.name.starts_with("cuda") || one.name.starts_with("nccl");
  return is_call ? one.name : "the kernel " + one.name;
}

/// Who holds each column of an engine's row: the operation that is longest there.
std::string row_of(const timeline& all, std::size_t device, timeline_engine engine,
                   std::size_t columns) {
  std::string row(columns, '.');
  std::vector<double> most(columns, 0);
  const double width = all.makespan / static_cast<double>(columns);
  for (const timeline_operation& each : all.operations) {
    if (!occupies(each, device, engine))
      continue;
    const auto first = static_cast<std::size_t>(each.begin / width);
    for (std::size_t i = first; i < columns && static_cast<double>(i) * width < each.end; ++i) {
      const double from = std::max(each.begin, static_cast<double>(i) * width);
      const double to = std::min(each.end, static_cast<double>(i + 1) * width);
      if (to - from > most[i]) {
        most[i] = to - from;
        row[i] = letter_of(each.stream);
      }
    }
  }
  return row;
}

std::string row_of_host(const timeline& all, std::size_t columns) {
  std::string row(columns, '.');
  for (const timeline_operation& each : all.operations) {
    const double at = each.handed_over / all.makespan * static_cast<double>(columns);
    row[std::min(columns - 1, static_cast<std::size_t>(std::max(0.0, at)))] = '+';
  }
  return row;
}

/// Operations of the busiest engine that wait for the same kind of thing.
struct loss {
  double time = 0;
  int times = 0;
  const timeline_operation* example = nullptr;
  std::string call = {}; ///< host_wait: in which the host stood still

  void add(double idle, const timeline_operation& waiting) {
    time += idle;
    ++times;
    if (example == nullptr)
      example = &waiting;
  }
};

std::string once_or(int times) {
  return times == 1 ? "once" : fmt::format("{} times", times);
}

/// Something that a program can do without, whatever else it waits for.
bool is_avoidable(timeline_reason reason) {
  return reason == timeline_reason::host_wait || reason == timeline_reason::host_held ||
         reason == timeline_reason::hand_over || reason == timeline_reason::default_stream;
}

/// A copy from one device to another is no stage before kernels or after them.
bool is_of_later_stage(const timeline_operation& before, const timeline_operation& waiting) {
  return before.engine > waiting.engine && waiting.from_device < 0;
}

/// What is to blame for a wait that began at this time: what the operation waits for may have
/// waited for something else meanwhile, best of all for a later stage of other data.
const timeline_operation& blamed(const timeline& all, const timeline_operation& one,
                                 double idle_from) {
  const timeline_operation* root = &one;
  const timeline_operation* backwards = nullptr;
  while (!is_avoidable(root->reason) && root->waited_for >= 0) {
    const auto& before = all.operations[static_cast<std::size_t>(root->waited_for)];
    if (backwards == nullptr && is_of_later_stage(before, *root))
      backwards = root;
    if (before.begin < idle_from) { // it was under way already: what had it waited for?
      if (backwards == nullptr && before.waited_for >= 0 &&
          is_of_later_stage(all.operations[static_cast<std::size_t>(before.waited_for)], before))
        backwards = &before;
      break;
    }
    root = &before;
  }
  // A copy between devices that came late, but took longer than it was late.
  if (root != &one && root->from_device >= 0 && root->reason == timeline_reason::hand_over &&
      root->begin - idle_from < root->end - root->begin)
    return one;
  if (is_avoidable(root->reason) || root->reason == timeline_reason::engine)
    return *root;
  return backwards != nullptr ? *backwards : one;
}

/// The call in which the host stood still when an engine fell idle: what was handed over too late
/// would have been there. Empty: it stood still in none.
std::string host_waited_at(const timeline& all, double time) {
  constexpr double nearly = 1e-6;
  for (const timeline::host_wait& each : all.waits)
    if (each.begin <= time + nearly && time <= each.end + nearly)
      return each.call.empty() ? "a call that waits" : each.call;
  return "";
}

/// How many operations of its engine began before it.
std::size_t rank_of(const timeline& all, const timeline_operation& one) {
  return static_cast<std::size_t>(std::count_if(
      all.operations.begin(), all.operations.end(), [&](const timeline_operation& each) {
        return each.engine == one.engine && each.device == one.device && each.begin < one.begin;
      }));
}

/// It waits by an event for an operation that its engine does much later than the one that it
/// needs: where each waits for its own chunk, both engines are at about the same chunk.
bool waits_for_a_later_chunk(const timeline& all, const timeline_operation& one) {
  return one.reason == timeline_reason::event && one.waited_for >= 0 &&
         rank_of(all, all.operations[static_cast<std::size_t>(one.waited_for)]) >
             rank_of(all, one) + 3;
}

/// It waits by its stream or an event for a copy between devices: told of an engine's first
/// operation, too. (Data that come from the host must come first.)
bool waits_for_other_device(const timeline& all, const timeline_operation& one) {
  return (one.reason == timeline_reason::stream || one.reason == timeline_reason::event) &&
         one.waited_for >= 0 &&
         all.operations[static_cast<std::size_t>(one.waited_for)].from_device >= 0;
}

/// The operation for which this one waited. Null: for none.
const timeline_operation* awaited_by(const timeline& all, const timeline_operation& one) {
  return one.waited_for < 0 ? nullptr : &all.operations[static_cast<std::size_t>(one.waited_for)];
}

/// The kernel behind which the copy between devices had to wait, as it comes after it in its
/// stream. Null: there is none.
const timeline_operation* kernel_before_copy(const timeline& all, const timeline_operation& copy) {
  const timeline_operation* const before = awaited_by(all, copy);
  return copy.from_device >= 0 && copy.reason == timeline_reason::stream && before != nullptr &&
                 before->engine == timeline_engine::kernels
             ? before
             : nullptr;
}

/// Its place among the copies that its device sends to others.
std::size_t number_sent(const timeline& all, const timeline_operation& copy) {
  return static_cast<std::size_t>(std::count_if(
      all.operations.begin(), all.operations.end(), [&](const timeline_operation& each) {
        return each.from_device == copy.from_device && &each <= &copy;
      }));
}

/// A device sends only when it has got what another one sends at the same turn.
bool sends_after_same_turn(const timeline& all, const timeline_operation& copy,
                           const timeline_operation& before) {
  return copy.from_device >= 0 && before.from_device >= 0 && before.device == copy.from_device &&
         number_sent(all, copy) == number_sent(all, before);
}

/// Of a wait by an event: what is known of what it waited for.
void tell_of_event(const timeline& all, const timeline_operation& one, timeline_advice& advice) {
  const timeline_operation* const before = awaited_by(all, one);
  if (before == nullptr)
    return;
  if (const timeline_operation* const kernel = kernel_before_copy(all, *before)) {
    advice.what += fmt::format(", and that copy waited for {}, which is before it in its stream",
                               kind_words(*kernel));
    advice.next = "Must that copy come after that kernel? Operations of one stream come one after "
                  "the other: if it only reads what the kernel reads, put copies into another "
                  "stream than kernels. If it must: is what waits for it in need of it?";
  } else if (sends_after_same_turn(all, one, *before)) {
    advice.what +=
        fmt::format("; each is copy number {} that its device sends", number_sent(all, one));
    advice.next = "So the devices send one after the other. What one sends on, it got at the turn "
                  "before: wait for the event of that turn, and not for what is sent at the same "
                  "one. (An event that was recorded again stands for the later mark.)";
  }
}

/// How an operation of the default stream gets another one.
std::string way_to_name_stream(const timeline_operation& one) {
  if (one.by_default_launch)
    return "Name the stream at each launch, as the fourth thing in <<<blocks, threads, 0, "
           "stream>>>.";
  if (one.by_default == "cudaMemcpyAsync")
    return "Name the stream in each cudaMemcpyAsync, as its last argument.";
  if (one.by_default == "cudaMemcpy" || one.by_default == "cudaMemset")
    return fmt::format("Take {}Async, and name the stream as its last argument.", one.by_default);
  if (one.by_default == "cudaEventRecord")
    return "Name the stream of the work that the event stands for: cudaEventRecord(event, stream).";
  return "Name the stream in each call that takes one: one that is left out, 0 or nullptr, is the "
         "default stream.";
}

timeline_advice words_of(const timeline& all, timeline_reason reason, const loss& what,
                         const std::string& engine) {
  const timeline_operation& one = *what.example;
  const bool several = all.device_busy.size() > 1;
  const std::string idle =
      fmt::format("the engine for {} stands idle for {}", engine, microseconds(what.time));
  const std::string waits =
      one.waited_for < 0
          ? std::string()
          : fmt::format(
                "{} in {} waits for {} in {}", kind_words(one), stream_words(one, several),
                kind_words(all.operations[static_cast<std::size_t>(one.waited_for)]),
                stream_words(all.operations[static_cast<std::size_t>(one.waited_for)], several));
  timeline_advice advice;
  advice.reason = reason;
  advice.lost = what.time;
  advice.waiting = static_cast<std::size_t>(&one - all.operations.data()) + 1;
  advice.awaited = static_cast<std::size_t>(one.waited_for + 1);
  switch (reason) {
  case timeline_reason::engine:
    break;
  case timeline_reason::hand_over:
    advice.what = fmt::format("{}: the host has not handed over the next operation yet", idle);
    advice.next = "What does the host do between two operations? It should allocate and make "
                  "streams, events and graphs before the first of them; and many small kernels "
                  "cost it less as one graph.";
    break;
  case timeline_reason::host_wait:
    advice.what = fmt::format("{}: {} the host stands still in {} before it hands over more", idle,
                              once_or(what.times), what.call);
    advice.next =
        "Must the host wait for this? Best it hands over all of the work first, and waits "
        "once, at the end: where one operation must come after another, a stream or an "
        "event says so. Where buffers are used in turn, it may wait until one is free "
        "again, but for what was done with that buffer, several chunks ago, and not for "
        "the chunk just before: has each buffer an event of its own?";
    break;
  case timeline_reason::host_held:
    advice.what = fmt::format("{}: {} the host stands still for a copy of pageable memory "
                              "({}) before it hands over more",
                              idle, once_or(what.times),
                              one.waited_in.empty() ? "cudaMemcpyAsync" : one.waited_in);
    advice.next = "Copy from and to pinned memory (cudaMallocHost): only such copies go on while "
                  "the host hands over more work.";
    break;
  case timeline_reason::stream:
    advice.what = fmt::format("{}: {} an operation waits for one before it in its stream; {}", idle,
                              once_or(what.times), waits);
    advice.next =
        std::string("Operations of one stream come one after the other. What may go on "
                    "at the same time belongs in different streams") +
        (several ? ". Must this one come after that one?" : ", neighbouring chunks for instance.");
    break;
  case timeline_reason::event:
    advice.what = fmt::format("{}: {} an operation waits for an event of another stream; {}", idle,
                              once_or(what.times), waits);
    advice.next =
        "Must it wait for that? An event that is recorded later than needed, or waited "
        "for earlier than needed, makes streams wait for each other; and an event that was "
        "recorded again stands for the later mark.";
    tell_of_event(all, one, advice);
    break;
  case timeline_reason::default_stream:
    advice.what = fmt::format("{}: {} an operation waits because the default stream and the "
                              "others wait for each other; {}",
                              idle, once_or(what.times), waits);
    if (!one.by_default.empty())
      advice.what +=
          fmt::format(", since {} is in the default stream",
                      one.by_default_launch ? "the kernel " + one.by_default : one.by_default);
    advice.next = way_to_name_stream(one);
    break;
  case timeline_reason::graph:
    advice.what = fmt::format("{}: {} a node of a graph waits for a node before it; {}", idle,
                              once_or(what.times), waits);
    advice.next = "Which nodes must come after which? What was captured from one stream is one "
                  "chain.";
    break;
  }
  return advice;
}

template <std::size_t Size>
void put(const std::string& text, char (&to)[Size]) {
  const std::size_t length = std::min(text.size(), Size - 1);
  text.copy(to, length);
  to[length] = '\0';
}

} // namespace

timeline_summary summary_of(const timeline& all) {
  timeline_summary told;
  told.operations = all.operations.size();
  told.makespan = all.makespan;
  told.work_begins = all.work_begins;
  told.busy = all.busy;
  std::copy_n(all.device_busy.begin(), std::min(all.device_busy.size(), timeline_devices),
              told.device_busy.begin());
  told.one_stream = all.one_stream;
  told.bound = all.bound;
  told.pageable = static_cast<std::size_t>(std::count_if(
      all.operations.begin(), all.operations.end(), [&all](const timeline_operation& each) {
        return each.pageable && each.handed_over >= all.work_begins;
      }));
  const timeline_advice advice = advice_on(all);
  put(advice.what, told.idle_because);
  put(advice.next, told.next);
  told.reason = advice.reason;
  told.lost = advice.lost;
  told.waiting = advice.waiting;
  told.awaited = advice.awaited;
  put(picture_of(all), told.picture);
  return told;
}

std::string picture_of(const timeline& all, std::size_t columns) {
  if (all.operations.empty() || all.makespan <= 0 || columns < 24)
    return "";
  // No row has a blank in it: who wraps lines leaves it whole.
  constexpr std::array<const char*, timeline_engines> names{"HtoD", "kern", "DtoH"},
      numbered{"in.", "run", "out"};
  std::string text = fmt::format("host {}\n", row_of_host(all, columns));
  const bool several = all.device_busy.size() > 1;
  for (std::size_t device = 0; device < all.device_busy.size(); ++device)
    for (std::size_t i = 0; i < timeline_engines; ++i)
      text += fmt::format("{} {}\n", several ? fmt::format("{}{}", numbered[i], device) : names[i],
                          row_of(all, device, static_cast<timeline_engine>(i), columns));
  return text + fmt::format("time 0{:->{}}\n", fmt::format("{:.0f}us", all.makespan), columns - 1);
}

timeline_advice advice_on(const timeline& all) {
  std::size_t device = 0, engine = 0; // the busiest
  for (std::size_t i = 0; i < all.device_busy.size(); ++i)
    for (std::size_t j = 0; j < timeline_engines; ++j)
      if (all.device_busy[i][j] > all.device_busy[device][engine])
        device = i, engine = j;
  std::vector<const timeline_operation*> in_order;
  for (const timeline_operation& each : all.operations)
    if (occupies(each, device, static_cast<timeline_engine>(engine)))
      in_order.push_back(&each);
  std::sort(in_order.begin(), in_order.end(),
            [](const auto* a, const auto* b) { return a->begin < b->begin; });
  std::map<timeline_reason, loss> losses;
  loss queued; // by events, for what itself waits for a busy engine: told where it is most
  for (std::size_t i = 0; i < in_order.size(); ++i) {
    const timeline_operation& waiting = *in_order[i];
    const double idle_from = i == 0 ? 0 : in_order[i - 1]->end, idle = waiting.begin - idle_from;
    const bool too_late = waits_for_a_later_chunk(all, waiting);
    if (idle <= 1e-6 || (i == 0 && !too_late)) // before the first one something must come
      continue;
    const timeline_operation& root = too_late ? waiting : blamed(all, waiting, idle_from);
    if (root.reason == timeline_reason::engine) { // another engine is as busy
      if (waiting.reason == timeline_reason::event)
        queued.add(idle, waiting);
      continue;
    }
    const std::string stood = root.reason == timeline_reason::hand_over
                                  ? host_waited_at(all, idle_from)
                              : root.waited_in.empty() ? "a call that waits"
                                                       : root.waited_in;
    loss& one = losses[root.reason == timeline_reason::hand_over && !stood.empty()
                           ? timeline_reason::host_wait
                           : root.reason];
    if (one.example == nullptr)
      one.call = stood;
    one.add(idle, root);
  }
  if (std::all_of(losses.begin(), losses.end(),
                  [&](const auto& each) { return each.second.time < queued.time; }) &&
      queued.example != nullptr)
    losses[timeline_reason::event] = queued;
  if (losses.empty() && !in_order.empty() && waits_for_other_device(all, *in_order.front())) {
    const timeline_operation& first = *in_order.front();
    losses[first.reason].add(first.begin, first);
  }
  const auto most =
      std::max_element(losses.begin(), losses.end(),
                       [](const auto& a, const auto& b) { return a.second.time < b.second.time; });
  return most == losses.end()
             ? timeline_advice()
             : words_of(all, most->first, most->second,
                        all.device_busy.size() > 1
                            ? fmt::format("{} of device {}", engine_names[engine], device)
                            : engine_names[engine]);
}

} // namespace cudalab::emulator
