// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/symbols/stream_names.h"

#include <fmt/format.h>

#include "emulator/observe/symbols/made_objects.h"
#include "emulator/runtime/devices.h"

namespace cudalab::emulator {

std::string name_of(const stream_identity& stream) {
  if (stream.in_graph) {
    stream_identity launched_in = stream;
    launched_in.in_graph = false;
    return (stream.body != nullptr ? "a conditional node's body in a graph in " : "a graph in ") +
           name_of(launched_in);
  }
  switch (stream.what) {
  case stream_identity::kind::legacy:
    return device_count() > 1 ? fmt::format("the default stream of device {}", stream.device)
                              : "the default stream";
  case stream_identity::kind::of_thread:
    return "a host thread's own stream (cudaStreamPerThread)";
  case stream_identity::kind::made:
    break;
  }
  const made_object object =
      object_of(stream.made_at, stream.behind == nullptr ? call_path{} : *stream.behind);
  const source_place& made = object.place;
  const std::string device =
      device_count() > 1 ? fmt::format(" of device {}", stream.device) : std::string();
  const char* const how = stream.blocking ? "" : " with cudaStreamNonBlocking";
  if (in_scenes(made))
    return fmt::format("a stream that your function was given{}{}", device,
                       stream.blocking ? "" : ", made" + std::string(how));
  if (made.line == 0)
    return fmt::format("stream {}{}", stream.order, device);
  const std::string whose = object.name.empty() ? "" : fmt::format(" for `{}`", object.name);
  return fmt::format("stream {}{} (made in {}{}{})", stream.order, device, line_words(made), whose,
                     how);
}

std::string in_stream(const stream_identity& stream) {
  return stream.what == stream_identity::kind::legacy && !stream.in_graph && device_count() <= 1
             ? ""
             : " in " + name_of(stream);
}

} // namespace cudalab::emulator
