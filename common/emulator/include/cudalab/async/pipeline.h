// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// cuda::pipeline: asynchronous copies in stages, of one thread or of a group whose threads produce
/// and consume them.
#pragma once // IWYU pragma: private, include <cuda/pipeline>

#include "../atomics.h"
#include "barrier.h"

namespace cuda {

enum class pipeline_role { producer, consumer };

namespace cudalab_async {
template <thread_scope Scope>
struct pipeline_stage {
  barrier<Scope> produced, consumed;
};
} // namespace cudalab_async

/// In memory that the threads of a pipeline share.
template <thread_scope Scope, uint8_t Stages>
class pipeline_shared_state {
public:
  pipeline_shared_state() = default;
  pipeline_shared_state(const pipeline_shared_state&) = delete;
  pipeline_shared_state& operator=(const pipeline_shared_state&) = delete;

  // Not CUDA's:
  /// By one thread. @param producers, consumers how many threads
  CUDALAB_GROUP void cudalab_begin(unsigned producers, unsigned consumers) {
    for (unsigned i = 0; i < Stages; ++i) {
      init(&stages_[i].produced, static_cast<ptrdiff_t>(producers));
      init(&stages_[i].consumed, static_cast<ptrdiff_t>(consumers));
    }
    threads_ = producers + consumers;
  }
  CUDALAB_GROUP cudalab_async::pipeline_stage<Scope>* cudalab_stages() { return stages_; }
  CUDALAB_GROUP unsigned* cudalab_threads() { return &threads_; }

private:
  cudalab_async::pipeline_stage<Scope> stages_[Stages];
  unsigned threads_; ///< that use it; while it is made: that produce
};

template <thread_scope Scope>
class pipeline {
public:
  pipeline(pipeline&&) = default;
  pipeline(const pipeline&) = delete;
  pipeline& operator=(const pipeline&) = delete;

  CUDALAB_GROUP void producer_acquire() { stages_[head_].consumed.wait_parity(!head_parity_); }
  CUDALAB_GROUP void producer_commit() {
    (void)stages_[head_].produced.arrive();
    step(head_, head_parity_);
  }
  CUDALAB_GROUP void consumer_wait() { stages_[tail_].produced.wait_parity(tail_parity_); }
  template <class Duration>
  CUDALAB_GROUP bool consumer_wait_for(const Duration&) {
    return stages_[tail_].produced.try_wait_parity(tail_parity_);
  }
  CUDALAB_GROUP void consumer_release() {
    (void)stages_[tail_].consumed.arrive();
    step(tail_, tail_parity_);
  }
  /// @return whether all other threads have quit before
  CUDALAB_GROUP bool quit() { return atomicSub(threads_, 1u) == 1; }

  // Not CUDA's:
  template <uint8_t Stages>
  CUDALAB_GROUP explicit pipeline(pipeline_shared_state<Scope, Stages>* shared)
      : stages_(shared->cudalab_stages()), threads_(shared->cudalab_threads()), count_(Stages) {}
  /// Whose phase waits for the copies of the stage that is being produced.
  CUDALAB_GROUP void* cudalab_barrier() { return &stages_[head_].produced; }

private:
  CUDALAB_GROUP void step(unsigned& stage, bool& parity) {
    if (++stage == count_) {
      stage = 0;
      parity = !parity;
    }
  }

  cudalab_async::pipeline_stage<Scope>* stages_;
  unsigned* threads_;
  unsigned count_, head_ = 0, tail_ = 0;
  bool head_parity_ = false, tail_parity_ = false;
};

/// Of one thread: it waits for its own copies only.
template <>
class pipeline<thread_scope_thread> {
public:
  pipeline() = default;
  pipeline(pipeline&&) = default;
  pipeline(const pipeline&) = delete;
  pipeline& operator=(const pipeline&) = delete;

  CUDALAB_GROUP void producer_acquire() {}
  CUDALAB_GROUP void producer_commit() {
    cudalab::emulator::async::commit_copies();
    ++under_way_;
  }
  /// For the oldest stage that it has not waited for.
  CUDALAB_GROUP void consumer_wait() {
    if (under_way_ != 0)
      cudalab::emulator::async::wait_for_copies(--under_way_);
  }
  template <class Duration>
  CUDALAB_GROUP bool consumer_wait_for(const Duration&) {
    consumer_wait();
    return true;
  }
  CUDALAB_GROUP void consumer_release() {}
  CUDALAB_GROUP bool quit() { return true; }

