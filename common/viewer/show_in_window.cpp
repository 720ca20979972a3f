// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "viewer/show.h"

#include "viewer/film.h"
#include "viewer/keys.h"
#include "viewer/offscreen.h"
#include "viewer/title.h"
#include "viewer/window.h"

namespace cudalab::viewer {

namespace {

/// Carries out what the keys and the mouse ask for.
class performance {
public:
  explicit performance(const view_options& wanted)
      : options_(wanted), window_(wanted.window_width, wanted.window_height),
        gl_([](const char* name) { return window::gl_function(name); }),
        moving_(gl_, wanted.first, wanted.copy), from_(first_camera(wanted.first)) {
    wanted_.what = wanted.first.what;
    wanted_.block = wanted.first.block;
    wanted_.help = true;
  }

  void run() {
    while (!wanted_.quit && !window_.closed()) {
      window_.take_events(wanted_, from_, wanted_.paused && !wanted_.one_step);
      fulfil_wishes();
      const bool moves = !wanted_.paused || wanted_.one_step;
      const double step_seconds = moves ? moving_.step() : 0;
      wanted_.one_step = false;
      if (const std::string news = moving_.news(); !news.empty())
        say(news);
      show_frame(step_seconds);
    }
  }

private:
  void fulfil_wishes() {
    if (wanted_.help)
      say(key_help());
    if (wanted_.restart || !(wanted_.block == moving_.shown().block))
      change_scene();
    if (wanted_.look_again)
      from_ = first_camera(moving_.shown());
    window_.set_unlimited(wanted_.unlimited);
    wanted_.help = wanted_.restart = wanted_.look_again = false;
  }

  /// Another shape of blocks goes on with the same particles; the rest begins again.
  void change_scene() {
    scene next = moving_.shown();
    next.what = wanted_.what;
    next.block = wanted_.block;
    if (!options_.size_given)
      use_default_size(next);
    counted_ = {};
    if (wanted_.restart)
      moving_.start(next);
    else
      moving_.change_block(next.block);
  }

  void show_frame(double step_seconds) {
    const auto [width, height] = window_.size();
    moving_.draw(from_, width, height);
    if (wanted_.save_picture) {
      wanted_.save_picture = false;
      save_picture(width, height);
    }
    window_.show();
    if (wanted_.paused)
      counted_ = {};
    else
      counted_.add(window_.seconds(), step_seconds);
    window_.set_title(title_of(moving_.shown(), counted_, wanted_.paused, device_));
  }

  void save_picture(int width, int height) {
    std::filesystem::create_directories(options_.out);
    const auto file = options_.out / ("picture_" + std::to_string(++pictures_) + ".png");
    write_png(read_framebuffer(gl_, width, height), file, options_.partial);
    say("saved " + file.string());
  }

  const view_options& options_;
  window window_;
  gl_calls gl_;
  film moving_;
  camera from_;
  controls wanted_;
  frame_counter counted_;
  std::string device_ = device_name();
  int pictures_ = 0;
};

} // namespace

void show_in_window(const view_options& wanted) {
  performance(wanted).run();
}

} // namespace cudalab::viewer
