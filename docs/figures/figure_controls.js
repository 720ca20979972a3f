// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// The controls of the figures. Each returns { element, sync(state) }; `set` takes the changes.
/// All are the browser's own elements: they come with their keys (arrows, Home, End) and names.
"use strict";
{
  /// html("label", { for: id }, "width"): an element with its attributes and children.
  function html(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes))
      if (value === true) made.setAttribute(key, "");
      else if (value !== undefined && value !== false) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  const value_of = (bound, state) => (typeof bound === "function" ? bound(state) : bound);

  function limits(control, state) {
    return { min: value_of(control.min ?? 0, state), max: value_of(control.max, state) };
  }

  /// `value` within the control's bounds, on a step of it.
  function within(control, state, value) {
    const { min, max } = limits(control, state);
    const step = control.step ?? 1;
    const kept = Math.min(max, Math.max(min, value));
    return Number((min + Math.round((kept - min) / step) * step).toFixed(6));
  }

  function set_bounds(input, control, state) {
    const { min, max } = limits(control, state);
    input.min = min;
    input.max = max;
    input.value = state[control.key];
  }

  /// A number to type, and a slider for the same.
  function number(control, id, set) {
    const typed = html("input", { type: "number", id, step: control.step ?? 1, inputmode: "decimal" });
    const slider = html("input", {
      type: "range", step: control.step ?? 1, "aria-label": `${control.label}, slider`,
    });
    slider.addEventListener("input", () => set({ [control.key]: Number(slider.value) }));
    typed.addEventListener("input", () => {
      if (typed.value !== "" && typed.checkValidity()) set({ [control.key]: Number(typed.value) });
    });
    typed.addEventListener("change", () => set({ [control.key]: Number(typed.value) || 0 }, true));
    return {
      element: html(
        "div", { class: "control" }, html("label", { for: id }, control.label), slider, typed),
      sync(state, typing) {
        set_bounds(slider, control, state);
        if (typing !== typed) set_bounds(typed, control, state);
      },
    };
  }

  function choice(control, id, set) {
    const options = control.options.map(([value, words]) => html("option", { value }, words));
    const select = html("select", { id }, ...options);
    const numeric = typeof control.options[0][0] === "number";
    select.addEventListener("change", () =>
      set({ [control.key]: numeric ? Number(select.value) : select.value }));
    return {
      element: html(
        "div", { class: "control choice" }, html("label", { for: id }, control.label), select),
      sync(state) {
        select.value = state[control.key];
      },
    };
  }

  function checkbox(control, id, set) {
    const box = html("input", { type: "checkbox", id });
    box.addEventListener("change", () => set({ [control.key]: box.checked }));
    return {
      element: html("div", { class: "control tick" }, box, html("label", { for: id }, control.label)),
      sync(state) {
        box.checked = state[control.key];
      },
    };
  }

  /// Back, a slider and on. Left and right arrows step on the buttons, too.
  function stepper(control, id, set) {
    const slider = html("input", { type: "range", id, min: 0, step: 1 });
    let now = 0, last = 0;
    const go = (step) => set({ [control.key]: step });
    const back = html("button", { type: "button" }, "Back");
    const on = html("button", { type: "button", class: "main" }, "Next");
    back.addEventListener("click", () => go(now - 1));
    on.addEventListener("click", () => go(now === last ? 0 : now + 1));
    slider.addEventListener("input", () => go(Number(slider.value)));
    const element = html(
      "div", { class: "control stepper" }, html("label", { for: id }, control.label), back, slider, on);
    element.addEventListener("keydown", (event) => {
      if (event.target === slider) return; // has these keys of itself
      const to = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: last }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      go(to);
    });
    return {
      element,
      sync(state) {
        now = state[control.key];
        last = value_of(control.max, state);
        slider.max = last;
        slider.value = now;
        slider.setAttribute("aria-valuetext", `${now} of ${last}`);
        // Not disabled: a button that is loses the keyboard's focus.
        back.setAttribute("aria-disabled", now === 0);
        on.textContent = now === last ? "Again" : "Next";
      },
    };
  }

  cudalab.controls = { html, within, kinds: { number, choice, checkbox, stepper } };
}
