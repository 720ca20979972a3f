// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// The matrices, the tiles in shared memory and the threads' actions of the tiled product.
"use strict";
{
  const PHASE = ["a", "b"]; // the colours of the phases, by turns
  const LEGEND = [["a", "L: loads"], ["b", "C: computes"], ["bad", "reads a wrong value"], ["p", "P: stores"]];
  const shown = (value) => (value === undefined ? "" : Number.isNaN(value) ? "?" : value);

  /// Draws the step; `done` are the steps up to it. Returns the height.
  function draw(pen, width, state, made) {
    const beside = width >= 600;
    const room = beside ? width * 0.5 : width;
    const side = draw_matrices(pen, room, state, made);
    const chart = beside
      ? { x: room + 24, y: 20, width: width - room - 26 }
      : { x: 1, y: side + 34, width: width - 2 };
    const bottom = draw_actions(pen, chart, state, made);
    return Math.max(side, bottom) + 4;
  }

  function draw_matrices(pen, room, { n, tile, step }, made) {
    const gap = 26;
    const cell = Math.min(44, (room - gap - 4) / (2 * n));
    const now = made.steps[step - 1];
    const side = n * cell;
    const [left, top] = [1, 20];
    const [right, below] = [left + side + gap, top + side + gap];
    const phase = now?.phase ?? 0;
    const from = (name) => now?.writes.find((each) => each.name === name)?.from;

    draw_tiles(pen, { x: left, y: top, side }, tile, now);
    const in_tile = (along, across) => Math.floor(along / tile) === phase && across < tile;
    const colour = (is_in) => (is_in ? PHASE[phase % 2] : "");
    grid(pen, right, top, cell, n, "N", (row, col) => [colour(in_tile(row, col)), made.N[row][col]]);
    grid(pen, left, below, cell, n, "M", (row, col) => [colour(in_tile(col, row)), made.M[row][col]]);
    const stored = new Map();
    for (const { stores } of made.steps.slice(0, step))
      if (stores) stored.set(stores.row * n + stores.col, stores.value);
    grid(pen, right, below, cell, n, "P = M N", (row, col) => {
      const value = stored.get(row * n + col);
      const mine = row < tile && col < tile;
      return [value === undefined ? "" : value === made.right[row]?.[col] ? "p" : "bad", mine ? shown(value) : ""];
    });
    const outline = (x, y, place) => {
      if (place && place.row < n && place.col < n)
        pen.rect(x + place.col * cell, y + place.row * cell, cell, cell, "chosen");
    };
    const rows = Math.min(tile, n) * cell;
    pen.rect(right, below, rows, rows, "tile"); // the block's part of P
    outline(left, below, from("M"));
    outline(right, top, from("N"));
    if (now && now.kind !== "barrier") outline(right, below, { row: now.y, col: now.x });
    return below + side;
  }

  /// n x n cells; look(row, col) is [style, value].
  function grid(pen, x, y, cell, n, title, look, letters = 2) {
    pen.text(x + (n * cell) / 2, y - 6, title, "mid big small");
    for (let row = 0; row < n; ++row)
      for (let col = 0; col < n; ++col) {
        const [style, value] = look(row, col);
        pen.cell(x + col * cell, y + row * cell, cell, cell, style || "cell", value, letters);
      }
  }

  /// Shared memory, in the free corner: what the cells hold, and which are read.
  function draw_tiles(pen, { x, y, side }, tile, now) {
    const between = 12;
    const cell = Math.min(44, (side - between) / (2 * tile));
    const names = { M: "Mds", N: "Nds" };
    Object.keys(names).forEach((name, i) => {
      const left = x + i * (tile * cell + between);
      const top = y + side - tile * cell;
      const held = (row, col) => now?.cells[name][row][col];
      grid(pen, left, top, cell, tile, names[name],
        (row, col) => [held(row, col) ? PHASE[held(row, col).phase % 2] : "", held(row, col)?.value ?? ""], 1);
      for (const { row, col, fault, value } of now?.reads.filter((each) => each.name === name) ?? []) {
        const place = [left + col * cell, top + row * cell, cell, cell];
        if (fault) pen.cell(...place, "bad", shown(value), 1);
        pen.rect(...place, fault ? "wrong" : "chosen");
      }
      for (const { row, col } of now?.writes.filter((each) => each.name === name) ?? [])
        pen.rect(left + col * cell, top + row * cell, cell, cell, "chosen");
    });
    if (side > 150) pen.text(x, y - 6, "shared memory", "small");
  }

  /// Who did what when: a row for each thread, a column for each step, a line for each barrier.
  function draw_actions(pen, { x, y, width }, { tile, step }, made) {
    const names = tile * tile <= 16 && width > 200 ? 34 : 0;
    const height = Math.min(44, 300 / (tile * tile));
    const size = (width - names) / made.steps.length;
    const at = (i) => x + names + i * size;
    pen.text(x, y - 6, "the threads, from step to step", "small");
    for (let thread = 0; thread < tile * tile; ++thread)
      pen.text(x, y + (thread + 0.5) * height, `(${thread % tile},${Math.floor(thread / tile)})`, "tiny middle");
    made.steps.forEach((each, i) => {
      const done = i < step;
      if (each.kind === "barrier") {
        pen.path(`M${at(i + 0.5)} ${y}v${tile * tile * height}`, done ? "line barrier" : "faint");
        return;
      }
      const bad = each.reads.some((read) => read.fault);
      const style = bad ? "bad" : { load: "a", compute: "b", store: "p" }[each.kind];
      const letter = each.kind === "store" ? "P" : each.kind === "load" ? `L${each.phase}` : `C${each.phase}`;
      const place = [at(i), y + each.thread * height + 2, size, height - 4];
      if (done) pen.cell(...place, style, letter, 2);
      else pen.rect(...place, "thin");
    });
    const bottom = y + tile * tile * height;
    if (step > 0) pen.rect(at(step - 1) - 1, y - 1, size + 2, bottom - y + 2, "chosen");
    made.layout = { x: x + names, y, width: width - names, size, bottom };
    return pen.legend(LEGEND, bottom + 12, x + width, x);
  }

  cudalab.matmul.draw = draw;
}
