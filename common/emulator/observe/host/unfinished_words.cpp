// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// From uses of unfinished work to findings.
#include <fmt/format.h>

#include "emulator/observe/findings/finding_log.h"
#include "emulator/observe/host/unfinished_use.h"
#include "emulator/observe/symbols/stream_names.h"
#include "emulator/observe/symbols/variables.h"
#include "emulator/runtime/program_code.h"
#include "emulator/runtime/queue/device_queue.h"

namespace cudalab::emulator {

namespace {

finding_party host_party(const char* action, source_place place) {
  return {.action = action, .thread = {}, .block = {}, .place = std::move(place), .on_host = true};
}

} // namespace

void unfinished_use::deliver(bool wanted) {
  std::map<mistake, mistake_record> all;
  {
    const std::lock_guard lock(device_queue::instance().mutex());
    all.swap(mistakes_);
  }
  if (!wanted)
    return;
  for (const auto& [made, record] : all) {
    const bool reads = made.kind == access_kind::read, by_kernel = made.kernel_pc != 0;
    const named_object object = name_object(memory_space::global, record.offset, 4, made.host_pc);
    finding found;
    found.kind = finding_kind::unfinished_read;
    found.why = reads                    ? finding_case::plain
                : made.overwrites_source ? finding_case::war_hazard
                                         : finding_case::waw_hazard;
    found.space = "global";
    found.variable = object.variable;
    found.element = object.element;
    found.launch = made.number;
    found.count = record.count;
    found.parties.push_back(
        host_party(reads ? "reads" : "writes", own_line_of(made.host_pc, record.behind)));
    if (by_kernel) {
      const source_place there = place_of(long_pc(made.kernel_pc));
      found.kernel = record.launch.kernel;
      found.parties.push_back(host_party(made.overwrites_source
                                             ? "launched the kernel that reads it"
                                             : "launched the kernel that writes it",
                                         {record.launch.file, record.launch.line}));
      found.detail = fmt::format("{}{} {} it in line {}, and nothing has waited for that launch",
                                 found.kernel, in_stream(record.launch.stream),
                                 made.overwrites_source ? "reads" : "writes", there.line);
    } else {
      found.parties.push_back(host_party(made.overwrites_source ? "asked for the copy from it"
                                                                : "asked for the copy to it",
                                         place_of(record.copy.called_at)));
      found.detail = record.copy.name + in_stream(record.copy.stream) +
                     (made.overwrites_source ? " reads the memory later"
                                             : " returns before the copy is done") +
                     ", and nothing has waited for it";
    }
    found.detail += reads                     ? ": the value may be the old one"
                    : !made.overwrites_source ? ": either value may win"
                    : by_kernel               ? ": it may read the new value"
                                              : ": it may copy the new value";
    finding_log::instance().add(std::move(found));
  }
}

} // namespace cudalab::emulator
