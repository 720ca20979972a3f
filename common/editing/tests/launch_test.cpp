// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// F5 in VS Code, without VS Code: launch.json's task, then what its debug adapter ("cppdbg", the
// C/C++ extension) tells gdb, in gdb's machine interface.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "editing/tests/piped_program.h"

using cudalab::editing::piped_program;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const std::string course = CUDALAB_SOURCE_ROOT;
/// The file in the editor. (Another test debugs lab04 in the same folder.)
const fs::path open_file = course + "/solutions/lab03_naive_matmul/lab03.cu";

std::string text_of(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  REQUIRE_MESSAGE(stream, path.string());
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

json first_of(const std::string& name, const std::string& list) {
  return json::parse(text_of(course + "/.vscode/" + name), nullptr, true, true).at(list).at(0);
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

/// VS Code's variables. "build" is this build.
std::string substituted(std::string text) {
  replace_all(text, "${workspaceFolder}/build/", CUDALAB_BUILD_ROOT "/");
  replace_all(text, "${workspaceFolder}", course);
  replace_all(text, "${fileBasenameNoExtension}", open_file.stem().string());
  CHECK_MESSAGE(text.find("${") == std::string::npos, text);
  return text;
}

int line_of(const std::string& part) {
  const std::string text = text_of(open_file);
  const std::size_t at = text.find(part);
  REQUIRE(at != std::string::npos);
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + long(at), '\n'));
}

/// Quoted as the machine interface reads it.
std::string quoted(std::string text) {
  replace_all(text, "\\", "\\\\");
  replace_all(text, "\"", "\\\"");
  return '"' + text + '"';
}

class mi_session {
public:
  /// gdb's answer, after what it and the program have said before.
  std::string tell(const std::string& command) {
    gdb_.write("7" + command + "\n");
    return line_with("\n7^");
  }

  /// All up to the line of this event, and with it.
  std::string wait_for(const std::string& event) { return line_with("\n" + event); }

private:
  std::string line_with(const std::string& begin) {
    const std::string said = gdb_.read_through(begin);
    return said + gdb_.read_through("\n");
  }

  piped_program gdb_ = piped_program({"gdb", "-q", "-nx", "--interpreter=mi3"});
};

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("launch.json: gdb stops in the kernel at a breakpoint's line, in the named thread") {
  if (std::system("command -v gdb >/dev/null") != 0) {
    MESSAGE("SKIPPED: gdb is not installed (sudo apt-get install gdb)");
    return;
  }
  // The task "build for gdb", of the grader that ./lab starts; the solution in place of the file.
  REQUIRE(std::system(("'" CUDALAB_GRADER "' run lab03 --with gdb --file '" + open_file.string() +
                       "' >/dev/null 2>&1")
                          .c_str()) == 0);
  const json launch = first_of("launch.json", "configurations");
  CHECK(launch.at("type") == "cppdbg");
  CHECK(launch.at("MIMode") == "gdb");

  mi_session gdb;
  const auto done = [&gdb](const std::string& command) {
    const std::string answer = gdb.tell(command);
    REQUIRE_MESSAGE(has(answer, "7^done"), command << "\n" << answer);
    return answer;
  };
  done("-gdb-set mi-async on");
  for (const json& each : launch.at("setupCommands")) {
    const std::string text = substituted(each.at("text"));
    done(text.at(0) == '-' ? text : "-interpreter-exec console " + quoted(text));
  }
  done("-interpreter-exec console \"help info cuda\""); // cudalab.py is in
  done("-environment-cd " + quoted(substituted(launch.at("cwd"))));
  done("-file-exec-and-symbols " + quoted(substituted(launch.at("program"))));
  std::string arguments;
  for (const json& each : launch.at("args"))
    arguments += " " + quoted(substituted(each));
  done("-exec-arguments" + arguments);

  const int line = line_of("  if (row >= I || col >= K)");
  const std::string place = open_file.string() + ":" + std::to_string(line);
  done("-break-insert -f -c " + quoted("$block(0,0) && $thread(2,1)") + " " + quoted(place));
  const std::string started = gdb.tell("-exec-run");
  if (has(started, "ould not trace the inferior") || has(started, "Operation not permitted")) {
    MESSAGE("SKIPPED: gdb may not trace programs here");
    return;
  }
  REQUIRE_MESSAGE(has(started, "7^running"), started);
  const std::string stop = gdb.wait_for("*stopped,");
  for (const std::string& part :
       {std::string("*stopped,reason=\"breakpoint-hit\""),
        std::string("func=\"matmul_naive_kernel\""),
        "fullname=" + quoted(open_file) + ",line=\"" + std::to_string(line) + '"'})
    REQUIRE_MESSAGE(has(stop, part), part << "\n" << stop);
  // As the variables, a watched expression and the debug console's "-exec" ask.
  CHECK(has(done("-stack-list-variables 1"), "{name=\"row\",value=\"1\"}"));
  CHECK(has(done("-var-create - * threadIdx.x"), "value=\"2\""));
  CHECK(has(done("-interpreter-exec console \"info cuda\""),
            "block (0,0,0), thread (2,1,0) of matmul_naive_kernel"));
  done("-break-delete");
  REQUIRE(has(gdb.tell("-exec-continue"), "7^running"));
  const std::string end = gdb.wait_for("=thread-group-exited,id=\"i1\"");
  CHECK_MESSAGE(has(end, "matmul_naive"), end); // what the program says of its calls
}
