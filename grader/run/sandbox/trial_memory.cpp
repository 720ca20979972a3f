// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/run/sandbox/trial_memory.h"

#include <cstdlib>
#include <exception>
#include <fstream>
#include <sstream>

#include <sys/stat.h>
#include <unistd.h>

#include "grader/files/places.h"
#include "grader/files/read_text.h"
#include "grader/files/sha256.h"
#include "grader/files/write_file.h"
#include "grader/run/sandbox/bubblewrap.h"

namespace cudalab::grader {
namespace {

namespace fs = std::filesystem;

/// Files of the kernel, which have no size: some are missing on some machines.
std::string said_by_kernel(const char* path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str() + '\n';
}

/// Of /proc/self/status, what stays the same from one command to the next.
std::string rights_of_this_process() {
  std::istringstream lines(said_by_kernel("/proc/self/status"));
  std::string rights;
  for (std::string line; std::getline(lines, line);)
    for (const char* begin : {"Uid:", "Gid:", "Cap", "NoNewPrivs:", "Seccomp"})
      if (line.rfind(begin, 0) == 0)
        rights += line + '\n';
  return rights;
}

std::string state_of_file(const fs::path& file) {
  struct stat found {};
  if (stat(file.c_str(), &found) != 0)
    return "none\n";
  std::ostringstream text;
  text << file << ' ' << found.st_ino << ' ' << found.st_size << ' ' << found.st_mode << ' '
       << found.st_mtim.tv_sec << '.' << found.st_mtim.tv_nsec << '\n';
  return text.str();
}

} // namespace

std::string trial_circumstances(const fs::path& bubblewrap) {
  std::string all = state_of_file(bubblewrap) + rights_of_this_process();
  for (const char* file :
       {"/proc/sys/kernel/random/boot_id", "/proc/sys/kernel/unprivileged_userns_clone",
        "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
        "/proc/sys/user/max_user_namespaces", "/proc/sys/user/max_mnt_namespaces",
        "/proc/self/attr/current", "/proc/self/limits", "/proc/driver/nvidia/version"})
    all += said_by_kernel(file);
  std::error_code ignored;
  for (const char* space : {"/proc/self/ns/user", "/proc/self/ns/mnt", "/proc/self/ns/pid"})
    all += fs::read_symlink(space, ignored).string() + '\n';
  for (const fs::path& device : gpu_devices())
    all += device.string() + '\n';
  for (const char* name : {"LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES"})
    if (const char* value = std::getenv(name))
      all += std::string(name) + '=' + value + '\n';
  return sha256(all);
}

bool trial_is_known_to_work(const fs::path& kept, const std::string& circumstances) {
  try {
    return content_of(kept) == circumstances;
  } catch (const std::exception&) {
    return false;
  }
}

void keep_working_trial(const fs::path& kept, const std::string& circumstances) {
  try {
    write_file(kept, circumstances);
  } catch (const std::exception&) {
  }
}

void forget_trial(const fs::path& kept) {
  std::error_code ignored;
  fs::remove(kept, ignored);
}

fs::path kept_trial() {
  return build_root() / ".sandbox_trial";
}

} // namespace cudalab::grader
