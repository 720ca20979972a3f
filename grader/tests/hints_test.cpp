// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cli/hints.h"

#include <doctest/doctest.h>

using namespace cudalab::grader;

namespace {

const std::string readme = R"(# Lab

<details><summary>Hint 2.1</summary>

Second exercise.

</details>
<details>
<summary>Hint 1.2</summary>

More:

```cpp
  __syncthreads();
```

</details>

<details><summary>What is a tile?</summary>no hint</details>

<details><summary><b>Hint 1.1</b></summary>

First.

</details>
)";

} // namespace

TEST_CASE("hints are found wherever they stand, and sorted by exercise and stage") {
  const auto hints = parse_hints(readme);
  REQUIRE(hints.size() == 3);
  CHECK(hints[0].exercise == 1);
  CHECK(hints[0].stage == 1);
  CHECK(hints[0].text == "First.");
  CHECK(hints[1].stage == 2);
  CHECK(hints[2].exercise == 2);
  CHECK(parse_hints("").empty());
}

TEST_CASE("code in a hint stays as it is, and fences are not shown") {
  const std::string text = render_hint(parse_hints(readme)[1].text, {false, true, 80});
  CHECK(text == "  More:\n\n      __syncthreads();\n");
}

TEST_CASE("long lines of a hint are wrapped, list items begin anew") {
  CHECK(render_hint("one\ntwo\n- three\n- four", {false, true, 60}) ==
        "  one two\n  - three\n  - four\n");
}
