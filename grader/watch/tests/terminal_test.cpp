// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// `watch` in a real terminal (tmux), with keys that nobody touches, and in a pipe.
#include <array>
#include <cstdio>
#include <fstream>
#include <string>

#include <doctest/doctest.h>
#include <sys/wait.h>

#include "grader/tests/scratch_folder.h"

using namespace cudalab::grader;

namespace {

/// Functions for the sessions below. Everything is waited for, up to a minute; then a session ends.
constexpr const char* session = R"bash(
until_true() { for i in {1..1200}; do eval "$1" && return; sleep 0.05; done
  echo "never: $1"; pane; exit 1; }
t() { tmux -L "$socket" -f /dev/null "$@"; }
pane() { t capture-pane -p "$@"; }
save() { echo "$1" >"$out/.new" && mv "$out/.new" "$out/${2:-lab01}.cu"; }
in_place() { echo "$1" >"$out/lab01.cu"; }

open_terminal() { # open_terminal WIDTH ASSIGNMENT...: the shell writes the terminal's settings
  local width=$1; shift
  socket=cudalab-$$
  trap 't kill-server 2>/dev/null' EXIT
  t new-session -d -x "$width" -y 30 "env $* bash --norc --noprofile"
  type "PS1='ready> '; stty -g >$out/before; clear"
  shows 'ready>'
}
type() { t send-keys "$1" Enter; }
key() { t send-keys "$1"; }
shows() { until_true "[[ \$(pane) == *'$1'* ]]" && echo "shows $1"; }
start() { type "clear; '$stage' '$out'; echo ended with \$?; stty -g >$out/after"; }
settings_are_back() {
  until_true '[ -s "$out/after" ]'
  cmp -s "$out/before" "$out/after" && echo "settings are back"
}
widest() { pane | awk '{ if (length($0) > w) w = length($0) } END { print "widest " w }'; }
)bash";

struct ended {
  int code = -1;
  std::string said;
  bool says(const std::string& part) const { return said.find(part) != std::string::npos; }
};

ended play(const scratch_folder& folder, const std::string& script) {
  const auto file = folder.path() / "session.sh";
  std::ofstream(file) << "out='" << folder.path().string() << "' stage='" << CUDALAB_WATCH_STAGE
                      << "'\n"
                      << session << script;
  ended result;
  FILE* pipe = popen(("bash '" + file.string() + "' 2>&1 </dev/null").c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> buffer;
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe))
    result.said.append(buffer.data(), count);
  const int status = pclose(pipe);
  result.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

bool has_tmux() {
  const bool here = std::system("command -v tmux >/dev/null") == 0;
  if (!here)
    std::puts("not tried: tmux is not here (Debian and Ubuntu: tmux)");
  return here;
}

} // namespace

TEST_CASE("a session in a terminal: saves, keys, Ctrl-Z, and the terminal's settings at the end") {
  if (!has_tmux())
    return;
  const scratch_folder folder;
  const ended result = play(folder, R"bash(
save bad
open_terminal 80 LC_ALL=C.UTF-8 TERM=screen
start
shows 'First try: 0 of 90 points.'
shows 'h hint · o output · n next · g again · q quit · ? keys'
save good
shows 'Passed: 90 of 90 points.'
shows '✓  now passes: 1. the check clean.all'
key h
shows 'A hint for lab01.'
in_place slow
shows 'lab01: the step slow ...'
save broken
shows 'It does not compile any more (before: 90 of 90 points).'
save crash
shows 'The grading ended without a result (SIGSEGV'
rm "$out/lab01.cu"
shows 'lab01.cu is gone.'
key C-z
shows 'Stopped'
settings_are_back
rm "$out/after"
type "clear; fg; echo ended with \$?; stty -g >$out/after"
save good
shows 'Passed: 90 of 90 points.'
key n
shows 'There is no '
save slow lab02
shows 'lab02: the step slow ...'
key q
shows 'ended with 0'
settings_are_back
pgrep -f "$stage $out" || echo "nothing is left"
)bash");
  CAPTURE(result.said);
  CHECK_FALSE(result.says("never: "));
  CHECK(result.says("shows ended with 0"));
  CHECK(result.says("settings are back"));
  CHECK(result.says("nothing is left"));
}

TEST_CASE("a narrow terminal, without colours, in ASCII, ended by a signal") {
  if (!has_tmux())
    return;
  const scratch_folder folder;
  const ended result = play(folder, R"bash(
save bad
open_terminal 40 LC_ALL=C NO_COLOR=1 TERM=screen
start
shows 'keys: h o n g q ?'
save good
shows '90 of 90 points.'
shows 'ok now passes: 1. the check'
widest
pane -e | grep -c "$(printf '\033')\[3" && echo "has colours"
LC_ALL=C grep -q '[^ -~]' <(pane) && echo "has more than ASCII"
t resize-window -x 100
shows 'h hint - o output'
pkill -TERM -f "^$stage $out"
shows 'ended with 143'
settings_are_back
)bash");
  CAPTURE(result.said);
  CHECK_FALSE(result.says("never: "));
  CHECK_FALSE(result.says("has colours"));
  CHECK_FALSE(result.says("has more than ASCII"));
  CHECK(result.says("settings are back"));
}

TEST_CASE("in a pipe there is text, and nothing else") {
  const scratch_folder folder;
  const ended result = play(folder, R"bash(
pane() { cat "$out/said"; }
save bad
LC_ALL=C "$stage" "$out" >"$out/said" &
trap 'kill %1 2>/dev/null' EXIT
shows 'Watching '
shows '0 of 90 points.'
in_place good
shows 'Passed: 90 of 90 points.'
kill -TERM $!; wait $!
echo "ended with $?"
grep -q '[^ -~]' "$out/said" && echo "has control codes"
)bash");
  CAPTURE(result.said);
  CHECK_FALSE(result.says("never: "));
  CHECK(result.says("ended with 143"));
  CHECK_FALSE(result.says("has control codes"));
}
