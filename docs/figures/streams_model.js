// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// Copies and kernels in streams: what starts when, and what it waits for. No drawing here.
"use strict";
globalThis.cudalab ??= {};
{
  const KINDS = ["in", "kernel", "out"];
  const PAGEABLE = 2; // times the time of a copy from pinned memory: two to three, measured

  /// The work is cut into equal chunks; chunk i goes to stream i % streams: copy in, kernel, copy
  /// out. Times are in ms for the whole work. The device has `engines` copy engines (one for both
  /// ways, or one for each way) and one kernel fills it. Of the operations that are ready, the one
  /// that was issued first goes on. With pageable memory the host makes each copy itself, and
  /// issues nothing while it does. `overhead` is what each operation costs besides, in ms.
  function schedule({ chunks, streams, copy_in, kernel, copy_out, engines, pinned, overhead }) {
    const slower = pinned ? 1 : PAGEABLE;
    const whole = { in: copy_in * slower, kernel, out: copy_out * slower };
    const engine_of = { in: "in", kernel: "kernel", out: engines === 2 ? "out" : "in" };
    const operations = [];
    for (let chunk = 0; chunk < chunks; ++chunk)
      for (const kind of KINDS)
        operations.push({
          kind,
          chunk,
          stream: chunk % streams,
          engine: engine_of[kind],
          time: whole[kind] / chunks + overhead,
        });
    place(operations, pinned);
    const total = Math.max(...operations.map((each) => each.end));
    const busy = (engine) =>
      operations.filter((o) => o.engine === engine).reduce((sum, o) => sum + o.time, 0);
    return {
      operations,
      total,
      one_stream: operations.reduce((sum, each) => sum + each.time, 0),
      bound: Math.max(...["in", "kernel", "out"].map(busy)), // the busiest engine cannot go faster
      busiest: ["in", "kernel", "out"].reduce((a, b) => (busy(b) > busy(a) ? b : a)),
    };
  }

  /// Gives each operation `start`, `end`, `ready` (its stream has come to it) and `waits_for`:
  /// null, "engine" (other work of the same kind) or "host".
  function place(operations, pinned) {
    const engine_free = {}, stream_free = {};
    let host = 0; // with pageable memory: when the host can issue the next operation
    const left = operations.slice();
    const start_of = (each) =>
      Math.max(stream_free[each.stream] ?? 0, engine_free[each.engine] ?? 0, pinned ? 0 : host);
    while (left.length > 0) {
      const heads = pinned
        ? left.filter((each, i) => left.findIndex((other) => other.stream === each.stream) === i)
        : [left[0]];
      const next = heads.reduce((best, each) => (start_of(each) < start_of(best) ? each : best));
      next.ready = stream_free[next.stream] ?? 0;
      next.start = start_of(next);
      next.end = next.start + next.time;
      next.waits_for =
        next.start <= next.ready ? null : !pinned && host >= next.start ? "host" : "engine";
      engine_free[next.engine] = stream_free[next.stream] = next.end;
      if (next.kind !== "kernel") host = next.end;
      left.splice(left.indexOf(next), 1);
    }
  }

  cudalab.streams = { schedule, pageable_factor: PAGEABLE };
}
