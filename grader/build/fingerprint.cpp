// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/build/fingerprint.h"

#include <algorithm>

#include "grader/files/places.h"
#include "grader/files/sha256.h"
#include "grader/run/sandbox/sandbox.h"

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;

void add_content(std::string& text, const fs::path& file) {
  text += file.string() + ' ' + sha256_of_file(file) + '\n';
}

/// Content would be exact, but the libraries are large and change only when they are built.
void add_stamp(std::string& text, const fs::path& file) {
  std::error_code error;
  const auto size = fs::file_size(file, error);
  const auto time = fs::last_write_time(file, error).time_since_epoch().count();
  text += file.string() + ' ' + std::to_string(error ? 0 : size) + ' ' +
          std::to_string(error ? 0 : time) + '\n';
}

void add_headers(std::string& text, const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> headers;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const fs::path extension = entry.path().extension();
    if (entry.is_regular_file(error) &&
        (extension == ".h" || extension == ".cuh" || extension == ".hpp"))
      headers.push_back(entry.path());
  }
  std::sort(headers.begin(), headers.end());
  for (const fs::path& header : headers)
    add_content(text, header);
}

void add_tree_stamps(std::string& text, const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder, error))
    if (entry.is_regular_file(error))
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files)
    add_stamp(text, file);
}

} // namespace

std::string fingerprint(const build_plan& plan, build_flavour kind) {
  std::string text = name_of(kind) + '\n';
  // Where more is in sight, a file may include more.
  text += sandbox().name + '\n';
  for (const std::string& word : link_command(plan, kind, "program"))
    text += word + '\n';
  add_content(text, plan.file);
  add_headers(text, plan.file.parent_path());
  add_headers(text, source_root() / "labs" / plan.lab_folder);
  add_headers(text, source_root() / "common" / "lab");
  if (plan.viewer)
    add_headers(text, source_root() / "common" / "viewer");
  add_stamp(text, compiler_for(kind));
  if (!is_for_gpu(kind)) {
    add_stamp(text, build_root() / "lib" / "libemulator.a");
    add_tree_stamps(text, source_root() / "common" / "emulator" / "include");
  }
  for (const fs::path& library : libraries_for(plan, kind))
    add_stamp(text, library);
  return sha256(text).substr(0, 16);
}

} // namespace cudalab::grader
