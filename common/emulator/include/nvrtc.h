// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#error                                                                                             \
    "the emulated device does not have nvrtc.h: compile the kernel's source with the program and launch it by its name"
