// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/run/sandbox/sandbox_view.h"

#include <fstream>
#include <stdexcept>

#include <nlohmann/json.hpp>

namespace cudalab::grader {
namespace {

namespace fs = std::filesystem;

using nlohmann::json;

constexpr const char* view_file = "view.json";

json as_json(const std::vector<fs::path>& paths) {
  json list = json::array();
  for (const fs::path& path : paths)
    list.push_back(path.string());
  return list;
}

std::vector<fs::path> as_paths(const json& list) {
  std::vector<fs::path> paths;
  for (const json& path : list)
    paths.emplace_back(path.get<std::string>());
  return paths;
}

} // namespace

void keep_view(const sandbox_view& view, const fs::path& folder) {
  const json kept = {{"gpu", view.gpu},
                     {"readable", as_json(view.readable)},
                     {"hidden", as_json(view.hidden)},
                     {"sources", view.sources.string()}};
  std::ofstream out(folder / view_file, std::ios::binary);
  out << kept.dump();
  if (!out.flush())
    throw std::runtime_error("cannot write " + (folder / view_file).string());
}

sandbox_view view_of_program(const fs::path& program) {
  sandbox_view view;
  view.gpu = true;
  if (std::ifstream in(program.parent_path() / view_file, std::ios::binary); in) {
    const json kept = json::parse(in);
    view.gpu = kept.at("gpu");
    view.readable = as_paths(kept.at("readable"));
    view.hidden = as_paths(kept.at("hidden"));
    view.sources = kept.at("sources").get<std::string>();
  }
  view.readable.push_back(program.parent_path());
  return view;
}

} // namespace cudalab::grader
