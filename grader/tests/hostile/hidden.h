// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A part of hides_in_a_header.cu.
#pragma once

#define UNSEEN __attribute__((no_sanitize("thread")))
