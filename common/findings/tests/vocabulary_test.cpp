// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <filesystem>
#include <set>

#include <doctest/doctest.h>

#include "findings/finding.h"
#include "findings/tests/all_kinds.h"
#include "findings/words.h"

using namespace cudalab::findings;

namespace {

#define CUDALAB_REMEDY(id, words) remedy_id::id,
constexpr remedy_id all_remedies[] = {CUDALAB_REMEDIES};
#undef CUDALAB_REMEDY

finding race_at(int reads, int writes) {
  finding race;
  race.space = "shared";
  race.object = "Mds[3][0]";
  race.parties = {{"reads", {1, 3, 0}, {}, "/a/lab04.cu", reads},
                  {"writes", {0, 3, 2}, {}, "/a/lab04.cu", writes}};
  return race;
}

} // namespace

TEST_CASE("every kind has a name of its own, a title, a severity and a page that exists") {
  std::set<std::string> names;
  for (const finding_kind kind : all_kinds) {
    const std::string name = name_of(kind);
    CAPTURE(name);
    CHECK(names.insert(name).second);
    CHECK(kind_named(name) == kind);
    CHECK_FALSE(std::string(title_of(kind)).empty());
    CHECK(severity_named(name_of(severity_of(kind))) == severity_of(kind));
    const std::string page = page_of(kind);
    if (kind != finding_kind::crash)
      CHECK(std::filesystem::exists(FINDINGS_TEST_ROOT "/" + page));
  }
  CHECK_FALSE(kind_named("no_kind"));
  CHECK_FALSE(severity_named(""));
}

TEST_CASE("the rank: a cause comes before its consequences") {
  CHECK(finding_kind::barrier_divergence < finding_kind::race);
  CHECK(finding_kind::race < finding_kind::out_of_bounds);
  CHECK(finding_kind::out_of_bounds < finding_kind::uninitialised_read);
  CHECK(finding_kind::uninitialised_read < finding_kind::leak);
  CHECK(finding_severity::error < finding_severity::warning);
}

TEST_CASE("every remedy has a name of its own, and words for each of its places") {
  std::set<std::string> names;
  for (const remedy_id id : all_remedies) {
    CAPTURE(name_of(id));
    CHECK(names.insert(name_of(id)).second);
    CHECK(remedy_named(name_of(id)) == id);
    const std::string words = words_of({{id, {11, 22}, "x"}});
    CHECK_FALSE(words.empty());
    for (const char left : {'{', '}'})
      CHECK(words.find(left) == std::string::npos);
    const bool one = words.find("11") != std::string::npos,
               two = words.find("22") != std::string::npos;
    CHECK((one || !two)); // lines are counted from 1
  }
}

TEST_CASE("steps make a sentence") {
  CHECK(words_of({}) == "");
  CHECK(words_of({{remedy_id::overwritten_in_use, {}, "Mds"},
                  {remedy_id::barrier_between, {3, 5}},
                  {remedy_id::look_at_branch, {2}}}) ==
        "a thread overwrites Mds while its neighbour still reads it: put a barrier between lines 3 "
        "and 5. Every thread of the block must reach it: look at the branch in line 2 too, which "
        "is around that place");
  CHECK(words_of({{remedy_id::barrier_between, {3}}}) == "put a barrier between lines 3 and ?");
}

TEST_CASE("a finding in words") {
  const finding race = race_at(4, 2);
  CHECK(headline(race) == "race on shared memory: Mds[3][0]");
  CHECK(one_sentence(race) == "race on shared memory: Mds[3][0] (lab04.cu:4 and lab04.cu:2)");
  CHECK(one_sentence(race_at(4, 0)) == "race on shared memory: Mds[3][0] (lab04.cu:4)");
  CHECK(who(race.parties[0]) == "thread (1,3) of block (0,0) reads it");
  CHECK(who(race.parties[1]) == "thread (0,3,2) of block (0,0) writes it");
  CHECK(who({"waits", {}, {}, "", 0, false}) == "a thread waits");
  CHECK(who({"frees it again", {}, {}, "", 0, false, true}) == "the host frees it again");
  CHECK(capitalised("race") == "Race");
  finding leak;
  leak.kind = finding_kind::leak;
  CHECK(headline(leak) == "memory never freed");
  leak.object = "stream";
  CHECK(headline(leak) == "never freed: stream");
}

TEST_CASE("the key: kind, memory, kernel and lines, in any order, not how often, nor where in it") {
  const finding race = race_at(4, 2);
  finding other = race;
  std::swap(other.parties[0], other.parties[1]);
  other.object = "Mds[0][0]";
  other.count = 99;
  other.parties[0].thread = {9, 9, 9};
  CHECK(key_of(other) == key_of(race));
  CHECK(key_of(race_at(4, 3)) != key_of(race));
  other.parties[0].action = "updates";
  CHECK(key_of(other) != key_of(race));
  for (std::string finding::*const part : {&finding::space, &finding::kernel, &finding::source}) {
    finding changed = race;
    changed.*part = "other";
    CHECK(key_of(changed) != key_of(race));
  }
  finding kind = race;
  kind.kind = finding_kind::out_of_bounds;
  CHECK(key_of(kind) != key_of(race));
}
