// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// LAB_FUNCTION(name, parameters...) at the end of a labNN.h tells the lab's program which
/// functions it can be asked to call. It means nothing in the student's own file.
#pragma once

#ifndef LAB_FUNCTION
#define LAB_FUNCTION(...)
#endif
