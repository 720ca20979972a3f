// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// The stride of a warp's access to shared memory, and the passes that its banks need.
"use strict";
{
  const { request, expression } = cudalab.banks;
  const BANKS = 32;
  const LANES = 32;

  const prepare = (state) => request(state);

  const working = ({ parts }) =>
    new Set(parts.flatMap((part) => part.banks.flatMap((bank, i) => (bank.length > 0 ? [i] : [])))).size;

  function facts(state, made) {
    return [
      ["the access", expression(state)],
      ["passes", String(made.passes), made.extra > 0],
      ["conflict", made.degree === 1 ? "none" : `${made.degree}-way`, made.extra > 0],
      ["banks at work", `${working(made)} of ${BANKS}`],
    ];
  }

  function say(state, made) {
    const { bytes, stride, share, lane } = state;
    const first = (stride * Math.floor(lane / share) * bytes) / 4;
    const last = first + bytes / 4 - 1;
    const bank = (word) => word % BANKS;
    const parts = made.parts.length;
    const served =
      parts === 1 ? "" : ` ${bytes} bytes a thread are served in ${parts} parts of ${LANES / parts} threads.`;
    const verdict =
      made.extra === 0
        ? `no bank has to serve two different words${parts > 1 ? " of one part" : ""}: no conflict.`
        : `a bank has to serve ${made.degree} different words, one a pass: a ${made.degree}-way conflict.`;
    const wants =
      first === last
        ? `word ${first}, in bank ${bank(first)}.`
        : `words ${first} to ${last}, in banks ${bank(first)} to ${bank(last)}.`;
    const together = stride === 0 ? LANES : share;
    const broadcast =
      together > 1 ? ` ${together} threads want the same element: it is sent to all of them at once.` : "";
    return (
      `${expression(state)}: ${cudalab.plural(made.passes, "pass", "passes")}; ${verdict}${served}${broadcast} ` +
      `Thread ${lane} wants ${wants}`
    );
  }

  function draw(pen, width, state, made) {
    const wide = width >= 560;
    const left = wide ? 60 : 26;
    const size = (width - left - 1) / BANKS;
    const height = made.passes > 12 ? 16 : 24;
    pen.text(1, 14, "Which bank serves which threads", "small");
    for (let bank = 0; bank < BANKS; ++bank)
      if (size >= 18 || bank % 4 === 0) pen.text(left + (bank + 0.5) * size, 36, bank, "tiny mid");
    let y = 44;
    let pass = 0;
    made.layout = { left, size, rows: [] };
    for (const part of made.parts) {
      if (made.parts.length > 1) {
        pen.text(left, y + 14, `threads ${part.first_lane} to ${part.last_lane}`, "small");
        y += 20;
      }
      for (let i = 0; i < part.passes; ++i, y += height) {
        pen.text(left - 8, y + height / 2, wide ? `pass ${++pass}` : ++pass, "small end middle");
        made.layout.rows.push({ y, height, served: part.banks.map((bank) => bank[i]) });
        part.banks.forEach((bank, column) => {
          const served = bank[i];
          const words = served && threads(served.lanes);
          const x = left + column * size;
          pen.cell(x, y, size, height, !served ? "cell" : i === 0 ? "p" : "bad", words, state.share > 8 ? 3 : 2);
          if (served?.lanes.includes(state.lane)) pen.rect(x, y, size, height, "chosen");
        });
      }
      y += 6;
    }
    return y;
  }

  /// The thread that a word goes to, or how many.
  const threads = (lanes) => (lanes.length === 1 ? lanes[0] : `x${lanes.length}`);

  function pick(x, y, state, { layout: { left, size, rows } }) {
    const bank = Math.floor((x - left) / size);
    const row = rows.find((each) => y >= each.y && y < each.y + each.height);
    const served = row?.served[bank];
    return served && { lane: served.lanes[0] };
  }

  cudalab.figure("bank_conflicts.svg", {
    title: "How many passes does an access take?",
    help:
      "Thread i of a warp accesses one element of an array in shared memory. Change the stride; let " +
      "neighbouring threads share an element; follow one thread.",
    label: "The 32 banks and the threads that they serve",
    controls: [
      { kind: "choice", key: "bytes", label: "element", value: 4,
        options: [[4, "4 bytes: float, int"], [8, "8 bytes: double"], [16, "16 bytes: float4"]] },
      { kind: "number", key: "stride", label: "stride, in elements", min: 0, max: 64, value: 2 },
      { kind: "choice", key: "share", label: "the same element for", value: 1,
        options: [[1, "each thread alone"], [2, "2 threads"], [4, "4 threads"], [8, "8 threads"],
          [16, "16 threads"], [32, "all 32 threads"]] },
      { kind: "number", key: "lane", label: "follow thread", min: 0, max: LANES - 1, value: 17 },
    ],
    prepare, facts, say, draw, pick,
  });
}
