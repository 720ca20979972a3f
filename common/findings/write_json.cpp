// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "findings/json.h"

namespace cudalab::findings {

namespace {

using nlohmann::ordered_json;

ordered_json party_json(const party& each) {
  ordered_json result = {{"action", each.action},
                         {"thread", each.thread_known ? ordered_json(each.thread) : ordered_json()},
                         {"block", each.thread_known ? ordered_json(each.block) : ordered_json()},
                         {"file", each.file},
                         {"line", each.line}};
  if (each.on_host)
    result["host"] = true;
  if (!each.called_in.empty())
    result["called_in"] = each.called_in;
  return result;
}

ordered_json missed_json(const missed_object& one) {
  ordered_json result = {{"object", one.object},
                         {"offset", one.offset},
                         {"accessed", one.accessed},
                         {"size", one.size},
                         {"unit", one.unit}};
  if (one.made_line > 0)
    result["made"] = {{"file", one.made_in}, {"line", one.made_line}};
  if (one.freed_line > 0)
    result["freed"] = {{"file", one.freed_in}, {"line", one.freed_line}};
  return result;
}

ordered_json fix_json(const remedy& steps) {
  ordered_json result = ordered_json::array();
  for (const remedy_step& each : steps) {
    ordered_json step = {{"id", name_of(each.id)}};
    if (!each.lines.empty())
      step["lines"] = each.lines;
    if (!each.name.empty())
      step["name"] = each.name;
    result.push_back(std::move(step));
  }
  return result;
}

} // namespace

ordered_json to_json(const finding& one) {
  ordered_json parties = ordered_json::array();
  for (const party& each : one.parties)
    parties.push_back(party_json(each));
  ordered_json result = {{"kind", name_of(one.kind)},  {"severity", name_of(one.severity)},
                         {"space", one.space},         {"object", one.object},
                         {"kernel", one.kernel},       {"parties", std::move(parties)},
                         {"count", one.count},         {"text", one.text},
                         {"remedy", one.remedy},       {"source", one.source},
                         {"title", title_of(one.kind)}};
  if (const std::string page = page_of(one.kind); !page.empty())
    result["page"] = page;
  if (one.order != race_order::unknown)
    result["story"] = name_of(one.order);
  if (one.missed)
    result["missed"] = missed_json(*one.missed);
  if (!one.seen_in.empty())
    result["seen_in"] = one.seen_in;
  if (!one.fix.empty())
    result["fix"] = fix_json(one.fix);
  return result;
}

} // namespace cudalab::findings
