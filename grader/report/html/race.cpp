// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A race: two threads, time downwards, and the barriers that are and are not between them.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "findings/json.h"
#include "grader/report/html/pictures.h"
#include "grader/report/html/race_steps.h"
#include "grader/report/html/source_view.h"
#include "grader/report/html/svg.h"
#include "grader/result.h"

namespace cudalab::grader::html {

namespace {

using nlohmann::json;
using kind = race_step::kind;

constexpr double gutter = 62, step_height = 38, head_height = 40, box_height = 26;
constexpr double lanes[] = {130, 270};
constexpr double box_width = 116;

std::string index(const std::array<unsigned, 3>& at) {
  return at[2] == 0 ? fmt::format("({},{})", at[0], at[1])
                    : fmt::format("({},{},{})", at[0], at[1], at[2]);
}

std::string thread_words(const party& one, int side) {
  return one.thread_known ? "thread " + index(one.thread) : side == 0 ? "a thread" : "another one";
}

std::string block_words(const party& one) {
  return one.thread_known ? "block " + index(one.block) : "";
}

std::string of_line(int line) {
  return fmt::format("line {}", line);
}

std::string missing_words(const finding& race, const race_story& story) {
  if (race.order == findings::race_order::between_blocks)
    return "no barrier joins two blocks";
  if (race.order == findings::race_order::between_streams)
    return "nothing orders the two streams";
  if (story.in_a_round)
    return "no barrier at the loop's end";
  return story.ordered ? "no barrier here" : "no barrier: either may be first";
}

/// The whole picture in words.
std::string told(const finding& race, const race_story& story) {
  const party &a = story.sides[0], &b = story.sides[1];
  const std::string first =
      fmt::format("{} {} in {}", thread_words(a, 0), a.action, of_line(a.line));
  const std::string second =
      fmt::format("{} {} in {}", thread_words(b, 1), b.action, of_line(b.line));
  if (!story.ordered)
    return fmt::format(
        "{}; {}. What comes out depends on which is first: {}.", first, second,
        race.order == findings::race_order::between_blocks    ? "no barrier joins two blocks"
        : race.order == findings::race_order::between_streams ? "nothing orders the two streams"
                                                              : "no barrier orders them");
  return fmt::format("First {}, then{} {}. Between them there is {}, so nothing makes the second "
                     "wait for the first.",
                     first, story.in_a_round ? ", in the loop's next round," : "", second,
                     story.in_a_round ? "no barrier at the loop's end" : "no barrier");
}

class timeline {
public:
  timeline(const finding& race, const race_story& story, const std::string& id)
      : race_(race), story_(story),
        drawing_(id, picture_width, head_height + step_height * steps(story) + 16,
                 "The two threads of the race, from top to bottom in time", told(race, story)) {}

  markup draw() {
    draw_lanes();
    double y = head_height;
    for (const race_step& each : story_.steps) {
      draw_step(each, y);
      y += each.what == kind::both ? 2 * step_height : step_height;
    }
    return drawing_.finish();
  }

private:
  static double steps(const race_story& story) {
    double count = 0;
    for (const race_step& each : story.steps)
      count += each.what == kind::both ? 2 : 1;
    return count;
  }

  void draw_lanes() {
    for (int side : {0, 1}) {
      drawing_.text(lanes[side], 13, thread_words(story_.sides[side], side), "bold",
                    anchor::middle);
      drawing_.text(lanes[side], 28, block_words(story_.sides[side]), "small soft", anchor::middle);
      drawing_.line(lanes[side], head_height - 6, lanes[side],
                    head_height + step_height * steps(story_), "grid");
    }
  }

  void draw_box(const party& one, int side, double y) {
    const double left = lanes[side] - box_width / 2;
    drawing_.rect(left, y, box_width, box_height, one.action == "reads" ? "ground" : "bad-fill");
    drawing_.rect(left, y, box_width, box_height, "frame");
    drawing_.text(lanes[side], y + 17, one.action, "bold", anchor::middle);
  }

  void draw_bar(const race_step& step, double y, const char* css_class, const std::string& words) {
    const double middle = y + step_height / 2 + 4;
    drawing_.line(gutter + 4, middle, picture_width - 4, middle, css_class);
    drawing_.text(gutter + 6, middle - 6, words, "small halo-text");
    drawing_.text(0, middle + 4, step.line > 0 ? of_line(step.line) : "", "small soft");
  }

  void draw_missing(double y) {
    const double middle = y + step_height / 2 + 4;
    drawing_.line(gutter + 4, middle, picture_width - 4, middle, "bad-line dashed");
    drawing_.text((lanes[0] + lanes[1]) / 2, middle - 6, "✗ " + missing_words(race_, story_),
                  "bold bad halo-text", anchor::middle);
  }

  void draw_step(const race_step& step, double y) {
    switch (step.what) {
    case kind::access:
      drawing_.text(0, y + 23, of_line(step.line), "small");
      return draw_box(story_.sides[step.side], step.side, y + 6);
    case kind::both:
      draw_missing(y);
      for (int side : {0, 1}) {
        draw_box(story_.sides[side], side, y + step_height + 4);
        drawing_.text(lanes[side], y + step_height + box_height + 18,
                      of_line(story_.sides[side].line), "small halo-text", anchor::middle);
      }
      return;
    case kind::barrier:
      return draw_bar(step, y, "good-line", step.words);
    case kind::other_barrier:
      return draw_bar(step, y, "grid dashed", step.words + ": not on the way of both");
    case kind::no_barrier:
      return draw_missing(y);
    case kind::next_round:
      drawing_.text((lanes[0] + lanes[1]) / 2, y + step_height / 2 + 4, "↻ the loop's next round",
                    "small halo-text", anchor::middle);
      return;
    }
  }

  const finding& race_;
  const race_story& story_;
  svg drawing_;
};

bool is_of_threads(const party& one) {
  return !one.on_host && one.line > 0;
}

} // namespace

markup race_picture(const finding_view& view) {
  const finding race = findings::read_finding(view.finding);
  if (race.kind != finding_kind::race || race.parties.size() != 2 ||
      !is_of_threads(race.parties[0]) || !is_of_threads(race.parties[1]))
    return {};
  const bool one_file = race.parties[0].file == race.parties[1].file;
  const race_story story = tell_race(race, one_file ? quoted_lines(view.grade, race.parties[0].file)
                                                    : std::map<int, std::string>());
  return figure(timeline(race, story, view.id).draw(), prose(told(race, story)));
}

} // namespace cudalab::grader::html
