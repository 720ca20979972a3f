// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/watch/keys.h"

#include <doctest/doctest.h>

#include "grader/report/wrap.h"

using namespace cudalab::grader;
using keys = std::vector<watch_key>;

TEST_CASE("each key has its letter, small or capital") {
  key_reader reader;
  CHECK(reader.read("hronGq?") == keys{watch_key::hint, watch_key::report, watch_key::output,
                                       watch_key::next_lab, watch_key::again, watch_key::quit,
                                       watch_key::explain});
  CHECK(reader.read("\004") == keys{watch_key::quit}); // Ctrl-D
}

TEST_CASE("what means nothing does nothing") {
  key_reader reader;
  CHECK(reader.read("xyz 7\n\t\x7f\xc3\xa4").empty());
}

TEST_CASE("arrows and function keys are not their letters") {
  key_reader reader;
  CHECK(reader.read("\033[A\033[1;5H\033Oq\033[15~").empty());
  CHECK(reader.read("\033[").empty()); // in pieces
  CHECK(reader.read("H").empty());
  CHECK(reader.read("q") == keys{watch_key::quit});
  CHECK(reader.read("\033h").empty()); // Alt-h
}

TEST_CASE("the line of keys fits") {
  for (std::size_t width = 39; width < 200; ++width)
    CHECK(columns_of(key_line(width, true)) <= width);
  CHECK(key_line(79, true).find("h hint") != std::string::npos);
  CHECK(key_line(79, true).find("r report") != std::string::npos);
  CHECK(key_line(79, false).find("report") == std::string::npos);
  CHECK(key_page(true).find("report") != std::string::npos);
  CHECK(key_page(false).find("report") == std::string::npos);
}
