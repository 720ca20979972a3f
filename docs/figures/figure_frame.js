// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// An interactive figure takes the place of a drawing. What all figures have: a title, controls,
/// numbers, a drawing and a sentence that says them.
///
/// A figure is { title, help, label, controls, prepare?, facts, draw, say, pick?, keys? }:
///   controls   [{ kind, key, label, value, min, max, step, options }]: what the reader changes;
///              min and max may be functions of the state
///   prepare    (state) => what the four below need, made once for each change
///   facts      (state, made) => [[name, value, is_bad?]]: the numbers above the drawing
///   draw       (pen, width, state, made) => height, in pixels
///   say        (state, made) => the sentence below the drawing
///   pick       (x, y, state, made) => changes: the mouse in the drawing (draw leaves in `made`
///              where things are)
///   keys       (key, state, made) => changes: the keyboard in the drawing, with `label` as its name
"use strict";
{
  const { html, within, kinds } = cudalab.controls;
  const LEAST_WIDTH = 260;

  function show_figure(image, name, figure) {
    const start = Object.fromEntries(figure.controls.map((each) => [each.key, each.value]));
    let state = { ...start, ...figure.hidden };
    let made;

    const id = (part) => `figure-${name}-${part}`;
    const svg = cudalab.drawing.element("svg", { "aria-label": figure.label });
    const drawing = html("div", { class: "drawing" }, svg);
    const facts = html("dl", { class: "facts" });
    const said = html("p", { class: "said", "aria-live": "polite", id: id("said") });
    if (figure.keys) {
      svg.setAttribute("role", "application");
      svg.setAttribute("tabindex", "0");
      svg.setAttribute("aria-describedby", id("said"));
    } else svg.setAttribute("role", "img");

    const controls = figure.controls.map((each) => kinds[each.kind](each, id(each.key), set));
    const stepper = figure.controls.findIndex((each) => each.kind === "stepper"); // at the drawing
    const above = controls.filter((_, i) => i !== stepper).map((each) => each.element);
    const reset = html("button", { type: "button" }, "Reset");
    reset.addEventListener("click", () => set({ ...start, ...figure.hidden }));
    const box = html(
      "div", { class: "explorer", role: "group", "aria-labelledby": id("title") },
      html("p", { class: "title", id: id("title") }, figure.title),
      html("p", { class: "help" }, figure.help),
      html("div", { class: "controls" }, ...above, reset),
      facts, ...(controls[stepper] ? [controls[stepper].element] : []), drawing, said);
    box.dataset.figure = name;

    /// Takes changes; a number that is being typed is left as it is until it is `finished`.
    function set(changes, finished) {
      state = { ...state, ...changes };
      refresh(finished ? null : document.activeElement);
    }

    function refresh(typing) {
      for (const each of figure.controls)
        if (each.max !== undefined) state[each.key] = within(each, state, state[each.key]);
      state = { ...state, ...figure.mend?.(state) };
      made = figure.prepare?.(state);
      controls.forEach((each) => each.sync(state, typing));
      facts.replaceChildren(...figure.facts(state, made).map(fact));
      said.textContent = figure.say(state, made);
      draw();
    }

    function fact([title, value, is_bad]) {
      return html("div", { class: is_bad ? "bad" : undefined }, html("dt", {}, title), html("dd", {}, value));
    }

    let drawn_width = 0;
    function draw() {
      drawn_width = Math.max(LEAST_WIDTH, Math.floor(drawing.clientWidth));
      const pen = new cudalab.drawing.pen(svg, id("hatch"));
      pen.show(drawn_width, Math.ceil(figure.draw(pen, drawn_width, state, made)));
    }

    function pick(event) {
      const shown = svg.getBoundingClientRect();
      const scale = drawn_width / shown.width; // 1, but on screens narrower than the least width
      const x = (event.clientX - shown.left) * scale;
      const changes = figure.pick(x, (event.clientY - shown.top) * scale, state, made);
      if (changes) set(changes);
    }
    if (figure.pick) {
      svg.classList.add("pickable");
      svg.addEventListener("click", pick);
      svg.addEventListener("pointermove", (event) => {
        if (event.pointerType === "mouse" && event.buttons === 1) pick(event);
      });
    }
    if (figure.keys)
      svg.addEventListener("keydown", (event) => {
        const changes = figure.keys(event.key, state, made);
        if (!changes) return;
        event.preventDefault();
        set(changes);
      });

    const place = image.closest("figure") ?? image;
    place.before(box);
    refresh(null);
    // Only now that the figure stands: the drawing is at hand, and shows several cases at once.
    const still = html("details", { class: "still" }, html("summary", {}, "The still drawing"));
    place.replaceWith(still);
    still.append(place);
    box.append(still);
    new ResizeObserver(() => {
      if (Math.abs(drawing.clientWidth - drawn_width) >= 1) draw();
    }).observe(drawing);
  }

  /// Puts the figure in the place of each drawing of that name, blocks.svg say. Without JavaScript
  /// the drawing stays.
  cudalab.figure = (drawing, figure) => {
    for (const image of document.querySelectorAll(`img[src="${drawing}"]`))
      show_figure(image, drawing.replace(".svg", ""), figure);
  };
  /// 5120 as people read it: 5,120.
  cudalab.grouped = (number) => number.toLocaleString("en");
  /// A number that is not a whole one, with at most `digits` digits behind the point.
  cudalab.rounded = (number, digits) => String(Number(number.toFixed(digits)));
  cudalab.plural = (count, one, many) => `${cudalab.grouped(count)} ${count === 1 ? one : many ?? one + "s"}`;
}
