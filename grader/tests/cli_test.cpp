// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The tool as a person meets it: what it says and how it ends.
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <pty.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/files/places.h"
#include "grader/judge_headers.h"
#include "grader/report/json.h"
#include "grader/tests/fixed_grade.h"
#include "grader/tests/schema_validator.h"
#include "grader/tests/scratch_folder.h"

using namespace cudalab::grader;
namespace fs = std::filesystem;

namespace {

struct ended {
  int code = -1;
  std::string said; ///< standard output and error
};

ended run_line(const std::string& command) {
  ended result;
  FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> buffer;
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe))
    result.said.append(buffer.data(), count);
  const int status = pclose(pipe);
  result.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

ended run(const std::string& arguments, const std::string& redirection = "2>&1") {
  return run_line(std::string("'") + CUDALAB_GRADER + "' " + arguments + ' ' + redirection);
}

bool says(const ended& result, const std::string& part) {
  return result.said.find(part) != std::string::npos;
}

/// What a command writes to a wide terminal; what it says there on standard error is left out.
std::string in_terminal(const std::string& arguments) {
  winsize wide{};
  wide.ws_row = 40;
  wide.ws_col = 120;
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, &wide);
  REQUIRE(child >= 0);
  if (child == 0) {
    setenv("TERM", "xterm", 1);
    const std::string line = std::string("'") + CUDALAB_GRADER + "' " + arguments + " 2>/dev/null";
    execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
    _exit(127);
  }
  std::string said;
  std::array<char, 4096> buffer;
  for (ssize_t count = 0; (count = read(terminal, buffer.data(), buffer.size())) > 0;)
    said.append(buffer.data(), static_cast<std::size_t>(count));
  close(terminal);
  waitpid(child, nullptr, 0);
  return said;
}

std::string content_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

} // namespace

TEST_CASE("wrong usage ends with 2 and says what is wrong") {
  const ended nothing = run("");
  CHECK(says(nothing, "grade"));
  const ended unknown = run("grad lab04");
  CHECK(unknown.code == 2);
  CHECK(says(unknown, "there is no command 'grad'"));
  const ended option = run("grade lab04 --fast");
  CHECK(option.code == 2);
  CHECK(says(option, "--fast"));
  const ended backend = run("grade lab04 --backend tpu");
  CHECK(backend.code == 2);
  CHECK(says(backend, "tpu"));
  const ended both = run("grade lab04 --solution --file x.cu");
  CHECK(both.code == 2);
  CHECK(run("grade lab04 --json ''").code == 2); // nothing would be written
  for (const std::string given : {"banana", "-1", "0x1", "99999999999999999999"}) {
    const ended seed = run("grade lab04 --seed " + given);
    CHECK(seed.code == 2);
    CHECK(says(seed, "'" + given + "' is no seed"));
  }
}

TEST_CASE("help is no error") {
  const ended help = run("--help");
  CHECK(help.code == 0);
  CHECK(says(help, "doctor"));
  const ended grade = run("grade --help");
  CHECK(grade.code == 0);
  CHECK(says(grade, "--backend"));
}

TEST_CASE("an unknown lab: near names are proposed") {
  const ended near = run("grade lab05x");
  CHECK(near.code == 2);
  CHECK(says(near, "there is no lab 'lab05x'"));
  const ended slip = run("grade lba04");
  CHECK(slip.code == 2);
  CHECK(says(slip, "lab04"));
  CHECK(run("grade lab04/../lab03").code == 2); // which of the two?
}

TEST_CASE("a file that is not there, a folder, a device") {
  const ended missing = run("grade lab04 --file /no/such/file.cu");
  CHECK(missing.code == 2);
  CHECK(says(missing, "there is no file /no/such/file.cu"));
  const ended folder = run("grade lab04 --file /tmp");
  CHECK(folder.code == 2);
  CHECK(says(folder, "is a folder"));
  const ended endless = run("grade lab04 --file /dev/zero");
  CHECK(endless.code == 2);
  CHECK(says(endless, "is a device"));
}

TEST_CASE("run --with: an unknown tool, and one that needs a GPU") {
  const ended unknown = run("run lab04 --with valgrind");
  CHECK(unknown.code == 2);
  CHECK(says(unknown, "compute-sanitizer"));
  const ended other_backend = run("run lab04 --with gdb --backend gpu");
  CHECK(other_backend.code == 2);
  const ended profiler = run("run lab04 --with ncu");
  CHECK(says(profiler, "ncu --metrics l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"));
  CHECK(says(profiler, "lab04_gpu"));
  CHECK(says(profiler, " --replay "));
  CHECK(says(profiler, "was not found") == (profiler.code == 2));
}

