// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <algorithm>
#include <cerrno>
#include <clocale>
#include <cstring>
#include <memory>

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include "grader/files/read_text.h"
#include "grader/term/handed_files.h"

namespace cudalab::term {

namespace {

/// What an archive may unpack to with all that is in it, read or not.
constexpr std::int64_t most_unpacked = std::int64_t{4} << 30;
/// A platform's download in a folder, and in it a student's own archive.
constexpr int deepest_archive = 2;

/// Of an archive and those in it, together.
struct archive_sum {
  std::int64_t unpacked = 0;
  std::size_t entries = 0;
};

/// Names in archives are in UTF-8, whatever the machine speaks.
class utf8_names {
public:
  utf8_names() : own_(newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {
    if (own_ != nullptr)
      before_ = uselocale(own_);
  }
  ~utf8_names() {
    if (own_ != nullptr) {
      uselocale(before_);
      freelocale(own_);
    }
  }
  utf8_names(const utf8_names&) = delete;
  utf8_names& operator=(const utf8_names&) = delete;

private:
  locale_t own_, before_ = nullptr;
};

struct free_archive {
  void operator()(archive* one) const { archive_read_free(one); }
};
using open_archive = std::unique_ptr<archive, free_archive>;

std::string name_of(archive_entry* entry) {
  const char* name = archive_entry_pathname_utf8(entry);
  if (name == nullptr)
    name = archive_entry_pathname(entry);
  return name == nullptr ? "" : name;
}

/// "leads out of it", or nothing.
std::string wrong_name(const std::string& name) {
  if (name.empty())
    return "has no name";
  if (name.front() == '/' || name.find('\0') != name.npos)
    return "is an absolute name";
  const std::string closed = "/" + name + "/";
  return closed.find("/../") != closed.npos ? "leads out of it" : "";
}

bool is_wanted(const std::string& path) {
  return has_ending(path, ".cu") || has_ending(path, "submission_metadata.yml") || is_archive(path);
}

/// What a system adds, and nobody hands in.
bool is_litter(const std::string& name) {
  return name.rfind("__MACOSX/", 0) == 0 || name.find("/__MACOSX/") != name.npos ||
         has_ending(name, ".DS_Store");
}

void add_archive_at(const std::string& bytes, const std::string& path,
                    const std::optional<instant>& time, int depth, archive_sum& sum,
                    handed_files& to);

class archive_reader {
public:
  /// @param depth 0: it is not in a folder or an archive, and `path` is empty
  archive_reader(std::string path, int depth, archive_sum& sum, handed_files& to)
      : path_(std::move(path)), depth_(depth), sum_(sum), to_(to), archive_(archive_read_new()) {
    archive_read_support_format_zip(archive_.get());
    archive_read_support_format_tar(archive_.get());
    archive_read_support_filter_gzip(archive_.get());
    archive_read_support_filter_bzip2(archive_.get());
    archive_read_support_filter_xz(archive_.get());
    archive_read_support_filter_zstd(archive_.get());
  }

  void open_bytes(const std::string& bytes) {
    must(archive_read_open_memory(archive_.get(), bytes.data(), bytes.size()));
  }
  void open_file(int fd) { must(archive_read_open_fd(archive_.get(), fd, std::size_t{1} << 16)); }

  void read() {
    archive_entry* entry = nullptr;
    for (;;) {
      const int got = archive_read_next_header(archive_.get(), &entry);
      if (got == ARCHIVE_EOF)
        return;
      if (got < ARCHIVE_WARN)
        refuse(fmt::format("is damaged: {}", problem()));
      take(entry);
    }
  }

private:
  void take(archive_entry* entry) {
    const std::string name = name_of(entry);
    if (const std::string wrong = wrong_name(name); !wrong.empty())
      refuse(fmt::format("holds '{}', which {}", name, wrong));
    if (archive_entry_size_is_set(entry) != 0)
      sum_.unpacked += archive_entry_size(entry);
    if (sum_.unpacked > most_unpacked || archive_filter_bytes(archive_.get(), 0) > most_unpacked)
      refuse(fmt::format("unpacks to more than {} GiB", most_unpacked >> 30));
    if (to_.files.size() + to_.folders.size() + ++sum_.entries > most_hand_in_files)
      refuse(fmt::format("holds more than {} files", most_hand_in_files));
    if (is_litter(name))
      return;
    const std::string path = path_.empty() ? name : path_ + '/' + name;
    if (archive_entry_filetype(entry) == AE_IFDIR)
      to_.folders.push_back(path.substr(0, path.find_last_not_of('/') + 1));
    else if (archive_entry_filetype(entry) != AE_IFREG || archive_entry_hardlink(entry) != nullptr)
      to_.refused.push_back({path, "is a link or a device"});
    else
      take_file(entry, path);
  }

