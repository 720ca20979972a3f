// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A call with its memory: made ready, invoked any number of times, copied out.
#pragma once

#include <string>
#include <vector>

#include "protocol/messages.h"
#include "worker/argument_memory.h"
#include "worker/backend.h"
#include "worker/binding.h"

namespace cudalab::worker {

class prepared_call {
public:
  /// @throws bad_call, cuda_failure
  prepared_call(const protocol::call& call, const shared_blocks& blocks, const call_style& style);

  /// Only the call: asynchronous work may still run. @throws what the student's function throws
  void invoke() const;
  void poison_outputs();
  /// Outputs and inouts become as they were made.
  void renew_outputs();
  /// Calls it once with other inputs in the same memory. Behind that call, in the default stream's
  /// order and without waiting, all becomes as it was made: who calls now does so at once. (It
  /// waits on a GPU, and where the function used a stream that the default stream does not wait
  /// for.) What the function remembers, or still uses, must not matter. @throws as invoke(),
  /// cuda_failure @return calls in which that stood still
  std::vector<std::string> rehearse();
  /// Calls it once more, after a call with so many launches, the last of which is refused now.
  /// @return what it did in place of throwing lab::cuda_error; empty: it threw, or launched less.
  /// @param frees where it throws, what it has allocated and did not free is among the findings;
  /// no others are. Where it threw and left the error behind, it is called a second time.
  backend::not_told refuse(std::size_t launches, bool frees);
  /// Calls it once more, after a call that was right and copy_out(). The call for memory with this
  /// number fails.
  /// @return whether it did not throw lab::cuda_error, and its outputs are other ones, or a kernel
  /// was launched all the same, and ended the device: it is told
  bool fail_call(std::size_t number);
  /// The same, and the call of cudaFree() with this number fails: the program must go on.
  void fail_free(std::size_t number);
  /// Who stores what is looked at in the call that comes next (protocol::element_maker).
  void watch_makers() const;
  void copy_out() const;
  /// Names of inputs that were changed.
  std::vector<std::string> damaged() const;

private:
  struct failure {
    std::string call; ///< that failed; "": none did
    backend::not_told instead;
    bool ends_device = false; ///< a kernel made an access for which CUDA fails from now on
  };

  void begin_again();
  backend::not_told instead_of_throwing() const;
  /// After a call that threw since a launch was refused, and left the error where it was: called
  /// once more, with nothing refused, it throws the same.
  bool meets_old_error();
  failure call_where_something_fails();

  std::string name_;
  const bound_function& function_;
  std::vector<argument_memory> memory_;
  std::vector<actual> actuals_;
};

} // namespace cudalab::worker
