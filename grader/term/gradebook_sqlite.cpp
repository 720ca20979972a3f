// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <memory>
#include <stdexcept>

#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include "grader/files/write_file.h"
#include "grader/term/gradebook.h"

namespace cudalab::term {

namespace {

namespace fs = std::filesystem;

constexpr const char* tables = R"(
CREATE TABLE grades (
  lab TEXT NOT NULL, student TEXT NOT NULL, name TEXT, owner TEXT, state TEXT NOT NULL,
  verdict TEXT, points REAL, max_points REAL, judged_points REAL, judged_max REAL,
  handed_in INTEGER, late_seconds INTEGER, remains REAL, file_sha256 TEXT, commit_hash TEXT,
  backend TEXT, seed INTEGER, graded_at TEXT, note TEXT);
CREATE TABLE checks (
  lab TEXT NOT NULL, student TEXT NOT NULL, id TEXT NOT NULL, status TEXT, points REAL,
  max_points REAL, hidden INTEGER, message TEXT);
)";

struct close_database {
  void operator()(sqlite3* one) const { sqlite3_close(one); }
};

class database {
public:
  explicit database(const fs::path& file) {
    sqlite3* opened = nullptr;
    const int got = sqlite3_open(file.c_str(), &opened);
    held_.reset(opened);
    if (got != SQLITE_OK)
      fail();
  }
  void run(const char* text) {
    if (sqlite3_exec(held_.get(), text, nullptr, nullptr, nullptr) != SQLITE_OK)
      fail();
  }
  sqlite3_stmt* prepare(const char* text) {
    sqlite3_stmt* made = nullptr;
    if (sqlite3_prepare_v2(held_.get(), text, -1, &made, nullptr) != SQLITE_OK)
      fail();
    return made;
  }
  [[noreturn]] void fail() const {
    throw std::runtime_error(fmt::format("SQLite: {}", sqlite3_errmsg(held_.get())));
  }

private:
  std::unique_ptr<sqlite3, close_database> held_;
};

class statement {
public:
  statement(database& in, const char* text) : in_(in), held_(in.prepare(text)) {}
  ~statement() { sqlite3_finalize(held_); }
  statement(const statement&) = delete;
  statement& operator=(const statement&) = delete;

  void insert(const auto&... values) {
    place_ = 0;
    (bind(values), ...);
    if (sqlite3_step(held_) != SQLITE_DONE)
      in_.fail();
    sqlite3_reset(held_);
  }

private:
  void bind(const std::string& text) {
    sqlite3_bind_text(held_, ++place_, text.data(), static_cast<int>(text.size()),
                      SQLITE_TRANSIENT);
  }
  void bind(double number) { sqlite3_bind_double(held_, ++place_, number); }
  void bind(std::int64_t number) { sqlite3_bind_int64(held_, ++place_, number); }
  void bind(const std::optional<std::int64_t>& number) {
    number ? bind(*number) : static_cast<void>(sqlite3_bind_null(held_, ++place_));
  }

  database& in_;
  sqlite3_stmt* held_;
  int place_ = 0;
};

} // namespace

struct sqlite_gradebook::open_book {
  explicit open_book(const fs::path& file) : all(file) {
    all.run(tables);
    all.run("BEGIN");
    grades.emplace(all, "INSERT INTO grades VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
    checks.emplace(all, "INSERT INTO checks VALUES (?,?,?,?,?,?,?,?)");
  }

  database all;
  std::optional<statement> grades, checks;
};

sqlite_gradebook::sqlite_gradebook(const fs::path& file)
    : file_(file), partial_(grader::partial_name(file)) {
  grader::note_unfinished_file(partial_);
  open_ = std::make_unique<open_book>(partial_);
}

sqlite_gradebook::~sqlite_gradebook() {
  open_.reset();
  std::error_code ignored;
  fs::remove(partial_, ignored);
}

void sqlite_gradebook::add(const grade_row& row) {
  open_->grades->insert(row.lab, row.student, row.name, row.owner, row.state, row.verdict,
                        row.points, row.max_points, row.judged_points, row.judged_max,
                        row.handed_in, row.late_seconds, row.remains, row.file_sha256, row.commit,
                        row.backend, static_cast<std::int64_t>(row.seed), row.graded_at, row.note);
  for (const check_row& each : row.checks)
    open_->checks->insert(row.lab, row.student, each.id, each.status, each.points, each.max_points,
                          std::int64_t{each.hidden ? 1 : 0}, each.message);
}

void sqlite_gradebook::finish() {
  open_->grades.reset();
  open_->checks.reset();
  open_->all.run("COMMIT");
  open_.reset();
  const int fd = open(partial_.c_str(), O_RDONLY | O_CLOEXEC);
  const bool synced = fd >= 0 && fsync(fd) == 0;
  if (fd >= 0)
    close(fd);
  if (!synced)
    throw std::runtime_error("cannot write " + file_.string());
  fs::rename(partial_, file_);
}

} // namespace cudalab::term
