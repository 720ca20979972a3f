// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The viewer: a student's file and what shows it. `./lab view` builds and starts it.
// Exit status: 0 all shown; 1 the student's code is wrong; 2 wrong usage, or something is missing
// here; 3 the viewer's own failure.
#include <cstdio>
#include <cstdlib>

#include <unistd.h>

#include "viewer/particles.h"
#include "viewer/show.h"

namespace cudalab::viewer {

void say(const std::string& text) {
  std::fprintf(stderr, "%s\n", text.c_str());
}

namespace {

bool ended_by_itself = false;

/// Runs when somebody calls exit().
void note_exit() {
  if (ended_by_itself)
    return;
  say("The program ended while it was showing particles.\n"
      "Look for a call of exit() in your file: its functions must return.");
  _exit(1);
}

int run(const std::vector<std::string>& words) {
  view_options wanted = parse_options(words);
  if (!wanted.size_given)
    use_default_size(wanted.first);
  if (wanted.frames > 0)
    show_as_files(wanted);
  else
    show_in_window(wanted);
  return 0;
}

int run_and_complain(const std::vector<std::string>& words) {
  try {
    return run(words);
  } catch (const students_mistake& problem) {
    say(problem.what());
    return 1;
  } catch (const wrong_usage& problem) {
    say(problem.what());
    return 2;
  } catch (const missing_here& problem) {
    say(problem.what());
    return 2;
  } catch (const std::exception& problem) {
    say(std::string("The viewer itself failed: ") + problem.what());
    return 3;
  }
}

} // namespace

} // namespace cudalab::viewer

int main(int argc, char** argv) {
  std::atexit(cudalab::viewer::note_exit);
  const int status = cudalab::viewer::run_and_complain({argv + 1, argv + argc});
  cudalab::viewer::ended_by_itself = true;
  return status;
}
