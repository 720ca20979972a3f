// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/term/slurm.h"

#include <doctest/doctest.h>

using namespace cudalab::term;

TEST_CASE("what squeue says: tasks of jobs with other names are left out") {
  const auto found = parse_queue("12|0|RUNNING|cudalab-lab04-ab-7|None\n"
                                 "12|1|PENDING|cudalab-lab04-ab-7|Nodes required for job are DOWN\n"
                                 "13|N/A|RUNNING|somebody's|None\n\n",
                                 "cudalab-lab04-ab-");
  REQUIRE(found.size() == 2);
  CHECK(found[0].job == "12");
  CHECK(found[0].state == "RUNNING");
  CHECK(found[1].task == 1);
  CHECK(found[1].name == "cudalab-lab04-ab-7");
  CHECK(found[1].reason == "Nodes required for job are DOWN");
}

TEST_CASE("how large an array may be is what Slurm's settings say") {
  CHECK(parse_largest_array("ClusterName = a\nMaxArraySize            = 1001\n") == 1001);
  CHECK_THROWS_WITH_AS(parse_largest_array("MaxArraySize = 0\n"),
                       doctest::Contains("takes no job arrays"), slurm_trouble);
  CHECK_THROWS_AS(parse_largest_array("MaxJobCount = 10\n"), slurm_trouble);
}

TEST_CASE("a word for a script's line is read back as it was") {
  CHECK(shell_word("/a b/c$d") == "'/a b/c$d'");
  CHECK(shell_word("it's") == "'it'\\''s'");
}
