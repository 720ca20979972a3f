// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// One call of a student's function with its inputs and what must come out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "findings/kind.h"
#include "protocol/messages.h"

namespace cudalab::grader {

/// How an output is laid out, so that a wrong result can be described. rows * columns elements,
/// row-major; block_*: the part that one thread block makes (0: not known).
struct grid_shape {
  std::size_t rows = 1, columns = 0;
  std::size_t block_rows = 0, block_columns = 0;
  /// Of one row that is a structure: its members' names, in order.
  std::vector<std::string> members = {};
  /// `lab run` draws it: elements from 0, dark, to 9, bright.
  bool drawn = false;
};

/// For an output that is too large to compute whole: any of its rows on demand, and an identity
/// that says which rows look wrong (Freivalds' check for a product). A few rows are compared in any
/// case, suspicious ones besides.
struct row_oracle {
  std::function<std::vector<double>(std::size_t row)> row;
  std::function<std::vector<std::size_t>(const std::vector<double>& got)> suspicious_rows;
  std::vector<std::size_t> sampled_rows; ///< compared in any case
};

/// The right content of an output. An element passes when |got - want| <= atol + rtol * |want|;
/// NaN and Inf never pass.
struct expectation {
  std::vector<double> want; ///< rows * columns of `shape`; empty when `rows` is used
  double atol = 0;
  double rtol = 0;
  grid_shape shape;
  row_oracle rows = {};
  /// Elements of `want`, in memory order and rising, that a right answer may miss, because rounding
  /// decides a branch on the way to them: any finite number passes there.
  std::vector<std::size_t> undecided = {};
  /// How a message calls an element; empty: by row and column.
  std::function<std::string(std::size_t row, std::size_t column)> place_name = {};
  /// In place of rtol where the case runs on a GPU; 0: the same. For what is measured: the emulated
  /// device's virtual time is exact.
  double gpu_rtol = 0;
  /// What to look at when nothing at all was written; empty: a launch and its stores.
  std::string if_unwritten = {};
  /// Some elements are written and others not (test_case::sampled()): those that are are right.
  bool in_part = false;
};

/// A known mistake: an output that agrees with `want`, or for which `made` is true, was made by it.
/// NaN in `want`: nobody makes this element, so it holds anything but what it should. Infinity:
/// what is there is not known, it may even be right; minus infinity: it was never written.
///
/// It is named only where all failed cases of a function agree with it, and no other mistake fits
/// as well (grader/checks/name_mistake.h). So each case gets it in which the mistake may spoil
/// something, with infinities where what comes out is not known, or without `want` and `made`: a
/// wrong result of a case that does not have it speaks against it.
struct misconception {
  std::string id;      ///< for machines, one in a lab: "rows_exchanged"
  std::string message; ///< "rows and columns are exchanged: ..."
  std::function<std::vector<double>()> want;
  std::function<bool(const std::vector<double>& got)> made = {};
  std::string next = {}; ///< what to look at
  /// Where a mistake has several forms, of which a submission has one: which, "chunks of 256".
  std::string form = {};
  /// It says what the result of one case is like, and not why: told where no mistake is named.
  bool vague = false;
  /// Several blocks write the same elements: that the result differs from run to run belongs to it.
  bool varies = false;
  /// Of one that `made` knows: it spoils each case that knows it, so that a right one refutes it.
  bool spoils_always = false;
  /// For machines: a case's reason. "nothing_written": as if the function had done nothing.
  std::string reason = "known_mistake";
  /// Of vague ones: told before those of other outputs.
  bool before_others = false;
  /// Of vague ones: it spoils no other case of the function, and is not told where one is wrong.
  bool only_here = false;
  /// It is made with blocks of so many threads, and with no others; 0: with any. (On a GPU nobody
  /// knows how many they have.)
  std::uint64_t block_threads = 0;
};

/// Other inputs for the same call, chosen so that the result tells which elements were used. A
/// result that is wrong for no known reason is looked into with them (grader/checks/ask_probes.h).
struct input_probe {
  struct answer {
    std::string seen; ///< what was tried, and what came out of it
    std::string next; ///< what to look at
  };
  std::string output;
  std::map<std::string, std::vector<std::byte>> contents; ///< of inputs, by name; others stay
  /// Nothing: the output is as it should be with these inputs.
  std::function<std::optional<answer>(const std::vector<double>& got)> look;

