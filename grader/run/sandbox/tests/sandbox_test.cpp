// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// What a program can see and do when it is confined. What this machine does not allow is skipped,
// and said.
#include "grader/run/sandbox/sandbox.h"

#include <cerrno>
#include <fstream>
#include <map>
#include <sstream>

#include <doctest/doctest.h>
#include <unistd.h>

#include "grader/run/private_folder.h"

using namespace cudalab::grader;
namespace fs = std::filesystem;

namespace {

struct ended {
  std::string printed;
  ending how = ending::done;
};

ended run(const std::vector<std::string>& command, const sandbox_view* view) {
  child_settings settings;
  settings.command = command;
  settings.held.file_bytes = rlim_t{64} << 20;
  if (view)
    confine(settings, *view);
  child_process child(settings);
  child.wait(-1, std::chrono::steady_clock::now() + std::chrono::minutes(1));
  child.stop();
  return {child.printed(), child.how()};
}

sandbox_view only(const std::string& program) {
  sandbox_view view;
  view.readable = {program};
  return view;
}

/// What look_around says to these words.
std::string look(const std::vector<std::string>& words, sandbox_view view = only(LOOK_AROUND)) {
  std::vector<std::string> command{LOOK_AROUND};
  command.insert(command.end(), words.begin(), words.end());
  view.readable.emplace_back(LOOK_AROUND);
  return run(command, &view).printed;
}

std::map<std::string, int> answers(const std::string& text) {
  std::map<std::string, int> found;
  std::istringstream lines(text);
  int answer = 0;
  for (std::string name; lines >> name >> answer;)
    found[name] = answer;
  return found;
}

bool wrapped() {
  if (sandbox().name == "bubblewrap")
    return true;
  MESSAGE("skipped: " << sandbox().reason);
  return false;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("the kernel refuses what the filter names, and nothing ordinary") {
  if (!sandbox().filters_calls) {
    MESSAGE("skipped: this kernel has no seccomp filters");
    return;
  }
  const sandbox_view view = only(HOSTILE_CALLS);
  const auto free = answers(run({HOSTILE_CALLS}, nullptr).printed);
  const auto held = answers(run({HOSTILE_CALLS}, &view).printed);
  REQUIRE(free.size() == held.size());
  REQUIRE(held.size() > 30);
  int telling = 0;
  for (const auto& each : held) {
    const std::string& name = each.first;
    const int answer = each.second;
    CAPTURE(name);
    CHECK(answer == (name.rfind("may_", 0) == 0 ? 0 : EPERM));
    telling += free.at(name) != answer;
  }
  CHECK(telling > 20); // without the filter these had another answer
}

TEST_CASE("a confined process has no rights to lose, and can gain none") {
  const std::string status = look({});
  CHECK(has(status, "NoNewPrivs:\t1"));
  if (sandbox().filters_calls)
    CHECK(has(status, "Seccomp:\t2"));
  if (wrapped())
    CHECK(has(status, "CapPrm:\t0000000000000000"));
  else if (geteuid() == 0) // reading files: see drop_privileges()
    CHECK((has(status, "CapPrm:\t0000000000000004") || has(status, "CapPrm:\t0000000000000002")));
}

TEST_CASE("a confined process cannot signal the judge") {
  const std::string judge = std::to_string(getpid());
  if (sandbox().filters_calls || wrapped())
    CHECK_FALSE(has(look({"kill", judge}), "managed"));
}

TEST_CASE("only the system and the view are in sight") {
  if (!wrapped())
    return;
  const private_folder home("sight");
  for (const char* name : {"mine", "secret"})
    std::ofstream(home.path() / name) << name;
  const std::string mine = home.path() / "mine", secret = home.path() / "secret";
  sandbox_view view;
  view.readable = {mine};
  const std::string seen =
      look({"read", mine, "read", secret, "write", mine, "list", "/", "list", "/proc", "read",
            "/etc/passwd", "read", "/etc/shadow", "list", "/root", "list", "/home"},
           view);
  CAPTURE(seen);
  CHECK(has(seen, "read " + mine + ": managed"));
  CHECK(has(seen, "read " + secret + ": failed"));
  CHECK(has(seen, "write " + mine + ": failed"));
  for (const char* folder : {"/root", "/home", "/var", "/srv", "/mnt", "/boot"})
    if (const std::string here = std::filesystem::current_path(); here.rfind(folder, 0) != 0)
      CHECK_FALSE(has(seen, std::string(" ") + (folder + 1) + ' '));
  CHECK(has(seen, "read /etc/passwd: failed"));
  CHECK(has(seen, "read /etc/shadow: failed"));
  CHECK_FALSE(has(seen, ' ' + std::to_string(getpid()) + ' '));
}

TEST_CASE("a course that lies in a system folder is hidden, but for the view") {
  if (!wrapped())
    return;
  sandbox_view view;
  view.hidden = {"/usr/include"};
  view.readable = {"/usr/include/stdio.h"};
  const std::string seen =
      look({"read", "/usr/include/stdio.h", "read", "/usr/include/stdlib.h"}, view);
  CHECK(has(seen, "read /usr/include/stdio.h: managed"));
  CHECK(has(seen, "read /usr/include/stdlib.h: failed"));
}

TEST_CASE("only what the view gives to write to can be written, and /tmp has an end") {
  if (!wrapped())
    return;
  const private_folder output("output");
  sandbox_view view;
  view.writable = {output.path()};
  view.scratch_bytes = std::size_t{8} << 20;
  const std::string file = output.path() / "made";
  const std::string seen =
      look({"write", file, "write", "/made", "write", "/usr/made", "write", "/dev/made", "write",
            "/etc/made", "fill", "/tmp/large", "fill", "/dev/shm/large"},
           view);
  CAPTURE(seen);
  CHECK(has(seen, "write " + file + ": managed"));
  CHECK(fs::exists(file));
  for (const char* place : {"/made", "/usr/made", "/dev/made", "/etc/made"})
    CHECK(has(seen, std::string("write ") + place + ": failed"));
  if (sandbox().sizes_scratch) {
    for (const char* place : {"/tmp/large", "/dev/shm/large"})
      CHECK((has(seen, std::string("fill ") + place + ": 7\n") ||
             has(seen, std::string("fill ") + place + ": 8\n")));
  } else {
    MESSAGE("this bubblewrap is too old to give /tmp a size");
  }
  CHECK_FALSE(fs::exists("/tmp/large"));
}

TEST_CASE("what cannot begin is said, whatever numbers the judge's descriptors have") {
  std::vector<int> taken;
  for (int round = 0; round < 8; ++round) {
    child_settings settings;
    settings.command = {"/bin/true"};
    settings.directory = "/nonexistent/folder"; // met before the guard begins
    child_process child(settings);
    child.wait(-1, std::chrono::steady_clock::now() + std::chrono::minutes(1));
    CAPTURE(round);
    CHECK(child.how() == ending::not_started);
    taken.push_back(dup(STDIN_FILENO));
  }
  for (const int each : taken)
    close(each);
}

TEST_CASE("a sandbox that cannot be set up is told apart from what runs in it") {
  if (!wrapped())
    return;
  sandbox_view view = only(LOOK_AROUND);
  view.writable = {"/nonexistent/folder"};
  CHECK(run({LOOK_AROUND}, &view).how == ending::not_started);
  view.writable.clear();
  CHECK(run({"/bin/false"}, &view).how == ending::exited);
}
