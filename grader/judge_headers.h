// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#pragma once

/// A sum of the headers that the checks of labs are compiled with. It is part of the judge and of
/// each module: where they differ, the module was built before a change of what these headers
/// declare, and using it would end in a crash.
extern "C" const char cudalab_judge_headers[];
