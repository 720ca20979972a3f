// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

#include "grader/bench/bench_program.h"
#include "grader/bench/story.h"
#include "grader/cli/backend_choice.h"
#include "grader/cli/commands.h"
#include "grader/cli/lab_files.h"
#include "grader/cli/usage_error.h"
#include "grader/files/write_file.h"
#include "grader/report/progress_line.h"

namespace cudalab::grader {

int command_bench(const options& given) {
  const lab_description& one = find_lab(given.lab);
  if (!std::filesystem::exists(bench_file(one)))
    throw usage_error(
        std::filesystem::exists(bench_file(one).parent_path())
            ? fmt::format("{} has no bench program yet ({}).", one.name,
                          short_path(bench_file(one)))
            : "bench compares the reference solutions, which are not in this copy of the course "
              "(no folder solutions/).");
  for (const auto& [option, file] : {std::pair{"--json", given.json}, std::pair{"--csv", given.csv},
                                     std::pair{"--svg", given.svg}})
    check_output_file(option, file);
  const backend_choice choice = choose_backend(given.backend, one.gpus);
  std::string json;
  {
    progress_line progress;
    json = run_bench(one, choice.chosen, [&](const std::string& step) {
      progress.show(fmt::format("{}: {} ...", one.name, step));
    });
  }
  const bench_story story = parse_story(json);
  if (!given.json.empty())
    write_file(given.json, json);
  if (!given.csv.empty())
    write_file(given.csv, to_csv(story));
  if (!given.svg.empty())
    write_file(given.svg, to_svg(story));
  fmt::print("{}", to_text(story, style_for(STDOUT_FILENO)));
  return 0;
}

} // namespace cudalab::grader
