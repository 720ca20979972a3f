// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The tool is stopped, killed, run twice at once, or finds no room: no wrong verdict, no
// half-written result, no process left.
#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <thread>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/files/places.h"
#include "grader/files/read_text.h"
#include "grader/run/private_folder.h"
#include "grader/run/process_scan.h"
#include "grader/run/run_tool.h"

using namespace cudalab::grader;
namespace fs = std::filesystem;

namespace {

/// A starter that nobody has compiled yet.
fs::path new_submission(const fs::path& folder) {
  static int count = 0;
  const fs::path file = folder / ("submission_" + std::to_string(++count) + ".cu");
  std::ofstream(file) << content_of(source_root() / "labs/lab01_thread_indexing/lab01.cu");
  return file;
}

std::vector<std::string> grade_command(const fs::path& file, const fs::path& json) {
  return {CUDALAB_GRADER, "grade",  "lab01", "--file", file.string(), "--backend",
          "cpu",          "--seed", "1",     "--json", json.string()};
}

/// No registers are asked of an nvcc: it takes longer than all the rest.
class without_nvcc {
public:
  explicit without_nvcc(bool really = true) {
    if (really)
      setenv("CUDACXX", "none", 1);
  }
  ~without_nvcc() {
    if (before_)
      setenv("CUDACXX", before_->c_str(), 1);
    else
      unsetenv("CUDACXX");
  }
  without_nvcc(const without_nvcc&) = delete;
  without_nvcc& operator=(const without_nvcc&) = delete;

private:
  const std::optional<std::string> before_ =
      getenv("CUDACXX") != nullptr ? std::optional<std::string>(getenv("CUDACXX")) : std::nullopt;
};

/// Its standard output goes nowhere.
pid_t start(const std::vector<std::string>& command) {
  std::vector<char*> words;
  for (const std::string& word : command)
    words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    const int nowhere = open("/dev/null", O_RDWR);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    execv(words[0], words.data());
    _exit(127);
  }
  return child;
}

