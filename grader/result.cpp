// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/result.h"

namespace cudalab::grader {

std::string name_of(backend_kind value) {
  return value == backend_kind::gpu ? "gpu" : "cpu";
}

std::string name_of(check_status value) {
  switch (value) {
  case check_status::pass:
    return "pass";
  case check_status::fail:
    return "fail";
  case check_status::error:
    return "error";
  case check_status::noisy:
    return "noisy";
  case check_status::skipped:
    return "skipped";
  }
  return "error";
}

std::string name_of(check_kind value) {
  switch (value) {
  case check_kind::build:
    return "build";
  case check_kind::correctness:
    return "correctness";
  case check_kind::clean:
    return "clean";
  case check_kind::traffic:
    return "traffic";
  case check_kind::speed:
    return "speed";
  }
  return "build";
}

} // namespace cudalab::grader