  void take_file(archive_entry* entry, const std::string& path) {
    std::optional<instant> time;
    if (archive_entry_mtime_is_set(entry) != 0)
      time = instant(std::chrono::seconds(archive_entry_mtime(entry)));
    if (is_archive(path) && depth_ >= deepest_archive) {
      to_.refused.push_back({path, "is an archive in too many archives (unpack the outer one)"});
    } else if (is_wanted(path)) {
      const std::size_t most = is_archive(path) ? largest_inner_archive : largest_hand_in;
      std::string text;
      if (!read_text(text, most))
        to_.refused.push_back({path, fmt::format("is larger than {} MiB", most >> 20)});
      else if (is_archive(path))
        add_archive_at(text, path, time, depth_ + 1, sum_, to_);
      else
        to_.files.push_back({path, kept_text(text), time});
    } else {
      to_.files.push_back({path, {}, time});
    }
  }

  bool read_text(std::string& text, std::size_t most) {
    char part[1 << 14];
    for (;;) {
      const la_ssize_t got = archive_read_data(archive_.get(), part, sizeof part);
      if (got == 0)
        return true;
      if (got < 0)
        refuse(fmt::format("is damaged, or locked by a password: {}", problem()));
      text.append(part, static_cast<std::size_t>(got));
      if (text.size() > most)
        return false;
    }
  }

  void must(int opened) const {
    if (opened != ARCHIVE_OK)
      refuse(fmt::format("cannot be unpacked: {}", problem()));
  }
  std::string problem() const {
    const char* words = archive_error_string(archive_.get());
    return words == nullptr ? "nobody knows why" : words;
  }
  [[noreturn]] void refuse(const std::string& why) const { throw unreadable_hand_ins(why); }

  std::string path_;
  int depth_;
  archive_sum& sum_;
  handed_files& to_;
  open_archive archive_;
};

void add_archive_at(const std::string& bytes, const std::string& path,
                    const std::optional<instant>& time, int depth, archive_sum& sum,
                    handed_files& to) {
  handed_files inside;
  try {
    archive_reader reader(path, depth, sum, inside);
    reader.open_bytes(bytes);
    reader.read();
  } catch (const unreadable_hand_ins& problem) {
    to.refused.push_back({path, problem.what()});
    return;
  }
  to.folders.push_back(path);
  for (handed_file& each : inside.files) {
    if (each.came) // in an archive of its own in this one, which says when that was handed in
      each.time = each.came;
    each.came = time;
    to.files.push_back(std::move(each));
  }
  to.folders.insert(to.folders.end(), inside.folders.begin(), inside.folders.end());
  to.refused.insert(to.refused.end(), inside.refused.begin(), inside.refused.end());
}

} // namespace

void add_archive(const std::filesystem::path& file, handed_files& to) {
  const utf8_names names;
  archive_sum sum;
  archive_reader reader("", 0, sum, to);
  const grader::files::open_file opened(file, grader::file_links::followed);
  if (opened.fd() < 0)
    throw unreadable_hand_ins(fmt::format("cannot be read: {}", std::strerror(errno)));
  reader.open_file(opened.fd());
  reader.read();
}

void add_inner_archive(const std::string& bytes, const std::string& path,
                       const std::optional<instant>& time, handed_files& to) {
  const utf8_names names;
  archive_sum sum;
  add_archive_at(bytes, path, time, 1, sum, to);
}

bool has_ending(const std::string& path, const std::string& ending) {
  return path.size() >= ending.size() &&
         std::equal(ending.begin(), ending.end(), path.end() - static_cast<long>(ending.size()),
                    [](char a, char b) {
                      const auto small = [](char c) {
                        return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
                      };
                      return small(a) == small(b);
                    });
}

bool is_archive(const std::string& path) {
  for (const char* ending : {".zip", ".tar", ".tar.gz", ".tgz", ".tar.xz", ".tar.bz2", ".tar.zst"})
    if (has_ending(path, ending))
      return true;
  return false;
}

} // namespace cudalab::term
