// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Strides and banks, in the page on bank conflicts.
import { figure_of, hindrances } from "./in_page.js";

export const page = "guide_bank_conflicts.html";
export const tests = {
  async "the strides of the page's table"({ page, equal }) {
    const { fact, type } = figure_of(page);
    for (const [stride, passes] of [[1, 1], [2, 2], [3, 1], [4, 4], [8, 8], [16, 16], [32, 32], [33, 1]]) {
      await type("stride, in elements", stride);
      equal(await fact("passes"), String(passes), `stride ${stride}`);
    }
  },
  async "a broadcast, and a thread by mouse and keyboard"({ page, equal }) {
    const { control, drawing, fact, said } = figure_of(page);
    await drawing.click({ position: { x: 66, y: 56 } });
    equal((await said()).includes("Thread 0 wants word 0, in bank 0"), true, "the first cell");
    await control("follow thread, slider").press("End");
    equal((await said()).includes("Thread 31 wants word 62, in bank 30"), true, "End");
    await control("the same element for").selectOption("32");
    equal([await fact("passes"), await fact("banks at work")], ["1", "1 of 32"], "all threads want one word");
    await control("the same element for").selectOption("1");
    await control("element").selectOption("8");
    equal([await fact("passes"), await fact("conflict")], ["4", "2-way"], "tile[2 * i] of doubles");
  },
  async "it fits"({ page, equal }) {
    await figure_of(page).type("stride, in elements", 32);
    equal(await hindrances(page), [], "hindrances");
  },
};
