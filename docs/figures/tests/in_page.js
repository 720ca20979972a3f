// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// What the browser tests of all figures need.

/** The figure of a page: its controls by their names, its numbers and its sentence. */
export function figure_of(page) {
  const box = page.locator(".explorer");
  return {
    control: (name) => box.getByLabel(name, { exact: true }),
    button: (name) => box.getByRole("button", { name, exact: true }),
    drawing: box.locator("svg"),
    said: () => box.locator(".said").textContent(),
    /** The number that stands over `title`. */
    fact: (title) =>
      box.locator(".facts div", { has: page.locator(`dt:text-is("${title}")`) }).locator("dd").textContent(),
    /** Types a number into a control, as a reader does. */
    async type(name, number) {
      await box.getByLabel(name, { exact: true }).fill(String(number));
    },
    still_is_shown: (drawing) => page.locator(`img[src="${drawing}"]`).isVisible(),
  };
}

/** What keeps a reader from using the figure: on any screen, by keyboard, by touch. */
export async function hindrances(page) {
  const found = await unreached(page);
  for (const width of [1600, 800, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await page.waitForFunction(() => {
      const { clientWidth } = document.querySelector(".explorer .drawing");
      return Math.abs(document.querySelector(".explorer svg").getAttribute("width") - clientWidth) <= 1;
    });
    found.push(...(await page.evaluate(texts_outside)).map((text) => `${text} stands outside at ${width}`));
  }
  found.push(...await page.evaluate(small_targets));
  return found;
}

/** Controls that Tab does not come to, or that do not show it. */
async function unreached(page) {
  const marked = await page.evaluate(() => {
    const all = [...document.querySelectorAll(".explorer :is(input, select, button, summary, svg[tabindex])")];
    all.forEach((each, i) => { each.dataset.order = i; });
    all[0].focus();
    return all.map((each) => each.textContent.slice(0, 20) || each.ariaLabel || each.id);
  });
  const found = [];
  for (let i = 0; i < marked.length; ++i) {
    const seen = await page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
      const ring = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
      return { order: document.activeElement.dataset.order, ring };
    });
    if (seen.order !== String(i)) return [...found, `Tab does not reach ${marked[i]}`];
    if (!seen.ring && i > 0) found.push(`${marked[i]} does not show that it has the keyboard`);
    await page.keyboard.press("Tab");
  }
  return found;
}

function texts_outside() {
  const { left, right, bottom } = document.querySelector(".explorer .drawing").getBoundingClientRect();
  return [...document.querySelectorAll(".explorer svg text")].flatMap((text) => {
    const box = text.getBoundingClientRect();
    const outside = box.left < left - 1 || box.right > right + 1 || box.bottom > bottom + 1;
    return outside ? [text.textContent] : [];
  });
}

/** On a narrow screen a finger needs 44 pixels; a box to tick has its label, too. */
function small_targets() {
  const all = [...document.querySelectorAll(".explorer :is(.controls, .stepper) :is(input, select, button)")];
  return all.flatMap((each) => {
    const target = each.type === "checkbox" ? each.parentElement : each;
    const { height } = target.getBoundingClientRect();
    return height >= 43.9 ? [] : [`${each.id || each.ariaLabel || each.textContent} is ${height} pixels high`];
  });
}
