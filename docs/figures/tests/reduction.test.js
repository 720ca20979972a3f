// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The tree of a block, in lab 05's page.
import { figure_of, hindrances } from "./in_page.js";

export const page = "md_labs_lab05_reduction_README.html";
export const tests = {
  async "16 numbers, round by round"({ page, equal }) {
    const { control, button, fact, said } = figure_of(page);
    equal((await said()).includes("The sum is complete: 41."), true, "the last round");
    await button("Again").click();
    equal((await said()).startsWith("Each of the 16 threads has loaded one number."), true, "Again");
    await button("Next").press("ArrowRight");
    equal([await fact("stride"), await fact("threads that add")], ["8", "8 of 16"], "an arrow key on a button");
    await control("who adds").selectOption("neighbours");
    equal((await said()).includes("stride 1: threads 0, 2, 4, 6, 8, 10, 12, 14 add"), true, "neighbours first");
  },
  async "larger blocks: warps at work and bank conflicts"({ page, equal }) {
    const { control, drawing, fact } = figure_of(page);
    await control("block").selectOption("128");
    await control("round").press("End");
    equal(await fact("so far a warp worked"), "8 times", "large strides first");
    await control("who adds").selectOption("neighbours");
    equal(await fact("so far a warp worked"), "23 times", "neighbours first");
    await control("who adds").selectOption("spread");
    await control("block").selectOption("256");
    await drawing.click({ position: { x: 300, y: 24 + 2 * 34 + 10 } });
    equal([await fact("stride"), await fact("bank conflict")], ["4", "8-way"], "a click on the third round");
    equal(await hindrances(page), [], "hindrances");
  },
};