  // Not CUDA's:
  CUDALAB_GROUP void cudalab_wait_prior(unsigned but_last) {
    cudalab::emulator::async::wait_for_copies(but_last);
    if (under_way_ > but_last)
      under_way_ = but_last;
  }
  CUDALAB_GROUP void* cudalab_barrier() { return nullptr; }

private:
  unsigned under_way_ = 0; ///< stages that it has not waited for
};

CUDALAB_GROUP pipeline<thread_scope_thread> make_pipeline() {
  return pipeline<thread_scope_thread>();
}
/// Every thread of the group produces and consumes.
template <class Group, thread_scope Scope, uint8_t Stages>
CUDALAB_GROUP pipeline<Scope> make_pipeline(const Group& group,
                                            pipeline_shared_state<Scope, Stages>* shared) {
  const unsigned threads = static_cast<unsigned>(group.size());
  if (group.thread_rank() == 0)
    shared->cudalab_begin(threads, threads);
  group.sync();
  return pipeline<Scope>(shared);
}
/// @param producers how many of the group's threads; the others consume
template <class Group, thread_scope Scope, uint8_t Stages>
CUDALAB_GROUP pipeline<Scope>
make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* shared, size_t producers) {
  if (group.thread_rank() == 0)
    shared->cudalab_begin(static_cast<unsigned>(producers),
                          static_cast<unsigned>(group.size() - producers));
  group.sync();
  return pipeline<Scope>(shared);
}
template <class Group, thread_scope Scope, uint8_t Stages>
CUDALAB_GROUP pipeline<Scope> make_pipeline(const Group& group,
                                            pipeline_shared_state<Scope, Stages>* shared,
                                            pipeline_role role) {
  if (group.thread_rank() == 0)
    *shared->cudalab_threads() = 0;
  group.sync();
  if (role == pipeline_role::producer)
    atomicAdd(shared->cudalab_threads(), 1u);
  group.sync();
  if (group.thread_rank() == 0) {
    const unsigned producers = *shared->cudalab_threads();
    shared->cudalab_begin(producers, static_cast<unsigned>(group.size()) - producers);
  }
  group.sync();
  return pipeline<Scope>(shared);
}

/// Until all stages of the thread but the last `Prior` are copied.
template <uint8_t Prior>
CUDALAB_GROUP void pipeline_consumer_wait_prior(pipeline<thread_scope_thread>& own) {
  own.cudalab_wait_prior(Prior);
}

/// Copies by the thread, or by a group's threads together, which are part of the stage that is
/// being produced.
template <class T, class Size, thread_scope Scope>
CUDALAB_GROUP async_contract_fulfillment memcpy_async(T* to, const T* from, Size bytes,
                                                      pipeline<Scope>& sync) {
  cudalab::emulator::async::copy_part(to, from, static_cast<size_t>(bytes), 0, 1,
                                      sync.cudalab_barrier());
  return async_contract_fulfillment::async;
}
template <class Group, class T, class Size, thread_scope Scope>
CUDALAB_GROUP async_contract_fulfillment memcpy_async(const Group& group, T* to, const T* from,
                                                      Size bytes, pipeline<Scope>& sync) {
  cudalab::emulator::async::copy_part(to, from, static_cast<size_t>(bytes), group.thread_rank(),
                                      group.size(), sync.cudalab_barrier());
  return async_contract_fulfillment::async;
}
template <class Size, thread_scope Scope>
CUDALAB_GROUP async_contract_fulfillment memcpy_async(void* to, const void* from, Size bytes,
                                                      pipeline<Scope>& sync) {
  cudalab::emulator::async::copy_part(to, from, static_cast<size_t>(bytes), 0, 1,
                                      sync.cudalab_barrier());
  return async_contract_fulfillment::async;
}
template <class Group, class Size, thread_scope Scope>
CUDALAB_GROUP async_contract_fulfillment memcpy_async(const Group& group, void* to,
                                                      const void* from, Size bytes,
                                                      pipeline<Scope>& sync) {
  cudalab::emulator::async::copy_part(to, from, static_cast<size_t>(bytes), group.thread_rank(),
                                      group.size(), sync.cudalab_barrier());
  return async_contract_fulfillment::async;
}

} // namespace cuda
