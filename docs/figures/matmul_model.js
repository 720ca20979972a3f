// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// A block of a tiled matrix product, one action of one thread after the other, with its barriers
/// or without: lab 04. No drawing here.
"use strict";
globalThis.cudalab ??= {};
{
  /// The 4 x 4 matrices of lab 04's figure; for other sizes small numbers.
  const M4 = [[1, 2, 3, 4], [0, 1, 0, 2], [5, 0, 1, 0], [2, 2, 1, 1]];
  const N4 = [[1, 0, 2, 1], [3, 1, 0, 2], [0, 2, 1, 1], [1, 1, 0, 3]];
  const filled = (n, number) =>
    Array.from({ length: n }, (_, row) => Array.from({ length: n }, (_, col) => number(row, col)));
  const matrices = (n) =>
    n === 4
      ? { M: M4, N: N4 }
      : { M: filled(n, (r, c) => (2 * r + 3 * c + 1) % 5), N: filled(n, (r, c) => (r + 3 * c) % 4) };

  /// All steps of block (0,0) for n x n matrices. `order` says who comes first: "first" and "last"
  /// let each thread run until it must wait, beginning with the first or the last one; "in_step"
  /// lets all threads do the same thing at a time.
  function run({ n, tile, barrier_1, barrier_2, order }) {
    const { M, N } = matrices(n);
    const phases = Math.ceil(n / tile);
    const size = tile * tile;
    const actions = program(phases, barrier_1, barrier_2);
    const cells = { M: filled(tile, () => null), N: filled(tile, () => null) }; // shared memory
    const sums = new Array(size).fill(0);
    const at = new Array(size).fill(0); // the next action of each thread
    const steps = [];

    const inside = (row, col) => row < n && col < n;
    const perform = (thread, { kind, phase }) => {
      const x = thread % tile;
      const y = Math.floor(thread / tile);
      const step = { kind, phase, thread, x, y, reads: [], writes: [] };
      if (kind === "load") {
        const write = (name, matrix, row, col) => {
          const value = inside(row, col) ? matrix[row][col] : 0;
          cells[name][y][x] = { phase, value };
          step.writes.push({ name, row: y, col: x, from: { row, col }, value });
        };
        write("M", M, y, phase * tile + x);
        write("N", N, phase * tile + y, x);
      } else if (kind === "compute")
        for (let k = 0; k < tile; ++k) {
          const left = read(cells, step, "M", y, k, thread, tile);
          const right = read(cells, step, "N", k, x, thread, tile);
          sums[thread] += left * right; // NaN: a cell that nobody has written
        }
      else step.stores = inside(y, x) ? { row: y, col: x, value: sums[thread] } : null;
      steps.push({ ...step, sum: sums[thread], cells: copy(cells) });
    };

    const running = (thread) => at[thread] < actions.length;
    const waits = (thread) => running(thread) && actions[at[thread]].kind === "barrier";
    const all = Array.from({ length: size }, (_, thread) => thread);
    if (order === "last") all.reverse();
    while (all.some(running)) {
      for (const thread of all)
        while (running(thread) && !waits(thread)) {
          perform(thread, actions[at[thread]++]);
          if (order === "in_step") break;
        }
      if (all.every((thread) => waits(thread))) {
        const { phase, which } = actions[at[0]];
        steps.push({ kind: "barrier", phase, which, reads: [], writes: [], cells: copy(cells) });
        all.forEach((thread) => ++at[thread]);
      }
    }
    const reads = steps.flatMap((step) => step.reads);
    const right = filled(tile, (r, c) =>
      inside(r, c) ? M[r].reduce((sum, value, k) => sum + value * N[k][c], 0) : 0);
    const wrong = steps.filter((s) => s.stores && s.stores.value !== right[s.stores.row][s.stores.col]);
    return {
      M, N, right, phases, steps,
      early: reads.filter((each) => each.fault === "early").length,
      late: reads.filter((each) => each.fault === "late").length,
      wrong: wrong.length,
      collisions: collisions(phases, tile, barrier_1, barrier_2),
      loads: 2 * size * phases, // from global memory, by the block
      naive_loads: 2 * size * n,
    };
  }

  function program(phases, barrier_1, barrier_2) {
    const actions = [];
    for (let phase = 0; phase < phases; ++phase) {
      actions.push({ kind: "load", phase });
      if (barrier_1) actions.push({ kind: "barrier", phase, which: 1 });
      actions.push({ kind: "compute", phase });
      if (barrier_2) actions.push({ kind: "barrier", phase, which: 2 });
    }
    return [...actions, { kind: "store", phase: phases - 1 }];
  }

  const copy = (cells) => ({
    M: cells.M.map((row) => row.slice()),
    N: cells.N.map((row) => row.slice()),
  });

  /// Reads a cell: its value, and in `step.reads` whether it is the one that the phase needs.
  function read(cells, step, name, row, col, thread, tile) {
    const cell = cells[name][row][col];
    const held = cell ? cell.phase : -1;
    const fault = held < step.phase ? "early" : held > step.phase ? "late" : null;
    const value = cell ? cell.value : NaN;
    step.reads.push({ name, row, col, loader: row * tile + col, held, fault, value });
    return value;
  }

  /// Pairs of a write and a read of one cell by two threads with no barrier between them: each
  /// could go wrong, whatever the order was this time.
  function collisions(phases, tile, barrier_1, barrier_2) {
    const others = 2 * tile * tile * (tile - 1); // cells, times their readers that did not load them
    let pairs = 0;
    const epoch = (phase, after_load) =>
      phase * (barrier_1 + barrier_2) + (after_load ? +barrier_1 : 0);
    for (let writing = 0; writing < phases; ++writing)
      for (let reading = 0; reading < phases; ++reading)
        pairs += epoch(writing, false) === epoch(reading, true) ? others : 0;
    return pairs;
  }

  cudalab.matmul = { run };
}
