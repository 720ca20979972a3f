// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// Lab 05: the tree of a block, round by round, in three ways.
"use strict";
{
  const { NUMBERS, WAYS, rounds, run, warp_rounds } = cudalab.reduction;
  const minus = (number) => String(number).replace("-", "−");
  const rounds_of = (size) => Math.log2(size);

  function prepare({ way, size }) {
    return {
      rounds: rounds(way, size),
      states: size === NUMBERS.length ? run(way, NUMBERS) : null,
      warps: Math.ceil(size / 32),
    };
  }

  /// The round that the last step was; undefined after loading.
  const current = ({ step }, made) => made.rounds[step - 1];

  function facts(state, made) {
    const round = current(state, made);
    const so_far = made.rounds.slice(0, state.step).reduce((sum, each) => sum + each.working, 0);
    return [
      ["stride", round ? String(round.stride) : "loaded"],
      ["threads that add", round ? `${round.additions.length} of ${state.size}` : "0"],
      ["warps at work", round ? `${round.working} of ${made.warps}` : "0"],
      ["so far a warp worked", cudalab.plural(so_far, "time")],
      ["bank conflict", conflict(round), round?.conflict_degree > 1],
    ];
  }

  const conflict = (round) =>
    !round || round.conflict_degree === 1 ? "none" : `${round.conflict_degree}-way`;

  function say(state, made) {
    const { way, size, step } = state;
    const { condition, code } = WAYS[way];
    const round = current(state, made);
    if (!round)
      return (
        `Each of the ${size} threads has loaded one number. In each of the ${made.rounds.length} rounds, ` +
        `if (${condition}) ${code}; then all wait at a barrier.`
      );
    const { stride, additions, working, divergent, conflict_degree } = round;
    const names = additions.slice(0, 8).map((each) => each.thread).join(", ");
    const who = `${additions.length === 1 ? "thread" : "threads"} ${names}${additions.length > 8 ? ", ..." : ""}`;
    const lanes = divergent === 0 ? "with all of their threads" : divergent === working ?
      "each with only some of its threads" : `${divergent} of them with only some of their threads`;
    const warps = working === 1 && divergent === 1 ? "with only some of its threads" : lanes;
    const banks = conflict_degree === 1 ? "" :
      ` The elements of a warp share banks: a ${conflict_degree}-way conflict.`;
    const end = step === made.rounds.length
      ? ` The sum is complete${made.states ? `: ${minus(made.states[step][0])}` : ""}. ` +
        `In all rounds together a warp worked ${cudalab.plural(warp_rounds(way, size), "time")}.`
      : "";
    return (
      `Round ${step} of ${made.rounds.length}, stride ${stride}: ${who} ${additions.length === 1 ? "adds" : "add"}. ` +
      `${cudalab.plural(working, "warp")} of ${made.warps} ${working === 1 ? "works" : "work"}, ${warps}.${banks}${end}`
    );
  }

  const draw = (pen, width, state, made) =>
    made.states ? draw_numbers(pen, width, state, made) : draw_warps(pen, width, state, made);

  /// The 16 numbers after each round, with an arrow for each addition.
  function draw_numbers(pen, width, state, made) {
    const left = width >= 560 ? 84 : 32;
    const size = (width - left - 2) / NUMBERS.length;
    const height = 28;
    const row_height = Math.max(66, Math.min(84, width / 9));
    const top = (row) => 24 + row * row_height;
    const middle = (element) => left + (element + 0.5) * size;
    draw_tip(pen);
    pen.text(left, 15, width >= 560 ? "partial[0]" : "[0]", "small");
    pen.text(width - 2, 15, width >= 560 ? "partial[15]" : "[15]", "small end");
    const names = width >= 560 && state.way !== "halves"; // there thread and element are one
    if (names) pen.text(left + 8 * size, 15, "t3: thread 3 adds here", "small mid");
    made.layout = { top, row_height };
    for (let row = 0; row <= state.step; ++row) {
      const round = made.rounds[row - 1];
      const label = round ? (width >= 560 ? `stride ${round.stride}` : round.stride) : width >= 560 ? "loaded" : "";
      pen.text(left - 8, top(row) + height / 2, label, "small end middle");
      const added = new Map(round?.additions.map((each) => [each.into, each]) ?? []);
      for (const { into, from, thread } of round?.additions ?? []) {
        const start = top(row - 1) + height;
        pen.path(`M${middle(from)} ${start}L${middle(into) + 3} ${top(row) - 1}`, "line tipped");
        pen.path(`M${middle(into)} ${start}V${top(row) - 1}`, "line");
        if (names) pen.text(middle(into) - 5, top(row) - 9, `t${thread}`, "tiny end halo");
      }
      made.states[row].forEach((number, i) => {
        const style = row === 0 ? "a" : added.has(i) ? "p" : "cell";
        pen.cell(left + i * size, top(row), size, height, style, minus(number), 2);
      });
    }
    return top(made.rounds.length) + height + 4;
  }

  function draw_tip(pen) {
    const marker = pen.add("marker", {
      id: "figure-tree-tip", markerWidth: 7, markerHeight: 7, refX: 6, refY: 3.5, orient: "auto",
    });
    marker.append(cudalab.drawing.element("path", { d: "M0 0L7 3.5L0 7z", class: "tip" }));
  }

  /// For larger blocks: which warps work in each round, and how many of their threads.
  function draw_warps(pen, width, state, made) {
    const left = width >= 560 ? 84 : 36;
    const right = width >= 560 ? 96 : 42;
    const size = (width - left - right) / made.warps;
    const row_height = 34;
    pen.text(left, 15, `${cudalab.plural(made.warps, "warp")}, and the threads at work in each`, "small");
    made.layout = { top: (row) => 24 + (row - 1) * row_height, row_height };
    made.rounds.forEach((round, i) => {
      const y = 24 + i * row_height;
      const done = i < state.step;
      pen.text(left - 8, y + 13, width >= 560 ? `stride ${round.stride}` : round.stride, "small end middle");
      round.active_in_warp.forEach((active, warp) => {
        const style = !done || active === 0 ? "cell" : active === 32 ? "p" : "a";
        pen.cell(left + warp * size, y, size - 2, 26, style, done && active ? active : "", 2);
        if (done && active) draw_lanes(pen, left + warp * size, y + 22, size - 2, round, warp);
      });
      if (done && round.conflict_degree > 1)
        pen.text(width - right + 6, y + 13,
          width >= 560 ? `${round.conflict_degree} passes` : `x${round.conflict_degree}`, "small warn middle");
    });
    const now = 24 + (state.step - 1) * row_height;
    if (state.step > 0) pen.rect(left - 3, now - 4, width - left - right + 4, 34, "chosen", 4);
    return 24 + made.rounds.length * row_height;
  }

  /// A stripe under a warp: its threads that work.
  function draw_lanes(pen, x, y, width, { additions }, warp) {
    const lane = width / 32;
    let d = "";
    for (const { thread } of additions)
      if (Math.floor(thread / 32) === warp) d += `M${x + (thread % 32) * lane} ${y}h${lane}v4h-${lane}z`;
    pen.path(d, "lanes");
  }

  /// A click on a round goes to it.
  function pick(x, y, state, { rounds: all, layout: { top, row_height } }) {
    for (let step = all.length; step >= 0; --step)
      if (y >= top(step) - 4 && y < top(step) + row_height) return { step };
    return undefined;
  }

  cudalab.figure("tree.svg", {
    title: "The tree of a block, round by round",
    help:
      "Step with the buttons or the slider (arrow keys, Home, End). Compare the three ways, then take " +
      "a larger block.",
    label: "What the threads of a block add in each round",
    controls: [
      { kind: "choice", key: "way", label: "who adds", value: "halves",
        options: [["halves", "large strides first: tid < stride"],
          ["neighbours", "neighbours first: tid % (2 * stride) == 0"],
          ["spread", "neighbours first, first threads at work"]] },
      { kind: "choice", key: "size", label: "block", value: 16,
        options: [[16, "16 threads, with their numbers"], [64, "64 threads"], [128, "128 threads"],
          [256, "256 threads"], [512, "512 threads"]] },
      { kind: "stepper", key: "step", label: "round", value: 4, max: ({ size }) => rounds_of(size) },
    ],
    prepare, facts, say, draw, pick,
  });
}
