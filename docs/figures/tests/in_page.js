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

/** Texts of the drawing that stand outside it: none, on any screen. */
export async function texts_outside(page) {
  const found = [];
  for (const width of [360, 800, 1600]) {
    await page.setViewportSize({ width, height: 900 });
    await page.waitForFunction(() => {
      const { clientWidth } = document.querySelector(".explorer .drawing");
      return Math.abs(document.querySelector(".explorer svg").getAttribute("width") - clientWidth) <= 1;
    });
    found.push(...await page.evaluate((screen) => {
      const { left, right, bottom } = document.querySelector(".explorer .drawing").getBoundingClientRect();
      return [...document.querySelectorAll(".explorer svg text")].flatMap((text) => {
        const box = text.getBoundingClientRect();
        const outside = box.left < left - 1 || box.right > right + 1 || box.bottom > bottom + 1;
        return outside ? [`${text.textContent} (${screen})`] : [];
      });
    }, width));
  }
  return found;
}
