// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/report/finding_words.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include <fmt/format.h>

#include "emulator/observe/findings/warp_words.h"
#include "emulator/observe/race/grid_race_words.h"
#include "emulator/observe/race/harmless_races.h"
#include "emulator/observe/race/race_words.h"
#include "emulator/observe/race/stream_races.h"
#include "emulator/observe/symbols/source_statements.h"
#include "emulator/runtime/number_words.h"

namespace cudalab::emulator {

namespace {

using findings::remedy_id;
using findings::remedy_step;

/// The `break` or the `continue` by which some threads may have left a round of a loop before they
/// came to the barrier in it: of two barriers in one loop, the second.
std::optional<way_out> way_out_of_round(const finding& found) {
  const source_place &waits = found.parties.front().place, &other = found.parties.back().place;
  if (found.of_grid || found.kind == finding_kind::warp_divergence || waits.line == 0 ||
      waits.file != other.file || found.why == finding_case::returned_early)
    return {};
  const source_statements code = statements_of(waits.file);
  if (found.why != finding_case::two_barriers) {
    const auto out = code.way_out_before(waits.line);
    return out && other.line > out->loop_end ? out : std::nullopt;
  }
  const auto [first, second] = std::minmax(waits.line, other.line);
  const auto out = code.way_out_before(second);
  return out && first < out->line && second <= out->loop_end ? out : std::nullopt;
}

/// The line of the loop around a barrier, and around no branch with it, that some threads have
/// left.
std::optional<int> loop_with_fewer_rounds(const finding& found) {
  const source_place &waits = found.parties.front().place, &ended = found.parties.back().place;
  if (found.of_grid || found.kind == finding_kind::warp_divergence || waits.line == 0 ||
      waits.file != ended.file || found.why != finding_case::passed_by)
    return {};
  const source_statements code = statements_of(waits.file);
  const auto loop = code.end_of_round(waits.line, waits.line);
  if (!loop || code.in_branch(waits.line) || ended.line <= loop->last)
    return {};
  return loop->loop;
}

/// Of two barriers, the one that only some threads come to.
std::optional<line_inside> barrier_for_some(const finding& found) {
  const source_place &waits = found.parties.front().place, &other = found.parties.back().place;
  if (found.why != finding_case::two_barriers || waits.line == 0 || waits.file != other.file)
    return {};
  return statements_of(waits.file).inside_alone(waits.line, other.line);
}

finding_words divergence_words(const finding& found) {
  const bool of_warp = found.kind == finding_kind::warp_divergence;
  const remedy_step everyone = {found.of_grid ? remedy_id::every_thread_of_the_grid
                                : of_warp     ? remedy_id::every_lane_of_the_mask
                                              : remedy_id::every_thread_of_the_block};
  const int waits = found.parties.front().place.line, other = found.parties.back().place.line;
  if (const auto out = way_out_of_round(found))
    return {found.detail,
            {everyone,
             {remedy_id::no_way_out_of_round,
              {std::max(waits, found.why == finding_case::two_barriers ? other : 0), out->line},
              out->breaks ? "break" : "continue"}}};
  if (const auto loop = loop_with_fewer_rounds(found))
    return {found.detail, {everyone, {remedy_id::same_rounds, {waits, *loop}}}};
  if (const auto one = barrier_for_some(found)) {
    if (one->loop != 0 && !of_warp)
      return {found.detail, {everyone, {remedy_id::same_rounds, {one->line, one->loop}}}};
    return {found.detail, {everyone, {remedy_id::barrier_out_of_branch, {one->line}}}};
  }
  switch (found.why) {
  case finding_case::returned_early:
    return {found.detail, {everyone, {remedy_id::barrier_outside_if, {other, waits}}}};
  case finding_case::two_barriers:
    return {found.detail,
            {everyone,
             {remedy_id::one_barrier_for_two,
              {std::min(waits, other), std::max(waits, other)},
              of_warp ? "barrier of the warp" : "__syncthreads()"}}};
  case finding_case::plain:
    return {found.detail, {everyone, {remedy_id::no_way_past_barrier, {waits}}}};
  default:
    return {found.detail, {everyone, {remedy_id::barrier_out_of_branch, {waits}}}};
  }
}

/// Memory that was touched from the wrong side.
finding_words place_words(const finding& found) {
  const bool writes = std::string(found.parties.front().action) == "writes";
  const auto advise = [&](remedy_id id) {
    return finding_words{found.detail, {{id, {}, found.variable}}};
  };
  switch (found.kind) {
  case finding_kind::constant_write:
    return advise(remedy_id::fill_constant);
  case finding_kind::host_access:
    if (found.why != finding_case::of_variable)
      return {found.detail, {{writes ? remedy_id::set_from_host : remedy_id::copy_to_host}}};
    return advise(writes ? remedy_id::copy_to_symbol : remedy_id::copy_from_symbol);
  default:
    break;
  }
  if (!found.variable.empty())
    return advise(remedy_id::pass_the_value);
  return {found.detail,
          {{found.why == finding_case::pointer_in_structure ? remedy_id::copy_what_is_pointed_to
                                                            : remedy_id::pass_device_memory}}};
}

remedy_id launch_remedy(finding_case why) {
  switch (why) {
  case finding_case::nothing_to_run:
    return remedy_id::round_up_blocks;
  case finding_case::too_many_threads:
    return remedy_id::smaller_blocks;
  case finding_case::exchanged_sizes:
    return remedy_id::exchange_launch_sizes;
  case finding_case::perhaps_exchanged_sizes:
    return remedy_id::smaller_blocks_or_exchange;
  case finding_case::beyond_launch_bounds:
    return remedy_id::keep_launch_bounds;
  case finding_case::static_arrays_too_large:
    return remedy_id::smaller_static_arrays;
  case finding_case::too_much_shared_memory:
    return remedy_id::less_shared_memory;
  case finding_case::beyond_shared_memory:
    return remedy_id::shared_beyond_device;
  case finding_case::too_many_blocks_in_yz:
    return remedy_id::blocks_into_x;
  case finding_case::negative_blocks:
    return remedy_id::no_negative_blocks;
  case finding_case::no_such_stream:
    return remedy_id::stream_of_kernel;
  case finding_case::own_memory_given:
    return remedy_id::give_global_memory;
  default:
    return remedy_id::check_launch_sizes;
  }
}

findings::remedy leak_remedy(const finding& found) {
  if (found.why == finding_case::of_host_memory)
    return {{remedy_id::delete_on_every_way}};
  if (found.why == finding_case::left_by_exception) {
    findings::remedy advised = {{remedy_id::free_when_thrown}};
    if (!found.holder.empty())
      advised.push_back({remedy_id::kept_in_variable, {}, found.holder});
    return advised;
  }
  const bool failed = found.why == finding_case::left_by_failed_call,
             left = found.why == finding_case::left_by_call;
  findings::remedy advised = {{failed ? remedy_id::free_when_failing
                               : left ? remedy_id::free_before_return
                                      : remedy_id::free_on_every_way,
                               {},
                               found.needed_call}};
  if ((left || failed) && !found.holder.empty())
    advised.push_back({remedy_id::kept_in_variable, {}, found.holder});
  return advised;
}

remedy_id remedy_of_lost_error(finding_case why) {
  switch (why) {
  case finding_case::refused_launch:
    return remedy_id::check_launch;
  case finding_case::taken_refusal:
    return remedy_id::throw_first_answer;
  case finding_case::taken_in_destructor:
    return remedy_id::check_launch_before_destructor;
  case finding_case::failed_call:
    return remedy_id::check_each_call;
  case finding_case::failed_in_destructor:
    return remedy_id::check_before_destructor;
  case finding_case::thrown_otherwise:
    return remedy_id::pass_exception_on;
  default:
    return remedy_id::look_at_results;
  }
}

/// Just one more than a grid may have along y or z.
bool is_one_block_too_many(const finding& found) {
  constexpr unsigned one_more = 65'536;
  return found.why == finding_case::too_many_blocks_in_yz &&
         std::max(found.grid_size.y, found.grid_size.z) == one_more;
}

/// Of calls that the host makes, as a rule.
finding_words call_words(const finding& found) {
  const bool in_kernel = !found.parties.empty() && !found.parties.front().on_host;
  const bool frees =
      found.kind == finding_kind::invalid_free || found.kind == finding_kind::double_free;
  if (in_kernel && frees)
    return {found.detail, {{remedy_id::free_in_kernel}}};
  switch (found.kind) {
  case finding_kind::invalid_launch:
    return {found.detail,
            {{is_one_block_too_many(found) ? remedy_id::one_block_too_many
                                           : launch_remedy(found.why)}}};
  case finding_kind::double_free:
    return {found.detail, {{remedy_id::free_once}}};
  case finding_kind::invalid_free:
    return {found.detail,
            {{found.why == finding_case::of_host_memory ? remedy_id::free_of_its_kind
                                                        : remedy_id::free_what_malloc_gave}}};
  case finding_kind::leak:
    if (in_kernel)
      return {found.detail, {{remedy_id::free_in_later_kernel, {}, found.needed_call}}};
    return {found.detail, leak_remedy(found)};
  case finding_kind::unchecked_error:
    return {found.detail, {{remedy_of_lost_error(found.why)}}};
  default:
    return {found.detail, {{remedy_id::look_at_results}}};
  }
}

/// Of memory that host code used too early.
finding_words unfinished_words(const finding& found) {
  const source_place &use = found.parties.front().place, &start = found.parties.back().place;
  if (use.file != start.file) // of a header: its line says nothing beside the other one
    return {found.detail, {{remedy_id::wait_after_start, {start.line}}}};
  return {found.detail, {{remedy_id::wait_before_use, {start.line, use.line}}}};
}

/// Of memory that a kernel used before its asynchronous copy was done.
findings::remedy unfinished_copy_remedy(const finding& found) {
  const int use = found.parties.front().place.line, copy = found.parties.back().place.line;
  switch (found.waited_in != 0 || found.why == finding_case::copied_too_early
              ? found.why
              : finding_case::plain) {
  case finding_case::in_no_batch:
    return {{remedy_id::commit_before_wait, {copy, found.waited_in}}};
  case finding_case::wait_for_nothing:
    return {{remedy_id::wait_ends_no_batch, {found.waited_in}}};
  case finding_case::left_by_wait:
    return {{remedy_id::wait_leaves_batch, {found.waited_in, use}}};
  case finding_case::own_copies_awaited:
    return {{remedy_id::barrier_after_wait, {found.waited_in, use}}};
  case finding_case::copied_too_early:
    return {{remedy_id::copy_begun_too_early, {copy, use}, found.variable}};
  default:
    break;
  }
  if (found.not_committed)
    return {{remedy_id::commit_copy, {copy}}};
  if (found.why == finding_case::before_any_wait)
    return {{remedy_id::wait_before_first_use, {copy, use}}};
  return {{remedy_id::wait_for_copy, {copy, use}}};
}

finding_words unfinished_copy_words(const finding& found) {
  return {fmt::format("{}; {} in all", found.detail, counted(found.count, "such use")),
          unfinished_copy_remedy(found)};
}

remedy_id bounds_remedy(const finding& found) {
  if (found.why == finding_case::part_outside)
    return remedy_id::whole_groups_only;
  if (found.why == finding_case::copy_of_host_memory)
    return remedy_id::bytes_of_array;
  if (found.why == finding_case::overflowed_offset)
    return remedy_id::wide_offset;
  if (found.why == finding_case::of_host_memory)
    return remedy_id::check_host_index;
  if (found.why == finding_case::more_threads)
    return remedy_id::element_for_each_thread;
  if (found.space == "global")
    return remedy_id::compare_index;
  if (found.why == finding_case::dynamic_array)
    return remedy_id::dynamic_bytes;
  if (found.why == finding_case::dynamic_bytes_kept)
    return remedy_id::dynamic_bytes_anew;
  return found.why == finding_case::pointer_never_set ? remedy_id::array_in_place_of_pointer
                                                      : remedy_id::check_index;
}

std::uint64_t threads_of_launch(const finding& found) {
  const auto all = [](const index3& size) { return std::uint64_t{size.x} * size.y * size.z; };
  return all(found.grid_size) * all(found.block_size);
}

/// Whether the array has as many elements as the launch has threads, or so many times as many: then
/// no thread is beyond its edge.
bool threads_fit(const finding& found) {
  const std::uint64_t threads = threads_of_launch(found);
  return threads != 0 && found.missed->accessed != 0 &&
         found.missed->size / found.missed->accessed % threads == 0;
}

/// The place is that of the element whose number is that of all threads.
bool is_index_of_all_threads(const finding& found) {
  const std::uint64_t threads = threads_of_launch(found);
  return threads > 1 && found.missed && found.missed->accessed != 0 &&
         found.missed->offset == static_cast<std::int64_t>(threads * found.missed->accessed);
}

/// One access, of the element just behind memory that the program itself has allocated.
bool is_one_too_few(const finding& found) {
  return found.count == 1 && found.missed && found.missed->accessed != 0 &&
         found.missed->offset == static_cast<std::int64_t>(found.missed->size) &&
         found.variable.starts_with("the memory from ");
}

/// As many elements are used as memory that the program itself has allocated has bytes.
bool is_bytes_for_elements(const finding& found) {
  return found.missed && found.missed->unit == "bytes" && found.missed->accessed > 1 &&
         found.missed->size % found.missed->accessed == 0 &&
         found.variable.starts_with("the memory from cudaMalloc") &&
         found.count == found.missed->size - found.missed->size / found.missed->accessed;
}

/// Thread 0 of block 0, which has an element where there are any.
bool is_first_of_all(const finding& found) {
  const auto is_zero = [](const index3& at) { return at.x == 0 && at.y == 0 && at.z == 0; };
  const finding_party& by = found.parties.front();
  return !by.on_host && is_zero(by.thread) && is_zero(by.block);
}

/// Of the first block of several, in each direction that a block has threads in: where a grid is no
/// larger than it need be, none of its threads is beyond an edge.
bool is_of_inner_block(const finding& found) {
  const finding_party& by = found.parties.front();
  const index3 &grid = found.grid_size, &block = found.block_size;
  const auto goes_on = [](auto blocks, auto threads) { return blocks > 1 || threads == 1; };
  const std::uint64_t threads = std::uint64_t{block.x} * block.y * block.z;
  return !by.on_host && by.thread_known && by.block.x == 0 && by.block.y == 0 && by.block.z == 0 &&
         threads > 1 && goes_on(grid.x, block.x) && goes_on(grid.y, block.y) &&
         goes_on(grid.z, block.z) && found.missed && found.missed->accessed != 0 &&
         found.missed->size / found.missed->accessed >= threads;
}

/// Behind the end of an array that has elements.
bool is_behind(const finding& found) {
  return found.missed && found.missed->size != 0 &&
         found.missed->offset >= static_cast<std::int64_t>(found.missed->size);
}

/// Before the beginning of an array.
bool is_before(const finding& found) {
  return found.missed && found.missed->offset < 0;
}

/// Farther than an index just beyond an edge leads.
bool is_far_outside(const finding& found) {
  constexpr std::int64_t far = std::int64_t{1} << 31;
  if (!found.missed || found.missed->unit != "bytes")
    return false;
  const std::int64_t begin = found.missed->offset;
  return begin <= -far || begin - static_cast<std::int64_t>(found.missed->size) >= far;
}

/// Just past the end, in a loop, and by no thread that has nothing to do: it is the last round. (Of
/// a matrix, whose elements a warp loads together, and of a copy that is begun in advance nobody
/// knows that.)
/// The first warp of a launch, for which there is work whatever the sizes are.
bool is_of_first_warp(const finding& found) {
  constexpr std::uint64_t lanes = 32;
  const finding_party& party = found.parties.front();
  const std::uint64_t thread =
      (std::uint64_t{party.thread.z} * found.block_size.y + party.thread.y) * found.block_size.x +
      party.thread.x;
  return party.thread_known && party.block.x == 0 && party.block.y == 0 && party.block.z == 0 &&
         thread < lanes;
}

/// A line with an access, or with the call of the function that it stands in, and that of the loop
/// around it.
struct line_in_loop {
  int line = 0, loop = 0;
};

std::optional<line_in_loop> loop_around(const finding_party& by) {
  const source_statements& statements = statements_of(by.place.file);
  std::vector<int> lines = {by.place.line};
  lines.insert(lines.end(), by.called_in.begin(), by.called_in.end());
  for (const int line : lines)
    if (const auto loop = statements.end_of_round(line, line))
      return line_in_loop{line, loop->loop};
  return {};
}

/// A store of a kernel that has one thread for each element of the array, and not in a loop.
bool has_thread_for_each_element(const finding& found) {
  const finding_party& by = found.parties.front();
  return !by.on_host && by.action == std::string_view("writes") && found.missed &&
         found.missed->unit == "bytes" && found.missed->accessed != 0 && !found.variable.empty() &&
         found.missed->size == threads_of_launch(found) * found.missed->accessed &&
         !loop_around(by);
}

std::uint64_t number_in_block(const finding_party& by, const index3& block) {
  return (std::uint64_t{by.thread.z} * block.y + by.thread.y) * block.x + by.thread.x;
}

/// Of a loop in whose rounds each thread of a block comes to the next element but for as many as
/// the block has threads: where the last round is not full, what is beyond its end.
findings::remedy last_part_advice(const finding& found) {
  const finding_party& by = found.parties.front();
  const index3& block = found.block_size;
  const std::uint64_t threads = std::uint64_t{block.x} * block.y * block.z;
  const std::uint64_t bytes = found.missed->accessed, elements = found.missed->size / bytes;
  const std::uint64_t index = static_cast<std::uint64_t>(found.missed->offset) / bytes,
                      own = number_in_block(by, block);
  const std::uint64_t before = index - own; // the elements of earlier rounds
  if (found.missed->unit != "bytes" || index < own || before == 0 || before % threads != 0 ||
      elements <= before || elements >= before + threads || threads_of_launch(found) == before)
    return {};
  const auto loop = loop_around(by);
  if (!loop)
    return {};
  return {{remedy_id::last_part_is_shorter,
           {loop->line, loop->loop},
           fmt::format("thread {} of the block comes to element {} = {} + {}", grouped(own),
                       grouped(index), grouped(before), grouped(own))}};
}

/// Just past the end of a shared array, in a loop and by the first thread of a block.
findings::remedy beyond_shared_array(const finding& found) {
  const findings::remedy usual = {{remedy_id::check_index}};
  const finding_party& by = found.parties.front();
  if (by.on_host || !by.thread_known || number_in_block(by, found.block_size) != 0 ||
      !found.missed || found.missed->size == 0 ||
      found.missed->offset != static_cast<std::int64_t>(found.missed->size))
    return usual;
  const auto loop = loop_around(by);
  return loop ? findings::remedy{{remedy_id::last_round_beyond_array, {loop->line, loop->loop}},
                                 usual.front()}
              : usual;
}

findings::remedy bounds_advice(const finding& found) {
  findings::remedy advised = {{bounds_remedy(found)}};
  if (advised.front().id == remedy_id::check_index && found.space == "shared" &&
      !found.parties.empty())
    return beyond_shared_array(found);
  if (advised.front().id != remedy_id::compare_index || found.parties.empty())
    return advised;
  if (is_bytes_for_elements(found))
    return {
        {remedy_id::elements_for_bytes, {static_cast<int>(found.missed->size)}, found.variable}};
  if (found.by == library_work::none && !is_far_outside(found) &&
      has_thread_for_each_element(found))
    return {{remedy_id::index_of_own_element, {}, found.variable}};
  if (found.by == library_work::none && is_first_of_all(found) && is_behind(found))
    advised = is_index_of_all_threads(found)
                  ? findings::remedy{{remedy_id::index_of_all_threads,
                                      {},
                                      grouped(threads_of_launch(found))}}
                  : findings::remedy{{remedy_id::compare_index_of_first}};
  else if (found.by == library_work::none && is_of_inner_block(found) && is_behind(found)) {
    if (findings::remedy part = last_part_advice(found); !part.empty())
      return part;
    advised = {{remedy_id::compare_index_of_inner}};
  } else if (found.opens_block && is_behind(found))
    advised = {{remedy_id::block_in_wrong_place}};
  if (found.by == library_work::none && is_first_of_all(found) && is_before(found)) {
    advised = {{remedy_id::compare_index_with_0}};
    if (found.parties.front().action == std::string_view("reads"))
      advised.push_back({remedy_id::read_all_the_same});
  }
  if (found.by == library_work::none && is_far_outside(found))
    advised.insert(advised.begin(), {remedy_id::larger_than_int});
  if (is_one_too_few(found))
    advised.insert(advised.begin(),
                   {remedy_id::room_for_one_more,
                    {static_cast<int>(found.missed->size / found.missed->accessed)},
                    found.variable});
  if (found.by == library_work::copy)
    advised.insert(advised.begin(),
                   {remedy_id::copy_for_no_round, {found.parties.front().place.line}});
  if (found.by == library_work::copy || !found.missed ||
      found.missed->offset != static_cast<std::int64_t>(found.missed->size))
    return advised;
  const bool of_fragment = found.by == library_work::matrix;
  const bool reads = found.parties.front().action == std::string_view("reads");
  if (of_fragment ? !reads || !is_of_first_warp(found) : !threads_fit(found))
    return advised;
  if (const auto loop = loop_around(found.parties.front()))
    advised.insert(advised.begin(),
                   {of_fragment ? remedy_id::fragment_for_no_round : remedy_id::last_round_too_far,
                    {loop->line, loop->loop}});
  // The loop may be of a function, which goes over what one of the caller's rounds is for.
  if (const auto& calls = found.parties.front().called_in; !calls.empty())
    advised.insert(advised.begin(), {remedy_id::call_for_no_round, {calls.back()}});
  return advised;
}

finding_words misaligned_words(const finding& found) {
  if (found.row_bytes != 0)
    return {fmt::format("{}; each row of {} has {} bytes", found.detail, found.variable,
                        grouped(found.row_bytes)),
            {{remedy_id::aligned_rows, {}, found.variable}}};
  findings::remedy remedy = {{remedy_id::aligned_address}};
  if (found.space == "shared")
    remedy.push_back({remedy_id::aligned_array});
  return {found.detail, remedy};
}

finding_words uninitialised_words(const finding& found) {
  const std::string count = counted(found.count, "such read") + " in all";
  if (found.space == "shared")
    return {
        "no thread of this block has written it; " + count +
            (found.detail.empty() ? "" : "; " + found.detail),
        {{found.few_threads ? remedy_id::thread_for_each_element : remedy_id::store_shared_first,
          {},
          found.variable}}};
  if (found.why == finding_case::of_a_condition)
    return {"the handle has no default value (cudaGraphCondAssignDefault), and no kernel of this "
            "launch has set it before the node's turn",
            {{remedy_id::set_condition}}};
  const bool updates =
      !found.parties.empty() && found.parties.front().action == std::string("updates");
  if (found.why == finding_case::filled_in_part && !updates)
    return {found.detail + "; " + count, {{remedy_id::fill_to_the_end, {}, found.variable}}};
  return {"neither the host nor an earlier kernel nor this one has written it; " + count,
          {{found.exchanges                                   ? remedy_id::exchange_last
            : updates                                         ? remedy_id::set_before_launch
            : found.why == finding_case::of_an_output         ? remedy_id::only_store
            : found.why == finding_case::never_filled         ? remedy_id::fill_before_launch
            : found.why == finding_case::element_never_filled ? remedy_id::fill_this_element
                                                              : remedy_id::store_before_reading,
            {},
            found.variable}}};
}

/// Of a literal or a function that makes an operation one of doubles.
finding_words precision_words(const finding& found) {
  const std::string& name = found.variable;
  if (found.why != finding_case::function_of_doubles)
    return {fmt::format("{} is a double: what stands beside it is converted, and the operation is "
                        "done in double precision",
                        name),
            {{remedy_id::float_literal, {}, name}}};
  findings::remedy remedy = {{remedy_id::float_function, {}, name}};
  if (name == "pow")
    remedy.push_back({remedy_id::multiply});
  return {fmt::format("{} is computed in double precision, unless all it is given are floats: an "
                      "int is none",
                      name),
          remedy};
}

/// Which of two accesses of a race comes first in the program, or what they are between.
findings::race_order order_of(const finding& found) {
  if (found.kind != finding_kind::race)
    return findings::race_order::unknown;
  if (is_between_blocks(found.why))
    return findings::race_order::between_blocks;
  switch (found.why) {
  case finding_case::raw_hazard:
    return findings::race_order::write_first;
  case finding_case::war_hazard:
    return findings::race_order::read_first;
  case finding_case::between_streams:
    return findings::race_order::between_streams;
  default:
    return findings::race_order::no_order;
  }
}

findings::party told(const finding_party& party) {
  findings::party result;
  result.action = party.action;
  result.on_host = party.on_host;
  result.thread_known = party.thread_known && !party.on_host;
  if (result.thread_known) {
    result.thread = {party.thread.x, party.thread.y, party.thread.z};
    result.block = {party.block.x, party.block.y, party.block.z};
  }
  result.file = party.place.file;
  result.line = party.place.line;
  result.called_in = party.called_in;
  return result;
}

} // namespace

finding_words words_for(const finding& found, const std::vector<finding>& all) {
  switch (found.kind) {
  case finding_kind::race:
    return race_words(found, all);
  case finding_kind::barrier_divergence:
  case finding_kind::warp_divergence:
    return divergence_words(found);
  case finding_kind::out_of_bounds:
    return {found.detail, bounds_advice(found)};
  case finding_kind::misaligned:
    return misaligned_words(found);
  case finding_kind::constant_write:
  case finding_kind::host_pointer:
  case finding_kind::host_access:
    return place_words(found);
  case finding_kind::deadlock:
    return {found.detail,
            {{found.why == finding_case::kept_communicator ? remedy_id::communicators_of_own
                                                           : remedy_id::call_for_every_rank}}};
  case finding_kind::mismatched_call:
    return {found.detail, {{remedy_id::same_call_of_ranks}}};
  case finding_kind::peer_access:
    return {found.detail, {{remedy_id::allow_peer_access, {}, found.needed_call}}};
  case finding_kind::use_after_free:
    if (found.why == finding_case::between_streams)
      return stream_race_words(found);
    if (found.why == finding_case::not_there_yet)
      return {found.detail, {{remedy_id::allocate_first}}};
    return {found.detail,
            {{found.parties.front().on_host || found.why == finding_case::freed_by_operation
                  ? remedy_id::free_node_later
                  : remedy_id::free_later}}};
  case finding_kind::uninitialised_read:
    return uninitialised_words(found);
  case finding_kind::unfinished_read:
    return unfinished_words(found);
  case finding_kind::unfinished_copy:
    return unfinished_copy_words(found);
  case finding_kind::absent_lanes:
  case finding_kind::invalid_mask:
  case finding_kind::unnamed_lane:
  case finding_kind::endless_loop:
  case finding_kind::stack_overflow:
  case finding_kind::division_by_zero:
  case finding_kind::failed_assertion:
  case finding_kind::trap:
    return {found.detail, stop_or_lane_remedy(found)};
  case finding_kind::invalid_launch:
  case finding_kind::double_free:
  case finding_kind::invalid_free:
  case finding_kind::unchecked_error:
  case finding_kind::leak:
    return call_words(found);
  case finding_kind::equal_writes:
  case finding_kind::hint_read:
    return harmless_words(found);
  case finding_kind::double_arithmetic:
    return precision_words(found);
  case finding_kind::launch_error: // of compute-sanitizer
  case finding_kind::crash:
    break;
  }
  return {found.detail, {}};
}

findings::finding told(const finding& found, const std::vector<finding>& all) {
  const finding_words words = words_for(found, all);
  findings::finding result;
  result.kind = found.kind;
  result.severity = severity_of(found.kind);
  result.space = found.space;
  result.object = found.element;
  result.kernel = found.kernel;
  for (const finding_party& party : found.parties)
    result.parties.push_back(told(party));
  result.count = found.count;
  result.text = words.text;
  advise(words.remedy, result);
  result.source = "emulator";
  result.order = order_of(found);
  result.missed = found.missed;
  return result;
}

} // namespace cudalab::emulator
