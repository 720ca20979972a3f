// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/term/results_folder.h"

#include <fstream>
#include <new>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include "grader/files/bounded_json.h"
#include "grader/files/read_text.h"
#include "grader/files/sha256.h"
#include "grader/files/write_file.h"

namespace cudalab::term {

namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr std::size_t longest_name = 120;
constexpr int deepest_document = 60;
/// The batch of another lab may be in the middle of the gradebook.
constexpr std::chrono::minutes writing_takes{10};

/// Names are in any bytes; JSON is in UTF-8.
std::string as_text(const ordered_json& document) {
  return document.dump(2, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

} // namespace

std::string file_name_for(const std::string& owner) {
  std::string name;
  for (const char c : owner) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '_' || c == '@' || (c == '.' && !name.empty());
    name += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  if (name.size() > longest_name)
    name = name.substr(0, longest_name - 20) + "--" + grader::sha256(owner).substr(0, 16);
  return name.empty() ? "%" : name;
}

std::string result_key(const hand_in& one, const result_settings& settings) {
  return grader::sha256(fmt::format("{}\n{}\n{}\n{}\n{}", one.text.sha256(), settings.lab_version,
                                    settings.seed, settings.backend, settings.others));
}

results_folder::results_folder(fs::path root, const std::string& lab)
    : root_(std::move(root)), folder_(root_ / lab), lab_(lab) {
  fs::create_directories(folder_ / "results");
  fs::create_directories(folder_ / "files");
}

bool results_folder::lock(std::chrono::milliseconds patience) {
  constexpr std::chrono::milliseconds pause{20};
  lock_ = open((folder_ / ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (lock_ < 0)
    throw fs::filesystem_error("cannot write", folder_,
                               std::error_code(errno, std::generic_category()));
  for (;; patience -= pause) {
    if (flock(lock_, LOCK_EX | LOCK_NB) == 0)
      return true;
    if (patience <= pause)
      return false;
    std::this_thread::sleep_for(pause);
  }
}

void results_folder::tidy() const {
  std::error_code error;
  std::vector<fs::path> left;
  for (fs::recursive_directory_iterator each(folder_, error), end; !error && each != end;
       each.increment(error)) {
    const std::string name = each->path().filename().string();
    if (name[0] == '.' && name.find(".part-") != name.npos)
      left.push_back(each->path());
  }
  for (fs::directory_iterator each(root_, error), end; !error && each != end;
       each.increment(error)) {
    const std::string name = each->path().filename().string();
    if (name.rfind(".gradebook.", 0) == 0 && name.find(".part-") != name.npos &&
        each->last_write_time(error) + writing_takes < fs::file_time_type::clock::now())
      left.push_back(each->path());
  }
  for (const fs::path& each : left)
    fs::remove(each, error);
}

fs::path results_folder::copy_of(const std::string& owner) const {
  return folder_ / "files" / file_name_for(owner) / (lab_ + ".cu");
}

fs::path results_folder::result_of(const std::string& owner) const {
  return folder_ / "results" / (file_name_for(owner) + ".json");
}

fs::path results_folder::first_part_of(const std::string& owner) const {
  return folder_ / "first_parts" / (file_name_for(owner) + ".json");
}

namespace {

bool is_whole(const nlohmann::json& found, const std::string& key) {
  return !found.is_null() && found.value("key", "") == key && found.contains("grade");
}

} // namespace

bool results_folder::is_fresh(const std::string& owner, const std::string& key) const {
  return is_whole(read_document(result_of(owner), result_schema), key);
}

bool results_folder::is_first_part_fresh(const std::string& owner, const std::string& key) const {
  return is_whole(read_document(first_part_of(owner), first_part_schema), key);
}

void results_folder::forget_first_part(const std::string& owner) const {
  std::error_code ignored;
  fs::remove(first_part_of(owner), ignored);
}

std::string results_folder::result_for(const std::string& owner, const std::string& other) const {
  const nlohmann::json found = read_document(result_of(other), result_schema);
  const auto text = [&](const char* key) { return found.value(key, ""); };
  return result_text(owner, lab_, text("key"),
                     {text("lab_version"), found.value("seed", std::uint64_t{0}), text("backend"),
                      text("settings"), text("tools"), text("machine")},
                     text("graded_at"), found.at("grade"));
}

std::string result_text(const std::string& owner, const std::string& lab, const std::string& key,
                        const result_settings& settings, const std::string& graded_at,
                        const nlohmann::json& grade, const std::string& schema) {
  return as_text({{"schema", schema},
                  {"lab", lab},
                  {"owner", owner},
                  {"key", key},
                  {"lab_version", settings.lab_version},
                  {"seed", settings.seed},
                  {"backend", settings.backend},
                  {"settings", settings.others},
                  {"graded_at", graded_at},
                  {"tools", settings.tools},
                  {"machine", settings.machine},
                  {"grade", grade}});
}

namespace {

ordered_json plan_entry(const hand_in& each, const std::string& key) {
  ordered_json one{{"owner", each.owner},
                   {"name", each.name},
                   {"students", each.students},
                   {"state", name_of(each.state)},
                   {"problem", each.problem},
                   {"remarks", each.remarks},
                   {"file", each.path},
                   {"file_sha256", each.path.empty() ? "" : each.text.sha256()},
                   {"commit", each.commit},
                   {"late_seconds", each.late.late.count()},
                   {"remains", each.late.remains},
                   {"marked_late", each.marked_late},
                   {"key", key}};
  if (each.time)
    one["handed_in"] = each.time->time_since_epoch().count();
  return one;
}

ordered_json plan_without_hand_ins(const collection& all, const std::string& lab,
                                   const assignment& asked, std::uint64_t seed) {
  ordered_json missing = ordered_json::array(), checks = ordered_json::object();
  for (const student& each : all.missing)
    missing.push_back({{"id", each.id}, {"name", each.name}});
  for (const auto& [id, change] : asked.checks)
    if (change.points)
      checks[id] = *change.points;
  ordered_json document{{"schema", plan_schema}, {"lab", lab},       {"form", all.form},
                        {"seed", seed},          {"checks", checks}, {"hidden", asked.hidden},
                        {"missing", missing}};
  if (asked.points)
    document["points"] = *asked.points;
  if (asked.due)
    document["due"] = asked.due->time_since_epoch().count();
  return document;
}

} // namespace

void write_plan(const fs::path& file, const collection& all, const std::string& lab,
                const assignment& asked, const std::vector<std::string>& keys, std::uint64_t seed) {
  grader::whole_file made(file);
  const std::string head = as_text(plan_without_hand_ins(all, lab, asked, seed));
  made.add(head.substr(0, head.rfind("\n}")) + ",\n  \"hand_ins\": [");
  for (std::size_t i = 0; i < all.hand_ins.size(); ++i) // a line for each
    made.add((i == 0 ? "\n    " : ",\n    ") +
             plan_entry(all.hand_ins[i], keys[i])
                 .dump(-1, ' ', false, ordered_json::error_handler_t::replace));
  made.add("\n  ]\n}\n");
  made.finish();
}

nlohmann::json read_plan(const fs::path& file,
                         const std::function<void(const nlohmann::json& hand_in)>& take) {
  using event = nlohmann::json::parse_event_t;
  std::error_code error;
  std::string key; // of the document, which is read
  const auto is_kept = [&](int depth, event what, nlohmann::json& value) {
    if (depth == 1 && what == event::key)
      key = value.get<std::string>();
    if (depth != 2 || what != event::object_end || key != "hand_ins")
      return true;
    take(value);
    return false;
  };
  try {
    std::ifstream stream;
    if (fs::is_regular_file(file, error)) // nothing that one waits for
      stream.open(file, std::ios::binary);
    nlohmann::json found = grader::parse_bounded(stream, deepest_document, is_kept);
    if (found.is_object() && found.value("schema", "") == plan_schema)
      return found;
  } catch (const nlohmann::json::exception&) { // torn, foreign or absent: as if it were not there
  } catch (const grader::unfit_json&) {
  }
  return nullptr;
}

nlohmann::json read_document(const fs::path& file, const std::string& schema) {
  try {
    nlohmann::json found = grader::parse_bounded(
        grader::read_regular_file(file, grader::largest_own_file), deepest_document);
    if (found.is_object() && found.value("schema", "") == schema)
      return found;
  } catch (const std::bad_alloc&) { // that says nothing of it
    throw;
  } catch (const std::exception&) { // torn, foreign or absent: as if it were not there
  }
  return nullptr;
}

} // namespace cudalab::term
