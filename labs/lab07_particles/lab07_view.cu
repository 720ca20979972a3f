// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Given: `./lab view lab07` calls your functions from here, one step for each frame.
#include "lab07_view_begin.h"

#include <cstdio>
#include <memory>
#include <string>
#include <utility>

#include "lab/cuda_check.h"
#include "lab/device_buffer.h"
#include "lab/gl_interop.h"
#include "lab07.h"
#include "viewer/particles.h"

namespace cudalab::viewer {

namespace {

/// The arrays of the device, and one step of your functions on them.
class stepped_arrays {
public:
  explicit stepped_arrays(const scene& shown)
      : shown_(shown), state_(static_cast<std::size_t>(shown.count())),
        old_positions_(shown.what == particle_system::gravity ? state_.size() : 0) {
    state_.copy_from(first_states(shown).data());
  }

  void change_block(const block_shape& block) { shown_.block = block; }

  void step(float4* d_vbo) {
    const dim3 block(shown_.block.x, shown_.block.y);
    const step_numbers now = numbers_.next();
    const int width = shown_.width, height = shown_.height, age = max_age(shown_.what);
    switch (shown_.what) {
    case particle_system::fountain:
      fountain_step(d_vbo, state_.data(), width, height, age, now.t, now.r.x + 0.5f, block);
      break;
    case particle_system::swarm:
      swarm_step(d_vbo, state_.data(), width, height, age, now.r, now.target, block);
      break;
    case particle_system::sparkler:
      sparkler_step(d_vbo, state_.data(), width, height, age, now.r, now.target, block);
      break;
    case particle_system::gravity:
      CUDA_CHECK(cudaMemcpyAsync(old_positions_.data(), d_vbo, old_positions_.bytes(),
                                 cudaMemcpyDeviceToDevice));
      gravity_step(old_positions_.data(), d_vbo, state_.data(), shown_.count());
    }
    CUDA_CHECK(cudaDeviceSynchronize()); // a kernel's failure belongs to this step
  }

private:
  scene shown_;
  lab::device_buffer<float4> state_, old_positions_;
  number_source numbers_;
};

/// Calls your code. @throws students_mistake where an exception leaves it
template <class Call>
void call(const std::string& function, const Call& code) {
  try {
    code();
  } catch (const std::exception& problem) {
    throw students_mistake(function + " failed: " + problem.what() +
                           "\n\"./lab grade lab07\" looks closer.");
  }
}

class moving_particles : public particles {
public:
  moving_particles(const scene& shown, unsigned buffer, upload_function upload, bool copy)
      : name_(facts_of(shown.what).name), shown_(shown), arrays_(shown),
        upload_(std::move(upload)) {
    if (copy)
      copy_instead("The particles are copied through the host, as --copy asks.");
    else if (!device_shares_context())
      copy_instead("OpenGL is not drawn by the device that runs your kernels: the particles "
                   "are copied through the host.");
    else
      begin_sharing(buffer);
  }

  ~moving_particles() override { end_sharing(); }

  void step() override {
    if (sharing_)
      step_shared();
    if (!sharing_)
      step_copied();
  }

  void change_block(const block_shape& block) override { arrays_.change_block(block); }
  std::string remark() const override { return remark_; }

private:
  void begin_sharing(unsigned buffer) {
    call("interop_begin", [&] { interop_begin(buffer); });
    sharing_ = true;
  }

  void end_sharing() {
    if (!std::exchange(sharing_, false))
      return;
    try {
      interop_end();
    } catch (const std::exception& problem) {
      std::fprintf(stderr, "interop_end failed: %s\n", problem.what());
    }
  }

  void step_shared() {
    bool called = false, null = false;
    call("interop_frame, or " + name_ + "_step in it,", [&] {
      interop_frame([&](float4* d_vbo) {
        called = true;
        null = d_vbo == nullptr;
        if (!null)
          arrays_.step(d_vbo);
      });
    });
    if (!called)
      copy_instead("Exercise 4 is not done: interop_frame does not call step. The "
                   "particles are copied through the host meanwhile.");
    else if (null)
      copy_instead("interop_frame calls step with a null pointer: ask for the mapped "
                   "pointer while the buffer is mapped. The particles are copied through "
                   "the host meanwhile.");
  }

  void step_copied() {
    call(name_ + "_step", [&] {
      arrays_.step(copied_.data());
      copied_.copy_to(reinterpret_cast<float4*>(on_host_.data()));
    });
    upload_(on_host_);
  }

  void copy_instead(const std::string& why) {
    end_sharing();
    remark_ = why;
    on_host_ = first_content(shown_);
    copied_ = lab::device_buffer<float4>(reinterpret_cast<const float4*>(on_host_.data()),
                                         on_host_.size() / 4);
  }

  std::string name_, remark_;
  scene shown_;
  stepped_arrays arrays_;
  upload_function upload_;
  bool sharing_ = false; ///< the device writes OpenGL's buffer object; otherwise:
  lab::device_buffer<float4> copied_;
  std::vector<float> on_host_;
};

} // namespace

std::unique_ptr<particles> make_particles(const scene& shown, unsigned buffer,
                                          const upload_function& upload, bool copy) {
  return std::make_unique<moving_particles>(shown, buffer, upload, copy);
}

bool device_shares_context() {
  unsigned count = 0;
  int device = 0;
  const bool shares =
      cudaGLGetDevices(&count, &device, 1, cudaGLDeviceListAll) == cudaSuccess && count > 0;
  cudaGetLastError();
  return shares;
}

std::string device_name() {
  cudaDeviceProp facts;
  return cudaGetDeviceProperties(&facts, 0) == cudaSuccess ? facts.name : "no CUDA device";
}

} // namespace cudalab::viewer
