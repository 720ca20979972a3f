// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/build/builder.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <mutex>
#include <string_view>

#include <sys/resource.h>
#include <unistd.h>

#include "grader/build/build_command.h"
#include "grader/build/build_store.h"
#include "grader/build/compile_view.h"
#include "grader/build/compiler_messages.h"
#include "grader/build/fingerprint.h"
#include "grader/build/newer_language.h"
#include "grader/build/run_compiler.h"
#include "grader/files/places.h"
#include "grader/files/read_text.h"
#include "grader/run/find_program.h"

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;
using kind = build_outcome::kind;

/// clang takes a second or two for a student's file, nvcc ten times as long.
constexpr std::chrono::seconds clang_limit{60}, nvcc_limit{120};
/// For what is told besides, and not graded.
constexpr std::chrono::seconds remark_limit{60};

std::chrono::seconds limit_of(build_flavour flavour) {
  return flavour == build_flavour::gpu || flavour == build_flavour::gpu_debug ? nvcc_limit
                                                                              : clang_limit;
}

constexpr std::size_t kept_builds = 40;
constexpr const char* no_nvcc = "nvcc was not found; it comes with NVIDIA's CUDA Toolkit "
                                "(https://developer.nvidia.com/cuda-downloads)";

build_outcome plain(kind how, std::string log) {
  build_outcome result;
  result.how = how;
  result.log = std::move(log);
  return result;
}

/// A compiler's temporary files fill only the sandbox's memory: that is no fault of the disk.
bool disk_is_full(const std::string& log, const fs::path& store) {
  constexpr std::uintmax_t next_to_nothing = std::uintmax_t{64} << 20;
  std::error_code error;
  const fs::space_info room = fs::space(store, error);
  return log.find("No space left on device") != std::string::npos &&
         (error || room.available < next_to_nothing);
}

/// The compiler's driver tells of a signal that ended its assembler or linker.
bool made_too_large_a_file(const std::string& log) {
  return log.find("File size limit exceeded signal") != std::string::npos;
}

/// A limit that the judge was started with (ulimit -f) is not the student's fault.
bool may_write_large_files() {
  rlimit own{};
  return getrlimit(RLIMIT_FSIZE, &own) == 0 && own.rlim_max >= largest_compiled_file;
}

/// What emucc ends with when the program has errors. (2: it could not do its work; more: it, or
/// what stands between it and the judge, was ended or never began.)
constexpr int emucc_complains = 1;
/// Of shells and of the guard, whatever was to be started.
constexpr int not_executable = 126, not_found = 127;

/// The compiler did not come so far as to say something of the program. nvcc has many a status for
/// a program with errors.
bool never_compiled(const compiler_run& run, build_flavour by) {
  return is_for_gpu(by) ? run.status == not_executable || run.status == not_found
                        : run.status != emucc_complains;
}

/// The course's libraries or the C++ library were not found or do not fit: not the student's fault.
bool any_is_ours(const std::vector<std::string>& missing) {
  static constexpr std::array<std::string_view, 4> prefixes = {"cudalab", "__",
                                                               "std::", "operator "};
  return std::any_of(missing.begin(), missing.end(), [](const std::string_view function) {
    return std::any_of(prefixes.begin(), prefixes.end(), [&](const std::string_view prefix) {
      return function.substr(0, prefix.size()) == prefix;
    });
  });
}

/// What the compiler says is that the course's own parts do not work. A student's file can make it
/// say so, too.
bool blames_the_tools(const compiler_run& run, const build_outcome& result, build_flavour by) {
  return result.how == kind::failed && run.started &&
         (any_is_ours(result.missing) || (!is_for_gpu(by) && never_compiled(run, by)));
}

/// The same for the student's file.
void blame_the_file(build_outcome& result) {
  result.how = kind::compile_error;
  for (const std::string& function : result.missing)
    result.diagnostics.push_back(
        {"", 0, 0, "error", function + " is declared and used, but defined nowhere"});
  result.missing.clear();
}

