// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// LAB_FUNCTION(name, parameters...) at the end of a labNN.h tells the lab's program which
/// functions it can be asked to call. It means nothing in the student's own file.
///
/// LAB_STRUCT(name, type) tells it that all members of a structure, which such a function takes or
/// returns, are of one type.
#pragma once

#ifndef LAB_FUNCTION
#define LAB_FUNCTION(...)
#endif

#ifndef LAB_STRUCT
#define LAB_STRUCT(...)
#endif