TEST_CASE("run --with gdb: the printed program makes the lab's calls by itself") {
  const ended printed = run("run lab04 --with gdb");
  REQUIRE(says(printed, " --args "));
  CHECK(says(printed, "if $block(0,0) && $thread(1,0)"));
  CHECK(says(printed, "1. matmul_tiled(d_M, d_N, d_P, 32, 32, 32)"));
  const std::size_t at = printed.said.find(" --args ") + 8;
  const std::string program = printed.said.substr(at, printed.said.find('\n', at) - at);
  const ended replayed = run_line(program + " 2>&1");
  CHECK(says(replayed, "call 1 of 4: matmul_tiled\ncall 2 of 4: matmul_tiled\n"));
  const ended nowhere = run_line(program + "/none 2>&1");
  CHECK(nowhere.code == 3);
  CHECK(says(nowhere, "the calls cannot be read"));
}

TEST_CASE("list shows the labs") {
  const ended list = run("list");
  CHECK(list.code == 0);
  CHECK(says(list, "lab04"));
  CHECK(says(list, "Points"));
}

TEST_CASE("doctor shows what is here") {
  const ended doctor = run("doctor");
  CHECK((doctor.code == 0 || doctor.code == 2));
  CHECK(says(doctor, "clang"));
  CHECK(says(doctor, "NVIDIA GPU"));
  CHECK(says(doctor, "NVML"));
  CHECK(says(doctor, "sandbox"));
}

TEST_CASE("a file that does not compile is a graded result: as text, as JSON and as a page") {
  scratch_folder scratch;
  const auto file = scratch.path() / "broken.cu";
  std::ofstream(file) << "#include <cuda_runtime.h>\nint x = ;\n";
  const auto json = scratch.path() / "grade.json", page = scratch.path() / "grade.html",
             again = scratch.path() / "again.html";
  const ended result = run("grade lab04 --backend cpu --seed 3 --file " + file.string() +
                           " --json " + json.string() + " --report " + page.string());
  CHECK(result.code == 1);
  CHECK(says(result, "broken.cu:2"));
  CHECK(says(result, "Not yet: 0 of"));
  const auto document = read_json(json);
  const auto problems = validate(document, read_json(CUDALAB_SCHEMA_FILE));
  CHECK_MESSAGE(problems.empty(), (problems.empty() ? "" : problems.front()));
  CHECK(document["verdict"] == "fail");
  CHECK(document["points"] == 0);
  CHECK(document["seed"] == 3);
  CHECK(document["checks"][0]["status"] == "error");
  CHECK(document["file"] == "broken.cu");
  CHECK(document["sources"][0]["file"] == "broken.cu");
  CHECK(says({0, document["checks"][0]["data"]["command"]}, "emucc"));
  for (const auto& folder : {scratch.path(), source_root(), build_root()})
    CHECK(content_of(json).find(folder.string()) == std::string::npos);
  const std::string written = content_of(page);
  CHECK(written.rfind("<!DOCTYPE html>", 0) == 0);
  CHECK(written.find("The file does not compile: broken.cu:2") != std::string::npos);
  const ended report = run("report " + json.string() + ' ' + again.string());
  CHECK(report.code == 0);
  CHECK(report.said == "");
  CHECK(content_of(again) == written);
}

TEST_CASE("a grading says the same in a terminal as in a pipe, but for colours") {
  scratch_folder scratch;
  const auto file = scratch.path() / "broken.cu";
  std::ofstream(file) << "#include <cuda_runtime.h>\nint x = // " << std::string(100, 'x')
                      << "\n;\n";
  const std::string line = "grade lab04 --backend cpu --seed 3 --file " + file.string();
  const std::string shown = in_terminal(line);
  CHECK(shown.find("\033[31m") != std::string::npos);
  const std::string plain = std::regex_replace(shown, std::regex("\033\\[[0-9;]*m|\r"), "");
  CHECK(plain == run(line, "2>/dev/null").said);
}

