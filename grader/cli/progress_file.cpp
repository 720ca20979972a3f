// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cli/progress_file.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include "grader/files/bounded_json.h"
#include "grader/files/places.h"
#include "grader/files/read_text.h"
#include "grader/files/write_file.h"

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Holds a folder while it lives, against others that do so: no file is made for it. Whoever holds
/// it for two seconds (a stopped process) is waited for no longer, and where a file system knows no
/// locks there is none.
class folder_lock {
public:
  explicit folder_lock(const std::filesystem::path& folder);
  ~folder_lock();
  folder_lock(const folder_lock&) = delete;
  folder_lock& operator=(const folder_lock&) = delete;

private:
  int fd_;
};

folder_lock::folder_lock(const std::filesystem::path& folder)
    : fd_(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  constexpr int tries = 200;
  constexpr std::chrono::milliseconds between{10};
  for (int i = 0; fd_ >= 0 && i < tries && flock(fd_, LOCK_EX | LOCK_NB) != 0; ++i) {
    if (errno != EWOULDBLOCK && errno != EINTR)
      return;
    std::this_thread::sleep_for(between);
  }
}

folder_lock::~folder_lock() {
  if (fd_ >= 0)
    close(fd_);
}

constexpr std::size_t largest_progress = std::size_t{1} << 20;
constexpr int deepest_progress = 40;
constexpr int known_version = 1; ///< a file without a version has this one

/// @throws json::exception: it is something else
json::object_t object_at(const json& content, const char* key) {
  return content.value(key, json::object()).get<json::object_t>();
}

json document_of(const asked_races& races) {
  json content = json::object();
  for (const auto& [name, race] : races)
    content[name] = {{"file", race.file}, {"remedy", race.remedy}, {"told", race.told}};
  return content;
}

/// @throws json::exception where a part is missing or has another type
asked_races races_from(const json& content) {
  asked_races races;
  for (const auto& [name, race] : content.get_ref<const json::object_t&>())
    races[name] = {race.at("file").get<std::string>(), race.at("remedy").get<std::string>(),
                   race.at("told").get<bool>()};
  return races;
}

/// Reads every part that this program knows. @throws json::exception: it has another type
void check_form(const json& content) {
  for (const auto& [lab, exercise] : object_at(content, "open"))
    static_cast<void>(exercise.get_ref<const json::number_integer_t&>());
  for (const auto& [lab, stages] : object_at(content, "hints"))
    for (const auto& [exercise, stage] : stages.get_ref<const json::object_t&>())
      static_cast<void>(stage.get_ref<const json::number_integer_t&>());
  for (const auto& [lab, record] : object_at(content, "labs")) {
    for (const char* which : {"last", "best"})
      if (record.contains(which))
        attempt_from(record.at(which));
    static_cast<void>(record.value("solution_seen", std::string()));
    for (const auto& [exercise, races] : object_at(record, "races"))
      races_from(races);
  }
}

} // namespace

progress_file::progress_file(fs::path file) : file_(std::move(file)) {
  load();
}

void progress_file::load() {
  std::error_code ignored;
  if (!fs::exists(file_, ignored))
    return;
  std::string text;
  try {
    text = read_regular_file(file_, largest_progress);
  } catch (const unreadable_file& problem) {
    read_only_ = true;
    complaint_ =
        fmt::format("{} {} (ls -l shows what it is, and its permissions); your progress is "
                    "not remembered.",
                    file_.string(), problem.what());
    return;
  }
  try {
    json read = parse_bounded(text, deepest_progress);
    if (read.is_object() && read.value("version", known_version) > known_version) {
      read_only_ = true;
      complaint_ = fmt::format("{} was written by a newer version of the course. It is left as it "
                               "is: nothing new is remembered here.",
                               file_.string());
    }
    check_form(read);
    content_ = std::move(read);
  } catch (const std::exception&) { // no JSON, or of another form
    if (!read_only_)
      set_aside("it is damaged");
  }
}

