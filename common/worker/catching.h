// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// From exceptions to the error fields of a reply.
#pragma once

#include <exception>

#include "lab/cuda_check.h"
#include "lab/scene.h"
#include "protocol/messages.h"
#include "worker/binding.h"
#include "worker/cuda_failure.h"

namespace cudalab::worker {

/// Does `work`; what it throws is told in the reply.
template <typename Reply, typename Work>
void catching(Reply& reply, Work&& work) {
  const auto tell = [&reply](const std::string& error, const char* text) {
    reply.error = error;
    reply.error_text = text != nullptr ? text : "an exception whose what() is a null pointer";
  };
  try {
    work();
  } catch (const bad_call& error) {
    tell(protocol::error_bad_call, error.what());
  } catch (const cuda_failure& error) {
    tell(error.name(), error.what());
  } catch (const lab::cuda_error& error) {
    tell(protocol::error_exception, error.what());
    if constexpr (requires { reply.cuda_error; }) {
      reply.cuda_error = cudaGetErrorName(error.code());
      reply.cuda_call = error.call();
    }
  } catch (const lab::complaint& error) {
    tell(protocol::error_exception, error.what());
    if constexpr (requires { reply.next; })
      reply.next = error.next();
  } catch (const std::exception& error) {
    tell(protocol::error_exception, error.what());
  } catch (...) {
    tell(protocol::error_exception, "an exception that is not a std::exception");
  }
}

} // namespace cudalab::worker
