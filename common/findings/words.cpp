// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "findings/words.h"

#include <cctype>
#include <filesystem>

namespace cudalab::findings {

namespace {

std::string index_words(const std::array<unsigned, 3>& at) {
  const std::string plane = '(' + std::to_string(at[0]) + ',' + std::to_string(at[1]);
  return plane + (at[2] == 0 ? "" : ',' + std::to_string(at[2])) + ')';
}

/// "reads" and "writes" want an object; "waits" and "returns" do not.
bool takes_object(const std::string& action) {
  return action == "reads" || action == "writes" || action == "updates";
}

std::string title_of(const finding& one) {
  // What else can be left over, streams and events, is named as its object.
  if (one.kind == finding_kind::leak && one.object.empty())
    return "memory never freed";
  return title_of(one.kind);
}

} // namespace

std::string headline(const finding& one) {
  std::string text = title_of(one);
  const bool title_says_it = one.space == "host" || one.kind == finding_kind::constant_write;
  if (!one.space.empty() && !title_says_it)
    text += (one.kind == finding_kind::race ? " on " : ", ") + one.space + " memory";
  if (!one.object.empty())
    text += ": " + one.object;
  return text;
}

std::string who(const party& each) {
  const std::string actor = each.on_host         ? "the host"
                            : !each.thread_known ? "a thread"
                                                 : "thread " + index_words(each.thread) +
                                                       " of block " + index_words(each.block);
  return actor + ' ' + each.action + (takes_object(each.action) ? " it" : "");
}

std::string calls_of(const party& each) {
  std::string text;
  for (const int line : each.called_in)
    text += (text.empty() ? ", called in line " : ", and that in line ") + std::to_string(line);
  return text;
}

std::string where(const party& each) {
  if (each.line <= 0)
    return {};
  return std::filesystem::path(each.file).filename().string() + ':' + std::to_string(each.line) +
         calls_of(each);
}

std::string one_sentence(const finding& one) {
  std::string places;
  for (const party& each : one.parties) {
    const std::string place = where(each);
    if (!place.empty() && places.find(place) == std::string::npos)
      places += (places.empty() ? "" : " and ") + place;
  }
  return headline(one) + (places.empty() ? "" : " (" + places + ')');
}

std::string capitalised(std::string text) {
  if (!text.empty())
    text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

} // namespace cudalab::findings
