// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/watch/watcher.h"

#include <algorithm>
#include <ctime>
#include <memory>

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include "grader/cli/interrupt.h"
#include "grader/cli/lab_files.h"
#include "grader/cli/usage_error.h"
#include "grader/report/read_grade.h"
#include "grader/report/text.h"
#include "grader/report/wrap.h"
#include "grader/watch/changes.h"
#include "grader/watch/file_watch.h"
#include "grader/watch/keyboard.h"
#include "grader/watch/keys.h"
#include "grader/watch/saved_content.h"
#include "grader/watch/screen.h"

namespace cudalab::grader {

namespace {

using clock = std::chrono::steady_clock;

std::string time_of_day() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  localtime_r(&now, &parts);
  char text[16];
  return {text, std::strftime(text, sizeof text, "%H:%M:%S", &parts)};
}

class watcher {
public:
  explicit watcher(const watch_course& course)
      : course_(course), keyboard_(isatty(STDOUT_FILENO) != 0) {
    before_stopping([] {
      restore_terminal();
      end_grading_process();
    });
  }
  ~watcher() { before_stopping({}); }
  watcher(const watcher&) = delete;
  watcher& operator=(const watcher&) = delete;

  int run(const lab_description& first) {
    open(first);
    while (!quits_ && screen_.good())
      turn();
    return screen_.good() ? 0 : 3;
  }

private:
  void open(const lab_description& one) {
    grading_.reset();
    lab_ = &one;
    file_ = std::make_unique<file_watch>(course_.file(one));
    saves_ = {};
    tries_ = {};
    document_ = nullptr;
    content_.reset();
    missing_ = false;
    if (const auto before = course_.remembered(one))
      add_try(tries_, *before);
    const bool keys = keyboard_.on();
    say(fmt::format("Watching {}: save it, and it is graded.{}", short_path(course_.file(one)),
                    keys ? "" : " Ctrl-C ends this."));
    if (keys && !screen_.live()) // else they stay below
      screen_.print(key_page(has_report()));
    look_at_file(true);
  }

  /// Waits for the next thing to happen, and does what it asks for.
  void turn() {
    auto patience = file_->patience();
    if (const auto due = saves_.due())
      patience = std::clamp(std::chrono::ceil<std::chrono::milliseconds>(*due - clock::now()),
                            std::chrono::milliseconds(0), patience);
    pollfd news[] = {{keyboard_.descriptor(), POLLIN, 0},
                     {keyboard_.signals(), POLLIN, 0},
                     {file_->descriptor(), POLLIN, 0},
                     {hears_grading() ? grading_->descriptor() : -1, POLLIN, 0}};
    poll(news, std::size(news), static_cast<int>(patience.count()));
    obey(keyboard_.signal_news());
    for (const save_event each : file_->news())
      saves_.note(each, clock::now());
    if (saves_.take(clock::now()))
      look_at_file(false);
    if (news[3].revents != 0 && hears_grading())
      hear_grading();
    if (news[0].revents != 0)
      for (const watch_key key : keys_.read(keyboard_.read()))
        if (!quits_)
          press(key);
  }

  /// While the file is being saved, a result would be of an older state.
  bool hears_grading() const { return grading_ && !saves_.due(); }

  void obey(const keyboard::news& told) {
    if (told.stop) {
      screen_.status("");
      keyboard_.hold();
    }
    if (told.stop || told.continued || told.resized) {
      update();
      screen_.redraw();
    }
  }

  /// Grades it if there is something new in it, or `anyway`.
  void look_at_file(bool anyway) {
    const auto content = read_saved(course_.file(*lab_));
    if (!content) {
      grading_.reset();
      if (!missing_)
        say(fmt::format("{}{}{}. It is graded when it is there; \"./lab reset {}\" puts the "
                        "starter there.",
                        content_ ? "" : "There is no ", short_path(course_.file(*lab_)),
                        content_ ? " is gone" : "", lab_->name));
      missing_ = true;
      content_.reset();
    } else if (content->blank()) {
      grading_.reset();
      content_.reset();
      note_ = "the file is empty; waiting for the next save";
    } else if (anyway || content != content_) {
      missing_ = false;
      content_ = content;
      start();
    } else if (!grading_) {
      note_ = "saved, and nothing has changed (g grades it again)";
    }
    update();
  }