void progress_file::set_aside(const std::string& why) {
  fs::path aside;
  std::error_code trouble;
  for (int i = 1; aside.empty() || fs::exists(aside, trouble); ++i)
    aside = fmt::format("{}.damaged-{}", file_.string(), i);
  fs::rename(file_, aside, trouble);
  read_only_ = static_cast<bool>(trouble);
  complaint_ = fmt::format(
      "{} was not used: {}. {} Your progress starts from the beginning.", file_.string(), why,
      trouble ? "It could not be moved away." : fmt::format("It is kept as {}.", aside.string()));
}

void progress_file::apply(change one) {
  one(content_);
  changes_.push_back(std::move(one));
}

int progress_file::hints_shown(const std::string& lab, int exercise) const {
  const auto hints = content_.find("hints");
  if (hints == content_.end() || hints->find(lab) == hints->end())
    return 0;
  return hints->at(lab).value(std::to_string(exercise), 0);
}

void progress_file::set_hints_shown(const std::string& lab, int exercise, int stage) {
  apply([=](json& content) {
    json& shown = content["hints"][lab][std::to_string(exercise)];
    shown = std::max(stage, shown.is_null() ? 0 : shown.get<int>());
  });
}

int progress_file::open_exercise(const std::string& lab) const {
  const auto open = content_.find("open");
  return open == content_.end() ? 0 : open->value(lab, 0);
}

void progress_file::set_open_exercise(const std::string& lab, int exercise) {
  apply([=](json& content) { content["open"][lab] = exercise; });
}

std::optional<attempt> progress_file::attempt_at(const std::string& lab, const char* which) const {
  const json record = content_.value("labs", json::object()).value(lab, json::object());
  if (!record.contains(which))
    return std::nullopt;
  return attempt_from(record.at(which));
}

std::optional<attempt> progress_file::last(const std::string& lab) const {
  return attempt_at(lab, "last");
}

std::optional<attempt> progress_file::best(const std::string& lab) const {
  return attempt_at(lab, "best");
}

void progress_file::record(const std::string& lab, const attempt& one) {
  apply([=](json& content) {
    json& here = content["labs"][lab];
    here["last"] = to_json(one);
    if (!here.contains("best") || is_better(one, attempt_from(here["best"])))
      here["best"] = here["last"];
  });
}

asked_races progress_file::races_asked(const std::string& lab, int exercise) const {
  return races_from(content_.value("labs", json::object())
                        .value(lab, json::object())
                        .value("races", json::object())
                        .value(std::to_string(exercise), json::object()));
}

void progress_file::set_races_asked(const std::string& lab, int exercise,
                                    const asked_races& races) {
  apply([=](json& content) {
    content["labs"][lab]["races"][std::to_string(exercise)] = document_of(races);
  });
}

bool progress_file::solution_seen(const std::string& lab) const {
  return content_.value("labs", json::object())
      .value(lab, json::object())
      .contains("solution_seen");
}

void progress_file::set_solution_seen(const std::string& lab, const std::string& date) {
  apply([=](json& content) { content["labs"][lab]["solution_seen"] = date; });
}

bool progress_file::save() {
  if (changes_.empty())
    return !read_only_;
  try {
    const fs::path folder = file_.has_parent_path() ? file_.parent_path() : fs::path(".");
    if (!read_only_) {
      fs::create_directories(folder);
      const folder_lock lock(folder);
      load();
      if (!read_only_) {
        for (const change& each : changes_)
          each(content_);
        changes_.clear();
        content_["version"] = known_version;
        write_file(file_, content_.dump(2) + '\n');
      }
    }
  } catch (const std::exception& problem) {
    complaint_ = fmt::format("your progress could not be saved: {}", problem.what());
    return false;
  }
  return !read_only_;
}

progress_file own_progress() {
  const char* elsewhere = std::getenv("CUDALAB_PROGRESS");
  return progress_file(elsewhere != nullptr ? fs::path(elsewhere)
                                            : source_root() / ".cudalab" / "progress.json");
}

} // namespace cudalab::grader
