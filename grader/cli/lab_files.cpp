// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cli/lab_files.h"

#include <algorithm>
#include <cctype>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "grader/build/submission_copy.h"
#include "grader/cli/usage_error.h"
#include "grader/cli/variants.h"
#include "grader/files/places.h"
#include "grader/files/read_text.h"
#include "grader/lab_modules.h"
#include "grader/near_names.h"
#include "grader/reference/starter.h"

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;

bool has_reader(const fs::path& pipe) {
  const int end = open(pipe.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
  if (end >= 0)
    close(end);
  return end >= 0;
}

/// "lab04/../lab03" is no name that somebody types.
bool turns_back(const fs::path& typed) {
  bool went_down = false;
  for (const fs::path& part : typed) {
    if (part == ".." && went_down)
      return true;
    went_down = went_down || (part != ".." && part != ".");
  }
  return false;
}

/// "4" and "04" to "lab04"; a folder or a path to its lab's name.
std::string lab_name_in(const std::string& typed) {
  if (turns_back(typed))
    return typed;
  std::string name = typed;
  while (!name.empty() && name.back() == '/')
    name.pop_back();
  name = fs::path(name).filename().string();
  name = name.substr(0, name.find_first_of("_."));
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const bool digits =
      !name.empty() && name.size() <= 2 &&
      std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  return digits ? fmt::format("lab{:0>2}", name) : name;
}

} // namespace

const lab_description& find_lab(const std::string& typed) {
  const std::string name = lab_name_in(typed);
  if (const lab_description* found = load_lab(name))
    return *found;
  std::string all, nearest;
  std::size_t least = 3; // further away is no slip of the finger
  for (const auto& [known, folder] : lab_folders()) {
    all += (all.empty() ? "" : ", ") + known;
    if (const std::size_t far = distance(name, known); far < least) {
      least = far;
      nearest = known;
    }
  }
  throw usage_error(fmt::format("there is no lab '{}'.{} Labs: {}.", typed,
                                nearest.empty() ? "" : fmt::format(" Do you mean {}?", nearest),
                                all.empty() ? "none" : all));
}

fs::path lab_folder(const lab_description& one) {
  return source_root() / "labs" / one.folder;
}
fs::path student_file(const lab_description& one) {
  return lab_folder(one) / (one.name + ".cu");
}
std::string starter_text(const lab_description& one) {
  if (fs::exists(solution_file(one)))
    return reference::make_starter(content_of(solution_file(one)));
  return content_of(lab_folder(one) / "starter" / (one.name + ".cu"));
}
fs::path solution_file(const lab_description& one) {
  return source_root() / "solutions" / one.folder / (one.name + ".cu");
}
fs::path baseline_file(const lab_description& one) {
  const fs::path file = lab_folder(one) / (one.name + "_baseline.cu");
  return fs::exists(file) ? file : fs::path();
}
fs::path header_file(const lab_description& one) {
  return lab_folder(one) / (one.name + ".h");
}

fs::path submission_file(const lab_description& one, const options& given) {
  const fs::path file = given.solution           ? solution_file(one)
                        : !given.variant.empty() ? variant_file(one, given.variant)
                        : given.file.empty()     ? student_file(one)
                                                 : fs::path(given.file);
  std::error_code ignored;
  if (!fs::exists(fs::symlink_status(file, ignored))) {
    if (given.solution)
      throw usage_error(fmt::format("there is no reference solution of {} in this copy of the "
                                    "course ({}).",
                                    one.name, short_path(file)));
    throw usage_error(fmt::format(
        "there is no file {}.{}", short_path(file),
        given.file.empty() ? fmt::format(" \"./lab reset {}\" puts the starter there.", one.name)
                           : std::string()));
  }
  try {
    read_submission(file, /*with_headers=*/false);
  } catch (const unfit_submission& unfit) {
    throw usage_error(unfit.what());
  }
  return fs::absolute(file);
}

void check_output_file(const std::string& option, const fs::path& file) {
  if (file.empty())
    return;
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  if (!fs::is_directory(folder))
    throw usage_error(fmt::format("{}: there is no folder {}.", option, folder.string()));
  if (fs::is_directory(file))
    throw usage_error(fmt::format("{}: {} is a folder.", option, file.string()));
  // write_file() writes beside a regular file and renames; into a pipe or a device directly.
  const bool direct = fs::exists(file) && !fs::is_regular_file(file);
  if (fs::is_fifo(file) && !has_reader(file))
    throw usage_error(fmt::format("{}: nobody reads from {}.", option, file.string()));
  if (access(direct ? file.c_str() : folder.c_str(), W_OK) != 0)
    throw usage_error(fmt::format("{}: {} cannot be written: look at the folder's permissions.",
                                  option, file.string()));
}

void publish(const fs::path& program, const fs::path& target) {
  fs::create_directories(target.parent_path());
  const fs::path partial = fmt::format("{}.part-{}", target.string(), getpid());
  fs::copy_file(program, partial, fs::copy_options::overwrite_existing);
  fs::rename(partial, target);
}

std::string short_path(const fs::path& path) {
  std::error_code trouble;
  const fs::path here = fs::proximate(path, trouble);
  const std::string text = here.string();
  return trouble || text.empty() || text.rfind("..", 0) == 0 ? path.string() : text;
}

} // namespace cudalab::grader
