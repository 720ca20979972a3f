// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// node check_site.js SITE [--figures FOLDER] [--only PATTERN] [--no-browser]
//
// Checks the built documentation site in the folder SITE and prints each problem as
// "page: problem". Ends with 1 when there is one.
import { parseArgs } from "node:util";
import { check_links, check_markup, check_sections } from "./links.js";
import { problems, site as read_site } from "./site.js";

const { values: options, positionals: [folder] } = parseArgs({
  allowPositionals: true,
  options: { figures: { type: "string" }, only: { type: "string" }, "no-browser": { type: "boolean" } },
});
const site = new read_site(folder);
const found = new problems();
const counts = [`${site.pages.length} pages' links`];

check_links(site, found);
check_markup(site, found);
check_sections(site, found);

if (!options["no-browser"]) {
  const { check_in_browser } = await import("./in_browser.js"); // needs what npm installs
  counts.push(...await check_in_browser(site, found, options));
}

const lines = found.lines();
for (const line of lines) console.log(line);
console.log(`${counts.join(", ")}: ${lines.length === 0 ? "no problem" : `${lines.length} problems`}`);
process.exitCode = lines.length === 0 ? 0 : 1;