  input_probe& input(const std::string& name, const std::vector<float>& content);
  input_probe& input(const std::string& name, const std::vector<int>& content);
};

/// A call, built argument by argument in the order of the function's parameters.
class test_case {
public:
  test_case(std::string name, std::string function);

  test_case& input(const std::string& name, std::vector<float> content);
  test_case& input(const std::string& name, std::vector<int> content);
  test_case& output(const std::string& name, protocol::element_type type, std::size_t elements);
  /// A buffer with content that the function changes.
  test_case& inout(const std::string& name, std::vector<float> content);
  test_case& inout(const std::string& name, std::vector<int> content);
  test_case& value(const std::string& name, int value);
  test_case& value(const std::string& name, float value);
  /// A dim3 or a float3: its components.
  test_case& value(const std::string& name, const std::array<unsigned, 3>& xyz);
  test_case& value(const std::string& name, const std::array<float, 3>& xyz);
  /// What the function returns, as so many numbers; an output named protocol::result_name. Comes
  /// last.
  test_case& result(protocol::element_type type, std::size_t numbers);
  /// The outputs are measurements: that they differ from run to run is no sign of a race.
  test_case& measured();
  /// The buffer added last lies in host memory. (Others lie on the device.)
  test_case& on_host();
  /// In place of the function a scene (given code, labNN_scenes.cu) is called, which calls it. The
  /// scene's further arguments follow.
  test_case& called_by(const std::string& scene);
  /// What a buffer holds, with units, for the reader: "ages in steps, one a particle".
  test_case& title(const std::string& buffer, const std::string& text);
  /// The lab's given code makes such findings itself: they are no mistake of the student's.
  test_case& provokes(findings::finding_kind kind);
  /// The function is called once before, with other inputs in the same memory: what it keeps from
  /// call to call must not be seen.
  test_case& rehearsed();
  /// The function is called once more at the end, and its last launch is refused: it throws
  /// lab::cuda_error.
  test_case& refused();
  /// The same, and then nothing may be left of what it has allocated.
  test_case& refused_and_freed();
  /// After that, once more for each call that allocates, copies or fills memory, which fails then,
  /// and for each cudaFree(), after which the program must go on.
  test_case& calls_fail();
  /// The output added last is written and not read, not even what the function wrote there.
  test_case& only_written();
  /// The threads that store the elements of the buffer added last are these. Seen on the emulated
  /// device; whoever else stores the right values there fails the case.
  test_case& stored_by(protocol::element_maker who);
  /// The buffer added last has so many elements: its content over and over, in the same memory. On
  /// the emulated device only.
  /// @throws std::logic_error when that is too often, or no whole pages of 4,096 bytes
  test_case& repeated_to(std::size_t elements);
  /// Of each grid only so many blocks run at its begin, in its middle and at its end: a case that
  /// is too large to be run whole. What they do not write is not judged (expectation::in_part).
  /// Only on the emulated device, and so in no correctness check, which may have a GPU.
  test_case& sampled(std::size_t blocks);
  /// With these arguments the launch cannot be made: the function throws lab::cuda_error.
  test_case& launch_fails();
  /// The case is run on a GPU.
  test_case& on_gpu();
  /// Too large for the emulated device: where there is no GPU it is left out.
  test_case& gpu_only();
  /// The function launches a kernel: the host alone may not make the results.
  test_case& launches();
  /// One of its launches has this shape.
  test_case& launches(const std::array<unsigned, 3>& grid, const std::array<unsigned, 3>& block);
  /// One of its launches has so many blocks of so many threads, whatever their shape.
  test_case& launches_as_many(unsigned blocks, unsigned threads);
  /// One of its launches has blocks of this shape.
  test_case& launches_blocks(const std::array<unsigned, 3>& block);
  /// Its launches have no more threads than this together: one makes the whole of an element.
  test_case& threads_at_most(std::size_t threads);
  /// Or no fewer: one makes one element.
  test_case& threads_at_least(std::size_t threads);
  /// Or its threads go on to further elements, as half of them would have to: a little less than
  /// that is a number of blocks that was not rounded up, or not counted exactly.
  test_case& threads_not_just_below(std::size_t threads);

  /// What output `name` must hold. Computed at most once, when first asked for.
  test_case& expect(const std::string& name, std::function<expectation()> make);
  test_case& known_mistake(const std::string& name, misconception mistake);
  /// Probes are made when somebody asks, and asked in their order, until one has an answer.
  test_case& ask(std::function<std::vector<input_probe>()> make);
  /// What a known mistake makes is computed once and kept: for who asks many times.
  test_case& keep_what_mistakes_make();

