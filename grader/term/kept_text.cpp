// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/term/kept_text.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include <unistd.h>

#include "grader/files/sha256.h"

namespace cudalab::term {

namespace {

[[noreturn]] void fail_to_keep(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

/// No other program gets it: what is run may be anybody's.
int nameless_file_to_keep() {
  std::string name = (std::filesystem::temp_directory_path() / "cudalab-texts-XXXXXX").string();
  const int fd = mkostemp(name.data(), O_CLOEXEC);
  if (fd < 0)
    fail_to_keep("no temporary file can be made");
  unlink(name.c_str());
  return fd;
}

int file_of_texts() {
  static const int fd = nameless_file_to_keep();
  return fd;
}

std::uint64_t end_of_texts = 0;

} // namespace

kept_text::kept_text(std::string_view text) : at_(end_of_texts), size_(text.size()) {
  const std::string sum = grader::sha256(text);
  std::copy_n(sum.begin(), sum_.size(), sum_.begin());
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = pwrite(file_of_texts(), text.data() + done, text.size() - done,
                                 static_cast<off_t>(at_ + done));
    if (count < 0 && errno != EINTR)
      fail_to_keep("a temporary file cannot be written");
    done += static_cast<std::size_t>(std::max<ssize_t>(count, 0));
  }
  end_of_texts += text.size();
}

std::string kept_text::read() const {
  std::string text(size_, '\0');
  for (std::size_t done = 0; done < size_;) {
    const ssize_t count = pread(file_of_texts(), text.data() + done, text.size() - done,
                                static_cast<off_t>(at_ + done));
    if (count == 0)
      errno = EIO;
    if (count == 0 || (count < 0 && errno != EINTR))
      fail_to_keep("a temporary file cannot be read");
    done += static_cast<std::size_t>(std::max<ssize_t>(count, 0));
  }
  return text;
}

std::string kept_text::sha256() const {
  return sum_[0] == 0 ? grader::sha256("") : std::string(sum_.begin(), sum_.end());
}

} // namespace cudalab::term
