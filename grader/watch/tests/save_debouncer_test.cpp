// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/watch/save_debouncer.h"

#include <doctest/doctest.h>

using namespace cudalab::grader;
using namespace std::chrono_literals;

namespace {

const save_debouncer::time_point start{};

} // namespace

TEST_CASE("nothing is due before a save") {
  save_debouncer saves;
  CHECK_FALSE(saves.due().has_value());
  CHECK_FALSE(saves.take(start + 1h));
}

TEST_CASE("a save is taken once, well within 0.3 s") {
  save_debouncer saves;
  saves.note(save_event::written, start);
  saves.note(save_event::complete, start + 1ms);
  CHECK_FALSE(saves.take(start + 50ms));
  REQUIRE(saves.due().has_value());
  CHECK(*saves.due() <= start + 300ms);
  CHECK(saves.take(*saves.due()));
  CHECK_FALSE(saves.take(start + 1h));
}

TEST_CASE("several saves in a row are one") {
  save_debouncer saves;
  for (int i = 0; i < 5; ++i) {
    saves.note(save_event::complete, start + i * 80ms);
    CHECK_FALSE(saves.take(start + i * 80ms + 79ms));
  }
  CHECK(saves.take(start + 4 * 80ms + 100ms));
}

TEST_CASE("a file that is half written is left alone until it is closed") {
  save_debouncer saves;
  saves.note(save_event::complete, start); // emptied
  saves.note(save_event::written, start + 10ms);
  CHECK_FALSE(saves.take(start + 1s));
  saves.note(save_event::written, start + 1s);
  saves.note(save_event::complete, start + 1200ms);
  CHECK(saves.take(start + 1300ms));
}

TEST_CASE("a file that is never closed is read in the end") {
  save_debouncer saves;
  saves.note(save_event::written, start);
  CHECK_FALSE(saves.take(start + 1999ms));
  CHECK(saves.take(start + 2s));
}
