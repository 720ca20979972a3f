// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "editing/tests/clangd_session.h"

#include <algorithm>
#include <cerrno>
#include <stdexcept>
#include <system_error>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace cudalab::editing {

namespace {

using nlohmann::json;

json document(const std::string& path) {
  return {{"uri", "file://" + path}};
}

void check(int error, const char* what) {
  if (error != 0)
    throw std::system_error(error, std::generic_category(), what);
}

} // namespace

clangd_session::clangd_session(const std::string& root) {
  int requests[2], replies[2];
  if (pipe2(requests, O_CLOEXEC) != 0 || pipe2(replies, O_CLOEXEC) != 0)
    check(errno, "pipe2");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, requests[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, replies[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::string words[] = {"clangd", "--log=error", "--background-index=0"};
  char* arguments[] = {words[0].data(), words[1].data(), words[2].data(), nullptr};
  const int error = posix_spawnp(&child_, "clangd", &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(requests[0]);
  close(replies[1]);
  to_ = requests[1];
  from_ = replies[0];
  check(error, "clangd");
  ask("initialize",
      {{"processId", nullptr}, {"rootUri", "file://" + root}, {"capabilities", json::object()}});
  send({{"method", "initialized"}, {"params", json::object()}});
}

clangd_session::~clangd_session() {
  close(to_); // it ends when nobody talks to it
  close(from_);
  waitpid(child_, nullptr, 0);
}

void clangd_session::send(json message) {
  message["jsonrpc"] = "2.0";
  const std::string body = message.dump();
  const std::string all = "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  for (std::size_t sent = 0; sent < all.size();) {
    const ssize_t count = write(to_, all.data() + sent, all.size() - sent);
    if (count < 0)
      check(errno, "writing to clangd");
    sent += static_cast<std::size_t>(count);
  }
}

json clangd_session::receive() {
  const auto bytes = [this](std::size_t count) {
    std::string text(count, '\0');
    for (std::size_t got = 0; got < count;) {
      const ssize_t more = read(from_, text.data() + got, count - got);
      if (more <= 0)
        throw std::runtime_error("clangd has ended");
      got += static_cast<std::size_t>(more);
    }
    return text;
  };
  std::string header;
  while (header.size() < 4 || header.compare(header.size() - 4, 4, "\r\n\r\n") != 0)
    header += bytes(1);
  const std::string name = "Content-Length: ";
  return json::parse(bytes(std::stoul(header.substr(header.find(name) + name.size()))));
}

json clangd_session::ask(const std::string& method, json parameters) {
  send({{"id", ++last_id_}, {"method", method}, {"params", std::move(parameters)}});
  for (;;)
    if (json message = receive(); !message.contains("method") && message.value("id", 0) == last_id_)
      return message.at("result");
}

std::vector<std::string> clangd_session::open(const std::string& path, const std::string& text) {
  json item = document(path);
  item.update({{"languageId", "cuda-cpp"}, {"version", 1}, {"text", text}});
  send({{"method", "textDocument/didOpen"}, {"params", {{"textDocument", item}}}});
  for (;;) {
    const json message = receive();
    if (message.value("method", "") != "textDocument/publishDiagnostics" ||
        message["params"]["uri"] != item["uri"])
      continue;
    std::vector<std::string> found;
    for (const json& each : message["params"]["diagnostics"])
      found.push_back(std::to_string(each["range"]["start"]["line"].get<int>() + 1) + ": " +
                      each["message"].get<std::string>());
    return found;
  }
}

std::vector<std::string> clangd_session::complete(const std::string& path, const std::string& text,
                                                  const std::string& typed) {
  const std::size_t end = text.find(typed) + typed.size();
  const std::size_t line_begin = text.rfind('\n', end - 1) + 1;
  const json offered = ask("textDocument/completion",
                           {{"textDocument", document(path)},
                            {"position",
                             {{"line", std::count(text.begin(), text.begin() + long(end), '\n')},
                              {"character", end - line_begin}}}});
  std::vector<std::string> names;
  for (const json& each : offered.at("items"))
    names.push_back(each.at("filterText"));
  return names;
}

} // namespace cudalab::editing
