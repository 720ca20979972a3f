// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// CUDA's errors that say something of the machine and nothing of the program that met them.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace cudalab::protocol {

/// No device, one that is taken or broken, a driver that does not fit: the names of the CUDA
/// runtime API's error codes (CUDA Runtime API, section "Data types used by CUDA Runtime").
inline constexpr std::array<std::string_view, 26> machine_errors = {
    "cudaErrorCompatNotSupportedOnDevice",
    "cudaErrorContained",
    "cudaErrorDeviceNotLicensed",
    "cudaErrorDevicesUnavailable",
    "cudaErrorDeviceUninitialized",
    "cudaErrorECCUncorrectable",
    "cudaErrorInsufficientDriver",
    "cudaErrorJitCompilerNotFound",
    "cudaErrorMpsClientTerminated",
    "cudaErrorMpsConnectionFailed",
    "cudaErrorMpsMaxClientsReached",
    "cudaErrorMpsMaxConnectionsReached",
    "cudaErrorMpsRpcFailure",
    "cudaErrorMpsServerNotReady",
    "cudaErrorNoDevice",
    "cudaErrorNoKernelImageForDevice",
    "cudaErrorNvlinkUncorrectable",
    "cudaErrorOperatingSystem",
    "cudaErrorSharedObjectInitFailed",
    "cudaErrorSharedObjectSymbolNotFound",
    "cudaErrorSoftwareValidityNotEstablished",
    "cudaErrorStartupFailure",
    "cudaErrorStubLibrary",
    "cudaErrorSystemDriverMismatch",
    "cudaErrorSystemNotReady",
    "cudaErrorUnknown"};

/// @param name as cudaGetErrorName() gives it
inline bool is_machine_error(std::string_view name) {
  return std::find(machine_errors.begin(), machine_errors.end(), name) != machine_errors.end();
}

} // namespace cudalab::protocol
