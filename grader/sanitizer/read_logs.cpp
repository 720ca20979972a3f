// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/sanitizer/read_logs.h"

#include <algorithm>
#include <cerrno>
#include <optional>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/sanitizer/parse_log.h"

namespace cudalab::grader {

namespace fs = std::filesystem;

namespace {

/// With --print-limit 5000 a log has some megabytes at most; there is one for each case that ended
/// its worker.
constexpr std::size_t most_bytes = std::size_t{64} << 20, most_logs = 1000;

/// Nothing when it is no plain file, or longer than `room`.
std::optional<std::string> plain_content_of(const fs::path& file, std::size_t room) {
  const int fd = open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0)
    return std::nullopt;
  std::optional<std::string> content;
  if (struct stat status{}; fstat(fd, &status) == 0 && S_ISREG(status.st_mode)) {
    content.emplace();
    char piece[65536];
    for (ssize_t got; content && (got = read(fd, piece, sizeof piece)) != 0;) {
      if (got < 0 && errno == EINTR)
        continue;
      if (got < 0 || content->size() + static_cast<std::size_t>(got) > room)
        content.reset();
      else
        content->append(piece, static_cast<std::size_t>(got));
    }
  }
  close(fd);
  return content;
}

} // namespace

tool_logs read_logs(const fs::path& folder, const std::string& tool) {
  tool_logs logs;
  std::size_t count = 0, finished = 0;
  for (const auto& item : fs::directory_iterator(folder)) {
    if (++count > most_logs)
      break;
    const auto text =
        plain_content_of(item.path(), most_bytes - std::min(most_bytes, logs.text.size()));
    if (!text)
      continue;
    const sanitizer_log log = parse_sanitizer_log(tool, *text);
    finished += log.finished || !log.findings.empty() ? 1 : 0;
    logs.text += *text + '\n';
  }
  logs.whole = count > 0 && finished == count;
  return logs;
}

} // namespace cudalab::grader
