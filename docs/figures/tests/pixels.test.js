// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The thread-to-pixel figure, in lab 02's page.
import { figure_of, hindrances } from "./in_page.js";

export const page = "md_labs_lab02_picture_mapping_README.html";
export const tests = {
  async "72 x 62 in blocks of 16 x 16, then other numbers by keyboard"({ page, equal }) {
    const { control, fact, said, type, still_is_shown } = figure_of(page);
    equal(await fact("blocks"), "5 x 4 = 20", "blocks");
    equal(await fact("threads"), "20 x 256 = 5,120", "threads");
    equal(await fact("threads without a pixel"), "656", "idle threads");
    equal((await said()).includes("18 * 72 + 67 = 1,363"), true, "the thread of the page's example");
    equal(await still_is_shown("blocks.svg"), false, "the still figure beside it");
    await type("picture: width", 80);
    equal(await fact("threads without a pixel"), "160", "idle threads of 80 x 62");
    await control("picture: height, slider").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    equal(await fact("threads without a pixel"), "0", "idle threads of 80 x 64");
    await type("block: along x", 64);
    await type("block: along y", 32);
    equal((await said()).includes("has 2,048 threads"), true, "a block that is too large");
  },
  async "a thread is chosen by mouse and by keyboard"({ page, equal }) {
    const { drawing, said } = figure_of(page);
    const { width } = await drawing.boundingBox();
    await drawing.click({ position: { x: 3, y: 27 } });
    equal((await said()).includes("Thread (0,0) of block (0,0)"), true, `a click into the corner of ${width}`);
    await drawing.focus();
    for (const key of ["ArrowRight", "ArrowDown", "PageDown"]) await page.keyboard.press(key);
    equal((await said()).includes("Thread (1,1) of block (0,1)"), true, "three keys");
    await page.keyboard.press("End");
    equal((await said()).includes("it has no pixel, because the last column is 71"), true, "End");
    await page.keyboard.press("Home");
    equal((await said()).includes("column 0 * 16 + 0 = 0"), true, "Home");
  },
  async "it fits"({ page, equal }) {
    equal(await hindrances(page), [], "hindrances");
  },
};
