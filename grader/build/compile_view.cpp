// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/build/compile_view.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "grader/files/paths.h"
#include "grader/files/places.h"
#include "grader/run/find_program.h"

namespace cudalab::grader {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t compile_scratch = std::size_t{1} << 30;

/// "x.h" in `#include "x.h"`; empty in other lines.
std::string included_by(const std::string& line) {
  std::istringstream words(line);
  std::string first, second;
  words >> first;
  if (first == "#") {
    words >> second;
    first += second;
  }
  if (first != "#include" || !(words >> second) || second.size() < 3 || second.front() != '"')
    return "";
  return second.substr(1, second.find('"', 1) - 1);
}

void append(std::vector<fs::path>& to, const std::vector<fs::path>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

std::vector<fs::path> headers_in(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored))
    if (is_header(entry.path()))
      found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

/// The folder with a compiler's bin/, lib/ ..., for one that is not installed in /usr.
std::vector<fs::path> installation_of(const fs::path& program) {
  std::error_code ignored;
  const fs::path real = fs::canonical(program, ignored);
  if (real.empty() || !lies_in(real, "/") || lies_in(real, "/usr"))
    return {};
  const fs::path folder = real.parent_path().parent_path();
  // A compiler in ~/bin must not bring the whole home into sight.
  const char* home = std::getenv("HOME");
  if (folder == "/" || lies_in(source_root(), folder) || (home && lies_in(home, folder)))
    return {real.parent_path()};
  return {folder, program.parent_path()};
}

/// Libraries of compilers that a person set up for himself.
std::vector<fs::path> search_paths() {
  std::vector<fs::path> found;
  const char* home = std::getenv("HOME");
  for (const char* name : {"LD_LIBRARY_PATH", "LIBRARY_PATH"}) {
    std::istringstream folders(std::getenv(name) ? std::getenv(name) : "");
    for (std::string folder; std::getline(folders, folder, ':');)
      if (fs::path(folder).is_absolute() && !lies_in(source_root(), folder) &&
          !(home && lies_in(home, folder)))
        found.emplace_back(folder);
  }
  return found;
}

/// A lab that draws may find its OpenGL in NVIDIA's driver only, whatever runs its kernels.
bool draws(const build_plan& plan) {
  std::error_code ignored;
  return fs::exists(source_root() / "labs" / plan.lab_folder / (plan.lab_name + "_view.cu"),
                    ignored);
}

} // namespace

std::vector<fs::path> include_closure(const fs::path& start, const fs::path& folder) {
  std::vector<fs::path> found{start.lexically_normal()};
  for (std::size_t i = 0; i < found.size(); ++i) { // grows while it runs
    std::ifstream lines(found[i]);
    for (std::string line; std::getline(lines, line);) {
      const std::string name = included_by(line);
      const fs::path file = (folder / name).lexically_normal();
      std::error_code ignored;
      if (!name.empty() && lies_in(file, folder) && fs::is_regular_file(file, ignored) &&
          std::find(found.begin(), found.end(), file) == found.end())
        found.push_back(file);
    }
  }
  return found;
}

sandbox_view program_view(const build_plan& plan, build_flavour kind) {
  const fs::path folder = source_root() / "labs" / plan.lab_folder;
  sandbox_view view;
  view.gpu = is_for_gpu(kind) || draws(plan);
  view.hidden = {source_root(), build_root()};
  view.sources = plan.file.parent_path(); // the copy, and headers that came with it
  view.readable = {view.sources};
  append(view.readable, search_paths());
  append(view.readable, include_closure(folder / (plan.lab_name + ".h"), folder));
  const char* given = plan.viewer ? "_view.cu" : "_scenes.cu";
  append(view.readable, include_closure(folder / (plan.lab_name + given), folder));
  if (plan.viewer)
    view.readable.push_back(source_root() / "common" / "viewer");
  append(view.readable,
         {folder / (plan.lab_name + "_baseline.cu"), source_root() / "common" / "lab"});
  return view;
}

sandbox_view compile_view(const build_plan& plan, build_flavour kind, const fs::path& output) {
  sandbox_view view = program_view(plan, kind);
  view.gpu = false;
  view.scratch_bytes = compile_scratch;
  const fs::path emulator = source_root() / "common" / "emulator";
  append(view.readable, headers_in(emulator));
  append(view.readable, {emulator / "include", compiler_for(build_flavour::checked)});
  append(view.readable, libraries_for(plan, kind));
  for (const char* library : {"libemulator.a", "libemulator_nodebug.a", "preambles"})
    view.readable.push_back(build_root() / "lib" / library);
  if (is_for_gpu(kind))
    append(view.readable, installation_of(find_nvcc()));
  append(view.readable, installation_of(CUDALAB_CLANG));
  if (!output.empty())
    view.writable = {output};
  return view;
}

} // namespace cudalab::grader
