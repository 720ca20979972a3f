// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// What one load of a warp costs: sectors of 32 bytes, as the emulated device and Nsight Compute
/// count them. No drawing here.
"use strict";
globalThis.cudalab ??= {};
{
  const WARP = 32;
  const SECTOR = 32; // bytes

  /// Thread i loads in[stride * i + offset]; an element has 4, 8 or 16 bytes (float, double or
  /// float2, float4), and in[0] begins at a multiple of 32 bytes. Elements are aligned, so none
  /// lies in two sectors.
  function request({ bytes, stride, offset }) {
    const lanes = [];
    const sectors = new Map(); // number of the sector: lanes that touch it
    const elements = new Set();
    for (let lane = 0; lane < WARP; ++lane) {
      const element = stride * lane + offset;
      const sector = Math.floor((element * bytes) / SECTOR);
      lanes.push({ lane, element, first_byte: element * bytes, sector });
      elements.add(element);
      if (!sectors.has(sector)) sectors.set(sector, []);
      sectors.get(sector).push(lane);
    }
    const used = elements.size * bytes;
    return {
      lanes,
      sectors,
      touched: sectors.size,
      least: Math.ceil(used / SECTOR), // would hold the same bytes, side by side
      used, // bytes
      moved: sectors.size * SECTOR,
    };
  }

  /// The load as a student writes it: in[2 * i + 1].
  function expression({ bytes, stride, offset }) {
    const name = { 4: "in", 8: "in2", 16: "in4" }[bytes];
    const scaled = stride === 0 ? "" : stride === 1 ? "i" : `${stride} * i`;
    const index = [scaled, offset > 0 || stride === 0 ? `${offset}` : ""].filter(Boolean);
    return `${name}[${index.join(" + ")}]`;
  }

  cudalab.coalescing = { request, expression, sector_bytes: SECTOR };
}
