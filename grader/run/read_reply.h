// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A worker's answer to a call. It comes from a program with a student's code in it, which may send
/// what it likes: each part has the form of docs/formats.md, and a reasonable size, or the whole is
/// refused.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "grader/run/case_runner.h"

namespace cudalab::grader {

/// What the answer says; outputs are not part of it. @throws std::runtime_error
case_outcome read_reply(const protocol::call_reply& reply);

/// The list of kernels from its JSON, as add_up() and the gates of traffic read it; of an empty
/// text an empty list. @throws std::runtime_error
nlohmann::json parse_traffic(const std::string& json);

} // namespace cudalab::grader
