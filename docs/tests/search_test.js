// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The search box, from a disk, with the keyboard and with the mouse.

// What is typed, and the page that must be the first result.
const queries = [
  ["coalescing", "guide_coalescing.html"],
  ["bank conflict", "guide_bank_conflicts.html"],
  ["race", "race.html"],
  ["pinned", "guide_copies.html"],
  ["device_buffer", "classlab_1_1device__buffer.html"],
  ["lab 05", "md_labs_lab05_reduction_README.html"],
];

async function first_result(tab, query) {
  await tab.page.fill("#search", "");
  await tab.page.keyboard.type(query);
  await tab.page.waitForFunction((query) => {
    const list = document.querySelector("#search-results");
    return !list.hidden && list.dataset.query === query; // the last letter's results
  }, query);
  await tab.page.keyboard.press("ArrowDown");
  return tab.page.getAttribute("#search-results [aria-selected=true]", "data-address");
}

/** Does a query lead to a page, by keyboard? */
async function leads_to(tab, found, query, wanted) {
  await tab.page.keyboard.press("/");
  const got = await first_result(tab, query).catch((error) => `nothing (${error.message.split("\n")[0]})`);
  if (got?.split("#")[0] !== wanted) {
    found.report("search", `"${query}" leads to ${got}, not to ${wanted}`);
    return false;
  }
  await tab.page.keyboard.press("Enter");
  return tab.page.waitForURL("**/" + wanted + "*").then(() => true, () => {
    found.report("search", `Enter on the result of "${query}" does not open ${wanted}`);
    return false;
  });
}

/** Typing a word and pressing Enter leads to the page about it; nonsense is answered too. Each search
    begins on the page that the one before has led to. */
export async function check_search(tab, found) {
  tab.page.setDefaultTimeout(20_000); // for what is not there; a machine may be busy
  await tab.resize(1280, 900);
  const begin = async () => {
    await tab.open("index.html");
    tab.name = "search";
  };
  await begin();
  for (const [query, wanted] of queries)
    if (!await leads_to(tab, found, query, wanted)) await begin();
  await tab.page.click("#search");
  await tab.page.keyboard.type("coalescing");
  await tab.page.click("#search-results [role=option]")
    .then(() => tab.page.waitForURL("**/guide_coalescing.html*"))
    .catch(() => found.report("search", "a click on a result does not open it"));
  await tab.page.fill("#search", "xyzzyplugh");
  await tab.page.getByText("Nothing found").waitFor()
    .catch(() => found.report("search", "a word that is nowhere gets no answer"));
}
