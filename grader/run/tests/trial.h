// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A small "lab", to try the real worker with: some functions work, some do what students do.
#pragma once

#include <cuda_runtime.h>

#include "lab/function.h"

struct extent {
  unsigned blocks, threads;
};
LAB_STRUCT(extent, unsigned)

void twice(const float* d_in, float* d_out, int n);
void add_to(const float* d_in, float* d_sum, int n, float factor);
void write_before(const float* d_in, float* d_out, int n);
void change_input(const float* d_in, float* d_out, int n);
void bad_launch(const float* d_in, float* d_out, int n);
void throw_error(const float* d_in, float* d_out, int n);
void far_outside(const float* d_in, float* d_out, int n);
extent extent_of(dim3 grid, dim3 block);
void on_the_host(const int* in, int* out, int n);
void follow_pointer(const float* d_in, float* d_out, int n);
void leaks(const float* d_in, float* d_out, int n);
void waits_for_ever(const float* d_in, float* d_out, int n);
/// 2 blocks: d_out[0] is 1 when the first one, which waits a little, has met the second one.
void meet(const float* d_in, float* d_out, int n);
/// Like twice(). The answer of the first call is kept and given again.
void remembers(const float* d_in, float* d_out, int n);
/// Each element is the number of calls so far in this process.
void counts_calls(const float* d_in, float* d_out, int n);
/// The same, and memory of the device is kept from call to call.
void counts_calls_and_keeps_memory(const float* d_in, float* d_out, int n);
/// Like twice(), with the factor in host memory that the function keeps.
void sends_from_kept_memory(const float* d_in, float* d_out, int n);
void clears_at_the_end(const float* d_in, float* d_out, int n);
/// Like twice(), and each looks at the error of its launch, or does not.
void checks_launch(const float* d_in, float* d_out, int n);
void peeks_at_launch(const float* d_in, float* d_out, int n);
void peeks_and_takes(const float* d_in, float* d_out, int n);
void forgets_and_peeks(const float* d_in, float* d_out, int n);
void launches_by_a_call(const float* d_in, float* d_out, int n);
void throws_a_number(const float* d_in, float* d_out, int n);
void ignores_second_launch(const float* d_in, float* d_out, int n);
void asks_twice(const float* d_in, float* d_out, int n);
void asks_in_a_destructor(const float* d_in, float* d_out, int n);
/// Like twice(), in two steps through d_out.
void reads_output(const float* d_in, float* d_out, int n);
/// Like twice(), by changing the input for a moment.
void borrows_input(const float* d_in, float* d_out, int n);
/// Like twice(), with arrays of the host: a copy of one element too many, or a sum that needs one.
void copies_too_much(const float* in, float* d_out, int n);
void adds_too_much(const float* in, float* d_out, int n);
/// Like twice(); asks before, when all that was launched has been waited for.
void asks_when_known(const float* d_in, float* d_out, int n);
/// Like twice(), and wait for it.
void polls_stream(const float* d_in, float* d_out, int n);
void polls_event(const float* d_in, float* d_out, int n);
void asks_once(const float* d_in, float* d_out, int n);
/// Like twice(), in a stream of its own that the caller's joins, or does not.
void aside_joined(const float* d_in, float* d_out, int n);
void aside(const float* d_in, float* d_out, int n);

LAB_FUNCTION(remembers, d_in, d_out, n)
LAB_FUNCTION(counts_calls, d_in, d_out, n)
LAB_FUNCTION(counts_calls_and_keeps_memory, d_in, d_out, n)
LAB_FUNCTION(sends_from_kept_memory, d_in, d_out, n)
LAB_FUNCTION(clears_at_the_end, d_in, d_out, n)
LAB_FUNCTION(checks_launch, d_in, d_out, n)
LAB_FUNCTION(peeks_at_launch, d_in, d_out, n)
LAB_FUNCTION(peeks_and_takes, d_in, d_out, n)
LAB_FUNCTION(forgets_and_peeks, d_in, d_out, n)
LAB_FUNCTION(launches_by_a_call, d_in, d_out, n)
LAB_FUNCTION(throws_a_number, d_in, d_out, n)
LAB_FUNCTION(ignores_second_launch, d_in, d_out, n)
LAB_FUNCTION(asks_twice, d_in, d_out, n)
LAB_FUNCTION(asks_in_a_destructor, d_in, d_out, n)
LAB_FUNCTION(reads_output, d_in, d_out, n)
LAB_FUNCTION(borrows_input, d_in, d_out, n)
LAB_FUNCTION(copies_too_much, in, d_out, n)
LAB_FUNCTION(adds_too_much, in, d_out, n)
LAB_FUNCTION(asks_when_known, d_in, d_out, n)
LAB_FUNCTION(polls_stream, d_in, d_out, n)
LAB_FUNCTION(polls_event, d_in, d_out, n)
LAB_FUNCTION(asks_once, d_in, d_out, n)
LAB_FUNCTION(aside_joined, d_in, d_out, n)
LAB_FUNCTION(aside, d_in, d_out, n)
LAB_FUNCTION(twice, d_in, d_out, n)
LAB_FUNCTION(add_to, d_in, d_sum, n, factor)
LAB_FUNCTION(write_before, d_in, d_out, n)
LAB_FUNCTION(change_input, d_in, d_out, n)
LAB_FUNCTION(bad_launch, d_in, d_out, n)
LAB_FUNCTION(throw_error, d_in, d_out, n)
LAB_FUNCTION(far_outside, d_in, d_out, n)
LAB_FUNCTION(extent_of, grid, block)
LAB_FUNCTION(on_the_host, in, out, n)
LAB_FUNCTION(follow_pointer, d_in, d_out, n)
LAB_FUNCTION(leaks, d_in, d_out, n)
LAB_FUNCTION(waits_for_ever, d_in, d_out, n)
LAB_FUNCTION(meet, d_in, d_out, n)
