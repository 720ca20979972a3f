// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The numbers of the interactive figures, without a browser: node docs/figures/tests/model_tests.js
// counted.json is what the emulated device counts (counted.cu).
import { deepEqual, equal } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import test from "node:test";

const require = createRequire(import.meta.url);
for (const name of ["pixels", "coalescing", "banks", "reduction", "matmul", "streams"]) require(`../${name}_model.js`);
const { pixels, coalescing, banks, reduction, matmul, streams } = globalThis.cudalab;
const counted = JSON.parse(readFileSync(new URL("counted.json", import.meta.url), "utf8"));

// ---- Against the emulated device ---------------------------------------------------------------

test("sectors are those that the emulated device counts", () => {
  const rows = counted["bytes, stride, offset, sectors, least sectors"];
  equal(rows.length, 3 * 11 * 4);
  for (const [bytes, stride, offset, sectors, least] of rows) {
    const got = coalescing.request({ bytes, stride, offset });
    deepEqual([got.touched, got.least], [sectors, least], `${bytes} bytes, stride ${stride}, offset ${offset}`);
  }
});

test("conflicts are those that the emulated device counts", () => {
  const rows = counted["bytes, stride, share, conflict degree, conflicts"];
  equal(rows.length, 3 * 13 * 4);
  for (const [bytes, stride, share, degree, conflicts] of rows) {
    const got = banks.request({ bytes, stride, share });
    deepEqual([got.degree, got.extra], [degree, conflicts], `${bytes} bytes, stride ${stride}, share ${share}`);
  }
});

test("rounds of a tree cost what the emulated device counts", () => {
  const rows = counted["threads, stride, warps at work, conflict degree"];
  equal(rows.length, 8);
  for (const [threads, stride, working, degree] of rows) {
    const round = reduction.rounds("spread", threads).find((each) => each.stride === stride);
    deepEqual([round.working, round.conflict_degree], [working, degree], `stride ${stride}`);
  }
});

// ---- Against the course's pages ----------------------------------------------------------------

test("72 x 62 pixels in blocks of 16 x 16", () => {
  const settings = { width: 72, height: 62, block_x: 16, block_y: 16 };
  const { blocks_x, blocks_y, blocks, threads, idle, ...rest } = pixels.coverage(settings);
  deepEqual([blocks_x, blocks_y, blocks, threads, idle], [5, 4, 20, 5120, 656]);
  deepEqual([rest.idle_right, rest.idle_below, rest.idle_corner], [496, 144, 16]);
  deepEqual(pixels.warps(settings), { full: 124, partial: 31, empty: 5 });
  const inside = pixels.thread_at(settings, 67, 18);
  deepEqual([inside.block, inside.thread, inside.index, inside.has_pixel],
    [{ x: 4, y: 1 }, { x: 3, y: 2 }, 1363, true]);
  const outside = pixels.thread_at(settings, 72, 0);
  deepEqual([outside.index, outside.has_pixel, outside.owner], [72, false, { column: 0, row: 1 }]);
  equal(pixels.thread_at(settings, 0, 62).owner, null);
});

test("a block more only where columns or rows are left over", () => {
  const blocks = (n) => pixels.coverage({ width: n, height: n, block_x: 16, block_y: 8 });
  deepEqual([72, 64, 62, 1].map((n) => blocks(n).blocks_x), [5, 4, 4, 1]);
  deepEqual([72, 64, 62, 1].map((n) => blocks(n).blocks_y), [9, 8, 8, 1]);
});

test("any picture: every pixel has one thread, and every warp is counted", () => {
  for (const [width, height, block_x, block_y] of [[1, 1, 16, 16], [50, 20, 32, 8], [7, 100, 5, 3], [64, 48, 16, 16]]) {
    const settings = { width, height, block_x, block_y };
    const { grid_width, grid_height, blocks, threads, idle } = pixels.coverage(settings);
    let with_pixel = 0;
    for (let row = 0; row < grid_height; ++row)
      for (let column = 0; column < grid_width; ++column)
        with_pixel += pixels.thread_at(settings, column, row).has_pixel;
    deepEqual([with_pixel, threads - idle], [width * height, width * height]);
    const { full, partial, empty } = pixels.warps(settings);
    equal(full + partial + empty, blocks * Math.ceil((block_x * block_y) / 32));
  }
});

