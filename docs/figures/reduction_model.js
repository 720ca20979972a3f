// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// The tree that adds up the numbers of a block, in three ways: lab 05. No drawing here.
"use strict";
globalThis.cudalab ??= {};
{
  const WARP = 32;

  /// The 16 numbers of lab 05's figure. Their sum is 41.
  const NUMBERS = [10, 1, 8, -1, 0, -2, 3, 5, -2, -3, 2, 7, 0, 11, 0, 2];

  /// Each way: its strides, which threads work, and which element a thread adds to
  /// (it adds the element `stride` further on).
  const WAYS = {
    halves: {
      up: false,
      works: (thread, stride) => thread < stride,
      into: (thread) => thread,
      condition: "tid < stride",
      code: "partial[tid] += partial[tid + stride]",
    },
    neighbours: {
      up: true,
      works: (thread, stride) => thread % (2 * stride) === 0,
      into: (thread) => thread,
      condition: "tid % (2 * stride) == 0",
      code: "partial[tid] += partial[tid + stride]",
    },
    spread: {
      up: true,
      works: (thread, stride, size) => thread < size / (2 * stride),
      into: (thread, stride) => 2 * stride * thread,
      condition: "tid < blockDim.x / (2 * stride)",
      code: "partial[2 * stride * tid] += partial[2 * stride * tid + stride]",
    },
  };

  /// The rounds of a block of `size` threads (a power of two): what is added in each, and what it
  /// costs. `conflict_degree` is the worst of its warps' accesses to shared memory.
  function rounds(way, size) {
    const { up, works, into } = WAYS[way];
    const strides = [];
    for (let stride = size / 2; stride >= 1; stride /= 2) strides.push(stride);
    if (up) strides.reverse();
    return strides.map((stride) => {
      const additions = [];
      for (let thread = 0; thread < size; ++thread)
        if (works(thread, stride, size)) {
          const target = into(thread, stride);
          additions.push({ thread, into: target, from: target + stride });
        }
      return { stride, additions, ...cost(additions, size) };
    });
  }

  function cost(additions, size) {
    const warps = Array.from({ length: Math.ceil(size / WARP) }, () => []);
    for (const each of additions) warps[Math.floor(each.thread / WARP)].push(each);
    const lanes = Math.min(WARP, size);
    const degree = (warp, end) =>
      cudalab.banks.serve(warp.map((each) => ({ lane: each.thread % WARP, words: [each[end]] })))
        .passes;
    return {
      active_in_warp: warps.map((warp) => warp.length),
      working: warps.filter((warp) => warp.length > 0).length,
      divergent: warps.filter((warp) => warp.length > 0 && warp.length < lanes).length,
      conflict_degree: Math.max(...warps.map((w) => Math.max(degree(w, "into"), degree(w, "from")))),
    };
  }

  /// The elements after loading and after each round: rounds + 1 arrays.
  function run(way, numbers) {
    const states = [numbers.slice()];
    for (const { additions } of rounds(way, numbers.length)) {
      const next = states.at(-1).slice();
      for (const { into, from } of additions) next[into] += next[from];
      states.push(next);
    }
    return states;
  }

  /// How often a warp works in all rounds together.
  const warp_rounds = (way, size) =>
    rounds(way, size).reduce((sum, round) => sum + round.working, 0);

  cudalab.reduction = { NUMBERS, WAYS, rounds, run, warp_rounds };
}
