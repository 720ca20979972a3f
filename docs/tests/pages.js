// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// One page in a browser: does it load without an error, fit screens from 360 to 1,600 pixels, and
// does the accessibility checker axe find nothing, in light and in dark?
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { exceptions } from "./exceptions.js";

const axe = pathToFileURL(createRequire(import.meta.url).resolve("axe-core/axe.min.js")).href;
const height = 900;

/** What stands out of the page at its right, innermost elements only; none when nothing does. */
function too_wide() {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  const outside = (element) => element.getBoundingClientRect().right > width + 1;
  const scrolls = (element) => /auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX);
  const wide = [];
  const look = (element) => {
    if (outside(element)) {
      if (![...element.children].some(outside)) wide.push(element);
    }
    if (!scrolls(element)) for (const child of element.children) look(child);
  };
  look(document.body);
  return wide.slice(0, 3).map((e) => `<${e.tagName.toLowerCase()} class="${e.className}"> ${e.textContent.trim().slice(0, 40)}`);
}

async function check_width(view, found, name, width) {
  await view.resize(width, height);
  const [shown, overflows, culprits] = await view.evaluate(`[innerWidth,
    document.documentElement.scrollWidth - document.documentElement.clientWidth, (${too_wide})()]`);
  if (shown !== width) found.report(name, `it was shown ${shown} pixels wide, not ${width}`);
  if (overflows > 0)
    found.report(name, `${overflows} pixels too wide for a screen of ${width}: ${culprits.join("; ")}`);
}

/** Of a long text, list, table, listing or drawing axe sees the first parts, all headings, and what has
    markup that no part before it has: the others repeat it. */
function shorten() {
  const enough = 2;
  const attributes = ["style", "role", "fill"];
  const looks = (element) => [
    element.localName, element.getAttribute("class")?.replace(/:\S*/g, ""), // ":": in names of members
    ...attributes.map((name) => element.getAttribute(name)),
    element.childElementCount === 0 && element.textContent.trim() === ""].join();
  const all = new Map([...document.querySelectorAll("*")].map((element) => [element, looks(element)]));
  const markup = (part) => [part, ...part.querySelectorAll("*")].map((e) => `${all.get(e.parentElement)}> ${all.get(e)}`);
  const headings = "h1, h2, h3, h4, h5, h6";
  for (const long of document.querySelectorAll(".contents, .textblock, tbody, ul, ol, dl, .fragment, svg, g")) {
    const parts = [...long.children].filter((part) => !part.matches(headings) && !part.querySelector(headings));
    const seen = new Set(parts.slice(0, enough).flatMap(markup));
    for (const part of parts.slice(enough)) {
      const own = markup(part).filter((each) => !seen.has(each));
      if (own.length === 0) part.remove();
      own.forEach((each) => seen.add(each));
    }
  }
}

const is_excepted = (page, rule, target) =>
  exceptions.some((e) => e.rule === rule && e.page.test(page) && e.target.test(target));

async function run_axe(tab, found, scheme, options) {
  await tab.page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
  const { violations } = await tab.page.evaluate((options) => axe.run(document, options), options);
  for (const { id, help, nodes } of violations) {
    const bad = nodes.filter((node) => !is_excepted(tab.name, id, node.target.join(" ")));
    if (bad.length > 0)
      found.report(tab.name, `${id} (${scheme}): ${help}: ${bad.length} times, first ${bad[0].target.join(" ")}: ` +
        (bad[0].any[0]?.message ?? bad[0].html.slice(0, 120)));
  }
}

/** Opens a page in a tab, or in a frame, and looks whether it fits. */
export async function check_fit(view, found, name, widths) {
  await view.open(name);
  // The width that the page before was left at comes first: every change costs a layout.
  const now = view.width();
  for (const width of [...widths].sort((a, b) => (b === now) - (a === now))) await check_width(view, found, name, width);
}

/** Runs axe on the page that is open in the tab, in both schemes. */
export async function check_accessibility(tab, found, width) {
  await tab.resize(width, height);
  await tab.page.evaluate(shorten);
  await tab.page.addScriptTag({ url: axe });
  const options = { resultTypes: ["violations"], preload: false };
  await run_axe(tab, found, "light", options);
  await run_axe(tab, found, "dark", { ...options, runOnly: ["color-contrast"] });
  await tab.page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
}
