// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "editing/tests/clangd_session.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

namespace cudalab::editing {

namespace {

using nlohmann::json;

/// As clangd writes them: what is neither a letter nor a digit nor one of these has a percent sign.
std::string uri_of(const std::string& path) {
  std::string uri = "file://";
  for (const unsigned char c : path)
    uri += std::isalnum(c) != 0 ||
                   std::string("-_.~/:").find(static_cast<char>(c)) != std::string::npos
               ? std::string(1, static_cast<char>(c))
               : fmt::format("%{:02X}", c);
  return uri;
}

json document(const std::string& path) {
  return {{"uri", uri_of(path)}};
}

} // namespace

clangd_session::clangd_session(const std::string& root)
    : clangd_({"clangd", "--log=error", "--background-index=0"}) {
  ask("initialize",
      {{"processId", nullptr}, {"rootUri", uri_of(root)}, {"capabilities", json::object()}});
  send({{"method", "initialized"}, {"params", json::object()}});
}

void clangd_session::send(json message) {
  message["jsonrpc"] = "2.0";
  const std::string body = message.dump();
  clangd_.write("Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
}

json clangd_session::receive() {
  const std::string header = clangd_.read_through("\r\n\r\n");
  const std::string name = "Content-Length: ";
  return json::parse(clangd_.read(std::stoul(header.substr(header.find(name) + name.size()))));
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
