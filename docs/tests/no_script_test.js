// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// What readers without JavaScript get: the navigation, the section's pages, hints that unfold, and a
// still drawing wherever an interactive figure would stand.

/** Opens the pages with interactive figures, and one lab, with JavaScript switched off. */
export async function check_without_scripts(tab, site, found) {
  const with_figures = site.written().filter((page) => site.text(page).includes('src="figure_frame.js"'));
  const protocol = await tab.page.context().newCDPSession(tab.page);
  await protocol.send("Emulation.setScriptExecutionDisabled", { value: true });
  await tab.resize(800, 900);
  const visible = async (selector, what) => {
    if (await tab.page.locator(selector).filter({ visible: true }).count() === 0)
      found.report(tab.name, `without JavaScript there is no ${what}`);
  };
  for (const page of with_figures) {
    await tab.open(page);
    await visible("figure img[src$='.svg']", "still drawing");
    await visible("figcaption", "caption");
    await visible(".site-nav a[aria-current]", "mark in the navigation");
    await visible(".section-nav a", "list of the section's pages");
  }
  await tab.open("md_labs_lab03_naive_matmul_README.html");
  const hint = tab.page.locator("details").first();
  await hint.locator("summary").click();
  await visible("details[open] > p", "text below an unfolded hint");
  await protocol.detach(); // scripts run again
}
