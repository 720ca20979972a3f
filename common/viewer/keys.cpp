// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "viewer/keys.h"

namespace cudalab::viewer {

void press(controls& wanted, char key) {
  for (const system_facts& each : systems)
    if (each.key == key && wanted.what != each.what) {
      wanted.what = each.what;
      wanted.restart = wanted.look_again = true;
    }
  if (key >= '1' && key < '1' + static_cast<char>(block_shapes.size()))
    wanted.block = block_shapes[static_cast<std::size_t>(key - '1')];
  switch (key) {
  case ' ':
    wanted.paused = !wanted.paused;
    break;
  case 'n':
    wanted.paused = wanted.one_step = true;
    break;
  case 'v':
    wanted.unlimited = !wanted.unlimited;
    break;
  case 'r':
    wanted.restart = true;
    break;
  case 'c':
    wanted.look_again = true;
    break;
  case 'p':
    wanted.save_picture = true;
    break;
  case 'h':
    wanted.help = true;
    break;
  case 'q':
  case escape:
    wanted.quit = true;
    break;
  default:
    break;
  }
}

std::string key_help() {
  std::string text = "drag: turn   wheel: nearer, farther   space: pause   n: one step   r: begin "
                     "again\nc: camera back   v: as fast as possible, or as the screen   p: save a "
                     "picture\nh: this help   Esc: end\n";
  for (const system_facts& each : systems)
    text += std::string(&each == systems.data() ? "" : "   ") + each.key + ": " + each.name;
  text += "\nblocks of";
  for (std::size_t i = 0; i < block_shapes.size(); ++i)
    text += "   " + std::to_string(i + 1) + ": " + std::to_string(block_shapes[i].x) + "x" +
            std::to_string(block_shapes[i].y);
  return text + "\n";
}

} // namespace cudalab::viewer
