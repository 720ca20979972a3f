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

  /** Of these pages, those where an element lies in another as on no page before them, by the names,
      classes, roles and own styles of both: the others repeat what has been seen. */
  with_markup_of_their_own(pages) {
    const seen = new Set();
    return pages.filter((page) => {
      const before = seen.size;
      for (const pair of nested(this.text(page))) seen.add(pair);
      return seen.size > before;
    });
  }
}

const without_end = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;

/** Each element of a page in the one around it: 'div class="note"> a'. */
function* nested(text) {
  const open = [{ name: "", looks: "" }];
  for (const [, end, name, attributes] of text.matchAll(/<(\/?)([a-z][a-z0-9]*)\b([^>]*)>/g)) {
    if (end) {
      const last = open.findLastIndex((element) => element.name === name);
      if (last > 0) open.length = last;
      continue;
    }
    const looks = [name, ...(attributes.match(/\b(class|style|role|aria-[a-z]+|type)\b(="[^"]*")?/g) ?? [])].join(" ");
    yield `${open.at(-1).looks}> ${looks}`;
    if (!without_end.test(name) && !attributes.endsWith("/")) open.push({ name, looks });
  }
}