/// What a compiler's run means. `complaints`: what its exit status 1 says of the student's file.
build_outcome outcome_of(const compiler_run& run, kind complaints, build_flavour by,
                         const fs::path& store) {
  build_outcome result;
  result.seconds = run.seconds;
  result.log = run.output;
  result.diagnostics = parse_diagnostics(run.output);
  if (!run.started) {
    result.how = kind::failed;
    result.log = "the compiler could not be started\n" + run.output;
  } else if (run.timed_out) {
    result.how = kind::timed_out;
    result.log += "the compiler did not finish in time and was stopped\n";
  } else if (run.out_of_memory || (made_too_large_a_file(run.output) && may_write_large_files())) {
    result.how = kind::too_large;
    result.log += "the compiler was stopped: this file needs too much memory or disk\n";
  } else if (run.status == 0) {
    result.how = kind::built;
  } else if (disk_is_full(run.output, store) || made_too_large_a_file(run.output) ||
             never_compiled(run, by)) {
    result.how = kind::failed;
  } else {
    result.how = complaints;
    result.missing = parse_missing_functions(run.output);
    if (!result.missing.empty())
      result.how = any_is_ours(result.missing) ? kind::failed : kind::missing_function;
  }
  return result;
}

/// emucc and the libraries are made by this project's own build.
std::string unbuilt_part(const build_plan& plan, build_flavour flavour) {
  std::error_code ignored;
  if (!fs::exists(compiler_for(flavour), ignored))
    return compiler_for(flavour).string();
  for (const fs::path& library : libraries_for(plan, flavour))
    if (!fs::exists(library, ignored))
      return library.string();
  return "";
}

/// Where a newer C++ is used than the one by which labs are compiled.
void tell_newer_parts(build_outcome& result, const build_plan& plan) {
  if (result.how != kind::compile_error)
    return;
  const std::string copy = content_of(plan.file); // its first line names what it was copied from
  tell_newer_parts(result.diagnostics, copy.substr(std::min(copy.find('\n'), copy.size() - 1) + 1),
                   {plan.file, plan.named});
}

build_outcome reuse(const fs::path& place) {
  build_outcome result = plain(kind::built, content_of(place / "log.txt"));
  result.program = place / "program";
  result.diagnostics = parse_diagnostics(result.log);
  result.reused = true;
  std::error_code ignored;
  fs::last_write_time(place.parent_path(), fs::file_time_type::clock::now(), ignored);
  return result;
}

/// For a command that a person can type.
build_plan as_named(build_plan plan) {
  plan.file = plan.named;
  return plan;
}

/// Whether a file that holds nothing but the lab's header meets the same trouble.
bool tools_fail(const build_plan& plan, build_flavour flavour, const build_folder& folder) {
  build_plan nearly_empty = plan;
  nearly_empty.file = folder.path() / "probe.cu";
  std::ofstream(nearly_empty.file) << "#include \"" << plan.lab_name << ".h\"\n";
  const auto command = link_command(nearly_empty, flavour, folder.path() / "probe");
  sandbox_view view = compile_view(nearly_empty, flavour, folder.path());
  const compiler_run run = run_compiler(command, limit_of(flavour), &view);
  const build_outcome result = outcome_of(run, kind::compile_error, flavour, folder.path());
  return result.how != kind::built && result.how != kind::missing_function;
}

build_outcome build_in_store(const build_plan& plan, build_flavour flavour, const fs::path& store) {
  const fs::path place = store / fingerprint(plan, flavour) / name_of(flavour);
  if (access((place / "program").c_str(), X_OK) == 0)
    return reuse(place);
  build_folder folder(store);
  const auto command = link_command(plan, flavour, folder.path() / "program");
  const sandbox_view view = compile_view(plan, flavour, folder.path());
  const compiler_run run = run_compiler(command, limit_of(flavour), &view);
  build_outcome result = outcome_of(run, kind::compile_error, flavour, store);
  if (blames_the_tools(run, result, flavour) && !tools_fail(plan, flavour, folder))
    blame_the_file(result);
  tell_newer_parts(result, plan);
  result.command = in_a_shell(link_command(as_named(plan), flavour, plan.lab_name));
  if (result.how != kind::built)
    return result;
  if (!(std::ofstream(folder.path() / "log.txt", std::ios::binary) << result.log << std::flush))
    return plain(kind::failed, "cannot write to " + folder.path().string());
  keep_view(program_view(plan, flavour), folder.path());
  folder.keep_as(place);
  prune_builds(store, kept_builds);
  result.program = place / "program";
  return result;
}

