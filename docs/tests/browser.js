// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// One Chromium for all checks, with one window and one tab.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const candidates = ["/usr/bin/chromium", "/usr/bin/google-chrome"]; // (Ubuntu's is a snap)

const args = [
  "--disable-gpu", "--disable-dev-shm-usage",
  "--app=data:text/html,", // a window of an app has no bars, which would be drawn again for each page
  "--js-flags=--no-opt,--no-maglev", // a page is gone before it has gained what optimizing its scripts costs
];

/** Starts the system's Chromium (or what the variable CHROMIUM names). What it returns has one tab. */
export async function start_browser() {
  const program = process.env.CHROMIUM ?? candidates.find(existsSync);
  if (!program) throw new Error("Chromium is not installed: set CHROMIUM to a browser of its kind");
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const a_new_profile = "";
  return chromium.launchPersistentContext(a_new_profile,
    { executablePath: program, args: [...args, ...sandbox], reducedMotion: "reduce" });
}

export const address_of = (site, page) => pathToFileURL(resolve(site.folder, page)).href;

/**
 * The tab, which reports what goes wrong in it: messages of the console, exceptions, failed requests,
 * and anything that is fetched from elsewhere. `tab.name` is the page that is named in a report.
 */
export function watched_tab(browser, site, found) {
  const [page] = browser.pages();
  const tab = { page, name: "" };
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) found.report(tab.name, `console: ${message.text()}`);
  });
  page.on("pageerror", (error) => found.report(tab.name, `exception: ${error.message}`));
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText;
    if (reason === "net::ERR_ABORTED") return; // the tab has gone on to another page
    found.report(tab.name, `failed request: ${request.url()} (${reason})`);
  });
  page.on("request", (request) => {
    if (!/^(file|data|blob):/.test(request.url())) found.report(tab.name, `fetched from elsewhere: ${request.url()}`);
  });
  tab.open = async (name) => {
    tab.name = name;
    await page.goto(address_of(site, name), { waitUntil: "load" });
  };
  tab.evaluate = (script) => page.evaluate(script);
  tab.width = () => page.viewportSize()?.width;
  tab.resize = async (width, height) => {
    const now = page.viewportSize();
    if (now?.width !== width || now.height !== height) await page.setViewportSize({ width, height });
  };
  return tab;
}

/**
 * A frame that takes the place of what the tab shows, and lies beside what is shown: its pages are loaded
 * and laid out as in the tab, but not painted. (They hear late or not at all that they have been resized.)
 */
export async function frame_in(tab, site) {
  await tab.page.setContent('<!DOCTYPE html><iframe style="position: fixed; left: 20000px; border: 0"></iframe>');
  const [, frame] = tab.page.frames();
  let now;
  return {
    open: async (name) => {
      tab.name = name;
      await frame.goto(address_of(site, name), { waitUntil: "load" });
    },
    evaluate: (script) => frame.evaluate(script),
    width: () => now,
    resize: async (width, height) => {
      if (width === now) return;
      await tab.page.evaluate((size) => Object.assign(document.querySelector("iframe"), size), { width, height });
      now = width;
    },
  };
}

/** Calls work(item) for one item after the other; what stops one of them does not stop the next. */
export async function one_by_one(tab, found, items, work) {
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      found.report(tab.name || String(item), `the check stopped: ${error.message.split("\n")[0]}`);
    }
  }
}
