// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/finding_words.h"

#include <cctype>
#include <filesystem>
#include <map>

#include <fmt/format.h>

namespace cudalab::grader {

namespace {

std::string title_of(const finding& one) {
  static const std::map<std::string, std::string> titles = {
      {"race", "Race"},
      {"out_of_bounds", "Access outside of its bounds"},
      {"uninitialised_read", "Read of a value that was never written"},
      {"barrier_divergence", "Not every thread reaches the same barrier"},
      {"warp_divergence", "Not every lane of a warp takes part"},
      {"misaligned", "Misaligned access"},
      {"constant_write", "Write to constant memory"},
      {"use_after_free", "Use of freed memory"},
      {"double_free", "Memory freed twice"},
      {"leak", "Memory never freed"},
      {"host_access", "Device memory used on the host"},
      {"host_pointer", "Host memory used in a kernel"},
      {"launch_error", "Launch that cannot run"},
      {"crash", "Crash"}};
  const auto found = titles.find(one.kind);
  if (found != titles.end())
    return found->second;
  std::string title = one.title.empty() ? one.kind : one.title;
  if (!title.empty())
    title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
  return title;
}

std::string index(const std::array<unsigned, 3>& at) {
  return at[2] == 0 ? fmt::format("({},{})", at[0], at[1])
                    : fmt::format("({},{},{})", at[0], at[1], at[2]);
}

} // namespace

std::string headline(const finding& one) {
  std::string text = title_of(one);
  const bool title_says_it = one.space == "host" || one.kind == "constant_write";
  if (!one.space.empty() && !title_says_it)
    text += (one.kind == "race" ? " on " : ", ") + one.space + " memory";
  if (!one.object.empty())
    text += ": " + one.object;
  return text;
}

std::string who(const finding& one, const party& each) {
  // "reads" and "writes" want an object; "waits" and "returns" do not.
  const bool takes_object = each.action == "reads" || each.action == "writes" ||
                            each.action == "updates" || each.action == "uses" ||
                            each.action == "frees";
  const bool on_host = each.on_host || one.kind == "leak" || one.kind == "double_free" ||
                       one.kind == "launch_error" || one.kind == "host_access";
  if (on_host)
    return fmt::format("the host {}{}", each.action, takes_object ? " it" : "");
  if (!each.thread_known)
    return fmt::format("a thread {}{}", each.action, takes_object ? " it" : "");
  return fmt::format("thread {} of block {} {}{}", index(each.thread), index(each.block),
                     each.action, takes_object ? " it" : "");
}

std::string where(const party& each) {
  if (each.line <= 0)
    return {};
  return fmt::format("{}:{}", std::filesystem::path(each.file).filename().string(), each.line);
}

std::string one_sentence(const finding& one) {
  std::string places;
  for (const party& each : one.parties) {
    const std::string place = where(each);
    if (!place.empty() && places.find(place) == std::string::npos)
      places += (places.empty() ? "" : " and ") + place;
  }
  std::string text = headline(one);
  text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return places.empty() ? text : fmt::format("{} ({})", text, places);
}

} // namespace cudalab::grader
