// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a grading ends with. The JSON document is written from these (report/json.h), and every
/// other output from the same.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace cudalab::grader {

enum class backend { cpu, gpu };

/// How a check ended. `error`: it could not be judged (build, crash, timeout, infrastructure).
/// `noisy`: the machine was too noisy to time. `skipped`: not possible here; its points leave the
/// maximum.
enum class status { pass, fail, error, noisy, skipped };

enum class check_kind { build, correctness, clean, traffic, speed };

std::string name_of(backend value);
std::string name_of(status value);
std::string name_of(check_kind value);

/// One side of a finding: a thread that did something at a line.
struct party {
  std::string action;               ///< "reads", "writes", "waits", "returns", ...
  std::array<unsigned, 3> thread{}; ///< x, y, z
  std::array<unsigned, 3> block{};
  std::string file;
  int line = 0;             ///< 0: not known
  bool thread_known = true; ///< false: the tool named the line only (racecheck)
  bool on_host = false;     ///< host code did it
};

/// An access and what it missed, in numbers: docs/formats.md.
struct missed_object {
  std::string object;         ///< its name; may be empty
  std::int64_t offset = 0;    ///< from the object's begin
  std::uint64_t accessed = 0; ///< how much
  std::uint64_t size = 0;     ///< of the object
  std::string unit;           ///< of the three: "bytes", "rows", "elements"
  /// Where the object was made and freed; line 0: not known.
  std::string made_in, freed_in;
  int made_line = 0, freed_line = 0;
};

/// Something wrong that a kernel did: docs/formats.md.
struct finding {
  std::string kind, space, object, kernel;
  std::vector<party> parties;
  std::uint64_t count = 0;
  std::string text, remedy, source;
  std::string severity = "error";      ///< "warning" and "advice" fail no check
  std::string title;                   ///< a headline for a kind that the judge does not know
  std::string page;                    ///< "docs/findings/race.md"; may be empty
  std::string story;                   ///< of a race: "write_first", ...; empty: not known
  std::optional<missed_object> missed; ///< by a bad access
  std::string seen_in; ///< the first case that showed it: "17 x 33 x 20"; may be empty
};

struct check_result {
  std::string id; ///< "correctness.any_size"
  std::string title;
  check_kind kind = check_kind::correctness;
  int exercise = 0; ///< 0: the whole lab
  grader::status status = status::error;
  double points = 0;
  double max_points = 0;
  std::string message;              ///< the first thing to read: what is wrong, where
  std::string next;                 ///< what to look at next; empty when passed
  std::vector<std::string> details; ///< more lines, for who wants them
  std::vector<finding> findings;
  std::string blocked_by; ///< id of the failed check without which this one means nothing
  nlohmann::json data = nlohmann::json::object(); ///< machine-readable; by kind, docs/grade.md
};

/// A step and how long it took, in seconds of wall time.
struct step_time {
  std::string step;
  double seconds = 0;
};

/// Lines of a file that a grade speaks of, by number (from 1).
struct quoted_file {
  std::string file; ///< as findings name it
  std::map<int, std::string> lines;
};

struct grade {
  std::string lab;   ///< "lab04"
  std::string title; ///< "Tiled matrix multiplication"
  std::string file;  ///< the graded .cu
  std::string file_sha256;
  std::uint64_t seed = 0;
  grader::backend backend = backend::cpu;
  std::string backend_requested;  ///< "auto", "cpu", "gpu"
  std::string backend_reason;     ///< "no NVIDIA GPU was found"
  std::string device;             ///< "NVIDIA H200", "emulated CUDA device"
  std::string compiler;           ///< "g++ 12.2.0"
  std::string sandbox;            ///< "bubblewrap" or "unsandboxed"
  std::vector<std::string> notes; ///< what was not checked here, and why
  grader::status verdict = status::error;
  double points = 0;
  double max_points = 0;
  std::vector<check_result> checks;
  nlohmann::json pictures = nlohmann::json::array(); ///< of the whole grading: docs/grade.md
  std::vector<step_time> times;
  std::vector<quoted_file> sources; ///< report/quote_sources.h
};

} // namespace cudalab::grader
