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
#define CUDALAB_CHECK_KIND(id)                                                                     \
  case check_kind::id:                                                                             \
    return #id;
    CUDALAB_CHECK_KINDS(CUDALAB_CHECK_KIND)
#undef CUDALAB_CHECK_KIND
  }
  return "build";
}

} // namespace cudalab::grader
