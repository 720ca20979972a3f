// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The runs under compute-sanitizer, with a stand-in that writes recorded logs.
#include "grader/sanitizer/compute_sanitizer.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>

#include <doctest/doctest.h>

using namespace cudalab;
using namespace cudalab::grader;
namespace fs = std::filesystem;

namespace {

// A folder with nvcc and compute-sanitizer in it, which the judge finds through CUDACXX.
class fake_toolkit {
public:
  fake_toolkit() {
    std::string name = (fs::temp_directory_path() / "cudalab-fake-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    folder_ = name;
    fs::create_directory(folder_ / "logs");
    std::ofstream(folder_ / "nvcc") << "#!/bin/sh\n";
    fs::permissions(folder_ / "nvcc", fs::perms::owner_all);
    ::setenv("CUDACXX", (folder_ / "nvcc").c_str(), 1);
    for (const char* tool : {"memcheck", "initcheck", "synccheck"})
      log(tool, "memcheck_clean");
    log("racecheck", "racecheck_clean");
  }
  ~fake_toolkit() { fs::remove_all(folder_); }

  void install() { fs::copy_file(CUDALAB_FAKE_SANITIZER, folder_ / "compute-sanitizer"); }
  void log(const std::string& tool, const std::string& sample) {
    fs::copy_file(CUDALAB_SAMPLES "/" + sample + ".txt", folder_ / "logs" / (tool + ".txt"),
                  fs::copy_options::overwrite_existing);
  }
  void cut_log(const std::string& tool) {
    std::ofstream(folder_ / "logs" / (tool + ".txt")) << "========= COMPUTE-SANITIZER\n";
  }
  const fs::path& folder() const { return folder_; }

private:
  fs::path folder_;
};

sanitizer_outcome watched(const std::vector<std::string>& functions) {
  std::vector<test_case> cases;
  for (const std::string& function : functions)
    cases.emplace_back(function, function);
  std::vector<const test_case*> pointers;
  for (const test_case& one : cases)
    pointers.push_back(&one);
  run_limits allowed;
  if (std::count(functions.begin(), functions.end(), "stall") > 0)
    allowed.wall = std::chrono::milliseconds(2000);
  return run_compute_sanitizer(CUDALAB_WATCHED_PROGRAM, pointers, allowed);
}

} // namespace

TEST_CASE("found beside nvcc") {
  fake_toolkit toolkit;
  toolkit.install();
  CHECK(find_compute_sanitizer() == toolkit.folder() / "compute-sanitizer");
}

TEST_CASE("each tool runs once, and clean logs say nothing") {
  fake_toolkit toolkit;
  toolkit.install();
  const sanitizer_outcome seen = watched({"work", "work"});
  CHECK(seen.available);
  CHECK(seen.version == "2025.3.1.0");
  CHECK(seen.findings.empty());
  CHECK(seen.problems.empty());
  REQUIRE(seen.times.size() == 4);
  CHECK(seen.times[1].step == "racecheck");
}

TEST_CASE("findings of all tools, and of a tool that was started again") {
  fake_toolkit toolkit;
  toolkit.install();
  toolkit.log("memcheck", "memcheck_write_past");
  toolkit.log("racecheck", "racecheck_no_second");
  const sanitizer_outcome once = watched({"work"});
  REQUIRE(once.findings.size() == 3);
  CHECK(once.findings[0].kind == finding_kind::out_of_bounds);
  CHECK(once.findings[1].kind == finding_kind::race);
  CHECK(once.problems.empty());
  const sanitizer_outcome again = watched({"break", "work"});
  REQUIRE(again.findings.size() == 3);
  CHECK(again.findings[0].count == 2 * once.findings[0].count);
}

TEST_CASE("a log without an end is the tool's trouble, not a clean one") {
  fake_toolkit toolkit;
  toolkit.install();
  toolkit.cut_log("synccheck");
  const sanitizer_outcome seen = watched({"work"});
  CHECK(seen.findings.empty());
  REQUIRE(seen.problems.size() == 1);
  CHECK(seen.problems[0].find("synccheck") == 0);
}

TEST_CASE("a call that never ends is waited for once, not under each tool") {
  fake_toolkit toolkit;
  toolkit.install();
  toolkit.log("racecheck", "racecheck_same_warp");
  CHECK(watched({"work", "stall"}).findings.size() == 1);
  const sanitizer_outcome nothing = watched({"stall"});
  CHECK(nothing.times.empty());
  CHECK(nothing.problems.size() == 1);
}

TEST_CASE("the words before the program") {
  const auto words = sanitizer_command("/cuda/bin/compute-sanitizer", "memcheck", "/tmp/log");
  const auto follows = [&](const char* option, const char* value) {
    const auto at = std::find(words.begin(), words.end(), option);
    return at != words.end() && *(at + 1) == value;
  };
  CHECK(words.front() == "/cuda/bin/compute-sanitizer");
  CHECK(follows("--tool", "memcheck"));
  CHECK(follows("--log-file", "/tmp/log"));
  CHECK(follows("--leak-check", "no"));
  CHECK(follows("--strip-paths", "no"));
}
