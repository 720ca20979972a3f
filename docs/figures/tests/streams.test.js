// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Copies and kernels that overlap, in the page on copies.
import { figure_of, hindrances } from "./in_page.js";

export const page = "guide_copies.html";
export const tests = {
  async "two streams take two thirds of the time, pageable memory more than one"({ page, equal }) {
    const { control, fact, said } = figure_of(page);
    equal([await fact("in all"), await fact("one after the other")], ["2 ms", "3 ms"], "at first");
    await control("streams, slider").press("Home");
    equal(await fact("in all"), "3 ms", "one stream");
    await control("streams").fill("4");
    await control("chunks").fill("8");
    equal(await fact("in all"), "1.25 ms", "8 chunks in 4 streams");
    await control("pinned memory").press("Space");
    equal(await fact("in all"), "5 ms", "pageable");
    equal((await said()).includes("the host makes each copy itself"), true, "why");
  },
  async "what waits, by mouse and keyboard; it fits"({ page, equal }) {
    const { control, drawing, said } = figure_of(page);
    equal((await said()).includes("it waits 0.5 ms for the copy engine"), true, "copy in 2");
    const { width, height } = await drawing.boundingBox();
    await drawing.click({ position: { x: width * 0.2, y: height - 108 } });
    equal((await said()).includes("Operation 1, copy in 1 in stream 1, runs from 0 to 0.5 ms"), true, "a click");
    await control("look at operation, slider").press("End");
    equal((await said()).includes("Operation 6, copy out 2 in stream 2, runs from 1.5 to 2 ms"), true, "End");
    await control("chunks").fill("16");
    await control("streams").fill("8");
    equal(await hindrances(page), [], "hindrances");
  },
};
