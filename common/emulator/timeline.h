// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// When each operation of a program would begin and end, by a model of a GPU: copies and kernels
/// that overlap are seen without one, and the same on every machine.
///
/// The model has three engines for each device: one for copies to it, one for kernels, one for
/// copies from it. Each does one operation at a time, the one that could begin first. An operation
/// begins when the host has handed it over, when all that streams, events and graphs put before it
/// has ended, and when its engine is free. A copy from one device to another needs two engines at
/// once: that for copies from the one, and that for copies to the other.
///
/// - A copy takes `pinned_ns` for each byte from or to pinned memory, and `pageable_ns` from or to
///   memory that is not pinned: it goes through a buffer of the driver's, and the host stands still
///   meanwhile, whatever the call is named.
/// - A kernel takes `kernel_start_ns`, and `device_ns` for each byte that its threads read or write
///   in global memory. Fills and copies within the device are done by the same engine.
/// - A byte that goes from one device to another takes `peer_ns`, by a copy or by a kernel that
/// uses
///   the other device's memory. A copy between devices of which neither has access to the other
///   goes through the host: twice `pinned_ns`. Work of NCCL's occupies the engine for kernels.
/// - The host takes for its calls what emulator/virtual_clock.h says; functions of the host that a
///   stream calls take no time.
///
/// The figures are those of a slow device with a slow bus: small arrays are then as long under way
/// as large ones on a GPU, and what matters is how they compare.
#pragma once

#include <array>
#include <cstddef>

namespace cudalab::emulator {

/// In nanoseconds.
struct timeline_costs {
  double pinned_ns = 2, pageable_ns = 5, device_ns = 1; ///< a byte
  double kernel_start_ns = 500;
  double peer_ns = 1.5; ///< a byte
};

enum class timeline_engine { copies_in, kernels, copies_out, none };
inline constexpr std::size_t timeline_engines = 3; ///< `none` is none
inline constexpr std::size_t timeline_devices = 8; ///< the most there can be

/// What the last thing was that an operation waited for.
enum class timeline_reason {
  engine,         ///< nothing but its engine, which had other work
  hand_over,      ///< the host: it had handed it over no earlier
  host_wait,      ///< the host, which stood still in a call that waits
  host_held,      ///< the host, which stood still for a copy of pageable memory
  stream,         ///< work before it in its own stream
  event,          ///< an event of another stream
  default_stream, ///< the rule that the default stream and the others wait for each other
  graph           ///< a node of its graph
};

/// All operations together. Times in microseconds. (It owns no memory: code that emucc compiles has
/// an allocator of its own.)
struct timeline_summary {
  std::size_t operations = 0; ///< of the engines
  std::size_t pageable = 0;   ///< copies of memory that is not pinned, once work begins
  double makespan = 0;        ///< from the first hand-over to the last end
  /// When the first copy or kernel is handed over. Fills before it prepare memory, and so do copies
  /// to the device of less than a hundredth of all that is copied there, and the first kernels as
  /// long as all of them together take less than a fiftieth of all kernels' time; between them a
  /// program may still allocate.
  double work_begins = 0;
  std::array<double, timeline_engines> busy{}; ///< each engine's operations, added up
  /// The same for each device alone; a copy from one to another counts for both.
  std::array<std::array<double, timeline_engines>, timeline_devices> device_busy{};
  double one_stream = 0; ///< all operations one after the other
  /// No order of these operations is quicker: the busiest engine's time, and what must come before
  /// its first operation and after its last one; or the longest chain.
  double bound = 0;

  /// What keeps the busiest engine idle most, for how long, and what to do about it. Empty where it
  /// is never idle between its first operation and its last, or another engine is as busy; but if
  /// it is idle in no other place, told of its first operation, too, where that waits for a copy
  /// between devices.
  char idle_because[400] = "", next[400] = "";
  timeline_reason reason = timeline_reason::engine;
  double lost = 0;
  /// The operation that `idle_because` shows, and the one that it waits for, by their places among
  /// those of operations_seen() that an engine does, from 1 on. 0: there is none.
  std::size_t waiting = 0, awaited = 0;

  /// Five lines: the host, the engines, and the time. A `+` is a moment at which the host hands
  /// work over; a digit the number of an operation's stream, by its first operation (0: a default
  /// stream; a letter above 9), a dot an engine without work. Where there are several devices, the
  /// engines of each have their lines: "in.1", "run1", "out1".
  char picture[1792] = "";
};

/// Something that was handed over: an operation of an engine, or a mark, an event's for instance.
struct operation_seen {
  timeline_engine engine = timeline_engine::none;
  bool launch = false;   ///< of a kernel
  std::size_t bytes = 0; ///< that a copy moves
  unsigned stream = 0;   ///< as number_of_stream() says
  int device = 0;        ///< whose engine it is: of a copy between devices, the one that it goes to
  int from_device = -1;  ///< of a copy between devices; -1: it is none
  bool staged = false;   ///< it goes through the host
  /// An operation of the default stream that comes before it by the rule that this stream and the
  /// others wait for each other: its place among all that were seen, from 1 on. 0: there is none.
  std::size_t behind_default = 0;
  /// Of an operation of the default stream: that rule puts it behind one of another stream.
  bool behind_others = false;
  const void* on_device = nullptr; ///< of a copy in or out: where its device memory begins
  char name[48] = ""; ///< the kernel, or the call: "cudaGraphLaunch" is the mark behind a graph
  /// The call in which the host waited for one of those before it, since it handed over the last of
  /// them: "cudaStreamSynchronize". Empty: it waited for none.
  char waited_in[48] = "";
};

/// Streams that the program made have the numbers 1, 2, ...; a default stream has 0.
/// @param stream a cudaStream_t
unsigned number_of_stream(const void* stream);

/// What the last timeline kept, in its order. @return how many there are
/// @param to is given the first of them, as many as there is `room` for
std::size_t operations_seen(operation_seen* to, std::size_t room);

/// Waits until the device is idle; from now on, everything is kept. Nobody meters the kernels of a
/// fast program: 8 bytes are counted there for each of their threads.
/// @param metered false: nor those of a checked one, for who asks for operations_seen() only
void timeline_begins(bool metered = true);
/// Waits until the device is idle. @return what happened since
timeline_summary timeline_ends(const timeline_costs& costs = {});

} // namespace cudalab::emulator
