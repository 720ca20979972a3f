// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// Lab 02: any picture, any block, and the pixel of any thread.
"use strict";
{
  const { coverage, thread_at, warps, most_threads } = cudalab.pixels;
  const SIDE_BY_SIDE = 600; // pixels of the screen

  function prepare(state) {
    const numbers = coverage(state);
    return { numbers, warps: warps(state), thread: thread_at(state, state.column, state.row) };
  }

  /// The chosen thread stays in the grid.
  function mend(state) {
    const { grid_width, grid_height } = coverage(state);
    return {
      column: Math.min(Math.max(state.column, 0), grid_width - 1),
      row: Math.min(Math.max(state.row, 0), grid_height - 1),
    };
  }

  function facts(state, { numbers, warps: { full, partial, empty } }) {
    const all = cudalab.grouped;
    return [
      ["blocks", `${numbers.blocks_x} x ${numbers.blocks_y} = ${all(numbers.blocks)}`],
      ["threads", `${all(numbers.blocks)} x ${all(numbers.threads_per_block)} = ${all(numbers.threads)}`],
      ["pixels", `${state.width} x ${state.height} = ${all(numbers.pixels)}`],
      ["threads without a pixel", all(numbers.idle), numbers.idle > numbers.pixels],
      ["warps: full, partly full, idle", [full, partial, empty].map(all).join(", ")],
    ];
  }

  function say(state, { numbers, thread }) {
    const { width, height, block_x, block_y } = state;
    if (numbers.threads_per_block > most_threads)
      return (
        `A block of ${block_x} x ${block_y} has ${cudalab.grouped(numbers.threads_per_block)} threads. ` +
        "A block has at most 1,024: the launch fails (cudaErrorInvalidValue with CUDA 13, before " +
        "cudaErrorInvalidConfiguration), and no thread runs."
      );
    const { block, thread: { x, y }, column, row, index, owner } = thread;
    const all = cudalab.grouped;
    const where = `${row} * ${width} + ${column} = ${all(index)}`;
    const outside =
      column >= width && row >= height ? "both are outside" :
      column >= width ? `the last column is ${width - 1}` : `the last row is ${height - 1}`;
    return (
      `${width} x ${height} pixels in blocks of ${block_x} x ${block_y}: ` +
      `${cudalab.plural(numbers.blocks_x, "block")} across, ${numbers.blocks_y} down, ` +
      `${cudalab.plural(numbers.blocks, "block")} with ${all(numbers.threads)} threads, ` +
      `${all(numbers.idle)} of them without a pixel. ` +
      `Thread (${x},${y}) of block (${block.x},${block.y}) has column ` +
      `${block.x} * ${block_x} + ${x} = ${column} and row ${block.y} * ${block_y} + ${y} = ${row}: ` +
      (thread.has_pixel
        ? `it works on pixel ${where}.`
        : `it has no pixel, because ${outside}. Without asking it would work at ${where}: ` +
          (owner
            ? `the pixel of column ${owner.column}, row ${owner.row}, which belongs to another thread.`
            : "behind the end of the picture."))
    );
  }

  function draw(pen, width, state, made) {
    const beside = width >= SIDE_BY_SIDE;
    const left = beside ? Math.floor(width * 0.58) : width;
    const map = draw_grid(pen, { x: 1, y: 24, width: left - 2, height: beside ? 330 : 260 }, state, made);
    const box = beside
      ? { x: left + 24, y: 24, width: width - left - 25, height: 330 }
      : { x: 1, y: map.bottom + 40, width: width - 2, height: 260 };
    const block = draw_block(pen, box, state, made);
    made.layout = { map, block };
    return Math.max(map.bottom, block.bottom) + 2;
  }

  /// The whole grid over the picture. Returns where it stands.
  function draw_grid(pen, box, state, { numbers, thread }) {
    const { width, height, block_x, block_y } = state;
    const { grid_width, grid_height, blocks_x, blocks_y } = numbers;
    const scale = Math.min(box.width / grid_width, box.height / grid_height);
    const at = (x, y) => [box.x + x * scale, box.y + y * scale];
    pen.text(box.x, box.y - 8, "The picture, and the grid over it", "small");
    pen.rect(...at(0, 0), width * scale, height * scale, "b");
    pen.hatched(...at(width, 0), (grid_width - width) * scale, grid_height * scale);
    pen.hatched(...at(0, height), width * scale, (grid_height - height) * scale);
    const lines = [];
    for (let i = 0; i <= blocks_x; ++i) lines.push(`M${at(i * block_x, 0)}V${box.y + grid_height * scale}`);
    for (let j = 0; j <= blocks_y; ++j) lines.push(`M${at(0, j * block_y)}H${box.x + grid_width * scale}`);
    if (Math.min(block_x, block_y) * scale >= 3) pen.path(lines.join(""), "cell");
    pen.rect(...at(0, 0), width * scale, height * scale, "tile");
    name_blocks(pen, at, scale, state, numbers);
    const { block, column, row } = thread;
    pen.rect(...at(block.x * block_x, block.y * block_y), block_x * scale, block_y * scale, "chosen");
    const dot = at(column + 0.5, row + 0.5);
    pen.add("circle", { cx: dot[0], cy: dot[1], r: Math.max(3, scale / 2), class: "dot" });
    return { ...box, scale, bottom: box.y + grid_height * scale };
  }

  /// (1,2) in the part of each block that is inside the picture, where it has room.
  function name_blocks(pen, at, scale, { width, height, block_x, block_y }, { blocks_x, blocks_y }) {
    if (block_x * scale < 42 || block_y * scale < 18) return;
    for (let j = 0; j < blocks_y; ++j)
      for (let i = 0; i < blocks_x; ++i) {
        const right = Math.min(width, (i + 1) * block_x);
        const bottom = Math.min(height, (j + 1) * block_y);
        if ((right - i * block_x) * scale < 34 || (bottom - j * block_y) * scale < 16) continue;
        const middle = at((i * block_x + right) / 2, (j * block_y + bottom) / 2);
        pen.text(...middle, `(${i},${j})`, "small mid middle");
      }
  }

  /// The chosen block, thread by thread; warps in two colours by turns.
  function draw_block(pen, box, state, { numbers, thread }) {
    const { width, height, block_x, block_y } = state;
    const { block } = thread;
    const scale = Math.min(box.width / block_x, box.height / block_y, 40);
    pen.text(box.x, box.y - 8, `Block (${block.x},${block.y}), its warps in two colours`, "small");
    for (let y = 0; y < block_y; ++y)
      for (let x = 0; x < block_x; ++x) {
        const place = [box.x + x * scale, box.y + y * scale];
        const busy = block.x * block_x + x < width && block.y * block_y + y < height;
        if (busy) pen.rect(...place, scale, scale, Math.floor((y * block_x + x) / 32) % 2 ? "p" : "a");
        else pen.hatched(...place, scale, scale);
        if (scale >= 5) pen.rect(...place, scale, scale, "cell");
      }
    const { x, y } = thread.thread;
    pen.rect(box.x, box.y, block_x * scale, block_y * scale, "tile");
    pen.rect(box.x + x * scale, box.y + y * scale, scale, scale, "chosen");
    return { ...box, scale, bottom: box.y + numbers.threads_per_block / block_x * scale };
  }

  function pick(x, y, state, { numbers, thread, layout: { map, block } }) {
    const column = Math.floor((x - map.x) / map.scale);
    const row = Math.floor((y - map.y) / map.scale);
    if (column >= 0 && row >= 0 && column < numbers.grid_width && row < numbers.grid_height)
      return { column, row };
    const tx = Math.floor((x - block.x) / block.scale);
    const ty = Math.floor((y - block.y) / block.scale);
    if (tx < 0 || ty < 0 || tx >= state.block_x || ty >= state.block_y) return undefined;
    return {
      column: thread.block.x * state.block_x + tx,
      row: thread.block.y * state.block_y + ty,
    };
  }

  function keys(key, { column, row, block_y }, { numbers }) {
    return {
      ArrowLeft: { column: column - 1 },
      ArrowRight: { column: column + 1 },
      ArrowUp: { row: row - 1 },
      ArrowDown: { row: row + 1 },
      Home: { column: 0 },
      End: { column: numbers.grid_width - 1 },
      PageUp: { row: row - block_y },
      PageDown: { row: row + block_y },
    }[key];
  }

  cudalab.figure("blocks.svg", {
    title: "Which pixel has a thread?",
    help:
      "Choose a picture and a block, then a thread: click, or go to the drawing with Tab and use the " +
      "arrow keys, Home and End; Page Up and Page Down go to the next block.",
    label: "The threads of the grid over the picture",
    hidden: { column: 67, row: 18 },
    controls: [
      { kind: "number", key: "width", label: "picture: width", min: 1, max: 200, value: 72 },
      { kind: "number", key: "height", label: "picture: height", min: 1, max: 200, value: 62 },
      { kind: "number", key: "block_x", label: "block: along x", min: 1, max: 64, value: 16 },
      { kind: "number", key: "block_y", label: "block: along y", min: 1, max: 64, value: 16 },
    ],
    mend, prepare, facts, say, draw, pick, keys,
  });
}