TEST_CASE("report: what is no grade, and where no page can be written") {
  scratch_folder scratch;
  const auto file = scratch.path() / "grade.json", page = scratch.path() / "grade.html";
  const std::string good = to_json_text(fixed_grade());
  const auto report = [&](const std::string& content, const std::string& target) {
    std::ofstream(file, std::ios::binary) << content;
    return run("report " + file.string() + ' ' + target);
  };
  const auto refuses = [&](const std::string& content, const std::string& why) {
    const ended result = report(content, page.string());
    CHECK(result.code == 2);
    CHECK_MESSAGE(says(result, file.string() + ' ' + why), result.said);
    CHECK_FALSE(std::filesystem::exists(page));
  };
  const auto with = [&good](const std::string& part, const std::string& other) {
    std::string text = good;
    return text.replace(text.find(part), part.size(), other);
  };
  refuses("", "is empty");
  refuses(good.substr(0, good.size() / 2), "ends too early");
  refuses(with("\"checks\"", "checks"), "is no JSON from line 2");
  refuses("[1, 2]", "is JSON, but no grade");
  refuses("{\"schema\": 1}", "is JSON, but no grade");
  refuses(with("grade/v1", "grade/v2"), "has the form cudalab/grade/v2");
  refuses(with("\"verdict\"", "\"verdikt\""), "is a damaged grade");
  refuses(with("\"line\": 4", "\"line\": \"4\""), "is a damaged grade"); // of a finding
  refuses(with("\"data\": {", "\"data\": {\"deep\": " + std::string(100'000, '[') +
                                  std::string(100'000, ']') + ", "),
          "is a damaged grade");
  refuses(with("\"checks\": [", "\"checks\": 1, \"other\": ["), "is a damaged grade");

  CHECK(report(good, page.string()).code == 0);
  CHECK(content_of(page).find("Lab 04: Tiled matrix multiplication") != std::string::npos);
  const ended folder = report(good, "/no/such/folder/page.html");
  CHECK(folder.code == 2);
  CHECK(says(folder, "there is no folder /no/such/folder"));
  const ended itself = report(good, file.string());
  CHECK(itself.code == 2);
  CHECK(says(itself, "would overwrite the grade"));
  CHECK(content_of(file) == good);
  const ended full = report(good, "/dev/full");
  CHECK(full.code == 3);
  CHECK(says(full, "cannot write /dev/full: No space left on device"));
  const ended missing = run("report " + (scratch.path() / "none.json").string() + " x.html");
  CHECK(missing.code == 2);
  CHECK(says(missing, "none.json to read"));
  const ended no_file = run("report /tmp " + page.string());
  CHECK(no_file.code == 2);
  CHECK(says(no_file, "/tmp is a folder"));
  const ended same = run("grade lab04 --json a.html --report a.html");
  CHECK(same.code == 2);
  CHECK(says(same, "name the same file"));
  const std::string source = "int mine;\n";
  const fs::path mine = scratch.path() / "mine.cu", hard = scratch.path() / "hard";
  std::ofstream(mine) << source;
  fs::create_hard_link(mine, hard);
  for (const std::string& output : {"--json " + mine.string(), "--report " + hard.string()}) {
    const ended over = run("grade lab04 --file " + mine.string() + ' ' + output);
    CHECK(over.code == 2);
    CHECK(says(over, "would overwrite your file"));
  }
  CHECK(content_of(mine) == source);
  const ended nameless = run("grade lab04 --file ''");
  CHECK(nameless.code == 2);
  CHECK(says(nameless, "--file"));
  const fs::path pipe = scratch.path() / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  const ended alone = run("grade lab04 --json " + pipe.string());
  CHECK(alone.code == 2);
  CHECK(says(alone, "nobody reads from"));
}

TEST_CASE("limits: bad input ends with 2, names the file and writes nothing") {
  const scratch_folder folder;
  const std::string at = folder.path().string() + "/";
  const auto write = [&](const std::string& name, const std::string& device, double ms) {
    std::ofstream(at + name) << R"({"schema":"cudalab/bench/v1","lab":")" << name.substr(0, 5)
                             << R"(","title":"t","device":")" << device
                             << R"(","remarks":[],"tables":[{"name":"n","reference":"","rows":[
                                   {"name":"k","ms":)"
                             << ms << "}]}]}";
  };
  write("lab03.json", "one", 1);
  write("lab04.json", "one", 1);
  write("lab03 again.json", "one", 1);
  write("lab05.json", "two", 1);
  write("lab06.json", "one", 0);
  std::ofstream(at + "text.json") << "no JSON";
  std::ofstream(at + "other.json") << R"({"schema":"cudalab/grade/v1"})";
  const auto limits = [&](const std::string& page, const std::vector<std::string>& files) {
    std::string arguments = "limits '" + at + page + "'";
    for (const std::string& each : files)
      arguments += " '" + at + each + "'";
    return run(arguments);
  };
  struct {
    std::vector<std::string> files;
    const char* said;
  } const wrong[] = {
      {{"lab03.json", "gone.json"}, "gone.json cannot be read: No such file or directory."},
      {{"."}, "is a folder"},
      {{"text.json"}, "text.json is not what './lab bench LAB --json FILE' writes"},
      {{"other.json"}, "other.json is not what './lab bench LAB --json FILE' writes"},
      {{"lab03.json", "lab03 again.json"}, "are both of lab03"},
      {{"lab03.json", "lab05.json"}, "a page is of one device"},
      {{"lab06.json"}, "has no row with a time"},
      {{}, "measured is required"}};
  for (const auto& [files, said] : wrong) {
    const ended result = limits("page.md", files);
    CAPTURE(result.said);
    CHECK(result.code == 2);
    CHECK(says(result, said));
    CHECK_FALSE(fs::exists(at + "page.md"));
  }
  CHECK(limits("page.txt", {"lab03.json"}).code == 2);
  CHECK(limits("gone/page.md", {"lab03.json"}).code == 2);
  CHECK(limits("lab03.json", {"lab03.json"}).code == 2); // would be overwritten
  const ended written = limits("2026-11-29-page.md", {"lab04.json", "lab03.json"});
  CAPTURE(written.said);
  CHECK(written.code == 0);
  for (const char* name :
       {"2026-11-29-page.md", "2026_11_29_page_fractions.svg", "2026_11_29_page_roofline.svg"})
    CHECK(fs::file_size(at + name) > 100);
}

TEST_CASE("run does not call a kernel right that stores behind its result") {
  scratch_folder scratch;
  const auto file = scratch.path() / "unguarded.cu";
  std::ofstream(file) << R"(#include "lab03.h"
__global__ void product(const float* M, const float* N, float* P, int I, int J, int K) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row > I || col >= K) // one row too many
    return;
  float sum = 0;
  for (int j = 0; j < J && row < I; ++j)
    sum += M[row * J + j] * N[j * K + col];
  P[row * K + col] = sum;
}
void matmul_naive(const float* d_M, const float* d_N, float* d_P, int I, int J, int K) {
  product<<<dim3((K + 15) / 16, I / 16 + 1), dim3(16, 16)>>>(d_M, d_N, d_P, I, J, K);
}
)";
  const ended result = run("run lab03 --backend cpu --file " + file.string());
  CHECK(result.code == 1);
  CHECK(says(result, "d_P is right here, but see below"));
  CHECK(says(result, "just before or after d_P was overwritten"));
}

TEST_CASE("output that cannot be written is the tool's failure, not the student's") {
  const ended full = run("list", "2>&1 >/dev/full");
  CHECK(full.code == 3);
  CHECK(says(full, "could not be written"));
  CHECK(run("list", ">/dev/full 2>&1").code == 3);
  CHECK(run("list", ">&-").code == 3);
  CHECK(run("list", "<&- >&- 2>&-").code == 3);
  CHECK(run("list", "<&- 2>&-").code == 0);
  const ended json = run("grade lab04 --backend cpu --json /no/such/folder/grade.json");
  CHECK(json.code == 2);
  CHECK(says(json, "there is no folder /no/such/folder"));
}

TEST_CASE("checks that were built for another version of the judge are refused") {
  scratch_folder scratch;
  const std::filesystem::path judge = CUDALAB_GRADER;
  const std::filesystem::path& folder = scratch.path();
  std::filesystem::create_directory(folder / "bin");
  std::filesystem::create_directory(folder / "lib");
  std::filesystem::copy_file(judge, folder / "bin/grader");
  std::string module = content_of(judge.parent_path().parent_path() / "lib/lab04_checks.so");
  const auto put = [&] {
    std::ofstream(folder / "lib/lab04_checks.so", std::ios::binary | std::ios::trunc) << module;
    return run_line("'" + (folder / "bin/grader").string() + "' run lab04 --file /none 2>&1");
  };
  CHECK_FALSE(says(put(), "another version")); // the copy itself is good

  const std::size_t sum = module.find(cudalab_judge_headers);
  REQUIRE(sum != std::string::npos);
  module[sum] = module[sum] == '0' ? '1' : '0';
  const ended other = put();
  CHECK(other.code == 3);
  CHECK(says(other, "the checks of lab04 were built for another version of the grader"));
  CHECK(says(other, "\"./lab grade lab04\" builds them again"));
}
