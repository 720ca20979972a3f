// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// One Chromium for all checks.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const candidates = ["/usr/bin/chromium", "/usr/bin/google-chrome"]; // (Ubuntu's is a snap)

/** Starts the system's Chromium (or what the variable CHROMIUM names). */
export async function start_browser() {
  const program = process.env.CHROMIUM ?? candidates.find(existsSync);
  if (!program) throw new Error("Chromium is not installed: set CHROMIUM to a browser of its kind");
  const args = ["--disable-gpu", "--disable-dev-shm-usage"];
  if (process.getuid?.() === 0) args.push("--no-sandbox");
  return chromium.launch({ executablePath: program, args });
}

export const address_of = (site, page) => pathToFileURL(resolve(site.folder, page)).href;

/**
 * A tab that reports what goes wrong in it: messages of the console, exceptions, failed requests,
 * and anything that is fetched from elsewhere. `tab.name` is the page that is named in a report.
 */
export async function open_tab(browser, site, found, options = {}) {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  const page = await context.newPage();
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
  tab.close = () => context.close();
  return tab;
}

/** Calls work(item, tab) for all items, in `number` tabs of one browser side by side. */
export async function in_tabs(browser, site, found, number, items, work) {
  const waiting = [...items];
  await Promise.all(Array.from({ length: number }, async () => {
    const tab = await open_tab(browser, site, found);
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        await work(item, tab);
      } catch (error) {
        found.report(tab.name || String(item), `the check stopped: ${error.message.split("\n")[0]}`);
      }
    }
    await tab.close();
  }));
}