test("loads are written as in a kernel", () => {
  const written = (bytes, stride, offset) => coalescing.expression({ bytes, stride, offset });
  deepEqual([written(4, 1, 0), written(4, 1, 1), written(4, 2, 3), written(16, 0, 0), written(8, 0, 5)],
    ["in[i]", "in[i + 1]", "in[2 * i + 3]", "in4[0]", "in2[5]"]);
});

test("the tree of the 16 numbers ends with 41, in all three ways", () => {
  const sums = { halves: 41, neighbours: 41, spread: 41 };
  for (const [way, sum] of Object.entries(sums)) equal(reduction.run(way, reduction.NUMBERS).at(-1)[0], sum, way);
  deepEqual(reduction.run("halves", reduction.NUMBERS)[2].slice(0, 4), [8, 7, 13, 13]);
  deepEqual(reduction.rounds("neighbours", 16)[1].additions.map((each) => each.thread), [0, 4, 8, 12]);
});

test("in 128 threads a warp works 8 times with large strides first, 23 times with neighbours first", () => {
  deepEqual([reduction.warp_rounds("halves", 128), reduction.warp_rounds("neighbours", 128)], [8, 23]);
  equal(Math.max(...reduction.rounds("halves", 512).map((each) => each.conflict_degree)), 1);
});

// ---- A tiled product ---------------------------------------------------------------------------

const product = (barrier_1, barrier_2, order = "first", n = 4, tile = 2) =>
  matmul.run({ n, tile, barrier_1, barrier_2, order });

test("with both barriers every product is right, in any order", () => {
  for (const n of [3, 4, 5, 8])
    for (const tile of [2, 3, 4])
      for (const order of ["first", "last", "in_step"]) {
        const { early, late, wrong, collisions } = product(true, true, order, n, tile);
        deepEqual([early, late, wrong, collisions], [0, 0, 0, 0], `${n}, ${tile}, ${order}`);
      }
  const { steps } = product(true, true);
  deepEqual(steps.filter((each) => each.stores).map((each) => each.stores.value), [11, 12, 5, 3]);
});

test("without the first barrier threads read too early, without the second too late", () => {
  const first = product(false, true);
  deepEqual([first.early, first.late, first.wrong, first.collisions], [8, 0, 3, 16]);
  deepEqual(first.steps[1].reads.map((each) => each.fault), [null, null, "early", "early"]);
  const second = product(true, false);
  deepEqual([second.early, second.late, second.wrong, second.collisions], [0, 4, 0, 8]);
  equal(product(true, false, "last").wrong, 2);
});

test("in step the result is right without barriers, and the race is there", () => {
  const { wrong, early, late, collisions } = product(false, false, "in_step");
  deepEqual([wrong, early, late, collisions], [0, 0, 0, 32]);
});

test("tiles divide the loads by their width", () => {
  deepEqual([product(true, true).loads, product(true, true).naive_loads], [16, 32]);
  const wide = product(true, true, "first", 8, 4);
  equal(wide.naive_loads / wide.loads, 4);
});

// ---- Streams -----------------------------------------------------------------------------------

const timeline = (changes) => streams.schedule({
  chunks: 2, streams: 2, copy_in: 1, kernel: 1, copy_out: 1, engines: 2, pinned: true, overhead: 0, ...changes,
});

test("two chunks in two streams take two thirds of the time", () => {
  equal(timeline({}).total, 2);
  equal(timeline({ chunks: 1, streams: 1 }).total, 3);
  equal(timeline({ streams: 1 }).total, 3);
  equal(timeline({ chunks: 8, streams: 4 }).total, 1.25);
  deepEqual(timeline({}).operations.map((each) => each.waits_for), [null, null, null, "engine", null, null]);
});

test("one copy engine makes copies wait for each other; pageable memory makes everything wait", () => {
  const four = { chunks: 4, streams: 4 };
  deepEqual([timeline({ ...four, engines: 1 }).total, timeline(four).total], [2, 1.5]);
  const pageable = timeline({ pinned: false });
  equal(pageable.total, 2 + 1 + 2);
  equal(pageable.operations[3].waits_for, "host");
});

test("no engine does two things at once, no stream either, and nothing is faster than its busiest engine", () => {
  for (const engines of [1, 2])
    for (const pinned of [true, false]) {
      const { operations, total, bound } =
        timeline({ chunks: 7, streams: 3, kernel: 1.5, engines, pinned, overhead: 0.01 });
      for (const key of ["engine", "stream"])
        for (const a of operations)
          for (const b of operations)
            if (a !== b && a[key] === b[key]) equal(a.end <= b.start + 1e-9 || b.end <= a.start + 1e-9, true);
      equal(total >= bound, true);
    }
});
