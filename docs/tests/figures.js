// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Runs the tests of the interactive figures: the files *.test.js in docs/figures/tests. README.md
// says how to write one.
import { existsSync, readdirSync } from "node:fs";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { in_tabs } from "./browser.js";

/** Loads each file in `folder` and runs its tests, each on a freshly loaded page. */
export async function check_figures(browser, site, found, folder) {
  const tests = [];
  const files = existsSync(folder) ? readdirSync(folder) : [];
  for (const file of files.filter((f) => f.endsWith(".test.js")).sort()) {
    const module = await import(pathToFileURL(resolve(folder, file)).href);
    for (const [title, run] of Object.entries(module.tests))
      tests.push({ figure: basename(file, ".test.js"), page: module.page, title, run });
  }
  await in_tabs(browser, site, found, 2, tests, async ({ figure, page, title, run }, tab) => {
    await tab.page.setViewportSize({ width: 1280, height: 900 });
    await tab.open(page);
    tab.name = `figure ${figure}, ${title}`;
    const equal = (got, wanted, what) => {
      if (JSON.stringify(got) !== JSON.stringify(wanted))
        found.report(tab.name, `${what}: ${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`);
    };
    tab.page.setDefaultTimeout(20_000); // for what is not there; a machine may be busy
    await run({ page: tab.page, equal });
  });
  return tests.length;
}
