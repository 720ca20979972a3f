// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// In place of show_in_window.cpp where GLFW was not found when the tools were configured.
#include "viewer/show.h"

namespace cudalab::viewer {

void show_in_window(const view_options&) {
  throw missing_here("A window needs GLFW, which was not here when the tools were built:\n"
                     "    sudo apt-get install libglfw3-dev\n"
                     "and configure the build folder again. Without a window:\n"
                     "    ./lab view lab07 --frames 10 --out pictures");
}

} // namespace cudalab::viewer
