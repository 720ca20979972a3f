// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/course/grade_file.h"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include <sys/wait.h>

namespace cudalab::course {

namespace fs = std::filesystem;

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text)
    result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

std::string read_text(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in)
    throw std::runtime_error(file.string() + " cannot be read");
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

grading grade_file(const fs::path& grader, const std::string& lab, const fs::path& file,
                   const std::string& backend, const fs::path& scratch, std::chrono::seconds limit,
                   const std::vector<std::string>& exercises, int time_limit) {
  fs::create_directories(scratch.parent_path());
  const std::string document = scratch.string() + ".json", printed = scratch.string() + ".txt";
  fs::remove(document); // of an earlier run: it must not be taken for this one's
  const std::string timeout =
      limit.count() > 0 ? "timeout --kill-after=10 " + std::to_string(limit.count()) + ' ' : "";
  std::string asked;
  for (const std::string& each : exercises)
    asked += " --exercise " + quoted(each);
  if (time_limit > 0)
    asked += " --time-limit " + std::to_string(time_limit);
  std::string environment = "LC_ALL=C.UTF-8 "; // pages have ticks and crosses, too
  if (file.empty()) {
    const std::string progress = scratch.string() + ".progress.json";
    fs::remove(progress);
    environment += "CUDALAB_PROGRESS=" + quoted(progress) + ' ';
  } else {
    asked += " --file " + quoted(file);
  }
  const std::string command = environment + timeout + quoted(grader) + " grade " + lab + asked +
                              " --backend " + backend + " --seed 1 --json " + quoted(document) +
                              " >" + quoted(printed) + " 2>&1 </dev/null";
  const int status = std::system(command.c_str());
  grading result;
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  result.printed = read_text(printed);
  result.timed_out = !timeout.empty() && (result.exit_code == 124 || result.exit_code == 137);
  if (result.timed_out)
    return result;
  if (!fs::exists(document))
    throw std::runtime_error(command + "\nleft no document; it printed:\n" + result.printed);
  result.grade = nlohmann::json::parse(read_text(document));
  return result;
}

std::string first_difference(nlohmann::json first, nlohmann::json then) {
  first.erase("times");
  then.erase("times");
  const nlohmann::json changes = nlohmann::json::diff(first, then);
  if (changes.empty())
    return "";
  const nlohmann::json& change = changes.front(); // RFC 6902
  const std::string path = change.at("path"), what = change.at("op");
  const std::string old =
      what == "add" ? "nothing" : first.at(nlohmann::json::json_pointer(path)).dump();
  return path + ": " + old + ", then " + (what == "remove" ? "nothing" : change.at("value").dump());
}

} // namespace cudalab::course
