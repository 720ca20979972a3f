// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/run/sandbox.h"

#include <cstdlib>

#include "grader/run/find_program.h"
#include "grader/run/run_tool.h"
#include "grader/run/worker_process.h"

namespace cudalab::grader {
namespace {

namespace fs = std::filesystem;

/// A GPU is reached through these; a machine without one has none of them.
std::vector<std::string> gpu_devices() {
  std::vector<std::string> devices;
  std::error_code ignored;
  for (const auto& item : fs::directory_iterator("/dev", ignored)) {
    const std::string name = item.path().filename();
    if (name.rfind("nvidia", 0) == 0 || name == "dxg") // dxg: Windows' Linux subsystem
      devices.push_back(item.path());
  }
  return devices;
}

std::vector<std::string> bubblewrap_words(const fs::path& bubblewrap) {
  std::vector<std::string> words{bubblewrap, "--ro-bind", "/", "/", "--dev", "/dev"};
  for (const std::string& device : gpu_devices())
    words.insert(words.end(), {"--dev-bind", device, device});
  for (const char* word :
       {"--proc", "/proc", "--tmpfs", "/tmp", "--unshare-pid", "--unshare-net", "--unshare-ipc",
        "--unshare-uts", "--cap-drop", "ALL", "--die-with-parent", "--chdir", "/"})
    words.emplace_back(word);
  return words;
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

sandbox_state probe() {
  const char* wish = std::getenv("CUDALAB_SANDBOX");
  if (wish && std::string(wish) == "none")
    return {"unsandboxed", "CUDALAB_SANDBOX=none is set"};
  const fs::path bubblewrap = find_program("bwrap");
  if (bubblewrap.empty())
    return {"unsandboxed", "bubblewrap is not installed (package bubblewrap)"};
  tool_settings trial;
  trial.command = bubblewrap_words(bubblewrap);
  trial.command.insert(trial.command.end(), {"--", find_program("true")});
  const tool_result result = run_tool(trial);
  if (!result.ok())
    return {"unsandboxed", "bubblewrap does not work here: " + first_line(result.output)};
  return {"bubblewrap", "a trial run worked"};
}

} // namespace

const sandbox_state& sandbox() {
  static const sandbox_state state = probe();
  return state;
}

std::vector<std::string> sandboxed(const std::vector<std::string>& command,
                                   const fs::path& program) {
  if (sandbox().name != "bubblewrap")
    return command;
  std::vector<std::string> words = bubblewrap_words(find_program("bwrap"));
  const std::string folder = program.parent_path();
  if (folder.rfind("/tmp/", 0) == 0)
    words.insert(words.end(), {"--ro-bind", folder, folder});
  words.emplace_back("--");
  words.insert(words.end(), command.begin(), command.end());
  return words;
}

} // namespace cudalab::grader
