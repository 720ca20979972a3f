// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// What can be seen in the pages' text, without a browser: on all pages.

const tag_pattern = /<([a-zA-Z][a-zA-Z0-9]*)((?:\s+[-:\w]+(?:\s*=\s*(?:"[^"]*"|'[^']*'))?)*)\s*\/?>/g;
const attribute_pattern = /(?<=\s)(alt|data|href|id|name|src)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi; // that are looked at

const unescaped = (text) => (text.includes("&") ? text.replaceAll("&amp;", "&").replaceAll("&quot;", '"') : text);

function* tags(text) {
  for (const [, name, rest] of text.replace(/<!--[\s\S]*?-->|<script\b[^>]*>[\s\S]*?<\/script>/g, keep_opening).matchAll(tag_pattern)) {
    const attributes = {};
    for (const [, key, double, single] of rest.matchAll(attribute_pattern))
      attributes[key.toLowerCase()] = unescaped(double ?? single);
    yield { name: name.toLowerCase(), attributes };
  }
}

const keep_opening = (part) => (part.startsWith("<script") ? part.slice(0, part.indexOf(">") + 1) : "");

/** Every internal link, picture and script leads to a file and an anchor that exist; pictures have words. */
export function check_links(site, found) {
  const anchors = new Map();
  const links = new Map();
  for (const page of site.pages) {
    const here = new Set();
    const from_here = [];
    for (const { name, attributes } of tags(site.text(page))) {
      if (attributes.id && here.has(attributes.id) && attributes.id !== attributes.name)
        found.report(page, `two elements have the id "${attributes.id}"`);
      if (name === "img" && !attributes.alt?.trim())
        found.report(page, `the picture ${attributes.src} has no alt text`);
      for (const key of ["id", ...(name === "a" ? ["name"] : [])])
        if (attributes[key]) here.add(attributes[key]);
      for (const key of ["href", "src", "data"])
        if (attributes[key] !== undefined) from_here.push(attributes[key]);
    }
    anchors.set(page, here);
    links.set(page, new Set(from_here));
  }
  for (const [page, addresses] of links)
    for (const address of addresses) {
      if (/^(https?:|mailto:|data:)/.test(address)) continue;
      const [file, anchor] = address.split("#");
      const target = file === "" ? page : decodeURIComponent(file);
      if (!site.files.has(target)) found.report(page, `dead link: there is no file ${target}`);
      else if (anchor && !anchors.get(target)?.has(decodeURIComponent(anchor)))
        found.report(page, `dead link: ${target} has no anchor #${anchor}`);
    }
}

/** Every page that people write is in the list of a section, so that readers find it. */
export function check_sections(site, found) {
  for (const page of site.written())
    if (page !== "index.html" && !site.text(page).includes('aria-current="true"'))
      found.report(page, "no section lists it: add it to docs/site/guides.md or another page there");
}

/** A page has one main heading, none is left out between two, and no Markdown is left over. */
export function check_markup(site, found) {
  for (const page of site.pages) {
    const titles = site.text(page).match(/<h1[\s>]/g)?.length ?? 0;
    if (titles !== 1) found.report(page, `${titles} elements <h1>, not one`);
  }
  for (const page of site.written()) {
    let level = 1;
    for (const [, next] of site.text(page).matchAll(/<h([1-6])[\s>]/g)) {
      if (Number(next) > level + 1) found.report(page, `a heading <h${next}> comes after <h${level}>`);
      level = Number(next);
    }
    const prose = site.text(page).replace(/<(pre|code|div class="line")(?=[\s>])[\s\S]*?<\/(pre|code|div)>/g, "");
    for (const left_over of prose.match(/\*\*|\*\(|`\S[^`\n]*`|\]\([^)]*\)|\{#\w+\}|^\s*```/gm) ?? [])
      found.report(page, `Markdown that Doxygen did not understand: ${left_over}`);
  }
}
