// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A page's samples of output are what is printed. CTest gives a run for each page, with
//
//   CUDALAB_GRADER   the tool           CUDALAB_PAGE       README.md of the course, of a lab, a
//   guide CUDALAB_ROOT     the source folder  CUDALAB_GUIDE      set: not every block needs a mark
//   CUDALAB_SCRATCH  where the tests "course: labNN starter fails" and "... solution passes" of
//   this
//                    run of CTest have left in labNN/ what they printed
//
// Where a sample shows neither of these two, its file is made and graded here.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>

#include "grader/course/grade_file.h"
#include "grader/course/page_samples.h"
#include "grader/reference/starter.h"
#include "grader/reference/variants.h"

using namespace cudalab::course;
using namespace cudalab::reference;
namespace fs = std::filesystem;

namespace {

fs::path path_from(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr)
    throw std::runtime_error(std::string(name) + " is not set");
  return value;
}

fs::path folder_of(const std::string& lab, const char* among) {
  for (const auto& each : fs::directory_iterator(path_from("CUDALAB_ROOT") / among))
    if (each.path().filename().string().compare(0, lab.size() + 1, lab + '_') == 0)
      return each.path();
  throw std::runtime_error(lab + " is no lab");
}

/// The text of a reference solution, or of a variant of it, as a student would have written it.
std::string answer(const std::string& lab, const std::string& variant_name) {
  solution reference = read_solution(folder_of(lab, "solutions") / (lab + ".cu"));
  if (!variant_name.empty()) {
    const auto all = variants_of(reference);
    const variant* one = find_variant(all, variant_name);
    if (one == nullptr)
      throw std::runtime_error(lab + " has no variant " + variant_name);
    reference = with_variant(reference, all, *one);
  }
  return without_marks(reference.files.front().text);
}

/// The file that a sample is of; written where it is none of the course's own.
fs::path file_of(const page_sample& of, const fs::path& scratch) {
  const std::string name = of.lab + ".cu";
  if (of.solution)
    return folder_of(of.lab, "solutions") / name;
  const fs::path starter = folder_of(of.lab, "labs") / name;
  if (of.of_starter())
    return starter;
  std::string text = read_text(starter);
  for (const auto& [exercise, variant_name] : of.exercises)
    text = with_exercise_of(text, answer(of.lab, variant_name), exercise);
  fs::create_directories(scratch);
  std::ofstream(scratch / name, std::ios::binary) << text;
  return scratch / name;
}

/// What a run prints.
std::string run_file(const page_sample& of, const fs::path& file, const fs::path& scratch) {
  const std::string printed = scratch.string() + ".run.txt";
  std::string command = quoted(path_from("CUDALAB_GRADER")) + " run " + of.lab + " --file " +
                        quoted(file) + " --backend cpu";
  if (of.only_exercise > 0)
    command += " --exercise " + std::to_string(of.only_exercise);
  command += " >" + quoted(printed) + " 2>&1 </dev/null";
  if (std::system(command.c_str()) == -1)
    throw std::runtime_error("no shell can be started");
  return read_text(printed);
}

std::string printed_for(const page_sample& of) {
  const fs::path scratch = path_from("CUDALAB_SCRATCH") / of.lab;
  const bool known = of.command == "grade" && of.only_exercise == 0;
  if (known && of.of_starter())
    return read_text(scratch / "starter fails.txt");
  if (known && of.solution)
    return read_text(scratch / "solution passes.txt");
  fs::path own = scratch / "sample of " += path_from("CUDALAB_PAGE").parent_path().filename();
  own += " " + std::to_string(of.line); // samples of other pages are made at the same time
  const fs::path file = file_of(of, own);
  if (of.command == "run")
    return run_file(of, file, own);
  std::vector<std::string> exercises;
  if (of.only_exercise > 0)
    exercises.push_back(std::to_string(of.only_exercise));
  return grade_file(path_from("CUDALAB_GRADER"), of.lab, file, "cpu", own, std::chrono::seconds(0),
                    exercises)
      .printed;
}

} // namespace

TEST_CASE("the page shows what is printed" * doctest::skip()) {
  if (const char* backend = std::getenv("CUDALAB_BACKEND");
      backend != nullptr && std::string(backend) != "cpu") {
    MESSAGE("samples are of the emulated device");
    return;
  }
  const fs::path page = path_from("CUDALAB_PAGE");
  INFO(page.string());
  const bool all_marked = std::getenv("CUDALAB_GUIDE") == nullptr;
  const auto samples = samples_of_page(read_text(page), all_marked);
  CHECK(!samples.empty());
  for (const page_sample& each : samples) {
    const std::string printed = printed_for(each);
    if (const std::string difference = difference_of(each, printed); !difference.empty())
      FAIL_CHECK(difference << "\nAll that is printed:\n" << printed);
  }
}
