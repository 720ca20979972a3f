// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/main/command_line.h"

#include <string>
#include <utility>
#include <vector>

#include "grader/cli/commands.h"
#include "grader/cli/report_forms.h"
#include "grader/cli/variants.h"
#include "grader/main/run_tool.h"
#include "grader/main/subcommands.h"
#include "grader/watch/command_watch.h"

namespace cudalab::grader {

namespace {

/// `--variant list` asks which there are.
template <int command(const options&)>
int or_list(const options& given) {
  return given.variant == "list" ? list_variants(given) : command(given);
}

class command_line : public subcommands {
public:
  explicit command_line(const std::string& default_lab)
      : subcommands("CUDA Labs: grades a lab, on a GPU and without one.", "grader", default_lab) {
    CLI::App* grade = add("grade", "build, run and check your file", or_list<command_grade>);
    lab(grade);
    submission(grade);
    grade->add_option("--exercise", given_.exercises, "grade only this exercise (may be repeated)")
        ->type_name("N")
        ->allow_extra_args(false); // what follows may be the lab
    seed(grade, "repeat a grading with the same inputs");
    grade->add_option("--json", given_.json, "write the grade to this file")
        ->type_name("FILE")
        ->check([](const std::string& name) {
          return std::string(name.empty() ? "there is no name" : "");
        });
    grade->add_option("--report", given_.report, "write the grade as a page with pictures")
        ->type_name("FILE.html");
    time_limit(grade, "for one call of a function (10); a tool around it has six times as long");
    grade->add_flag("--require-sandbox", given_.require_sandbox,
                    "do not run the file where the sandbox is not complete (see doctor)");
    grade->add_option("--format", given_.format, "what to print: text or json")
        ->check(CLI::IsMember({"text", "json"}));
    CLI::App* run =
        add("run", "run your program on small inputs and show the results", or_list<command_run>);
    lab(run);
    submission(run);
    run->add_option("--exercise", given_.exercises, "run only this exercise (may be repeated)")
        ->type_name("N")
        ->allow_extra_args(false); // what follows may be the lab
    run->add_option("--with", given_.with,
                    "only say how to run it in a tool: gdb, cuda-gdb, compute-sanitizer, ncu, nsys")
        ->type_name("TOOL");
    CLI::App* view = add("view", "look at the lab's particles move", or_list<command_view>);
    lab(view);
    submission(view);
    viewing(view);
    CLI::App* watch = add("watch", "grade your file again whenever you save it", command_watch);
    lab(watch);
    backend(watch);
    seed(watch, "the same inputs each time");
    watch->add_flag("--require-sandbox", given_.require_sandbox,
                    "do not run the file where the sandbox is not complete (see doctor)");
    CLI::App* build = add("build", "only compile your file", or_list<command_build>);
    lab(build);
    submission(build);
    CLI::App* bench =
        add("bench", "the lab's kernels side by side, measured on this machine", command_bench);
    lab(bench);
    backend(bench);
    bench->add_option("--json", given_.json, "write the figures to this file")->type_name("FILE");
    bench->add_option("--csv", given_.csv, "write a line for each row")->type_name("FILE");
    bench->add_option("--svg", given_.svg, "draw a plot")->type_name("FILE");
    CLI::App* limits = add("limits", "a page: how far the kernels are from what the device allows",
                           command_limits);
    limits->add_option("page", given_.report, "what to write; two plots come beside it")
        ->type_name("PAGE.md")
        ->required();
    limits->add_option("measured", given_.measured, "what 'bench LAB --json F' wrote, of each lab")
        ->type_name("F")
        ->required();
    CLI::App* list = add("list", "the labs: how far you are, and which is next", command_list);
    list->add_flag("--json", given_.as_json, "print it for programs");
    CLI::App* hint = add("hint", "the next hint", command_hint);
    lab(hint);
    hint->add_option("--exercise", given_.exercise, "of this exercise")->check(CLI::PositiveNumber);
    hint->add_option("--stage", given_.stage, "this hint of it, 1 to 3: 1 says least")
        ->check(CLI::PositiveNumber);
    CLI::App* report = add("report", "the page of a grade that --json wrote, or another form of it",
                           command_report);
    report->add_option("grade", given_.json, "what to read")->type_name("GRADE.json")->required();
    report->add_option("page", given_.report, "what to write")->type_name("OUT")->required();
    report
        ->add_option("--format", given_.form,
                     "html (a page), text, junit, gradescope, check50 or classroom50")
        ->check(CLI::IsMember(report_forms()));
    CLI::App* solution = add(
        "solution", "where the reference solution is, once your file has passed", command_solution);
    lab(solution);
    solution->add_flag("--give-up", given_.give_up, "before it passed");
    solution->add_flag("--diff", given_.diff, "how it differs from your file");
    CLI::App* reset = add("reset", "start again from the starter; keeps a backup", command_reset);
    lab(reset);
    reset->add_flag("--yes", given_.yes, "do not ask");
    CLI::App* pages =
        add("pages", "write the tables of the labs in the course's pages", command_pages);
    pages->add_flag("--check", given_.check, "only say which of them are not true");
    pages->add_option("--site", given_.site, "write the site's parts into this folder instead")
        ->type_name("FOLDER");
    add("doctor", "what this machine has, and what is missing", command_doctor);
  }

private:
  void submission(CLI::App* to) {
    CLI::Option* file = to->add_option("--file", given_.file, "this .cu instead of the lab's own")
                            ->check([](const std::string& name) {
                              return std::string(name.empty() ? "there is no name" : "");
                            });
    CLI::Option* solution =
        to->add_flag("--solution", given_.solution, "the reference solution instead of your file")
            ->excludes(file);
    to->add_option("--variant", given_.variant,
                   "a variant of the solution instead of your file; 'list': which there are")
        ->type_name("NAME")
        ->excludes(file)
        ->excludes(solution);
    backend(to);
  }

  /// The viewer's own options, kept as they are typed.
  void viewing(CLI::App* to) {
    const auto passed = [this, to](const char* name, const char* type, const char* what) {
      to->add_option_function<std::string>(
            name,
            [this, name](const std::string& value) {
              given_.view.insert(given_.view.end(), {name, value});
            },
            what)
          ->type_name(type);
    };
    passed("--system", "NAME", "fountain (default), swarm, sparkler or gravity");
    passed("--size", "WxH", "particles, for instance 256x256");
    passed("--block", "WxH", "threads of a block (default: 16x16)");
    passed("--window", "WxH", "size of window or pictures, in pixels (default: 960x720)");
    passed("--frames", "N", "no window: write N pictures, one a step");
    passed("--skip", "N", "steps before the first of them (default: 600)");
    passed("--out", "DIR", "the folder for pictures (default: lab07_frames)");
    to->add_flag_callback(
        "--copy", [this] { given_.view.push_back("--copy"); },
        "copy through the host instead of sharing OpenGL's buffer");
  }
};

int run(std::vector<std::string> arguments, const std::string& default_lab) {
  const std::string first = arguments.empty() ? "" : arguments.front();
  if (!default_lab.empty() &&
      (first.empty() || (first[0] == '-' && first != "--help" && first != "-h")))
    arguments.insert(arguments.begin(), "grade"); // lab04_grader grades lab04
  return command_line(default_lab).run(arguments);
}

} // namespace

int main_of_tool(int argc, char** argv, const char* default_lab) {
  return run_tool(argc, argv, [default_lab](std::vector<std::string> arguments) {
    return run(std::move(arguments), default_lab);
  });
}

} // namespace cudalab::grader
