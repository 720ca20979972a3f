// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Says what it can see and do: for each argument "list PATH", "read PATH", "write PATH" or
// "fill PATH" a line with the answer. Without arguments: what kind of process it is.
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;

void list(const std::string& folder) {
  std::error_code trouble;
  std::printf("list %s:", folder.c_str());
  for (const auto& item : fs::directory_iterator(folder, trouble))
    std::printf(" %s", item.path().filename().c_str());
  std::printf("%s\n", trouble ? " failed" : "");
}

void open_it(const char* what, const std::string& file, int flags) {
  const int fd = open(file.c_str(), flags, 0600);
  std::printf("%s %s: %s\n", what, file.c_str(), fd >= 0 ? "managed" : "failed");
  if (fd >= 0)
    close(fd);
}

/// Up to 2 GiB: how much fits.
void fill(const std::string& file) {
  const int fd = open(file.c_str(), O_WRONLY | O_CREAT, 0600);
  const std::string megabyte(std::size_t{1} << 20, 'x');
  long written = 0;
  while (fd >= 0 && written < 2048 &&
         write(fd, megabyte.data(), megabyte.size()) == static_cast<ssize_t>(megabyte.size()))
    ++written;
  std::printf("fill %s: %ld\n", file.c_str(), written);
  unlink(file.c_str());
}

void tell_status() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    for (const char* name : {"CapEff", "CapPrm", "NoNewPrivs", "Seccomp:", "Threads"})
      if (line.rfind(name, 0) == 0)
        std::printf("%s\n", line.c_str());
}

} // namespace

int main(int count, char** words) {
  signal(SIGXFSZ, SIG_IGN);
  if (count == 1)
    tell_status();
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string what = words[i], path = words[i + 1];
    if (what == "list")
      list(path);
    else if (what == "read")
      open_it("read", path, O_RDONLY);
    else if (what == "write")
      open_it("write", path, O_WRONLY | O_CREAT);
    else if (what == "fill")
      fill(path);
    else if (what == "kill")
      std::printf("kill %s: %s\n", path.c_str(),
                  kill(std::stoi(path), 0) == 0 ? "managed" : std::strerror(errno));
  }
}
