// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// Which pixel a thread has: the numbers of lab 02. No drawing here.
"use strict";
globalThis.cudalab ??= {};
{
  const WARP = 32;

  const blocks_for = (n, block) => Math.floor((n + block - 1) / block);

  /// The five numbers of lab 02, and where the threads without a pixel stand.
  function coverage({ width, height, block_x, block_y }) {
    const blocks_x = blocks_for(width, block_x);
    const blocks_y = blocks_for(height, block_y);
    const grid_width = blocks_x * block_x; // in threads
    const grid_height = blocks_y * block_y;
    return {
      blocks_x,
      blocks_y,
      blocks: blocks_x * blocks_y,
      grid_width,
      grid_height,
      threads_per_block: block_x * block_y,
      threads: grid_width * grid_height,
      pixels: width * height,
      idle: grid_width * grid_height - width * height,
      idle_right: (grid_width - width) * height,
      idle_below: (grid_height - height) * width,
      idle_corner: (grid_width - width) * (grid_height - height),
    };
  }

  /// The thread that stands at `column`, `row` of the grid, and what it does. Where it has no
  /// pixel, `index` is the place in memory at which it would work without the question for the
  /// edges, and `owner` the pixel that lies there (null: behind the picture).
  function thread_at({ width, height, block_x, block_y }, column, row) {
    const thread = { x: column % block_x, y: row % block_y };
    const index = row * width + column;
    const has_pixel = column < width && row < height;
    return {
      column,
      row,
      block: { x: Math.floor(column / block_x), y: Math.floor(row / block_y) },
      thread,
      warp: Math.floor((thread.y * block_x + thread.x) / WARP),
      lane: (thread.y * block_x + thread.x) % WARP,
      index,
      has_pixel,
      owner:
        has_pixel || index >= width * height
          ? null
          : { column: index % width, row: Math.floor(index / width) },
    };
  }

  /// Threads with a pixel in each warp of a block of which `columns` x `rows` threads have one.
  function warps_of_block(columns, rows, { block_x, block_y }) {
    const busy = new Array(Math.ceil((block_x * block_y) / WARP)).fill(0);
    for (let y = 0; y < rows; ++y)
      for (let x = 0; x < columns; ++x) ++busy[Math.floor((y * block_x + x) / WARP)];
    return busy;
  }

  /// Warps of the whole grid: all threads have a pixel, some have, none has.
  function warps(settings) {
    const { width, height, block_x, block_y } = settings;
    const { blocks_x, blocks_y } = coverage(settings);
    const count = { full: 0, partial: 0, empty: 0 };
    // Only the last column and the last row of blocks may stand partly outside.
    const last = (n, block, blocks) => n - (blocks - 1) * block;
    for (const [columns, across] of [[block_x, blocks_x - 1], [last(width, block_x, blocks_x), 1]])
      for (const [rows, down] of [[block_y, blocks_y - 1], [last(height, block_y, blocks_y), 1]])
        warps_of_block(columns, rows, settings).forEach((busy, warp) => {
          const size = Math.min(WARP, block_x * block_y - warp * WARP);
          const kind = busy === size ? "full" : busy > 0 ? "partial" : "empty";
          count[kind] += across * down;
        });
    return count;
  }

  cudalab.pixels = { coverage, thread_at, warps, most_threads: 1024 };
}
