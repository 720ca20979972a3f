// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// What one access of a warp to shared memory costs: 32 banks of 4 bytes. No drawing here.
"use strict";
globalThis.cudalab ??= {};
{
  const WARP = 32;
  const BANKS = 32;

  /// The banks of one group of threads that are served together. `accesses` is an array of
  /// { lane, words }: the words of 4 bytes that the lane wants. A bank serves one word a pass,
  /// however many lanes want it.
  function serve(accesses) {
    const banks = Array.from({ length: BANKS }, () => []); // of { word, lanes }
    for (const { lane, words } of accesses)
      for (const word of words) {
        const bank = banks[word % BANKS];
        const known = bank.find((each) => each.word === word);
        if (known) known.lanes.push(lane);
        else bank.push({ word, lanes: [lane] });
      }
    return { banks, passes: Math.max(1, ...banks.map((bank) => bank.length)) };
  }

  /// Thread i accesses tile[stride * floor(i / share)]: `share` neighbours want the same element
  /// of 4, 8 or 16 bytes. A warp is served in one part, in two halves or in four quarters.
  function request({ bytes, stride, share }) {
    const words_each = bytes / 4;
    const lanes_a_part = WARP / words_each;
    const parts = [];
    for (let first = 0; first < WARP; first += lanes_a_part) {
      const accesses = [];
      for (let lane = first; lane < first + lanes_a_part; ++lane) {
        const word = stride * Math.floor(lane / share) * words_each;
        accesses.push({ lane, words: Array.from({ length: words_each }, (_, i) => word + i) });
      }
      parts.push({ first_lane: first, last_lane: first + lanes_a_part - 1, ...serve(accesses) });
    }
    return {
      parts,
      degree: Math.max(...parts.map((part) => part.passes)),
      passes: parts.reduce((sum, part) => sum + part.passes, 0),
      extra: parts.reduce((sum, part) => sum + part.passes - 1, 0), // beyond a conflict-free access
    };
  }

  /// The access as a student writes it: tile[2 * (i / 4)].
  function expression({ stride, share }) {
    const thread = share === 1 ? "i" : `(i / ${share})`;
    if (stride === 0) return "tile[0]";
    return `tile[${stride === 1 ? thread.replace(/[()]/g, "") : `${stride} * ${thread}`}]`;
  }

  cudalab.banks = { request, serve, expression };
}