  void start() {
    grading_.reset(); // first: the new one shall have the machine
    note_.clear();
    try {
      grading_ = std::make_unique<grading_process>(
          [this](const auto& step) { return course_.grade(*lab_, step); });
    } catch (const std::system_error& problem) {
      say(fmt::format("No grading could be started: {}. This is not your code's fault.",
                      problem.what()));
    }
  }

  void hear_grading() {
    if (grading_->read()) {
      wait_if_ending(); // by a signal of ours
      const auto done = std::move(grading_);
      try {
        done->result() ? show(*done->result()) : say(done->trouble());
      } catch (const std::exception& problem) {
        say(fmt::format("The result could not be read: {}. This is not your code's fault.",
                        problem.what()));
      }
    }
    update();
  }

  void show(const nlohmann::json& result) {
    document_ = result;
    const grade now = read_grade(result);
    screen_.print('\n' + changes_text(tries_, now, time_of_day(), screen_.look()));
    if (const std::string remark = result.value("remark", ""); remark != remark_) {
      remark_ = remark; // once, not after each save
      if (!remark.empty())
        screen_.print(wrap(remark, screen_.look().width));
    }
    if (now.verdict != check_status::error)
      add_try(tries_, attempt_of(now, ""));
  }

  void press(watch_key key) {
    note_.clear();
    try {
      obey(key);
    } catch (const std::exception& problem) {
      say(problem.what());
    }
    update();
  }

  void obey(watch_key key) {
    switch (key) {
    case watch_key::hint:
      return screen_.print('\n' + course_.hint(*lab_, screen_.look()));
    case watch_key::report:
      if (has_report())
        say(document_.is_null() ? "There is no result yet." : course_.report(document_));
      return;
    case watch_key::output:
      if (document_.is_null())
        return say("There is no result yet.");
      return screen_.print('\n' + to_text(read_grade(document_), screen_.look()));
    case watch_key::next_lab:
      if (const lab_description* next = course_.next(*lab_))
        return open(*next);
      return say("All other labs have passed.");
    case watch_key::again:
      return look_at_file(true);
    case watch_key::quit:
      grading_.reset();
      screen_.status("");
      quits_ = true;
      return;
    case watch_key::explain:
      return screen_.print('\n' + key_page(has_report()));
    }
  }

  void say(const std::string& text) {
    const style how = screen_.look();
    screen_.print('\n' + wrap(shown(how, text), how.width));
  }

  /// The line at the bottom.
  void update() {
    if (quits_)
      return;
    if (grading_)
      screen_.status(fmt::format("{}: {} ...", lab_->name,
                                 grading_->step().empty() ? "starting" : grading_->step()));
    else if (!note_.empty())
      screen_.status(note_);
    else
      screen_.status(keyboard_.on() ? key_line(screen_.look().width - 1, has_report()) : "");
  }

  bool has_report() const { return static_cast<bool>(course_.report); }

  const watch_course& course_;
  keyboard keyboard_;
  screen screen_;
  key_reader keys_;
  const lab_description* lab_ = nullptr;
  std::unique_ptr<file_watch> file_;
  save_debouncer saves_;
  std::unique_ptr<grading_process> grading_;
  std::optional<saved_content> content_; ///< of what is graded, or was graded last
  earlier_tries tries_;
  nlohmann::json document_; ///< the last result; null: none
  std::string remark_;      ///< the last one
  std::string note_;        ///< shown in place of the keys
  bool missing_ = false, quits_ = false;
};

} // namespace

int watch(const lab_description& first, const watch_course& course) {
  return watcher(course).run(first);
}

} // namespace cudalab::grader
