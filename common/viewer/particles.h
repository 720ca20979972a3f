// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a lab gives the viewer: labNN_view.cu implements it with the student's functions.
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "viewer/scene.h"

namespace cudalab::viewer {

/// The student's code is wrong; what() says where.
struct students_mistake : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Writes numbers into OpenGL's buffer object, from the host.
using upload_function = std::function<void(const std::vector<float>&)>;

/// One system of particles. Made, used and destroyed while its OpenGL context is current.
class particles {
public:
  virtual ~particles() = default;

  /// One step of all particles. Afterwards the buffer object has count positions of four numbers,
  /// then count colours. @throws students_mistake
  virtual void step() = 0;
  /// The next step is launched in blocks of this shape.
  virtual void change_block(const block_shape& block) = 0;
  /// For the person who looks: why it works in another way than asked for; may be empty.
  virtual std::string remark() const = 0;
};

/// How the buffer object begins: see particles::step().
std::vector<float> first_content(const scene& shown);

/// @param buffer OpenGL's name of the buffer object, which has the first content
/// @param copy through the host, even if the device could write into the buffer object
/// @throws students_mistake
std::unique_ptr<particles> make_particles(const scene& shown, unsigned buffer,
                                          const upload_function& upload, bool copy);

/// How many there are when nobody says it. Only width and height are set.
void use_default_size(scene& shown);

/// The device can write into buffer objects of the current OpenGL context.
bool device_shares_context();

/// "NVIDIA H200"
std::string device_name();

} // namespace cudalab::viewer
