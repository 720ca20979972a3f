// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/report/program_report.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string_view>
#include <thread>

#include <unistd.h>

#include "emulator/observe/host/touched_by_host.h"
#include "emulator/observe/report/finding_report.h"
#include "emulator/observe/report/settled_findings.h"
#include "emulator/runtime/blocks/device_signals.h"

namespace cudalab::emulator {

namespace {

constexpr int usual_error_code = 66;
constexpr unsigned crash_report_seconds = 10;

report_parts report_from;
pid_t reporter = 0; ///< a forked child says nothing

int error_code() {
  const char* const wanted = std::getenv("CUDALAB_ERROR_EXITCODE");
  if (wanted == nullptr || *wanted == '\0')
    return usual_error_code;
  char* end = nullptr;
  const long code = std::strtol(wanted, &end, 10);
  return *end == '\0' && code >= 0 && code <= 255 ? static_cast<int>(code) : usual_error_code;
}

/// Warnings and information count as errors do.
bool is_strict() {
  const char* const wanted = std::getenv("CUDALAB_STRICT");
  return wanted != nullptr && *wanted != '\0' && std::string_view(wanted) != "0";
}

void write_json(const std::vector<finding>& all) {
  const char* const path = std::getenv("CUDALAB_FINDINGS_JSON");
  if (path == nullptr || *path == '\0')
    return;
  std::ofstream file(path);
  file << json_of(all) << '\n';
  file.close();
  if (!file)
    std::fprintf(stderr, "emucc: cannot write the findings to %s (CUDALAB_FINDINGS_JSON)\n", path);
}

void say(const std::string& text) {
  std::cout.flush();
  std::fflush(nullptr);
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

/// Says what was found. True: it changes the exit code.
bool report(bool ended_well) {
  if (!report_is_coming.exchange(false) || getpid() != reporter)
    return false;
  const std::vector<finding> all = report_from.findings(ended_well);
  say(report_of(all, style_of_standard_error()));
  say(report_from.traffic());
  write_json(all);
  const bool strict = is_strict();
  return std::any_of(all.begin(), all.end(), [&](const finding& each) {
    return strict || severity_of(each.kind) == finding_severity::error;
  });
}

void at_exit(int status, void*) {
  const bool counts = report(status == EXIT_SUCCESS);
  if (!counts || status != EXIT_SUCCESS || error_code() == 0)
    return;
  // The status can no longer be changed by exit(); all that was printed is flushed.
  _exit(error_code());
}

/// In a signal handler nothing is safe, but the program is lost anyway: a thread with a stack of
/// its own tries to report, and an alarm ends it all when a lock is in its way.
void last_words_of_crash() {
  if (!report_is_coming || getpid() != reporter)
    return;
  std::signal(SIGALRM, SIG_DFL);
  alarm(crash_report_seconds);
  std::thread([] { report(false); }).join();
  alarm(0);
}

void handle_abort(int) {
  last_words_of_crash(); // abort() goes on when this returns
}

} // namespace

void report_at_exit(const report_parts& parts) {
  if (reporter != 0)
    return; // several checked objects
  reporter = getpid();
  report_from = parts;
  report_is_coming = true;
  on_exit(at_exit, nullptr);
  last_words = last_words_of_crash;
  handle_device_signals();
  struct sigaction before {};
  if (sigaction(SIGABRT, nullptr, &before) == 0 && before.sa_handler == SIG_DFL)
    std::signal(SIGABRT, handle_abort);
}

void report_is_taken_over() {
  report_is_coming = false;
}

} // namespace cudalab::emulator
