// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The pages of a built site, and which of them a browser looks at.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What a check finds: the page it is on, and what is wrong there. */
export class problems {
  #found = [];

  report(page, problem) {
    this.#found.push(`${page}: ${problem}`);
  }

  /** The lines for a reader, each once, in the order of the pages. */
  lines() {
    return [...new Set(this.#found)].sort();
  }
}

/** A site: the names of its pages and their text, read once. */
export class site {
  constructor(folder) {
    this.folder = folder;
    this.files = new Set(readdirSync(folder, { recursive: true }).map((f) => f.replaceAll("\\", "/")));
    this.pages = [...this.files].filter((f) => f.endsWith(".html")).sort();
    this.#text = new Map(this.pages.map((page) => [page, readFileSync(join(folder, page), "utf8")]));
  }

  #text;

  text(page) {
    return this.#text.get(page);
  }

  /** Pages that people wrote, as opposed to those that Doxygen takes from the sources. */
  written() {
    return this.pages.filter((page) => this.text(page).includes("<!-- PageDoc -->"));
  }

  /** Of each kind of page that Doxygen makes: one of middle size. */
  sample_of_generated() {
    const written = new Set(this.written());
    const kinds = new Map();
    for (const page of this.pages.filter((p) => !written.has(p))) {
      const kind = /_source\.html$|-members\.html$|_8\w+\.html$/.exec(page)?.[0] ??
        /^(class|struct|union|namespace|dir|functions|globals)/.exec(page)?.[0] ?? page;
      kinds.set(kind, [...(kinds.get(kind) ?? []), page]);
    }
    const size = (page) => this.text(page).length;
    return [...kinds.values()].map((pages) => pages.sort((a, b) => size(a) - size(b))[pages.length >> 1]);
  }

  /** Of these pages, a few that have between them all markup of all of them: each way in which an element
      lies in another, by the names, classes, roles and own styles of both, and each script. The others repeat it. */
  fewest_with_all_markup(pages) {
    const markup = new Map(pages.map((page) => [page, new Set(nested(this.text(page)))]));
    const chosen = [];
    for (;;) { // the page with the most that is on none yet comes next
      const left = (page) => markup.get(page)?.size ?? 0;
      const best = pages.reduce((best, page) => (left(page) > left(best) ? page : best), null);
      if (best === null) return chosen;
      chosen.push(best);
      const seen = [...markup.get(best)];
      for (const pairs of markup.values()) seen.forEach((pair) => pairs.delete(pair));
    }
  }
}

const without_end = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;

// Words for an element, the elements that have them, and the names of members in Doxygen's classes.
const differs_everywhere = /\b(aria-(?:label|labelledby|describedby|details))="[^"]*"|(?<=class="[^"]*):[^" ]*/g;

/** Each element of a page in the one around it: 'div class="note"> a'. */
function* nested(text) {
  const open = [{ name: "", looks: "" }];
  for (const [, end, name, attributes] of text.matchAll(/<(\/?)([a-z][a-z0-9]*)\b([^>]*)>/g)) {
    if (end) {
      const last = open.findLastIndex((element) => element.name === name);
      if (last > 0) open.length = last;
      continue;
    }
    const telling = name === "script" ? /\bsrc="[^"]*"/g : /\b(class|style|role|aria-[a-z]+|type)\b(="[^"]*")?/g;
    const looks = [name, ...(attributes.match(telling) ?? [])].join(" ")
      .replaceAll(differs_everywhere, "$1");
    yield `${open.at(-1).looks}> ${looks}`;
    if (!without_end.test(name) && !attributes.endsWith("/")) open.push({ name, looks });
  }
}