build_outcome build_as_planned(const build_plan& plan, build_flavour flavour,
                               const fs::path& store) {
  if (compiler_for(flavour).empty())
    return plain(kind::unavailable, no_nvcc);
  if (const std::string part = unbuilt_part(plan, flavour); !part.empty())
    return plain(kind::failed, "this part of the course has not been built: " + part);
  return build_in_store(plan, flavour, store);
}

/// A full disk, or a folder that cannot be written.
build_outcome told_as_outcome(const std::function<build_outcome()>& build) {
  try {
    return build();
  } catch (const unfit_submission& unfit) {
    return plain(kind::compile_error, unfit.what());
  } catch (const std::exception& error) {
    return plain(kind::failed, error.what());
  }
}

/// Headers there are the course's: what a lab gives is found without them standing beside the file.
bool is_given_folder(const fs::path& file) {
  const fs::path inside =
      fs::absolute(file).lexically_normal().lexically_relative(source_root() / "labs");
  return !inside.empty() && *inside.begin() != "..";
}

} // namespace

std::string name_of(build_flavour value) {
  switch (value) {
  case build_flavour::checked:
    return "checked";
  case build_flavour::fast:
    return "fast";
  case build_flavour::gpu:
    return "gpu";
  case build_flavour::debug:
    return "debug";
  case build_flavour::gpu_debug:
    return "gpu_debug";
  }
  return "";
}

bool is_for_gpu(build_flavour kind) {
  return kind == build_flavour::gpu || kind == build_flavour::gpu_debug;
}

struct builder::files_read {
  std::mutex mutex;
  std::map<fs::path, submission_text> by_path;
};

builder::builder(std::string lab_name, std::string lab_folder)
    : lab_name_(std::move(lab_name)), lab_folder_(std::move(lab_folder)),
      files_(std::make_shared<files_read>()) {}

const submission_text& builder::read(const fs::path& file) const {
  const std::lock_guard lock(files_->mutex);
  auto known = files_->by_path.find(file);
  if (known == files_->by_path.end())
    known = files_->by_path
                .emplace(file, read_submission(file, !is_given_folder(file),
                                               source_root() / "labs" / lab_folder_))
                .first;
  return known->second;
}

build_plan builder::plan_for(const fs::path& file) const {
  build_plan plan = {lab_name_, lab_folder_,
                     keep_submission(read(file), lab_name_ + ".cu", store())};
  plan.named = fs::absolute(file);
  return plan;
}

fs::path builder::store() const {
  return build_root() / "submissions" / lab_name_;
}

build_outcome builder::build(const fs::path& file, build_flavour flavour) const {
  return told_as_outcome([&] { return build_as_planned(plan_for(file), flavour, store()); });
}

build_outcome builder::build_viewer(const fs::path& file, build_flavour flavour) const {
  return told_as_outcome([&] {
    build_plan plan = plan_for(file);
    plan.viewer = true;
    return build_as_planned(plan, flavour, store());
  });
}

build_outcome builder::check_rules(const fs::path& file) const {
  if (const char* clang = std::getenv("CUDALAB_CLANG"); clang && clang == std::string_view("none"))
    return plain(kind::unavailable, "not asked: CUDALAB_CLANG is none");
  return told_as_outcome([&] {
    const build_plan plan = plan_for(file);
    const sandbox_view view = compile_view(plan, build_flavour::checked, {});
    const compiler_run run = run_compiler(rules_command(plan), clang_limit, &view);
    build_outcome result =
        outcome_of(run, kind::rule_violation, build_flavour::checked, build_root());
    if (run.status == 3)
      result.how = kind::unavailable;
    result.command = in_a_shell(rules_command(as_named(plan)));
    return result;
  });
}

build_outcome builder::check_with_nvcc(const fs::path& file) const {
  if (find_nvcc().empty())
    return plain(kind::unavailable, no_nvcc);
  return told_as_outcome([&] {
    const build_plan plan = plan_for(file);
    const build_folder folder(store());
    const fs::path object = folder.path() / "checked.o";
    const sandbox_view view = compile_view(plan, build_flavour::gpu, folder.path());
    build_outcome result =
        outcome_of(run_compiler(nvcc_check_command(plan, object), remark_limit, &view),
                   kind::compile_error, build_flavour::gpu, folder.path());
    result.command = in_a_shell(nvcc_check_command(as_named(plan), object));
    return result;
  });
}

} // namespace cudalab::grader
