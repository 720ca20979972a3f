// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// A pen for SVG, in pixels of the screen: texts keep their size on narrow screens.
"use strict";
globalThis.cudalab ??= {};
{
  const SVG = "http://www.w3.org/2000/svg";

  function element(name, attributes, text) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes))
      if (value !== undefined) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return made;
  }

  /// Draws into `svg`; `hatch` is the id of the pattern for threads without work.
  class pen {
    constructor(svg, hatch) {
      this.parts = document.createDocumentFragment();
      this.svg = svg;
      this.hatch = `url(#${hatch})`;
      const pattern = element("pattern", {
        id: hatch, width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)",
      });
      pattern.append(element("path", { d: "M0 0V7", class: "hatch" }));
      this.parts.append(pattern);
    }
    add(name, attributes, text) {
      const made = element(name, attributes, text);
      this.parts.append(made);
      return made;
    }
    rect(x, y, width, height, style, rx) {
      return this.add("rect", { x, y, width, height, class: style, rx });
    }
    hatched(x, y, width, height) {
      if (width > 0 && height > 0) this.add("rect", { x, y, width, height, fill: this.hatch });
    }
    text(x, y, words, style) {
      return this.add("text", { x, y, class: style }, words);
    }
    path(d, style) {
      return this.add("path", { d, class: style });
    }
    /// A cell of a row or a matrix, with words in its middle where they fit; `letters`: as long as
    /// the words of its neighbours may be, so that all get one size.
    cell(x, y, width, height, style, words, letters) {
      this.rect(x, y, width, height, style);
      this.rect(x, y, width, height, "cell");
      if (words === undefined || words === "") return;
      const length = Math.max(letters ?? 0, String(words).length);
      const size = Math.min(15, height * 0.62, (width - 3) / (0.64 * length));
      if (size < 8) return;
      const made = this.text(x + width / 2, y + height / 2, words, "mid middle");
      made.style.fontSize = `${size.toFixed(1)}px`;
    }
    /// What the colours mean: [[style, words]], in as many lines as it takes. "waiting" is a line.
    /// It stands
    /// between `left` and `width`. Returns where it ends.
    legend(entries, y, width, left = 1) {
      let x = left;
      for (const [style, words] of entries) {
        const room = words.length * 7.2 + 26;
        if (x > left && x + room > width) {
          x = left;
          y += 22;
        }
        if (style === "waiting") this.path(`M${x} ${y + 7}h17`, style);
        else this.cell(x, y, 16, 14, style);
        this.text(x + 22, y + 12, words, "small");
        x += room + 16;
      }
      return y + 20;
    }
    /// Shows what was drawn.
    show(width, height) {
      this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
      this.svg.setAttribute("width", width);
      this.svg.setAttribute("height", height);
      this.svg.replaceChildren(this.parts);
    }
  }

  cudalab.drawing = { element, pen };
}
