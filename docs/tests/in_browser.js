// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// All checks that need a browser.
import { frame_in, one_by_one, start_browser, watched_tab } from "./browser.js";
import { check_figures } from "./figures.js";
import { check_without_scripts } from "./no_script_test.js";
import { check_accessibility, check_fit } from "./pages.js";
import { check_search } from "./search_test.js";

const usual_widths = [360, 1280];
const all_widths = [360, 768, 1600, 1280];
const shown_at_all_widths = new Set(["index.html", "course_map.html", "guide_glossary.html", "annotated.html"]);

/** Looks at the pages that match options.only, and says in words what was looked at. */
export async function check_in_browser(site, found, { only = "", figures }) {
  const browser = await start_browser();
  const done = [];
  try {
    const tab = watched_tab(browser, site, found);
    const pages = [...site.written(), ...site.sample_of_generated()].filter((page) => new RegExp(only).test(page));
    const with_all_markup = new Set(site.fewest_with_all_markup(pages));
    const is_shown = (page) => with_all_markup.has(page) || shown_at_all_widths.has(page);
    await one_by_one(tab, found, pages.filter(is_shown), async (page) => {
      const widths = shown_at_all_widths.has(page) ? all_widths : usual_widths;
      await check_fit(tab, found, page, widths);
      if (with_all_markup.has(page)) await check_accessibility(tab, found, widths.at(-1));
    });
    const frame = pages.length > 0 && await frame_in(tab, site);
    await one_by_one(tab, found, pages.filter((page) => !is_shown(page)), (page) =>
      check_fit(frame, found, page, usual_widths));
    done.push(`${pages.length} of them in Chromium`);
    if (figures) done.push(`${await check_figures(tab, found, figures)} tests of figures`);
    if (!only) {
      await check_search(tab, found);
      await check_without_scripts(tab, site, found);
    }
  } finally {
    await browser.close();
  }
  return done;
}
