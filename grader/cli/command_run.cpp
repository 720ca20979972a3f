// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <unistd.h>

#include "grader/checks/ending_words.h"
#include "grader/checks/judge_outputs.h"
#include "grader/cli/backend_choice.h"
#include "grader/cli/call_words.h"
#include "grader/cli/command_build.h"
#include "grader/cli/commands.h"
#include "grader/cli/lab_files.h"
#include "grader/cli/run_with.h"
#include "grader/cli/small_examples.h"
#include "grader/compare/compare.h"
#include "grader/compare/words.h"
#include "grader/printable.h"
#include "grader/report/matrix_text.h"
#include "grader/report/progress_line.h"
#include "grader/report/wrap.h"
#include "grader/run/case_runner.h"

namespace cudalab::grader {

namespace {

/// Inputs have no shape: they are shown as an output of the same size is, else as a line where all
/// outputs are lines, else as a square where they fit one.
std::size_t likely_columns(const test_case& one, std::size_t elements) {
  bool lines = true;
  for (const protocol::argument& each : one.call().arguments) {
    const auto* buffer = std::get_if<protocol::buffer_argument>(&each);
    if (buffer == nullptr || buffer->direction == protocol::direction::input)
      continue;
    const grid_shape& shape = one.expected(buffer->name).shape;
    if (buffer->elements == elements)
      return shape.columns;
    lines = lines && shape.rows == 1;
  }
  if (lines)
    return std::max<std::size_t>(1, elements);
  const auto side = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(elements))));
  return side * side == elements && side > 0 ? side : std::max<std::size_t>(1, elements);
}

/// A line of its own above a table; nothing where the case has no title for it.
std::string title_line(const test_case& one, const std::string& buffer) {
  const std::string title = one.title(buffer);
  return title.empty() ? "" : fmt::format("    {}\n", title);
}

void show_input(const test_case& one, const protocol::buffer_argument& buffer,
                const std::vector<std::byte>& content, const style& how) {
  fmt::print(
      "  {}:\n{}{}", buffer.name, title_line(one, buffer.name),
      render_matrix({values_of(content, buffer.type), likely_columns(one, buffer.elements), {}, {}},
                    how, "    "));
}

/// A structure's members below each other, with their names; a picture drawn; anything else as a
/// matrix.
std::string as_text(const matrix& content, const grid_shape& shape, const style& how) {
  const std::vector<std::string>& members = shape.members;
  if (shape.drawn)
    return render_picture(content, how, "    ");
  if (members.size() != content.values.size())
    return render_matrix(content, how, "    ");
  std::string text;
  for (std::size_t i = 0; i < members.size(); ++i) {
    matrix one{{content.values[i]}, 1, {}, {}};
    if (i < content.marked.size()) {
      one.unwritten = {content.unwritten[i]};
      one.marked = {content.marked[i]};
    }
    text += render_matrix(one, how, fmt::format("    {:<13}", members[i]));
  }
  return text;
}

/// What is said of an output behind its name.
/// @param empty nothing was written to a picture
std::string state_words(bool right, bool only_here, const grid_shape& shape, bool empty,
                        const style& how) {
  if (right && only_here)
    return tinted(how, tint::warning, "is right here, but see below");
  if (right)
    return tinted(how, tint::good, "is right");
  if (empty)
    return tinted(how, tint::bad, "was never written");
  return tinted(how, tint::bad,
                shape.drawn ? "is wrong (? was never written)"
                            : "is wrong (* marks what differs, ? what was never written)");
}

/// True when the output is right.
/// @param only_here something else is wrong with the call
bool show_output(const test_case& one, const protocol::buffer_argument& buffer,
                 const std::vector<std::byte>& content, bool only_here, const style& how) {
  const expectation& wanted = one.expected(buffer.name);
  const comparison result = compare(content, buffer.type, wanted);
  matrix seen{values_of(content, buffer.type), wanted.shape.columns, {}, {}};
  for (const cell state : result.cells) {
    seen.unwritten.push_back(state == cell::unwritten);
    seen.marked.push_back(state == cell::wrong || state == cell::unwritten);
  }
  const bool empty = wanted.shape.drawn && std::all_of(seen.unwritten.begin(), seen.unwritten.end(),
                                                       [](bool unwritten) { return unwritten; });
  fmt::print("  {} {}:\n{}{}", buffer.name,
             state_words(result.passed(), only_here, wanted.shape, empty, how),
             title_line(one, buffer.name), empty ? "" : as_text(seen, wanted.shape, how));
  if (!result.passed() && !wanted.want.empty())
    fmt::print("  expected:\n{}",
               as_text({wanted.want, wanted.shape.columns, {}, {}}, wanted.shape, how));
  return result.passed();
}

bool show_case(const test_case& one, const case_outcome& outcome, const style& how) {
  fmt::print("{}\n", tinted(how, tint::bold, call_words(one)));
  bool right = outcome.how == ending::done;
  for (std::size_t i = 0; i < one.call().arguments.size(); ++i) {
    const auto* buffer = std::get_if<protocol::buffer_argument>(&one.call().arguments[i]);
    if (buffer == nullptr)
      continue;
    if (buffer->direction != protocol::direction::output)
      show_input(one, *buffer, one.content(i), how);
    const auto got = outcome.outputs.find(buffer->name);
    if (buffer->direction != protocol::direction::input && outcome.how == ending::done &&
        got != outcome.outputs.end())
      right = show_output(one, *buffer, got->second, !outcome.damaged_fences.empty(), how) && right;
  }
  if (!outcome.damaged_fences.empty()) {
    right = false;
    fmt::print("  {}\n{}",
               tinted(how, tint::bad, shown(how, fence_words(one, outcome.damaged_fences))),
               wrap(shown(how, "a thread stores where it should not: look at the condition around "
                               "the store. ./lab grade shows the line."),
                    how.width, shown(how, "  → ")));
  }
  if (outcome.how != ending::done) {
    const ending_words words = words_for(outcome, one.call().function, run_limits{});
    fmt::print("{}{}", wrap(shown(how, words.message), how.width, "  "),
               wrap(shown(how, words.next), how.width, shown(how, "  → ")));
  }
  if (!outcome.printed.empty())
    fmt::print("  your code printed:\n{}\n", printable(outcome.printed));
  fmt::print("\n");
  return right;
}

} // namespace

int command_run(const options& given) {
  const lab_description& one = find_lab(given.lab);
  const auto file = submission_file(one, given);
  if (!given.with.empty())
    return run_with(one, file, given);
  const backend_choice choice = choose_backend(given.backend, one.gpus);
  const style how = style_for(STDOUT_FILENO);
  build_outcome built;
  {
    progress_line progress;
    progress.show(fmt::format("{}: compiling ...", one.name));
    built = builder(one.name, one.folder)
                .build(file, choice.chosen == backend_kind::gpu ? build_flavour::gpu
                                                                : build_flavour::fast);
  }
  if (!report_build(one, built))
    return 1;
  const std::vector<test_case> cases = small_examples(one, given);
  std::vector<const test_case*> pointers;
  for (const test_case& each : cases)
    pointers.push_back(&each);
  run_options run;
  run.on_gpu = choice.chosen == backend_kind::gpu;
  run.guard_bytes = protocol::fence_bytes; // an unguarded store must not pass for right
  const auto outcomes = run_cases(built.program, pointers, run);
  fmt::print("{} on {}\n\n", one.name, choice.device);
  bool right = true;
  for (std::size_t i = 0; i < cases.size(); ++i)
    right = show_case(cases[i], outcomes[i], how) && right;
  return right ? 0 : 1;
}

} // namespace cudalab::grader
