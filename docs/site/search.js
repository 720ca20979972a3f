// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The search box: the text of the written pages (search_text.js, by search_index.awk) and the names
// of the interfaces (search/*.js, by Doxygen). All of it lies beside the pages and comes as scripts,
// so that it works from a disk, without a server.
"use strict";

const most_results = 12;

// ---- What is searched: loaded when somebody searches -------------------------------------------

function load_script(address) {
  return new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = done;
    script.onerror = () => failed(new Error("cannot load " + address));
    document.head.append(script);
  });
}

let text_loaded;
const symbols_by_letter = new Map();

// The names that begin with a letter: [name, [[address, in this page?, scope], ...]].
async function symbols(letter) {
  if (!symbols_by_letter.has(letter)) {
    const place = indexSectionsWithContent[0].indexOf(letter);
    if (place < 0) return [];
    await load_script("search/all_" + place.toString(16) + ".js");
    symbols_by_letter.set(letter, searchData.map(([, [name, ...places]]) => [name, places]));
  }
  return symbols_by_letter.get(letter);
}

// ---- How well something fits -------------------------------------------------------------------

// A section must have each word; a title counts more than a text, a page's title most.
function text_points(words, [address, title, section, text]) {
  const [in_title, in_section, in_text] = [title, section, text].map((t) => t.toLowerCase());
  let points = address.includes("#") ? 0 : 3;
  for (const word of words) {
    const found = (in_title.includes(word) ? 10 : 0) + (in_section.includes(word) ? 6 : 0) +
      Math.min(4, in_text.split(word).length - 1);
    if (found === 0) return 0;
    points += found;
  }
  return points;
}

function passage(words, text) {
  const found = text.toLowerCase().indexOf(words[0]);
  const at = found < 40 ? 0 : text.indexOf(" ", found - 40) + 1;
  const end = text.indexOf(" ", at + 100);
  return (at > 0 ? "… " : "") + (end < 0 ? text.slice(at) : text.slice(at, end) + " …");
}

function find_text(words) {
  const best = new Map(); // the best section of each page
  for (const entry of search_text) {
    const points = text_points(words, entry);
    const page = entry[0].split("#")[0];
    if (points > (best.get(page)?.points ?? 0)) best.set(page, { points, entry });
  }
  return [...best.values()].map(({ points, entry: [address, title, section, text] }) =>
    ({ points, address, title, below: (section && section + ": ") + passage(words, text) }));
}

async function find_symbols(words) {
  if (words.length > 1) return [];
  const found = (await symbols(words[0][0])).filter(([name]) => name.toLowerCase().startsWith(words[0]));
  return found.flatMap(([name, places]) => places.map(([address, , scope]) =>
    ({ points: name.length === words[0].length ? 8 : 2, address: address.replace("../", ""), title: name, below: scope })))
    .filter((place) => !place.address.startsWith("md_") && place.below);
}

async function search(query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  text_loaded ??= Promise.all([load_script("search_text.js"), load_script("search/searchdata.js")]);
  await text_loaded;
  const results = [...find_text(words), ...(await find_symbols(words))];
  return results.sort((a, b) => b.points - a.points).slice(0, most_results);
}

// ---- The box: a combobox with a list, as the ARIA Authoring Practices describe it ---------------

const box = document.querySelector(".site-search");
box.innerHTML = `
  <label class="hidden-words" for="search">Search the documentation</label>
  <input id="search" type="search" placeholder="Search  ( / )" autocomplete="off" role="combobox"
    aria-expanded="false" aria-controls="search-results" aria-autocomplete="list">
  <div id="search-state" class="hidden-words" role="status"></div>
  <ul id="search-results" role="listbox" aria-label="Search results" hidden></ul>`;
const [input, state, list] = ["search", "search-state", "search-results"].map((id) => document.getElementById(id));
let chosen = -1;

function choose(number) {
  chosen = number;
  [...list.children].forEach((option, i) => option.setAttribute("aria-selected", i === chosen));
  if (chosen < 0) input.removeAttribute("aria-activedescendant");
  else {
    input.setAttribute("aria-activedescendant", list.children[chosen].id);
    list.children[chosen].scrollIntoView({ block: "nearest" });
  }
}

function close_list() {
  list.hidden = true;
  input.setAttribute("aria-expanded", "false");
  choose(-1);
}

function option(result, number) {
  const item = document.createElement("li");
  item.id = "search-result-" + number;
  item.setAttribute("role", "option");
  item.dataset.address = result.address;
  for (const [tag, words] of [["b", result.title], ["span", result.below]]) {
    const line = document.createElement(tag);
    line.textContent = words;
    item.append(line);
  }
  return item;
}

async function show_results() {
  const query = input.value;
  const results = await search(query);
  if (query !== input.value) return; // somebody has typed on
  list.replaceChildren(...results.map(option));
  list.dataset.query = query;
  choose(-1);
  list.hidden = results.length === 0;
  input.setAttribute("aria-expanded", String(!list.hidden));
  state.textContent = query.trim() === "" ? "" : results.length === 0 ? "Nothing found" : results.length + " results";
  state.className = results.length === 0 && query.trim() !== "" ? "" : "hidden-words";
}

function follow(item) {
  close_list();
  location.href = item.dataset.address;
}

input.addEventListener("input", show_results);
input.addEventListener("keydown", (event) => {
  const count = list.hidden ? 0 : list.children.length;
  if (event.key === "Escape") close_list();
  else if (count === 0) return;
  else if (event.key === "ArrowDown") choose((chosen + 1) % count);
  else if (event.key === "ArrowUp") choose((chosen <= 0 ? count : chosen) - 1);
  else if (event.key === "Enter") follow(list.children[Math.max(0, chosen)]);
  else return;
  event.preventDefault();
});
list.addEventListener("mousedown", (event) => {
  event.preventDefault(); // the box keeps the focus
  const item = event.target.closest("[role=option]");
  if (item) follow(item);
});
input.addEventListener("blur", close_list);
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target.closest("input, textarea, select, [contenteditable]")) return;
  event.preventDefault();
  input.focus();
});
