// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// Lab 04: a block of a tiled product, step by step, with each of its barriers or without it.
"use strict";
{
  const { run, draw } = cudalab.matmul;
  const prepare = (state) => run(state);
  const name = ({ x, y }) => `thread (${x},${y})`;
  const shown = (value) => (Number.isNaN(value) ? "?" : String(value));

  function facts(state, made) {
    const elements = Math.min(state.tile, state.n) ** 2;
    return [
      ["read before it was loaded", String(made.early), made.early > 0],
      ["read after the next load", String(made.late), made.late > 0],
      ["wrong elements", `${made.wrong} of ${elements}`, made.wrong > 0],
      ["pairs without a barrier", String(made.collisions), made.collisions > 0],
      ["loads, with and without tiles", `${made.loads}, ${made.naive_loads}`],
    ];
  }

  function loads({ n }, step) {
    const each = step.writes.map(({ name: matrix, row, col, from, value }) => {
      const element = `${matrix}[${from.row}][${from.col}]`;
      const inside = from.row < n && from.col < n;
      const what = inside ? `${element} = ${value}` : `0 for ${element}, which is outside,`;
      return `${what} to ${matrix}ds[${row}][${col}]`;
    });
    return `${name(step)} loads its elements of phase ${step.phase}: ${each.join(", and ")}.`;
  }

  function computes({ tile }, step) {
    const terms = [];
    for (let i = 0; i < step.reads.length; i += 2)
      terms.push(`${shown(step.reads[i].value)} * ${shown(step.reads[i + 1].value)}`);
    const fault = ({ name: matrix, row, col, loader, held, fault: kind }) => {
      const cell = `${matrix}ds[${row}][${col}]`;
      const who = name({ x: loader % tile, y: Math.floor(loader / tile) });
      if (kind === "late") return `${cell}, which ${who} has already overwritten for phase ${held}`;
      const instead = held < 0 ? "the value is unknown" : `it holds phase ${held}`;
      return `${cell}, which ${who} has not loaded yet (${instead})`;
    };
    const wrong = step.reads.filter((each) => each.fault).map(fault);
    return (
      `${name(step)} computes in phase ${step.phase}: it adds ${terms.join(" + ")}; its sum is ${shown(step.sum)}.` +
      (wrong.length > 0 ? ` Race: it reads ${wrong.join(", and ")}.` : "")
    );
  }

  function happens(state, step, made) {
    if (step.kind === "load") return loads(state, step);
    if (step.kind === "compute") return computes(state, step);
    if (step.kind === "barrier")
      return `all threads have come to the ${step.which === 1 ? "first" : "second"} barrier of phase ${step.phase}: ` +
        (step.which === 1 ? "the tiles are there." : "nobody reads these tiles any more.");
    if (!step.stores) return `${name(step)} has no element of P and stores nothing.`;
    const { row, col, value } = step.stores;
    const right = made.right[row][col];
    return `${name(step)} stores P[${row}][${col}] = ${shown(value)}${value === right ? "." : `; right is ${right}.`}`;
  }

  function verdict(made) {
    if (made.collisions === 0) return " Every read finds its value, in any order of the threads.";
    const pairs = `${made.collisions} pairs of a write and a read have no barrier between them`;
    if (made.wrong > 0)
      return ` ${pairs}; in this order ${cudalab.plural(made.wrong, "element is", "elements are")} wrong.`;
    return made.early + made.late > 0
      ? ` ${pairs}. P is right, though values were wrong: luck.`
      : ` P is right in this order, but ${pairs}: in another order it is wrong.`;
  }

  function say(state, made) {
    const step = made.steps[state.step - 1];
    const at = `Step ${state.step} of ${made.steps.length}: `;
    if (!step)
      return (
        `${at}nothing is loaded yet. The ${state.tile ** 2} threads of block (0,0) make its elements of P ` +
        `in ${cudalab.plural(made.phases, "phase")}. They load ${made.loads} values from global memory; ` +
        `without tiles they would read ${made.naive_loads}.`
      );
    const end = state.step === made.steps.length ? verdict(made) : "";
    return at + happens(state, step, made) + end;
  }

  function pick(x, y, state, { steps, layout }) {
    if (x < layout.x || y < layout.y || y > layout.bottom) return undefined;
    const step = Math.floor((x - layout.x) / layout.size) + 1;
    return step <= steps.length ? { step } : undefined;
  }

  cudalab.figure("early_and_late.svg", {
    title: "Who loads, who uses, and who is too early?",
    help:
      "Step with the buttons or the slider (arrow keys, Home, End), or click on a step. Take the " +
      "barriers away, one at a time.",
    label: "The matrices, the tiles in shared memory, and what each thread does",
    controls: [
      { kind: "checkbox", key: "barrier_1", label: "first barrier, after loading", value: false },
      { kind: "checkbox", key: "barrier_2", label: "second barrier, after computing", value: true },
      { kind: "choice", key: "order", label: "the threads run", value: "first",
        options: [["first", "one by one, as far as each can"], ["last", "one by one, the last one first"],
          ["in_step", "in step"]] },
      { kind: "choice", key: "tile", label: "tile", value: 2, options: [[2, "2 x 2"], [3, "3 x 3"], [4, "4 x 4"]] },
      { kind: "number", key: "n", label: "matrix: rows and columns", min: 3, max: 8, value: 4 },
      { kind: "stepper", key: "step", label: "step", value: 2, max: (state) => run(state).steps.length },
    ],
    prepare, facts, say, draw, pick,
  });
}
