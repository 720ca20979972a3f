// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/main/command_line.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "grader/cli/commands.h"
#include "grader/cli/interrupt.h"
#include "grader/cli/usage_error.h"
#include "grader/cli/variants.h"
#include "grader/printable.h"
#include "grader/watch/command_watch.h"

namespace cudalab::grader {

namespace {

constexpr int wrong_usage = 2, own_failure = 3;

/// How a person calls it: "./lab", when that did, or "grader".
std::string called() {
  const char* name = std::getenv("CUDALAB_CALLED");
  return name != nullptr ? name : "grader";
}

class command_line {
public:
  explicit command_line(const std::string& default_lab)
      : app_("CUDA Labs: grades a lab, on a GPU and without one.", called()) {
    given_.lab = default_lab;
    app_.require_subcommand(1);
    app_.failure_message(CLI::FailureMessage::simple);
    app_.footer("Exit codes: 0 all passed; 1 graded, something failed; 2 wrong usage or missing "
                "tools; 3 the grader's own failure.");
    CLI::App* grade = add("grade", "build, run and check your file", command_grade);
    lab(grade);
    submission(grade);
    grade->add_option("--exercise", given_.exercises, "grade only this exercise (may be repeated)")
        ->type_name("N")
        ->allow_extra_args(false); // what follows may be the lab
    grade->add_option("--seed", given_.seed, "repeat a grading with the same inputs");
    grade->add_option("--json", given_.json, "write the grade to this file")->type_name("FILE");
    grade->add_option("--report", given_.report, "write the grade as a page with pictures")
        ->type_name("FILE.html");
    grade
        ->add_option("--time-limit", given_.time_limit,
                     "for one call of a function (10); a tool around it has six times as long")
        ->type_name("SECONDS")
        ->check(CLI::Range(1, 600));
    grade->add_flag("--require-sandbox", given_.require_sandbox,
                    "do not run the file where the sandbox is not complete (see doctor)");
    grade->add_option("--format", given_.format, "what to print: text or json")
        ->check(CLI::IsMember({"text", "json"}));
    CLI::App* run =
        add("run", "run your program on small inputs and show the results", command_run);
    lab(run);
    submission(run);
    run->add_option("--with", given_.with,
                    "only say how to run it in a tool: gdb, cuda-gdb, compute-sanitizer, ncu, nsys")
        ->type_name("TOOL");
    CLI::App* view = add("view", "look at the lab's particles move", command_view);
    lab(view);
    submission(view);
    viewing(view);
    CLI::App* watch = add("watch", "grade your file again whenever you save it", command_watch);
    lab(watch);
    backend(watch);
    watch->add_option("--seed", given_.seed, "the same inputs each time");
    watch->add_flag("--require-sandbox", given_.require_sandbox,
                    "do not run the file where the sandbox is not complete (see doctor)");
    CLI::App* build = add("build", "only compile your file", command_build);
    lab(build);
    submission(build);
    CLI::App* bench =
        add("bench", "the lab's kernels side by side, measured on this machine", command_bench);
    lab(bench);
    backend(bench);
    bench->add_option("--json", given_.json, "write the figures to this file")->type_name("FILE");
    bench->add_option("--csv", given_.csv, "write a line for each row")->type_name("FILE");
    bench->add_option("--svg", given_.svg, "draw a plot")->type_name("FILE");
    CLI::App* list = add("list", "the labs: how far you are, and which is next", command_list);
    list->add_flag("--json", given_.as_json, "print it for programs");
    CLI::App* hint = add("hint", "the next hint", command_hint);
    lab(hint);
    hint->add_option("--exercise", given_.exercise, "of this exercise")->check(CLI::PositiveNumber);
    hint->add_option("--stage", given_.stage, "this hint of it, 1 to 3: 1 says least")
        ->check(CLI::PositiveNumber);
    CLI::App* report = add("report", "the page of a grade that --json wrote", command_report);
    report->add_option("grade", given_.json, "what to draw")->type_name("GRADE.json")->required();
    report->add_option("page", given_.report, "what to write")->type_name("OUT.html")->required();
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
    CLI::App* course = add("course", "write, check or show what course.toml says", command_course);
    course->add_option("action", given_.action, "new, check or show")
        ->type_name("ACTION")
        ->required()
        ->check(CLI::IsMember({"new", "check", "show"}));
    course->add_option("file", given_.course, "the course (course.toml)")->type_name("FILE");
    CLI::App* collect =
        add("collect", "who handed in what, when, and what is wrong with it", command_collect);
    handed_in(collect);
    CLI::App* batch =
        add("batch", "grade all hand-ins; goes on where it was stopped", command_batch);
    handed_in(batch);
    batch->add_option("--out", given_.out, "the folder for all results (grades)")
        ->type_name("FOLDER");
    batch->add_option("--jobs", given_.jobs, "gradings at once (as many as there are cores)")
        ->check(CLI::Range(1, 256));
    batch->add_option("--seed", given_.seed, "in place of the course's");
    batch->add_option("--time-limit", given_.time_limit, "for one call of a function (10)")
        ->type_name("SECONDS")
        ->check(CLI::Range(1, 600));
    backend(batch);
    CLI::App* gradebook =
        add("gradebook", "write gradebook.csv and gradebook.sqlite anew", command_gradebook);
    gradebook->add_option("folder", given_.out, "what batch wrote (grades)")->type_name("FOLDER");
    add("doctor", "what this machine has, and what is missing", command_doctor);
  }

