// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The steps of a tiled product, in lab 04's page.
import { figure_of, hindrances } from "./in_page.js";

export const page = "md_labs_lab04_tiled_matmul_README.html";
export const tests = {
  async "without the first barrier a thread is too early"({ page, equal }) {
    const { control, button, fact, said } = figure_of(page);
    equal((await said()).includes("Race: it reads Mds[0][1], which thread (1,0) has not loaded yet"), true, "step 2");
    equal(await fact("wrong elements"), "3 of 4", "wrong");
    await button("Next").click();
    equal((await said()).startsWith("Step 3 of 22: thread (1,0) loads"), true, "Next");
    await control("step").focus();
    await page.keyboard.press("End");
    equal((await said()).includes("16 pairs of a write and a read have no barrier between them"), true, "End");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    equal((await said()).includes("M[0][0] = 1 to Mds[0][0], and N[0][0] = 1 to Nds[0][0]"), true, "the first step");
  },
  async "without the second barrier a thread is too late; with both nothing is wrong"({ page, equal }) {
    const { control, fact, said } = figure_of(page);
    await control("first barrier, after loading").check();
    equal(await fact("pairs without a barrier"), "0", "both barriers");
    await control("second barrier, after computing").press("Space");
    equal(await fact("read after the next load"), "4", "late reads");
    await control("the threads run").selectOption("in_step");
    equal([await fact("read after the next load"), await fact("pairs without a barrier")], ["0", "8"], "in step");
    await control("step").press("End");
    equal((await said()).includes("in another order it is wrong"), true, "right by luck");
  },
  async "a click on a step goes to it; it fits"({ page, equal }) {
    const { control, drawing, said } = figure_of(page);
    const { width } = await drawing.boundingBox();
    await drawing.click({ position: { x: width - 4, y: 60 } });
    equal((await said()).startsWith("Step 22 of 22"), true, "the last step");
    await control("tile").selectOption("4");
    await control("matrix: rows and columns").fill("8");
    equal(await hindrances(page), [], "hindrances");
  },
};
