// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: functions of the program that a stream calls.
#include <memory>

#include "emulator/include/cudalab/api.h"
#include "emulator/runtime/queue/errors.h"
#include "emulator/runtime/queue/node_parameters.h"
#include "emulator/runtime/queue/submit.h"

using namespace cudalab::emulator;

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  if (function == nullptr)
    return finish(cudaErrorInvalidValue);
  std::shared_ptr<node_parameters> given;
  if (is_capturing(stream)) {
    given = std::make_shared<node_parameters>();
    given->given = cudaHostNodeParams{function, data};
  }
  return finish(submit(stream, {.name = "cudaLaunchHostFunc",
                                .perform = [=](operation_number) { function(data); },
                                .called_at = __builtin_return_address(0),
                                .kind = work_kind::host_function,
                                .on_host = true,
                                .given = given}));
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data,
                                  unsigned int flags) {
  if (callback == nullptr || flags != 0)
    return finish(cudaErrorInvalidValue);
  return finish(
      submit(stream, {.name = "cudaStreamAddCallback",
                      .perform = [=](operation_number) { callback(stream, device_error(), data); },
                      .called_at = __builtin_return_address(0),
                      .kind = work_kind::host_function,
                      .on_host = true,
                      .even_after_errors = true}));
}
