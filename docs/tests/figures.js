// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Runs the tests of the interactive figures: the files *.test.js in docs/figures/tests. README.md
// says how to write one.
import { existsSync, readdirSync } from "node:fs";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { one_by_one } from "./browser.js";

/** What stands in a figure: its controls, its numbers and its sentence. None where it has no "Reset". */
function contents_of_figure() {
  const figure = document.querySelector(".explorer");
  const reset = [...figure?.querySelectorAll("button") ?? []].find((button) => button.textContent === "Reset");
  if (!reset) return null;
  return [...figure.querySelectorAll("input, select, output, .facts, .said")].map((e) =>
    [e.id, e.value ?? e.textContent, e.checked, e.disabled, e.min, e.max]);
}

function reset_figure() {
  document.activeElement.blur();
  [...document.querySelectorAll(".explorer button")].find((button) => button.textContent === "Reset").click();
}

/** Opens a figure's page, or brings it back to what it was with the figure's own "Reset", which is cheaper. */
function opener(tab, found) {
  let open_page, at_first;
  return async (page) => {
    const width = 1280;
    if (page === open_page && at_first && tab.width() === width) {
      await tab.page.evaluate(reset_figure).catch(() => {}); // a test may have left the page
      const now = await tab.page.evaluate(contents_of_figure);
      if (JSON.stringify(now) === JSON.stringify(at_first)) return;
      found.report(tab.name, "\"Reset\" does not bring back what the figure shows at first");
    }
    await tab.resize(width, 900);
    await tab.open(page);
    [open_page, at_first] = [page, await tab.page.evaluate(contents_of_figure)];
  };
}

/** Loads each file in `folder` and runs its tests, each on a page as it is when it has been loaded. */
export async function check_figures(tab, found, folder) {
  const tests = [];
  const files = existsSync(folder) ? readdirSync(folder) : [];
  for (const file of files.filter((f) => f.endsWith(".test.js")).sort()) {
    const module = await import(pathToFileURL(resolve(folder, file)).href);
    for (const [title, run] of Object.entries(module.tests))
      tests.push({ figure: basename(file, ".test.js"), page: module.page, title, run });
  }
  tab.page.setDefaultTimeout(20_000); // for what is not there; a machine may be busy
  const open = opener(tab, found);
  await one_by_one(tab, found, tests, async ({ figure, page, title, run }) => {
    await open(page);
    tab.name = `figure ${figure}, ${title}`;
    const equal = (got, wanted, what) => {
      if (JSON.stringify(got) !== JSON.stringify(wanted))
        found.report(tab.name, `${what}: ${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`);
    };
    await run({ page: tab.page, equal });
  });
  return tests.length;
}
