// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// Stride and offset of a warp's load, and the sectors that it touches.
"use strict";
{
  const { request, expression, sector_bytes } = cudalab.coalescing;
  const LANES = 32;
  const LEGEND = [["b", "used"], ["a", "moved, not used"], ["cell", "not touched"]];
  const FAR_ENOUGH = 128; // bytes: from a stride of 32 bytes on, every thread has its own sector

  const prepare = (state) => request(state);

  const share = ({ used, moved }) => `${cudalab.rounded((100 * used) / moved, 1)} %`;

  function facts(state, made) {
    return [
      ["the load", expression(state)],
      ["sectors", String(made.touched), made.touched > made.least],
      ["bytes moved", cudalab.grouped(made.moved)],
      ["bytes used", `${cudalab.grouped(made.used)}: ${share(made)}`],
    ];
  }

  function say(state, made) {
    const { first_byte, sector } = made.lanes[state.lane];
    const bytes = cudalab.grouped;
    const better =
      made.touched > made.least
        ? ` Side by side, the same bytes would fill ${cudalab.plural(made.least, "sector")}.`
        : "";
    return (
      `${expression(state)}: the 32 threads of a warp touch ${cudalab.plural(made.touched, "sector")}. ` +
      `${bytes(made.moved)} bytes are moved, ${bytes(made.used)} of them are used: ${share(made)}.${better} ` +
      `Thread ${state.lane} loads bytes ${bytes(first_byte)} to ${bytes(first_byte + state.bytes - 1)}, ` +
      `in sector ${sector}.`
    );
  }

  function draw(pen, width, state, made) {
    const wide = width >= 560;
    const last = Math.max(...made.sectors.keys());
    const sectors_a_row = wide && last >= 48 ? 8 : 4;
    const left = wide ? 52 : 46;
    const gap = 3;
    const sector_width = (width - left - 1 - gap * (sectors_a_row - 1)) / sectors_a_row;
    const height = wide ? 24 : 20;
    const threads = draw_threads(pen, left, width, state);
    pen.text(left, threads.bottom + 34, "memory, in sectors of 32 bytes", "small");
    const top = 6 + pen.legend(LEGEND, threads.bottom + 44, width);
    const rows = Math.floor(last / sectors_a_row) + 1;
    const place = (sector) => [
      left + (sector % sectors_a_row) * (sector_width + gap),
      top + Math.floor(sector / sectors_a_row) * (height + 5),
    ];
    for (let row = 0; row < rows; ++row) {
      const byte = row * sectors_a_row * sector_bytes;
      pen.text(left - 8, place(row * sectors_a_row)[1] + height / 2, cudalab.grouped(byte), "small end middle");
    }
    for (let sector = 0; sector < rows * sectors_a_row; ++sector)
      draw_sector(pen, ...place(sector), sector_width, height, sector, state, made);
    made.layout = { threads, place, sector_width, height, last: rows * sectors_a_row };
    return top + rows * (height + 5) + 2;
  }

  /// The warp: 32 threads, the chosen one marked.
  function draw_threads(pen, left, width, state) {
    pen.text(left, 16, "a warp: threads 0 to 31", "small");
    const size = (width - left - 1) / LANES;
    for (let lane = 0; lane < LANES; ++lane) pen.cell(left + lane * size, 24, size, 24, "p", lane, 2);
    pen.rect(left + state.lane * size, 24, size, 24, "chosen");
    return { left, size, bottom: 48 };
  }

  function draw_sector(pen, x, y, width, height, sector, { bytes, lane }, { sectors, lanes }) {
    const touching = sectors.get(sector);
    const elements = sector_bytes / bytes;
    const size = width / elements;
    for (let i = 0; i < elements; ++i) {
      const users = touching?.filter((each) => lanes[each].element === sector * elements + i) ?? [];
      const words = users.length > 1 ? "all" : users[0];
      pen.cell(x + i * size, y, size, height, users.length > 0 ? "b" : touching ? "a" : "cell", words, 2);
      if (users.includes(lane)) pen.rect(x + i * size, y, size, height, "chosen");
    }
    if (touching) pen.rect(x, y, width, height, "tile");
  }

  /// A thread, or the element of one.
  function pick(x, y, state, { lanes, layout: { threads, place, sector_width, height, last } }) {
    if (y < threads.bottom + 6) {
      const lane = Math.floor((x - threads.left) / threads.size);
      return lane >= 0 && lane < LANES ? { lane } : undefined;
    }
    for (let sector = 0; sector < last; ++sector) {
      const [left, top] = place(sector);
      const inside = x >= left && x < left + sector_width && y >= top && y < top + height;
      if (!inside) continue;
      const byte = sector * sector_bytes + ((x - left) / sector_width) * sector_bytes;
      const found = lanes.find((each) => each.element === Math.floor(byte / state.bytes));
      return found && { lane: found.lane };
    }
    return undefined;
  }

  cudalab.figure("coalescing.svg", {
    title: "Which sectors does a load touch?",
    help:
      "Thread i of a warp loads one element. in[0] begins at a multiple of 32 bytes. Change the stride " +
      "and the offset, and follow one thread.",
    label: "The memory that a warp loads from, in sectors of 32 bytes",
    controls: [
      { kind: "choice", key: "bytes", label: "element", value: 4,
        options: [[4, "4 bytes: float, int"], [8, "8 bytes: double"], [16, "16 bytes: float4"]] },
      { kind: "number", key: "stride", label: "stride, in elements", min: 0, value: 1,
        max: ({ bytes }) => FAR_ENOUGH / bytes },
      { kind: "number", key: "offset", label: "offset, in elements", min: 0, max: 16, value: 0 },
      { kind: "number", key: "lane", label: "follow thread", min: 0, max: LANES - 1, value: 5 },
    ],
    prepare, facts, say, draw, pick,
  });
}