  bool has_command(const std::string& name) const {
    for (const CLI::App* each : app_.get_subcommands({}))
      if (each->get_name() == name)
        return true;
    return false;
  }

  /// Parses and runs.
  int run(std::vector<std::string> arguments) {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    try {
      app_.parse(reversed);
    } catch (const CLI::ParseError& problem) {
      if (problem.get_exit_code() == 0)
        return app_.exit(problem); // --help
      const bool no_lab = std::string(problem.what()) == "lab is required";
      throw usage_error(fmt::format("{}\n'{} --help' and '{} COMMAND --help' list the options.",
                                    no_lab ? "Which lab? For instance: " + called() + " grade lab04"
                                           : std::string(problem.what()),
                                    called(), called()));
    }
    return given_.variant == "list" ? list_variants(given_) : chosen_(given_);
  }

private:
  CLI::App* add(const std::string& name, const std::string& what, int (*command)(const options&)) {
    CLI::App* sub = app_.add_subcommand(name, what);
    sub->callback([this, command] { chosen_ = command; });
    return sub;
  }

  void lab(CLI::App* to) {
    CLI::Option* option = to->add_option("lab", given_.lab, "for instance lab04")->type_name("LAB");
    if (given_.lab.empty())
      option->required();
  }

  void submission(CLI::App* to) {
    CLI::Option* file = to->add_option("--file", given_.file, "this .cu instead of the lab's own");
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

  void handed_in(CLI::App* to) {
    lab(to);
    to->add_option("hand_ins", given_.hand_ins,
                   "a folder or an archive: a file or a folder for each student, clones by git, a "
                   "download of Moodle or Canvas, an export of Gradescope")
        ->type_name("PATH")
        ->required();
    to->add_option("--course", given_.course, "deadlines and points (course.toml, if it is there)")
        ->type_name("FILE");
    to->add_option("--roster", given_.roster, "all students, in place of the course's roster")
        ->type_name("FILE.csv");
    to->add_option("--ref", given_.ref, "of clones by git: a tag, branch or commit (HEAD)")
        ->type_name("NAME");
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

  void backend(CLI::App* to) {
    to->add_option("--backend", given_.backend, "auto, gpu or cpu")
        ->check(CLI::IsMember({"auto", "gpu", "cpu"}));
  }

  CLI::App app_;
  options given_;
  std::function<int(const options&)> chosen_;
};

int run(const std::vector<std::string>& typed, const std::string& default_lab) {
  command_line line(default_lab);
  std::vector<std::string> arguments = typed;
  const std::string first = arguments.empty() ? "" : arguments.front();
  if (!default_lab.empty() &&
      (first.empty() || (first[0] == '-' && first != "--help" && first != "-h"))) {
    arguments.insert(arguments.begin(), "grade"); // lab04_grader grades lab04
  } else if (first.empty()) {
    arguments = {"--help"};
  } else if (first[0] != '-' && !line.has_command(first)) {
    throw usage_error(fmt::format(
        "there is no command '{}'. Commands: grade, watch, run, view, build, bench, "
        "list, hint, report, solution, reset, course, collect, batch, gradebook, pages, doctor.",
        first));
  }
  return line.run(arguments);
}

} // namespace

namespace {

/// To standard error. Never throws: standard error may be full as well.
void complain(const std::string& text) {
  std::fputs((printable(text) + '\n').c_str(), stderr);
}

/// A standard stream that is closed leaves its number to the next file, which would then get what
/// is printed. What stands there instead ends at once when it is read. Results that cannot be
/// written are a failure, what is said on standard error is not missed.
void fill_closed_streams() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(fd, F_GETFD) < 0) // the lowest free number
      static_cast<void>(open("/dev/null", fd == STDERR_FILENO ? O_WRONLY : O_RDONLY));
}

} // namespace

int main_of_tool(int argc, char** argv, const char* default_lab) {
  fill_closed_streams();
  const tidy_end tidy;
  std::signal(SIGXFSZ, SIG_IGN); // a write beyond a limit (ulimit -f) fails, and is told
  int code = own_failure;
  try {
    code = run({argv + 1, argv + argc}, default_lab);
  } catch (const usage_error& problem) {
    complain(problem.what());
    code = wrong_usage;
  } catch (const std::bad_alloc&) {
    complain("The grader ran out of memory. This is not your code's fault.");
  } catch (const std::exception& problem) {
    complain(fmt::format("The grader itself failed: {}\nThis is not your code's fault.",
                         problem.what()));
  }
  wait_if_stopping();
  // A full disk shows only here when the output went to a file.
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    complain(fmt::format("The output could not be written: {}", std::strerror(errno)));
    return own_failure;
  }
  return code;
}

} // namespace cudalab::grader
