// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// Copies and kernels in streams: what overlaps, and what waits.
"use strict";
{
  const { schedule, pageable_factor } = cudalab.streams;
  const STYLE = { in: "a", kernel: "p", out: "b" };
  const NAME = { in: "copy in", kernel: "kernel", out: "copy out" };
  const LEGEND = [["a", "copy in"], ["p", "kernel"], ["b", "copy out"], ["waiting", "waits for other work"]];
  const ms = (time) => `${cudalab.rounded(time, 3)} ms`;

  function prepare(state) {
    const made = schedule(state);
    // What all of it takes in one stream from the same memory, uncut.
    made.uncut = schedule({ ...state, chunks: 1, streams: 1 }).total;
    return made;
  }

  function facts(state, made) {
    return [
      ["in all", ms(made.total)],
      ["one after the other", ms(made.uncut)],
      ["times as fast", cudalab.rounded(made.uncut / made.total, 2), made.total > made.uncut],
      ["it cannot take less than", ms(made.bound)],
    ];
  }

  const BUSIEST = {
    in: (engines) => (engines === 2 ? "the copies to the device" : "the copies, both ways,"),
    kernel: () => "the kernels",
    out: () => "the copies to the host",
  };

  function say(state, made) {
    const chosen = made.operations[state.operation - 1];
    const waited = chosen.start - chosen.ready;
    const engine =
      chosen.kind === "kernel" ? "another kernel, which fills the device" : "the copy engine, which is busy";
    const other = chosen.waits_for === "host" ? "the host, which makes another copy itself" : engine;
    const reason = chosen.waits_for
      ? `Its stream came to it at ${ms(chosen.ready)}; it waits ${ms(waited)} for ${other}.`
      : "It waits for nothing but the work before it in its stream.";
    const cut = `${cudalab.plural(state.chunks, "chunk")} in ${cudalab.plural(state.streams, "stream")}`;
    const pageable = state.pinned
      ? ""
      : " With pageable memory the host makes each copy itself, " +
        `${pageable_factor} times as slow, and nothing overlaps.`;
    return (
      `${cut}: ${ms(made.total)}, ${cudalab.rounded(made.uncut / made.total, 2)} times as fast as ` +
      `one after the other (${ms(made.uncut)}). Less than ${ms(made.bound)} is not possible: ` +
      `${BUSIEST[made.busiest](state.engines)} alone take that long.${pageable} ` +
      `Operation ${state.operation}, ${NAME[chosen.kind]} ${chosen.chunk + 1} in stream ` +
      `${chosen.stream + 1}, runs from ` +
      `${cudalab.rounded(chosen.start, 3)} to ${ms(chosen.end)}. ${reason}`
    );
  }

  function draw(pen, width, state, made) {
    const left = width >= 560 ? 78 : 26;
    const scale = (width - left - 8) / Math.max(made.total, made.uncut);
    const height = 34;
    const at = (time) => left + time * scale;
    made.layout = { bars: [] };
    let y = 12 + pen.legend(LEGEND, 2, width);
    pen.text(1, y + 10, "one stream, the work in one piece", "small");
    y += 16;
    const uncut = schedule({ ...state, chunks: 1, streams: 1 });
    for (const each of uncut.operations) draw_bar(pen, at, y, 22, each, "");
    y += 42;
    pen.text(1, y + 2, `${cudalab.plural(state.streams, "stream")}, ${cudalab.plural(state.chunks, "chunk")}`, "small");
    y += 10;
    const top = y;
    for (let stream = 0; stream < state.streams; ++stream, y += height + 8) {
      pen.text(left - 8, y + height / 2, width >= 560 ? `stream ${stream + 1}` : stream + 1, "small end middle");
      pen.path(`M${left} ${y + height + 4}H${width - 8}`, "cell");
    }
    made.operations.forEach((each, i) => {
      const place = top + each.stream * (height + 8);
      if (each.waits_for) pen.path(`M${at(each.ready)} ${place + height / 2}H${at(each.start)}`, "waiting");
      draw_bar(pen, at, place, height, each, `${width >= 560 ? NAME[each.kind] + " " : ""}${each.chunk + 1}`);
      if (i === state.operation - 1) pen.rect(at(each.start), place, each.time * scale, height, "chosen", 3);
      made.layout.bars.push({ x: at(each.start), y: place, width: each.time * scale, height });
    });
    pen.path(`M${at(made.total)} ${top - 8}V${y}`, "ending");
    return draw_axis(pen, at, y, Math.max(made.total, made.uncut));
  }

  function draw_bar(pen, at, y, height, { kind, start, end }, words) {
    const x = at(start), width = at(end) - at(start);
    if (width <= 0) return;
    const name = words || NAME[kind];
    const fits = (text) => text.length * 7.3 < width - 4;
    const shown = fits(name) ? name : fits(name.split(" ").at(-1)) && words ? name.split(" ").at(-1) : "";
    pen.rect(x, y, width, height, STYLE[kind], 3);
    pen.rect(x, y, width, height, "cell", 3);
    if (shown) pen.text(x + width / 2, y + height / 2, shown, "small mid middle");
  }

  /// Milliseconds, at round numbers.
  function draw_axis(pen, at, y, longest) {
    const step = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10].find((each) => longest / each <= 8) ?? 20;
    for (let i = 0; i * step <= longest + 1e-9; ++i) {
      const x = at(i * step);
      pen.path(`M${x} ${y}v6`, "line");
      pen.text(x, y + 20, cudalab.rounded(i * step, 2), i === 0 ? "small" : "small mid");
    }
    pen.path(`M${at(0)} ${y}H${at(longest)}`, "line");
    pen.text(at(longest), y + 36, "ms", "small end");
    return y + 42;
  }

  const pick = (x, y, state, { layout: { bars } }) => {
    const operation = bars.findIndex((b) => x >= b.x && x < b.x + b.width && y >= b.y && y < b.y + b.height);
    return operation >= 0 ? { operation: operation + 1 } : undefined;
  };

  const time = (key, label) => ({ kind: "number", key, label, min: 0.1, max: 4, step: 0.1, value: 1 });
  cudalab.figure("copies.svg", {
    title: "What overlaps, and what waits?",
    help:
      "The work is cut into chunks: copy in, kernel, copy out. The chunks go to the streams by turns. " +
      "Choose an operation to see what it waits for.",
    label: "When each copy and each kernel runs",
    controls: [
      { kind: "number", key: "chunks", label: "chunks", min: 1, max: 16, value: 2 },
      { kind: "number", key: "streams", label: "streams", min: 1, max: 8, value: 2 },
      time("copy_in", "copy in, ms in all"),
      time("kernel", "kernel, ms in all"),
      time("copy_out", "copy out, ms in all"),
      { kind: "number", key: "overhead", label: "each operation costs, ms", min: 0, max: 0.2, step: 0.01, value: 0 },
      { kind: "choice", key: "engines", label: "the device can", value: 2,
        options: [[2, "copy both ways at once"], [1, "only make one copy at a time"]] },
      { kind: "checkbox", key: "pinned", label: "pinned memory", value: true },
      { kind: "number", key: "operation", label: "look at operation", min: 1, value: 4,
        max: ({ chunks }) => 3 * chunks },
    ],
    prepare, facts, say, draw, pick,
  });
}
