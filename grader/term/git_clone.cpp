// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A clone may have come in an archive from anybody, with settings that name programs to run. Only
// commands are used that run none, and no other repository may be asked.
#include <cerrno>
#include <cstdlib>
#include <sstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/term/handed_files.h"

namespace cudalab::term {

namespace {

struct git_answer {
  bool good = false;
  std::string text;
};

std::vector<std::string> calm_environment() {
  std::vector<std::string> all{"GIT_CONFIG_NOSYSTEM=1",
                               "GIT_CONFIG_GLOBAL=/dev/null",
                               "GIT_ALLOW_PROTOCOL=none",
                               "GIT_NO_LAZY_FETCH=1",
                               "GIT_TERMINAL_PROMPT=0",
                               "GIT_OPTIONAL_LOCKS=0",
                               "LC_ALL=C"};
  if (const char* path = std::getenv("PATH"))
    all.push_back(std::string("PATH=") + path);
  return all;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> all;
  for (std::string& each : words)
    all.push_back(each.data());
  all.push_back(nullptr);
  return all;
}

git_answer ask_git(const std::filesystem::path& clone, const std::vector<std::string>& what) {
  std::vector<std::string> words{
      "git", "-c", "safe.directory=*", "-c", "core.fsmonitor=false", "-C", clone.string()};
  words.insert(words.end(), what.begin(), what.end());
  std::vector<std::string> environment = calm_environment();
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw unreadable_hand_ins("cannot be asked: there is no pipe for git");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  pid_t child = -1;
  const int trouble = posix_spawnp(&child, "git", &actions, nullptr, pointers(words).data(),
                                   pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  git_answer answer;
  char part[1 << 14];
  for (ssize_t got = 0; trouble == 0 && ((got = read(ends[0], part, sizeof part)) > 0 ||
                                         (got < 0 && errno == EINTR));)
    if (got > 0 && answer.text.size() <= largest_inner_archive)
      answer.text.append(part, static_cast<std::size_t>(got));
  close(ends[0]);
  if (trouble != 0)
    throw unreadable_hand_ins("is a clone by git, and git is not installed");
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  answer.good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return answer;
}

} // namespace

void add_clone(const std::filesystem::path& clone, const std::string& path, const std::string& ref,
               handed_files& to) {
  const git_answer last =
      ask_git(clone, {"rev-list", "--max-count=1", "--timestamp", "--end-of-options", ref, "--"});
  std::istringstream words(last.text);
  std::int64_t seconds = 0;
  std::string hash;
  if (!last.good || !(words >> seconds >> hash))
    throw unreadable_hand_ins(fmt::format("is a clone by git without a commit '{}'", ref));
  const instant time{std::chrono::seconds(seconds)};
  to.commits.push_back({path, hash, time});
  const git_answer list = ask_git(clone, {"ls-tree", "-r", "-z", "-l", "--full-tree", hash});
  std::istringstream lines(list.text);
  for (std::string line; std::getline(lines, line, '\0');) { // "100644 blob HASH SIZE\tNAME"
    const std::size_t tab = line.find('\t');
    std::istringstream parts(line.substr(0, tab));
    std::string mode, type, blob, size;
    if (tab == line.npos || !(parts >> mode >> type >> blob >> size) || type != "blob" ||
        !has_ending(line, ".cu"))
      continue;
    const std::string name = path + '/' + line.substr(tab + 1);
    if (mode == "120000")
      to.refused.push_back({name, "is a link"});
    else if (size.size() > 7 || std::stoul(size) > largest_hand_in)
      to.refused.push_back({name, "is larger than 1 MiB"});
    else
      to.files.push_back({name, ask_git(clone, {"cat-file", "blob", blob}).text, time});
  }
}

} // namespace cudalab::term
