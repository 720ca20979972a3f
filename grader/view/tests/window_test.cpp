// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A real window on a display that nobody sees (Xvfb), with keys and a mouse that nobody touches
// (xdotool). The person's view is checked: the title, and pictures that the key p saves.
#include <iterator>
#include <string>

#include <doctest/doctest.h>

#include "grader/files/read_text.h"
#include "grader/tests/scratch_folder.h"
#include "grader/view/tests/picture_facts.h"
#include "grader/view/tests/tool.h"

using namespace cudalab::grader;

namespace {

/// Functions for the sessions below. Everything is waited for, up to a minute; then a session ends.
constexpr const char* session = R"bash(
until_true() { for i in {1..600}; do eval "$1" && return; sleep 0.1; done; echo "never: $1"; exit 1; }

start_xserver() { # answers only when a program can use it
  rm -f "$out/display"
  local number=$((100 + RANDOM))
  # -noreset: or the server begins anew when its last client leaves, and refuses who comes meanwhile.
  Xvfb ":$number" -noreset -displayfd 3 -screen 0 1024x768x24 -nolisten tcp 3>"$out/display" 2>/dev/null &
  xserver=$!
  until_true "[ -s '$out/display' ] || ! kill -0 $xserver 2>/dev/null"
  export DISPLAY=:$number
  [ -s "$out/display" ] && timeout 10 xdotool getdisplaygeometry >"$out/geometry" 2>&1 && return
  kill $xserver 2>/dev/null
  wait $xserver
  return 1
}
open_window() { # open_window OPTION...
  trap 'kill $tool $xserver 2>/dev/null; wait' EXIT
  # Servers that look for a free number at the same moment can take the same one, and a session then
  # uses another's server until that one ends: a number is drawn.
  until_true start_xserver
  "$grader" view lab07 --backend cpu --solution --window 640x480 --out "$out" "$@" &
  tool=$!
  until_true '! kill -0 $tool 2>/dev/null || window=$(xdotool search --onlyvisible --name . 2>/dev/null)'
  [ -n "$window" ] || { echo "never: a window"; exit 1; }
  xdotool mousemove 300 200 # keys go where the mouse is
}
shows() { # shows PATTERN: the title comes to match it
  until_true "[[ \$(xdotool getwindowname $window 2>/dev/null) == $1 ]]" && echo "shows $1"
}
save() { # save N: the N-th picture
  xdotool key p
  until_true "[ -e '$out/picture_$1.png' ]"
}
drag() { # drag X Y: from the middle
  xdotool mousemove 300 200 mousedown 1
  xdotool mousemove $((300 + $1)) $((200 + $2)) mouseup 1
}
ends() { wait $tool; echo "ended with $?"; }
)bash";

bool can_open_a_window() {
  const ended tools = run_in_bash("command -v Xvfb && command -v xdotool");
  if (tools.code == 0 && !std::string(CUDALAB_GLFW_LIBRARY).empty())
    return can_draw();
  not_tried("Xvfb, xdotool or GLFW is not here (Debian and Ubuntu: xvfb xdotool libglfw3-dev)");
  return false;
}

/// A session whose files go to the folder.
ended play(const scratch_folder& folder, const std::string& script) {
  return run_in_bash("out='" + folder.path().string() + "'" + session + script);
}

} // namespace

TEST_CASE("a window tells what it shows, obeys its keys and ends with Esc") {
  if (!can_open_a_window())
    return;
  const scratch_folder folder;
  const ended result = play(folder, R"bash(
open_window --size 64x48 --system swarm --block 8x8
shows 'swarm,\ 64\ x\ 48\ particles,\ blocks\ of\ 8\ x\ 8,\ [0-9]*\ fps,\ *\ a\ step\ -\ emulated*'
xdotool key 6
shows '*blocks\ of\ 256\ x\ 1,\ *fps*'
xdotool key space
shows '*,\ paused\ -*'
xdotool key 9
shows '*blocks\ of\ 12\ x\ 12,\ paused*'
xdotool key space
shows '*blocks\ of\ 12\ x\ 12,\ *fps*'
xdotool key k
shows 'sparkler,\ 64\ x\ 48\ *fps*'
xdotool key g
shows 'gravity,\ 64\ x\ 48\ particles,\ [0-9]*\ fps*'
xdotool key f
shows 'fountain,*fps*'
xdotool key Escape
ends
)bash");
  CAPTURE(result.said);
  CHECK(result.says("drag: turn")); // the help
  CHECK(result.says("f: fountain"));
  CHECK_FALSE(result.says("never: "));
  CHECK(result.says("shows fountain"));
  CHECK(result.says("ended with 0"));
}

TEST_CASE("the mouse turns the picture and the wheel takes it nearer") {
  if (!can_open_a_window())
    return;
  const scratch_folder folder;
  const ended result = play(folder, R"bash(
open_window --size 32x32 --system gravity
shows 'gravity*fps*'
xdotool key space
shows '*paused*'
save 1
drag 150 0
save 2
drag 0 60
save 3
xdotool key c
save 4
xdotool click 5 click 5 click 5 click 5
save 5
xdotool key n
save 6
xdotool key q
ends
)bash");
  CAPTURE(result.said);
  REQUIRE(result.says("ended with 0"));
  CHECK_FALSE(result.says("never: "));
  const auto picture = [&](int number) {
    return folder.path() / ("picture_" + std::to_string(number) + ".png");
  };
  CHECK(content_of(picture(2)) != content_of(picture(1)));
  CHECK(content_of(picture(3)) != content_of(picture(2)));
  CHECK(content_of(picture(4)) == content_of(picture(1))); // paused, and the camera is back
  const picture_facts near = facts_of_picture(picture(4)), far = facts_of_picture(picture(5));
  CAPTURE(as_text(near));
  CAPTURE(as_text(far));
  CHECK(near.width == 640);
  CHECK(far.right - far.left < 0.8 * (near.right - near.left));
  CHECK(far.bottom - far.top < 0.8 * (near.bottom - near.top));
  CHECK(content_of(picture(6)) != content_of(picture(5))); // one step on
}

TEST_CASE("stopped from outside it leaves no window") {
  if (!can_open_a_window())
    return;
  const scratch_folder folder;
  const ended result = play(folder, R"bash(
open_window --size 16x16
shows '*fps*'
kill -TERM $tool
ends
until_true '! xdotool getwindowname $window 2>/dev/null' && echo "the window is gone"
)bash");
  CAPTURE(result.said);
  CHECK(result.says("ended with 143"));
  CHECK(result.says("the window is gone"));
}
