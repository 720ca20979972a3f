// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/run/sandbox/bubblewrap.h"

#include <algorithm>

#include "grader/files/paths.h"

namespace cudalab::grader {
namespace {

namespace fs = std::filesystem;

/// Programs, libraries and headers of the system. The second line: NixOS and Guix.
constexpr const char* system_folders[] = {"/usr",
                                          "/bin",
                                          "/sbin",
                                          "/lib",
                                          "/lib32",
                                          "/lib64",
                                          "/libx32",
                                          "/nix/store",
                                          "/gnu/store",
                                          "/run/current-system",
                                          "/run/opengl-driver"};

/// What the loader, the compilers and OpenGL look up. No names of users, no settings of services.
constexpr const char* system_files[] = {"/etc/ld.so.cache",  "/etc/ld.so.conf", "/etc/ld.so.conf.d",
                                        "/etc/alternatives", "/etc/localtime",  "/etc/glvnd",
                                        "/etc/nvidia"};

/// How many processors there are, and where.
constexpr const char* machine_files = "/sys/devices/system";

bool lies_in_the_system(const fs::path& path) {
  return std::any_of(std::begin(system_folders), std::end(system_folders),
                     [&](const char* folder) { return lies_in(path, folder); });
}

class word_list {
public:
  explicit word_list(std::vector<std::string> words) : words_(std::move(words)) {}

  void add(std::initializer_list<std::string> words) {
    words_.insert(words_.end(), words.begin(), words.end());
  }

  /// A link stays a link: /lib is one to usr/lib on most systems.
  void add_system(const fs::path& path) {
    std::error_code ignored;
    if (fs::is_symlink(path, ignored) && path.parent_path() == "/")
      add({"--symlink", fs::read_symlink(path).string(), path.string()});
    else
      add_readable(path);
  }

  void add_readable(const fs::path& path) {
    std::error_code ignored;
    if (fs::exists(path, ignored))
      add({"--ro-bind", path.string(), path.string()});
  }

  std::vector<std::string> take() { return std::move(words_); }

private:
  std::vector<std::string> words_;
};

void add_devices(word_list& to, const sandbox_view& view) {
  to.add({"--dev", "/dev"});
  const std::vector<fs::path> devices = view.gpu ? gpu_devices() : std::vector<fs::path>{};
  if (devices.empty())
    return to.add_readable(machine_files);
  // The driver reads about buses and NUMA nodes.
  to.add_readable("/sys");
  for (const fs::path& device : devices)
    to.add({"--dev-bind", device.string(), device.string()});
}

/// Memory that no process holds: it must have a bound.
void add_scratch(word_list& to, const bubblewrap_options& options, const sandbox_view& view) {
  for (const char* folder : {"/tmp", "/dev/shm"}) {
    if (options.sized_scratch)
      to.add({"--size", std::to_string(view.scratch_bytes)});
    to.add({"--tmpfs", folder});
  }
}

} // namespace

std::vector<fs::path> gpu_devices() {
  std::vector<fs::path> devices;
  std::error_code ignored;
  for (const auto& item : fs::directory_iterator("/dev", ignored)) {
    const std::string name = item.path().filename();
    if (name.rfind("nvidia", 0) == 0 || name == "dxg") // dxg: Windows' Linux subsystem
      devices.push_back(item.path());
  }
  return devices;
}

std::vector<std::string> bubblewrap_words(const bubblewrap_options& options,
                                          const sandbox_view& view) {
  word_list words({options.program.string()});
  for (const char* folder : system_folders)
    words.add_system(folder);
  for (const char* file : system_files)
    words.add_readable(file);
  words.add({"--proc", "/proc"});
  add_devices(words, view);
  add_scratch(words, options, view);
  for (const fs::path& path : view.hidden)
    if (lies_in_the_system(path))
      words.add({"--tmpfs", path.string()});
  for (const fs::path& path : view.readable)
    if (!lies_in_the_system(path) || // else it is in sight, and nothing can be mounted there
        std::any_of(view.hidden.begin(), view.hidden.end(),
                    [&](const fs::path& folder) { return lies_in(path, folder); }))
      words.add_readable(path);
  for (const fs::path& path : view.writable)
    words.add({"--bind", path.string(), path.string()});
  // What holds the mounts together is a file system of its own, in memory.
  words.add({"--remount-ro", "/dev", "--remount-ro", "/"});
  words.add({"--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts",
             "--unshare-cgroup-try", "--cap-drop", "ALL", "--die-with-parent", "--chdir", "/"});
  if (options.filter_fd >= 0)
    words.add({"--seccomp", std::to_string(options.filter_fd)});
  if (options.status_fd >= 0)
    words.add({"--json-status-fd", std::to_string(options.status_fd)});
  words.add({"--"});
  return words.take();
}

} // namespace cudalab::grader
