// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/lab_modules.h"

#include <cctype>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include <dlfcn.h>
#include <fmt/format.h>

#include "grader/files/places.h"
#include "grader/judge_headers.h"
#include "grader/own_checks.h"

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;

/// "lab04" of "lab04_tiled_matmul"; empty for the name of another folder.
std::string lab_of_folder(const std::string& folder) {
  const bool named = folder.size() > 6 && folder.rfind("lab", 0) == 0 && folder[5] == '_' &&
                     std::isdigit(static_cast<unsigned char>(folder[3])) != 0 &&
                     std::isdigit(static_cast<unsigned char>(folder[4])) != 0;
  return named ? folder.substr(0, 5) : "";
}

bool with_own_checks = false;

std::map<std::string, std::set<std::string>>& own_ids() {
  static std::map<std::string, std::set<std::string>> by_lab;
  return by_lab;
}

/// @param what "the checks of lab04"
void* open_module(const fs::path& module, const std::string& what, const std::string& lab) {
  // All names at once: a lab that calls what is nowhere fails here, not in a grading.
  void* loaded = dlopen(module.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (loaded == nullptr)
    throw std::runtime_error(fmt::format("{} cannot be loaded: {}", what, dlerror()));
  const auto* compiled_with = static_cast<const char*>(dlsym(loaded, "cudalab_judge_headers"));
  if (compiled_with == nullptr || std::strcmp(compiled_with, cudalab_judge_headers) != 0)
    throw std::runtime_error(fmt::format("{} were built for another version of the grader: "
                                         "\"./lab grade {}\" builds them again",
                                         what, lab));
  return loaded;
}

/// Those of which there is a source. It must have been built as it is: to grade without them, or
/// with older ones, would be wrong in silence.
void add_own_checks_of(const std::string& name, lab_description& to) {
  const fs::path source = source_root() / "own_checks" / (name + ".cpp"),
                 module = build_root() / "lib" / (name + "_own_checks.so");
  if (!fs::exists(source))
    return;
  if (!fs::exists(module) || fs::last_write_time(module) < fs::last_write_time(source))
    throw std::runtime_error(fmt::format("own_checks/{}.cpp is not built as it is now: most likely "
                                         "it does not compile. {} says why.",
                                         name, (build_root() / "lab-build.log").string()));
  add_own_checks(to, module);
}

lab_description load(const std::string& name, const std::string& folder) {
  const fs::path module = build_root() / "lib" / (name + "_checks.so");
  if (!fs::exists(module))
    throw std::runtime_error(
        fmt::format("the checks of {0} are not built: \"./lab grade {0}\" builds them", name));
  void* loaded = open_module(module, "the checks of " + name, name);
  using describe = const lab_description* (*)();
  const auto described = reinterpret_cast<describe>(dlsym(loaded, "cudalab_lab"));
  if (described == nullptr)
    throw std::runtime_error(
        fmt::format("{}_grader.cpp does not end with CUDALAB_REGISTER_LAB", name));
  lab_description made = *described();
  if (made.name != name || made.folder != folder)
    throw std::runtime_error(fmt::format("labs/{}/{}_grader.cpp describes a lab {} in {}", folder,
                                         name, made.name, made.folder));
  if (with_own_checks)
    add_own_checks_of(name, made);
  return made;
}

std::map<std::string, lab_description>& loaded_labs() {
  static std::map<std::string, lab_description> labs;
  return labs;
}

} // namespace

void load_own_checks_too() {
  with_own_checks = true;
}

std::set<std::string> own_checks_of(const lab_description& lab) {
  return own_ids()[lab.name];
}

void add_own_checks(lab_description& to, const fs::path& module) {
  void* loaded = open_module(module, "your own checks of " + to.name, to.name);
  using describe = const std::vector<check_description>* (*)();
  const auto described = reinterpret_cast<describe>(dlsym(loaded, "cudalab_own_checks"));
  if (described == nullptr)
    throw std::runtime_error(
        fmt::format("own_checks/{}.cpp does not end with CUDALAB_OWN_CHECKS", to.name));
  for (const check_description& each : *described()) {
    for (const check_description& known : to.checks)
      if (known.id == each.id)
        throw std::runtime_error(
            fmt::format("own_checks/{0}.cpp: {0} has a check '{1}' already. Call it otherwise.",
                        to.name, each.id));
    to.checks.push_back(each);
    own_ids()[to.name].insert(each.id);
  }
}

std::map<std::string, std::string> lab_folders() {
  std::map<std::string, std::string> folders;
  std::error_code none;
  for (const auto& each : fs::directory_iterator(source_root() / "labs", none)) {
    const std::string folder = each.path().filename(), name = lab_of_folder(folder);
    if (!name.empty() && fs::exists(each.path() / (name + "_grader.cpp")))
      folders.emplace(name, folder);
  }
  return folders;
}

lab_description* load_lab(const std::string& name) {
  auto& labs = loaded_labs();
  if (const auto known = labs.find(name); known != labs.end())
    return &known->second;
  const auto folders = lab_folders();
  const auto found = folders.find(name);
  return found == folders.end() ? nullptr
                                : &labs.emplace(name, load(name, found->second)).first->second;
}

std::map<std::string, lab_description>& load_labs(std::vector<std::string>& problems) {
  for (const auto& [name, folder] : lab_folders())
    try {
      load_lab(name);
    } catch (const std::exception& problem) {
      problems.push_back(problem.what());
    }
  return loaded_labs();
}

} // namespace cudalab::grader
