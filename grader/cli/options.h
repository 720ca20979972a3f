// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The command line, as the commands see it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cudalab::grader {

struct options {
  std::string lab;  ///< as typed
  std::string file; ///< empty: the lab's own
  bool solution = false;
  std::string variant;          ///< of the solution; empty: none
  std::string backend = "auto"; ///< "auto", "cpu", "gpu"
  std::optional<std::uint64_t> seed;
  std::string json;                  ///< empty: none
  std::string report;                ///< empty: none
  std::vector<std::string> measured; ///< limits: files of figures
  std::string csv;                   ///< empty: none
  std::string svg;                   ///< empty: none
  std::string format = "text";
  std::string form = "html";          ///< report: see report_forms.h; export: what to write
  std::string with;                   ///< a debugger or a profiler; empty: none
  std::vector<std::string> exercises; ///< to grade: numbers or checks; empty: all
  int exercise = 0;                   ///< 0: not given
  int stage = 0;                      ///< 0: not given
  bool yes = false;
  bool as_json = false;               ///< list
  bool give_up = false, diff = false; ///< solution
  int time_limit = 0;                 ///< seconds for one call; 0: not given
  bool require_sandbox = false;
  bool ask_nvcc = true;          ///< whether it compiles the file too, where there is no GPU
  bool ask_rules = true;         ///< whether clang looks for CUDA's own rules
  bool gpu_later = false;        ///< what needs a GPU is judged later: checks/parts.h
  std::string out = "grades";    ///< batch, gradebook: a folder
  int jobs = 0;                  ///< batch: gradings at once; 0: as many as cores
  std::string engine = "local";  ///< batch: or "slurm"
  std::string sbatch;            ///< batch: options for sbatch
  std::string sbatch_gpu;        ///< batch: more of them, for jobs that have a GPU
  std::string on_node;           ///< batch: how class_tools is started there; empty: as here
  int per_task = 20;             ///< batch: hand-ins in one task
  double ask_after = 1;          ///< batch: seconds between questions to Slurm, at the least
  std::uint64_t order = 0;       ///< batch_task
  bool second_part = false;      ///< batch_task: checks/parts.h
  bool check = false;            ///< pages
  std::string site;              ///< pages; empty: none
  std::string hand_ins;          ///< collect, batch: a folder or an archive
  std::string roster;            ///< a CSV file; empty: what the course says
  std::string ref = "HEAD";      ///< of clones by git
  std::string action;            ///< course: new, check, show
  std::string grades = "grades"; ///< what batch wrote
  std::string target;            ///< export: what to write; empty: below `export`
  std::string column;            ///< export: what the other system calls the lab
  bool zero = false;             ///< export: no points in place of an empty cell
  int from_percent = 50;         ///< similarity: pairs from this share on are shown
  bool names = false;            ///< statistics: of students
  std::string course = "course.toml";
  std::vector<std::string> view; ///< of the viewer: see common/viewer/options.h
};

} // namespace cudalab::grader
