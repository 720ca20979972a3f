// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The functions of one lab. Compiled once a lab, with LAB_HEADER naming its labNN.h.
#include "worker/binding.h"

#include LAB_HEADER

/// main() calls it, so that the linker takes this object out of its library. It does nothing: the
/// registrations above happen before main().
extern "C" void cudalab_lab_bindings() {}
