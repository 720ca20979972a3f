// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/symbols/variables.h"
#include "emulator/runtime/number_words.h"

#include <doctest/doctest.h>

#include "emulator/observe/findings/indexed_array.h"
#include "emulator/observe/findings/sighting_words.h"
#include "emulator/observe/report/finding_words.h"
#include "emulator/observe/symbols/shared_layout.h"

using namespace cudalab::emulator;

TEST_CASE("an index in words") {
  const array_shape tile{{16, 16}, 4};
  CHECK(index_text(tile, 0) == "[0][0]");
  CHECK(index_text(tile, 4 * (3 * 16 + 5)) == "[3][5]");
  CHECK(index_text(tile, 4 * 16 * 16) == "[16][0]");
  CHECK(index_text({{}, 4}, 0) == "");
  CHECK(index_text({{0}, 8}, 24) == "[3]");
}

TEST_CASE("dimensions in the compiler's words") {
  CHECK(dimensions_in("'float [16][4]'") == std::vector<std::uint64_t>{16, 4});
  CHECK(dimensions_in("'int'").empty());
}

TEST_CASE("what a line indexes at a column") {
  const std::string line = "  fragment.x[i] = from[row]->tile[at[2]][1] + a;";
  CHECK(written_at(line, 3) == "fragment.x");
  CHECK(written_at(line, 19) == "from[row]->tile");
  CHECK(written_at(line, 35) == "at");
  CHECK(written_at("p->x[2]", 1) == "p->x");
  CHECK(written_at(line, 14) == ""); // the index itself
  CHECK(written_at(line, 17) == "");
  CHECK(written_at(line, 47) == "");
  CHECK(written_at(line, 0) == "");
  CHECK(written_at("", 5) == "");
  CHECK(written_at("x[2", 1) == "x");
  CHECK(written_at("x.", 1) == "");
}

TEST_CASE("numbers for people") {
  CHECK(grouped(7) == "7");
  CHECK(grouped(3840) == "3,840");
  CHECK(grouped(1234567) == "1,234,567");
  CHECK(counted(1, "thread") == "1 thread");
  CHECK(counted(2, "thread") == "2 threads");
}

TEST_CASE("the shared segment: variables, holes, the dynamic area") {
  const shared_layout layout({{"a", 0, 12, false}, {"b", 16, 4, false}, {"", 32, 32, true}}, 64);
  CHECK(layout.use_of(11) == shared_layout::shared);
  CHECK(layout.use_of(12) == shared_layout::hole);
  CHECK(layout.use_of(40) == shared_layout::dynamic_area);
  CHECK(layout.variable_at(14)->name == "a");
  CHECK(layout.variable_at(17)->name == "b");
  CHECK(layout.dynamic()->offset == 32);
  CHECK(layout.other_variables() == nullptr);
}