  const std::string& name() const { return name_; }
  /// The student's function.
  const std::string& function() const { return function_; }
  /// Of a buffer; empty: it has none.
  std::string title(const std::string& buffer) const;
  bool is_measured() const { return measured_; }
  bool is_provoked(findings::finding_kind kind) const { return provoked_.count(kind) != 0; }
  bool runs_on_gpu() const { return on_gpu_; }
  bool is_sampled() const { return call_.sampled_blocks != 0; }
  bool must_throw() const { return must_throw_; }
  bool is_gpu_only() const { return gpu_only_; }
  bool must_launch() const { return must_launch_; }
  const std::optional<protocol::launch_sizes>& asked_launch() const { return asked_launch_; }
  bool asks_for_shape() const { return asks_for_shape_; } ///< or only how many there are
  const std::optional<std::array<unsigned, 3>>& asked_block() const { return asked_block_; }
  const std::optional<std::size_t>& most_threads() const { return most_threads_; }
  const std::optional<std::size_t>& least_threads() const { return least_threads_; }
  bool threads_may_go_on() const { return threads_may_go_on_; }
  const protocol::call& call() const { return call_; }
  /// What is passed by value under that name; nothing: the call has no such number.
  std::optional<double> number(const std::string& name) const;
  /// Content of an input or inout argument.
  const std::vector<std::byte>& content(std::size_t argument) const;
  /// The same, of floats.
  std::vector<float> floats(std::size_t argument) const;
  const expectation& expected(const std::string& output) const;
  /// Something says what comes out. Else the case is there to be watched.
  bool has_expectations() const { return !expectations_.empty(); }
  const std::vector<misconception>& known_mistakes(const std::string& output) const;

  bool has_probes() const { return probes_ != nullptr; }
  std::vector<input_probe> probes() const { return probes_(); }
  /// The same, called only once, and nothing is refused.
  test_case called_once() const;
  /// The same call with a probe's inputs. Nothing says what comes out.
  test_case with_inputs_of(const input_probe& what) const;

  /// What identity_of() found, which reads all inputs for it. Whoever changes the case then must
  /// forget it, by an empty one. A copy has none.
  const std::string& kept_identity() const { return identity_.text; }
  void keep_identity(std::string text) { identity_.text = std::move(text); }

private:
  template <class T>
  test_case& filled(const std::string& name, protocol::direction direction,
                    const std::vector<T>& content);

  std::string name_, function_;
  bool measured_ = false, on_gpu_ = false, gpu_only_ = false, must_launch_ = false;
  std::optional<protocol::launch_sizes> asked_launch_;
  bool asks_for_shape_ = true;
  std::optional<std::array<unsigned, 3>> asked_block_;
  std::optional<std::size_t> most_threads_, least_threads_;
  bool threads_may_go_on_ = false, must_throw_ = false;
  std::set<findings::finding_kind> provoked_;
  protocol::call call_;
  std::map<std::size_t, std::vector<std::byte>> contents_;
  std::map<std::string, std::function<expectation()>> expectations_;
  mutable std::map<std::string, expectation> expected_;
  std::map<std::string, std::vector<misconception>> mistakes_;
  std::map<std::string, std::string> titles_;
  std::function<std::vector<input_probe>()> probes_;

  struct of_this_object {
    of_this_object() = default;
    of_this_object(const of_this_object& /*other*/) noexcept {}
    of_this_object& operator=(const of_this_object& /*other*/) noexcept {
      text.clear();
      return *this;
    }
    ~of_this_object() = default;
    std::string text;
  };
  of_this_object identity_;
};

/// Random numbers that are the same on every machine for one seed.
class random_source {
public:
  explicit random_source(std::uint64_t seed);
  std::uint64_t bits();
  float uniform(float low, float high); ///< in [low, high)
  int integer(int low, int high);       ///< in [low, high]
  /// In [-1, 1); one in 32 is 0, since programs take a zero for the end, or leave it out.
  std::vector<float> floats(std::size_t count);
  /// The same numbers for one name, whatever was drawn before: cases of one name and one seed are
  /// equal in all checks, and run once.
  random_source of(const std::string& name) const;

private:
  std::uint64_t seed_, state_;
};

} // namespace cudalab::grader
