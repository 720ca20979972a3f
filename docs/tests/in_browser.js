// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// All checks that need a browser.
import { in_tabs, start_browser } from "./browser.js";
import { check_figures } from "./figures.js";
import { check_without_scripts } from "./no_script_test.js";
import { check_page } from "./pages.js";
import { check_search } from "./search_test.js";

const tabs = 1; // more side by side are no faster where other tests run, too, and cost a quarter more
const usual_widths = [360, 1280];
const all_widths = [360, 768, 1600, 1280];
const shown_at_all_widths = new Set(["index.html", "course_map.html", "guide_glossary.html", "annotated.html"]);

/** Looks at the pages that match options.only, and says in words what was looked at. */
export async function check_in_browser(site, found, { only = "", figures }) {
  const browser = await start_browser();
  const done = [];
  try {
    const written = new Set(site.written());
    const pages = [...written, ...site.sample_of_generated()].filter((page) => new RegExp(only).test(page));
    const with_all_markup = new Set(site.fewest_with_all_markup(pages));
    await in_tabs(browser, site, found, tabs, pages, (page, tab) =>
      check_page(tab, found, page, shown_at_all_widths.has(page) ? all_widths : usual_widths,
        { accessibility: with_all_markup.has(page) }));
    done.push(`${pages.length} of them in Chromium`);
    if (!only) {
      await check_search(browser, site, found);
      await check_without_scripts(browser, site, found);
    }
    if (figures) done.push(`${await check_figures(browser, site, found, figures)} tests of figures`);
  } finally {
    await browser.close();
  }
  return done;
}