/// Waits until no descendant is left; the test's time limit is the verdict.
void wait_for_all() {
  for (;;) {
    while (waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    if (family_of(getpid(), scan_processes(), {}).size() == 1)
      return;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

/// There is no document, or a whole one with the verdict that this starter has.
void check_document(const fs::path& json) {
  if (!fs::exists(json))
    return;
  const auto document = nlohmann::json::parse(content_of(json));
  CHECK(document.at("verdict") == "fail");
  for (const auto& check : document.at("checks"))
    CHECK(check.at("message").get<std::string>().find("SIGKILL") == std::string::npos);
}

/// The tool's answer in a name space of mounts of its own, after `preparation`; nothing where this
/// machine allows none.
std::optional<tool_result> with_mounts(const std::string& preparation, const fs::path& submission,
                                       const fs::path& json) {
  const std::vector<std::string> unshare = {"/usr/bin/unshare", "--user",  "--map-root-user",
                                            "--mount",          "/bin/sh", "-c"};
  std::vector<std::string> trial = unshare;
  trial.push_back(preparation);
  if (!run_tool({trial, {}, {std::chrono::minutes(1)}}).ok()) {
    MESSAGE("skipped: nothing can be mounted here");
    return std::nullopt;
  }
  std::vector<std::string> command = unshare;
  command.push_back(preparation + " && exec \"$0\" \"$@\"");
  for (const std::string& word : grade_command(submission, json))
    command.push_back(word);
  run_limits roomy{std::chrono::minutes(4)};
  roomy.processes = 300; // compilers, with what holds them
  return run_tool({command, {}, roomy});
}

} // namespace

TEST_CASE("a tool that is stopped at any moment leaves no process and no half result") {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const private_folder folder("stopped");
  for (const int signal : {SIGINT, SIGTERM, SIGQUIT, SIGKILL})
    for (const int moment : {40, 150, 300, 700}) {
      if (signal == SIGQUIT && moment != 300) // as SIGINT
        continue;
      // (Where there is an nvcc, it must end, too.)
      const without_nvcc quick(moment != 700 || signal == SIGINT);
      CAPTURE(signal);
      CAPTURE(moment);
      const fs::path json = folder.path() / "grade.json";
      const pid_t tool = start(grade_command(new_submission(folder.path()), json));
      std::this_thread::sleep_for(std::chrono::milliseconds(moment));
      kill(tool, signal);
      int status = 0;
      waitpid(tool, &status, 0);
      if (WIFEXITED(status)) { // early: before it could take signals; late: it had ended
        const int code = WEXITSTATUS(status);
        CHECK((code == 128 + signal || code == 1));
        CHECK((code == 1) == fs::exists(json));
      }
      check_document(json);
      wait_for_all();
      for (const auto& item : fs::directory_iterator(folder.path()))
        CHECK(item.path().filename().string().find(".part") == std::string::npos);
      fs::remove(json);
    }
}

TEST_CASE("several gradings of one file at once agree") {
  const private_folder folder("at_once");
  const without_nvcc quick;
  const fs::path file = new_submission(folder.path());
  std::vector<pid_t> tools;
  for (const char* name : {"a.json", "b.json", "c.json"})
    tools.push_back(start(grade_command(file, folder.path() / name)));
  for (const pid_t tool : tools) {
    int status = 0;
    waitpid(tool, &status, 0);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 1);
  }
  std::vector<nlohmann::json> grades;
  for (const char* name : {"a.json", "b.json", "c.json"}) {
    grades.push_back(nlohmann::json::parse(content_of(folder.path() / name)));
    grades.back().erase("times");
  }
  CHECK(grades[0] == grades[1]);
  CHECK(grades[0] == grades[2]);
}

TEST_CASE("a full disk and a read-only build folder are our trouble, not a failing grade") {
  const private_folder folder("no_room");
  const std::string store = (build_root() / "submissions").string();
  fs::create_directories(store);
  const std::string on_store = "mount -t tmpfs -o size=";
  for (const std::string& preparation :
       {on_store + "100k none '" + store + "'", on_store + "1m,ro none '" + store + "'"}) {
    CAPTURE(preparation);
    const fs::path json = folder.path() / "grade.json";
    const auto result = with_mounts(preparation, new_submission(folder.path()), json);
    if (!result)
      return;
    CAPTURE(result->output);
    CHECK(result->exit_status == 3);
    CHECK(result->output.find("not\nyour code's fault") != std::string::npos);
    const auto document = nlohmann::json::parse(content_of(json));
    CHECK(document.at("verdict") == "error");
  }
}

TEST_CASE("a grade that cannot be written is shown all the same, and is our trouble") {
  const private_folder folder("no_room_for_json");
  const fs::path file = folder.path() / "wrong.cu", full = folder.path() / "full";
  std::ofstream(file) << "no C++\n";
  fs::create_directory(full);
  const fs::path json = full / "grade.json";
  const std::optional<tool_result> result =
      with_mounts("mount -t tmpfs -o size=4k none '" + full.string() +
                      "' && head -c 4096 /dev/zero > '" + full.string() + "/rest'",
                  file, json);
  if (!result)
    return;
  CAPTURE(result->output);
  CHECK(result->exit_status == 3);
  CHECK(result->output.find("lab01 on the emulated device") != std::string::npos);
  CHECK(result->output.find("cannot write " + json.string()) != std::string::npos);
  CHECK(result->output.find("not your code's fault") != std::string::npos);
  CHECK_FALSE(fs::exists(json));
  CHECK(fs::is_empty(full)); // (what was mounted there is gone)
}

namespace {

/// A grading that begins in a shell, behind these commands of it.
tool_result graded_after(const std::string& before, const fs::path& folder, const fs::path& json) {
  std::vector<std::string> command = {"/bin/sh", "-c", before + " && exec \"$0\" \"$@\""};
  for (const std::string& word : grade_command(new_submission(folder), json))
    command.push_back(word);
  return run_tool({command, {}, {std::chrono::minutes(1)}});
}

} // namespace

TEST_CASE("where no grading is possible, the first line says why") {
  const private_folder folder("no_room_at_all");
  const fs::path json = folder.path() / "grade.json";
  std::string before, says;
  SUBCASE("a shell that forbids large files") {
    before = "ulimit -f 16";
    says = "(ulimit -f)";
  }
  SUBCASE("a shell that leaves too little memory") {
    before = "ulimit -v 700000";
    says = "683 MB of memory (ulimit -v)";
  }
  SUBCASE("a shell that leaves a second of a processor") {
    before = "ulimit -t 1";
    says = "(ulimit -t)";
  }
  SUBCASE("a folder that is gone") {
    const std::string gone = (folder.path() / "gone").string();
    before = "mkdir '" + gone + "' && cd '" + gone + "' && rmdir '" + gone + "'";
    says = "The folder that you are in cannot be read";
  }
  const tool_result result = graded_after(before, folder.path(), json);
  CAPTURE(result.output);
  CHECK(result.exit_status == 2);
  CHECK(result.output.find(says) != std::string::npos);
  CHECK_FALSE(fs::exists(json));
}

TEST_CASE("what a shell hands over, and may be changed, does no harm") {
  const private_folder folder("odd_shell");
  const fs::path json = folder.path() / "grade.json";
  std::string before;
  SUBCASE("soft limits") {
    before = "ulimit -S -t 1 && ulimit -S -v 700000";
  }
  SUBCASE("an ignored SIGCHLD") {
    before = R"(exec env --ignore-signal=CHLD "$0" "$@")"; // sh itself would not ignore it
  }
  const tool_result result = graded_after(before, folder.path(), json);
  CAPTURE(result.output);
  CHECK(result.exit_status == 1); // it is graded, and fails
  CHECK(fs::exists(json));
}
