// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <filesystem>
#include <fstream>
#include <string>

#include <archive.h>
#include <archive_entry.h>
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "grader/term/collect.h"
#include "grader/tests/scratch_folder.h"

using namespace cudalab::term;
using namespace std::chrono;
using cudalab::grader::scratch_folder;

namespace {

namespace fs = std::filesystem;

const std::string kernel = "__global__ void k() {}\n";

handed_files files(const std::vector<std::pair<std::string, std::string>>& named) {
  handed_files all;
  for (const auto& [path, text] : named)
    all.files.push_back({path, kept_text(text), instant(1000s)});
  return all;
}

collection collected(const handed_files& all, const roster* students = nullptr,
                     const course* term = nullptr) {
  return collect(all, {"lab04", "// the starter\n__global__ void s();\n", term, students});
}

const hand_in& of(const collection& all, const std::string& owner) {
  for (const hand_in& each : all.hand_ins)
    if (each.owner == owner)
      return each;
  FAIL("nothing of ", owner);
  return all.hand_ins.front();
}

/// An archive with these entries; a name that begins with '@' is a link.
std::string archive_of(const std::vector<std::pair<std::string, std::string>>& entries,
                       const std::string& form = "zip") {
  std::string bytes(std::size_t{3} << 20, '\0');
  std::size_t used = 0;
  archive* out = archive_write_new();
  form == "zip" ? archive_write_set_format_zip(out) : archive_write_set_format_pax(out);
  if (form == "tgz")
    archive_write_add_filter_gzip(out);
  archive_write_set_bytes_in_last_block(out, 1);
  archive_write_open_memory(out, bytes.data(), bytes.size(), &used);
  for (const auto& [name, text] : entries) {
    archive_entry* entry = archive_entry_new();
    const bool link = name[0] == '@';
    archive_entry_set_pathname(entry, name.c_str() + (link ? 1 : 0));
    archive_entry_set_filetype(entry, link ? AE_IFLNK : AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_mtime(entry, 1'700'000'000, 0);
    if (link)
      archive_entry_set_symlink(entry, text.c_str());
    else
      archive_entry_set_size(entry, static_cast<la_int64_t>(text.size()));
    archive_write_header(out, entry);
    archive_write_data(out, text.data(), link ? 0 : text.size());
    archive_entry_free(entry);
  }
  archive_write_close(out);
  archive_write_free(out);
  return bytes.substr(0, used);
}

std::string refusal(const std::string& bytes) {
  handed_files all;
  add_inner_archive(bytes, "x.zip", {}, all);
  return all.refused.empty() ? "" : all.refused.front().why;
}

std::string text_of(const collection& all) {
  std::string text;
  tell_collection(all, "lab04", "x", [&](const std::string& part) { text += part; });
  return text;
}

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

} // namespace

TEST_CASE("a file for each student") {
  const collection all = collected(files({{"ann.cu", kernel}, {"bob O'Neil \"x\".cu", kernel}}));
  CHECK(all.form == "a file for each student");
  CHECK(of(all, "ann").state == hand_in_state::ready);
  CHECK(of(all, "bob O'Neil \"x\"").graded());
}

TEST_CASE("a folder for each student, and what is in it") {
  handed_files given = files({{"ann/lab04.cu", kernel},
                              {"ann/test.cu", kernel + " "},
                              {"bob/a.cu", kernel},
                              {"bob/b.cu", kernel + " "},
                              {"cem/a.cu", kernel},
                              {"cem/old/a.cu", kernel},
                              {"dan/lab04.cu", " \n"},
                              {"eve/lab04.cu", std::string("a\0b", 3)},
                              {"fay/lab04.cu", "int main() {}"},
                              {"gus/lab04.cu", "// the starter\r\n__global__ void s();"},
                              {"hal/readme.txt", ""}});
  for (const char* name : {"ann", "bob", "cem", "dan", "eve", "fay", "gus", "hal", "ida"})
    given.folders.push_back(name);
  const collection all = collected(given);
  CHECK(of(all, "ann").path == "ann/lab04.cu");
  CHECK(of(all, "ann").problem == "2 files: ann/lab04.cu, ann/test.cu; ann/lab04.cu is taken");
  CHECK(of(all, "bob").state == hand_in_state::several);
  CHECK(of(all, "cem").state == hand_in_state::ready); // the same twice
  CHECK(of(all, "dan").state == hand_in_state::empty);
  CHECK(of(all, "eve").state == hand_in_state::binary);
  CHECK(of(all, "fay").state == hand_in_state::no_cuda);
  CHECK(of(all, "gus").state == hand_in_state::starter);
  CHECK(of(all, "hal").state == hand_in_state::nothing);
  CHECK(of(all, "ida").state == hand_in_state::nothing);
  const std::string text = text_of(all);
  CHECK(text.find("To be graded: 4\n") != std::string::npos);
  CHECK(text.find("  bob: 2 files: bob/a.cu, bob/b.cu\n") != std::string::npos);
}

TEST_CASE("of a copy of the course the file that a student writes in is the hand-in") {
  const std::string lab04 = "ann/labs/lab04_tiled_matmul/";
  const collection clone = collected(files({{lab04 + "lab04.cu", kernel},
                                            {lab04 + "lab04_baseline.cu", kernel + "b"},
                                            {lab04 + "starter/lab04.cu", kernel + "s"},
                                            {"ann/labs/lab03_x/lab03.cu", kernel + "3"}}));
  REQUIRE(clone.hand_ins.size() == 1);
  CHECK(clone.hand_ins[0].path == lab04 + "lab04.cu");
  CHECK(clone.hand_ins[0].problem.empty());
}

TEST_CASE("downloads of Moodle and Canvas, with a roster") {
  const roster students("\xEF\xBB\xBFSurname;First name;Username;Email\n"
                        "M\xC3\xBCller;\"Ann \"\"A\"\"\";am;ann@x.org\nLee;Bob;bl;bob@x.org\n"
                        "Roe;Cy;cr;cy@x.org\n",
                        "r.csv");
  REQUIRE(students.students().size() == 3);
  CHECK(students.students()[0].id == "am");
  CHECK(students.students()[0].name == "Ann \"A\" M\xC3\xBCller");
  const collection moodle =
      collected(files({{"Ann A M\xC3\xBCller_71_assignsubmission_file_/lab04.cu", kernel},
                       {"Bob Lee_72_assignsubmission_file_lab04.cu", kernel},
                       {"Who Else_73_assignsubmission_file_lab04.cu", kernel}}),
                &students);
  CHECK(moodle.form == "a Moodle download");
  CHECK(of(moodle, "am").state == hand_in_state::ready);
  CHECK(of(moodle, "bl").state == hand_in_state::ready);
  CHECK(of(moodle, "73").state == hand_in_state::unknown);
  REQUIRE(moodle.missing.size() == 1);
  CHECK(moodle.missing[0].id == "cr");
  // Moodle's numbers are not those of a roster.
  const roster numbers("id,name\n111,Bob Lee\n112,Cy Roe\n", "r.csv");
  const collection by_name =
      collected(files({{"Bob Lee_112_assignsubmission_file_/lab04.cu", kernel},
                       {"Cy Roe_7_assignsubmission_file_/lab04.cu", kernel + "x"}}),
                &numbers);
  CHECK(of(by_name, "111").path == "Bob Lee_112_assignsubmission_file_/lab04.cu");
  CHECK(of(by_name, "112").path == "Cy Roe_7_assignsubmission_file_/lab04.cu");
  const collection canvas = collected(files({{"leebob_LATE_5_9_lab04-1.cu", kernel},
                                             {"leebob_LATE_5_9_notes.cu", kernel + "x"},
                                             {"roecy_6_8_report.pdf", ""}}),
                                      &students);
  CHECK(canvas.form == "a Canvas download");
  CHECK(of(canvas, "bl").marked_late);
  CHECK(of(canvas, "bl").path == "leebob_LATE_5_9_lab04-1.cu");
  CHECK(of(canvas, "cr").state == hand_in_state::nothing);
}

TEST_CASE("files, folders, archives, clones and downloads of platforms, all in one folder") {
  handed_files given = files({{"ann.cu", kernel},
                              {"bob/lab04.cu", kernel},
                              {"cy.zip/lab04.cu", kernel},
                              {"dan/lab04.cu", kernel},
                              {"moodle.zip/Eve Lee_71_assignsubmission_file_/lab04.cu", kernel},
                              {"moodle.zip/Fay Ito_72_assignsubmission_file_/lab04.cpp", kernel},
                              {"canvas/sub/golgus_5_9_lab04.cu", kernel},
                              {"canvas/sub/hoehal_LATE_6_10_lab04.cu", kernel},
                              {"ida.cpp", kernel},
                              {"readme.txt", ""}});
  given.folders = {"bob",
                   "canvas",
                   "canvas/sub",
                   "cy.zip",
                   "dan",
                   "moodle.zip",
                   "moodle.zip/Eve Lee_71_assignsubmission_file_",
                   "moodle.zip/Jo Ek_73_assignsubmission_file_"};
  given.commits = {{"dan", "0123456789abcdef", instant(1000s)}};
  given.files[2].came = given.files[4].came = instant(5000s);
  const collection all = collected(given);
  CHECK(all.form == "mixed: 1 file, 1 folder, 1 archive, 1 clone by git, a Canvas download "
                    "(canvas/sub), a Moodle download (moodle.zip)");
  std::string owners;
  for (const hand_in& each : all.hand_ins)
    owners += each.owner + (each.graded() ? " " : "- ");
  CHECK(owners == "5 6 71 72- 73- ann bob cy dan ");
  CHECK(of(all, "6").marked_late);
  CHECK(of(all, "71").name == "Eve Lee");
  CHECK(of(all, "71").time == instant(1000s)); // as the platform says
  CHECK(of(all, "cy").time == instant(5000s)); // when the archive came
  CHECK(of(all, "72").problem == "has no .cu file, but lab04.cpp");
  CHECK(of(all, "73").problem == "has no .cu file");
  CHECK(of(all, "dan").commit == "0123456789abcdef");
  REQUIRE(all.remarks.size() == 2);
  CHECK(all.remarks[0] == "Beside the hand-ins, and not read: ida.cpp, readme.txt.");
}

TEST_CASE("a student's archive that looks like a download hands in for nobody else") {
  const roster students("id,name,number\ncy,Cy Roe,7\neve,Eve Lee,71\n", "r.csv");
  handed_files given = files({{"cy.zip/Eve Lee_71_assignsubmission_file_/lab04.cu", kernel}});
  given.folders = {"cy.zip"};
  given.files.push_back({"eve.cu", kept_text(kernel + "// eve's\n"), instant(1s)});
  const collection all = collected(given, &students);
  REQUIRE(all.hand_ins.size() == 2);
  CHECK(of(all, "cy").graded());
  CHECK(of(all, "eve").path == "eve.cu");
}

TEST_CASE("an export of Gradescope, in the folder it comes in") {
  handed_files given = files({{"assignment_1_export/submission_7/lab04.cu", kernel},
                              {"assignment_1_export/submission_metadata.yml", ""}});
  given.files[1].text =
      kept_text("---\nsubmission_7:\n  :submitters:\n  - :name: Ann Lee\n    :sid: '17'\n"
                "    :email: ann@x.org\n  :created_at: 2026-11-30 21:58:00.1 +01:00\n"
                "  :results:\n    tests:\n    - :name: wrong\n");
  const collection all = collected(given);
  CHECK(all.form == "a Gradescope export");
  CHECK(of(all, "17").name == "Ann Lee");
  CHECK(of(all, "17").time == sys_days{2026y / 11 / 30} + 20h + 58min);
}

TEST_CASE("who is late, by the course, groups, and the last of several counts") {
  course term;
  term.groups["red"] = {"ann", "bob"};
  term.labs["lab04"] = {.lab = "lab04", .due = instant(1000s), .late = {.percent_a_day = 10}};
  handed_files given = files({{"ann.cu", kernel}, {"bob.cu", kernel}, {"cy.cu", kernel}});
  given.files[1].time = instant(5000s);
  collection all = collected(given, nullptr, &term);
  REQUIRE(all.hand_ins.size() == 3);
  CHECK(all.hand_ins[1].state == hand_in_state::superseded);
  CHECK(all.hand_ins[2].state == hand_in_state::ready);
  CHECK(all.hand_ins[2].path == "bob.cu");
  CHECK(all.hand_ins[2].students == std::vector<std::string>{"ann", "bob"});
  CHECK(all.hand_ins[2].late.late == 4000s);
  CHECK(of(all, "cy").late.late == 0s);
  CHECK(text_of(all).find("late by 66 min: 90 % of the points remain") != std::string::npos);
}

TEST_CASE("of a student who handed in twice the later one counts, unless it cannot be graded") {
  handed_files given = files({{"ann.cu", kernel},
                              {"ann/lab04.cu", kernel + "// earlier\n"},
                              {"bob.zip/lab04.cu", kernel},
                              {"bob.cu", "\n"}});
  given.folders = {"ann", "bob.zip"};
  given.files[1].time = instant(900s);
  given.files[3].time = instant(2000s);
  const collection all = collected(given);
  std::string found;
  for (const hand_in& each : all.hand_ins)
    found += fmt::format("{} {}; ", each.path, name_of(each.state));
  CHECK(found ==
        "ann.cu ready; ann/lab04.cu superseded; bob.cu superseded; bob.zip/lab04.cu ready; ");
  CHECK(all.hand_ins[1].problem == "ann.cu counts: handed in later by the same");
  CHECK(all.hand_ins[2].problem == "is empty; bob.zip/lab04.cu counts");
}

TEST_CASE("archives: what leads out of them, links, bombs") {
  const scratch_folder scratch;
  write(scratch.path() / "all.zip", archive_of({{"K\xC3\xA4the/lab04.cu", kernel}}));
  handed_files all = read_hand_ins(scratch.path() / "all.zip");
  const std::string deep = archive_of({{"deeper.zip", "x"}});
  add_inner_archive(archive_of({{"\xC5\x81uk/lab04.cu", kernel}, {"in.zip", deep}}, "tgz"), "z.tgz",
                    instant(7s), all);
  REQUIRE(all.files.size() == 2);
  CHECK(all.files[0].path == "K\xC3\xA4the/lab04.cu");
  CHECK(all.files[0].time == instant(1'700'000'000s));
  CHECK(all.files[1].path == "z.tgz/\xC5\x81uk/lab04.cu");
  CHECK(all.files[1].came == instant(7s));
  CHECK(all.files[0].text.read() == kernel);
  REQUIRE(all.refused.size() == 1);
  CHECK(all.refused[0].path == "z.tgz/in.zip/deeper.zip");
  CHECK(all.refused[0].why == "is an archive in too many archives (unpack the outer one)");
  CHECK(refusal(archive_of({{"a/../../lab04.cu", kernel}})) ==
        "holds 'a/../../lab04.cu', which leads out of it");
  CHECK(refusal(archive_of({{"/etc/x.cu", kernel}}, "tar")).find("is an absolute name") !=
        std::string::npos);
  CHECK(refusal("no archive at all").find("cannot be unpacked") != std::string::npos);
  CHECK(refusal(archive_of({{"a.cu", std::string(100'000, 'x')}}).substr(0, 150)) != "");
  handed_files odd;
  add_inner_archive(archive_of({{"@a/lab04.cu", "/etc/passwd"},
                                {"b/lab04.cu", std::string(largest_hand_in + 1, ' ')},
                                {"__MACOSX/c/._lab04.cu", "x"}}),
                    "odd.zip", {}, odd);
  CHECK(odd.files.empty());
  REQUIRE(odd.refused.size() == 2);
  CHECK(odd.refused[0].path == "odd.zip/a/lab04.cu");
  CHECK(odd.refused[0].why == "is a link or a device");
  CHECK(odd.refused[1].why == "is larger than 1 MiB");
}

TEST_CASE(
    "a student's own archive in a download, named or in a folder, came when it was handed in") {
  const scratch_folder scratch;
  const std::string own = archive_of({{"my work/lab04.cu", kernel}});
  const std::string download =
      archive_of({{"Eve Lee_71_assignsubmission_file_/eve.zip", own},
                  {"Fay Ito_72_assignsubmission_file_/lab04.cu", kernel + "//"},
                  {"Gus Ek_73_assignsubmission_file_gus.zip", "damaged"}});
  write(scratch.path() / "in/moodle.zip", download);
  write(scratch.path() / "in/ann.cu", kernel + "// a");
  for (const char* where : {"in/moodle.zip", "in"}) {
    CAPTURE(where);
    const collection all = collected(read_hand_ins(scratch.path() / where));
    CHECK(of(all, "71").graded());
    CHECK(of(all, "71").text.read() == kernel);
    CHECK(of(all, "71").time == instant(1'700'000'000s));
    CHECK(of(all, "72").graded());
    CHECK(of(all, "73").state == hand_in_state::nothing);
    REQUIRE(of(all, "73").remarks.size() == 1);
    CHECK(of(all, "73").remarks[0].find("cannot be unpacked") != std::string::npos);
  }
}

TEST_CASE("a folder as it lies on the disk is read, and stays as it is") {
  const scratch_folder scratch;
  write(scratch.path() / "ann/lab04.cu", kernel);
  write(scratch.path() / "bob/work.zip", archive_of({{"src/lab04.cu", kernel}}));
  write(scratch.path() / "cy/work.zip", archive_of({{"../lab04.cu", kernel}}));
  fs::create_directories(scratch.path() / "dan");
  fs::create_symlink("../ann/lab04.cu", scratch.path() / "dan/lab04.cu");
  const collection all = collected(read_hand_ins(scratch.path()));
  CHECK(of(all, "ann").state == hand_in_state::ready);
  CHECK(of(all, "bob").path == "bob/work.zip/src/lab04.cu");
  CHECK(of(all, "cy").state == hand_in_state::nothing);
  REQUIRE(of(all, "cy").remarks.size() == 1);
  CHECK(of(all, "cy").remarks[0] == "cy/work.zip holds '../lab04.cu', which leads out of it");
  CHECK(of(all, "dan").remarks[0] == "dan/lab04.cu is a link");
  CHECK_THROWS_AS(read_hand_ins(scratch.path() / "nothing"), unreadable_hand_ins);
  CHECK_THROWS_AS(read_hand_ins(scratch.path() / "ann/lab04.cu"), unreadable_hand_ins);
}

TEST_CASE("clones by git: the last commit, or a tag, and none of a clone's own programs") {
  const scratch_folder scratch;
  const std::string clone = (scratch.path() / "ann").string();
  const std::string git = "git -C '" + clone + "' -c user.name=a -c user.email=a@b ";
  const auto done = [](const std::string& line) {
    return std::system((line + " >/dev/null 2>&1").c_str()) == 0;
  };
  REQUIRE(done("git init -q '" + clone + "'"));
  write(clone + "/lab04.cu", kernel);
  REQUIRE(done(git + "add lab04.cu"));
  REQUIRE(done("GIT_COMMITTER_DATE='2026-11-30T12:00:00Z' " + git + "commit -q -m one"));
  REQUIRE(done(git + "tag done"));
  write(clone + "/lab04.cu", kernel + "// more\n");
  REQUIRE(done("GIT_COMMITTER_DATE='2026-12-01T12:00:00Z' " + git + "commit -q -a -m two"));
  const fs::path trace = scratch.path() / "trace";
  for (const char* key : {"core.fsmonitor", "core.sshCommand", "core.pager", "gpg.program",
                          "core.hooksPath", "diff.external"})
    REQUIRE(done(git + "config " + key + " 'touch " + trace.string() + "'"));
  const collection last = collected(read_hand_ins(scratch.path()));
  CHECK(last.form == "clones by git");
  CHECK(of(last, "ann").text.read() == kernel + "// more\n");
  CHECK(of(last, "ann").time == sys_days{2026y / 12 / 1} + 12h);
  CHECK(of(last, "ann").commit.size() == 40);
  const collection tagged = collected(read_hand_ins(scratch.path(), "done"));
  CHECK(of(tagged, "ann").text.read() == kernel);
  CHECK(of(tagged, "ann").time == sys_days{2026y / 11 / 30} + 12h);
  const collection none = collected(read_hand_ins(scratch.path(), "--output=x"));
  CHECK(of(none, "ann").remarks[0] == "ann is a clone by git without a commit '--output=x'");
  CHECK(!fs::exists(trace));
}

TEST_CASE("a roster that is none says what is wrong") {
  CHECK_THROWS_WITH(roster("", "r.csv"), "r.csv is empty: its first line names the columns.");
  CHECK_THROWS_WITH(roster("a,b\n1,2\n", "r.csv"),
                    "r.csv:1: no column is called id, username or email. It has: a, b.");
  CHECK_THROWS_WITH(roster("id\nx\nx\n", "r.csv"),
                    "r.csv: line 3 has the id of an earlier one, 'x'.");
  CHECK(csv_cell("=1+1") == "'=1+1");
  CHECK(csv_cell("a,\"b\"") == "\"a,\"\"b\"\"\"");
}
