// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Strides and sectors, in the page on coalescing.
import { figure_of, hindrances } from "./in_page.js";

export const page = "guide_coalescing.html";
export const tests = {
  async "the loads of the page's table"({ page, equal }) {
    const { control, fact, type } = figure_of(page);
    equal([await fact("the load"), await fact("sectors")], ["in[i]", "4"], "at first");
    await control("offset, in elements, slider").press("ArrowRight");
    equal([await fact("the load"), await fact("sectors")], ["in[i + 1]", "5"], "offset 1");
    await type("offset, in elements", 0);
    for (const [stride, sectors] of [[2, "8"], [4, "16"], [8, "32"], [0, "1"]]) {
      await type("stride, in elements", stride);
      equal(await fact("sectors"), sectors, `stride ${stride}`);
    }
    await control("element").selectOption("16");
    await type("stride, in elements", 1);
    equal([await fact("the load"), await fact("sectors")], ["in4[i]", "16"], "float4");
  },
  async "Home and End, and a thread by mouse"({ page, equal }) {
    const { control, drawing, fact, said } = figure_of(page);
    await control("stride, in elements, slider").press("End");
    equal([await fact("the load"), await fact("bytes used")], ["in[32 * i]", "128: 12.5 %"], "End");
    await control("stride, in elements, slider").press("Home");
    equal(await fact("the load"), "in[0]", "Home");
    const { width } = await drawing.boundingBox();
    await drawing.click({ position: { x: width - 6, y: 36 } });
    equal((await said()).includes("Thread 31 loads bytes 0 to 3"), true, "the last thread");
  },
  async "it fits"({ page, equal }) {
    await figure_of(page).type("stride, in elements", 32);
    equal(await hindrances(page), [], "hindrances");
  },
};
