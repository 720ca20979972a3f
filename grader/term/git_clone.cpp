// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A clone may have come in an archive from anybody, with settings that name programs to run. Only
// commands are used that run none, and no other repository may be asked.
#include <sstream>

#include <fmt/format.h>

#include "grader/term/ask_program.h"
#include "grader/term/handed_files.h"

namespace cudalab::term {

namespace {

std::vector<std::string> calm_environment() {
  return {"GIT_CONFIG_NOSYSTEM=1",
          "GIT_CONFIG_GLOBAL=/dev/null",
          "GIT_ALLOW_PROTOCOL=none",
          "GIT_NO_LAZY_FETCH=1",
          "GIT_TERMINAL_PROMPT=0",
          "GIT_OPTIONAL_LOCKS=0",
          "LC_ALL=C"};
}

program_answer ask_git(const std::filesystem::path& clone, const std::vector<std::string>& what) {
  std::vector<std::string> words{
      "git", "-c", "safe.directory=*", "-c", "core.fsmonitor=false", "-C", clone.string()};
  words.insert(words.end(), what.begin(), what.end());
  if (auto answer = ask_program(words, calm_environment(), largest_inner_archive))
    return *answer;
  throw unreadable_hand_ins("is a clone by git, and git is not installed");
}

} // namespace

void add_clone(const std::filesystem::path& clone, const std::string& path, const std::string& ref,
               handed_files& to) {
  const program_answer last =
      ask_git(clone, {"rev-list", "--max-count=1", "--timestamp", "--end-of-options", ref, "--"});
  std::istringstream words(last.text);
  std::int64_t seconds = 0;
  std::string hash;
  if (!last.good() || !(words >> seconds >> hash))
    throw unreadable_hand_ins(fmt::format("is a clone by git without a commit '{}'", ref));
  const instant time{std::chrono::seconds(seconds)};
  to.commits.push_back({path, hash, time});
  const program_answer list = ask_git(clone, {"ls-tree", "-r", "-z", "-l", "--full-tree", hash});
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
      to.files.push_back({name, kept_text(ask_git(clone, {"cat-file", "blob", blob}).text), time});
  }
}

} // namespace cudalab::term
