// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// What a page gains by JavaScript: a table of its sections, and boxes that scroll when a keyboard
// asks for it. Without JavaScript nothing is lost that cannot be read.
"use strict";

// ---- On this page ------------------------------------------------------------------------------

function section_list(headings) {
  const list = document.createElement("ul");
  for (const heading of headings) {
    const link = document.createElement("a");
    link.href = "#" + heading.querySelector("a.anchor").id;
    link.textContent = heading.textContent.trim();
    const item = document.createElement("li");
    item.className = heading.tagName === "H2" ? "" : "inner";
    item.append(link);
    list.append(item);
  }
  return list;
}

function add_table_of_contents(main) {
  const headings = [...main.querySelectorAll("h2, h3")].filter((h) => h.querySelector("a.anchor"));
  if (headings.length < 3) return;
  const box = document.createElement("details");
  box.className = "toc";
  const title = document.createElement("summary");
  title.textContent = "On this page";
  box.append(title, section_list(headings));
  const beside = window.matchMedia("(min-width: 90rem)");
  const fit = () => { box.open = beside.matches; };
  beside.addEventListener("change", fit);
  fit();
  main.querySelector(".contents").before(box);
}

// ---- Boxes that scroll -------------------------------------------------------------------------

const does_scroll = (box) => box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;

function let_keyboard_scroll(boxes) {
  const scrolling = boxes.map(does_scroll); // all of them first: a change between two costs another layout
  boxes.forEach((box, i) => {
    if (scrolling[i]) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  });
}

// ---- Where am I? -------------------------------------------------------------------------------

function mark_this_page() {
  const page = location.pathname.split("/").pop();
  for (const link of document.querySelectorAll(".section-nav a"))
    if (link.getAttribute("href") === page) link.setAttribute("aria-current", "page");
}

const main = document.querySelector("main");
mark_this_page();
if (main.querySelector(".textblock")) add_table_of_contents(main);
const boxes = [...main.querySelectorAll(".scroll, .fragment, .memproto, .section-nav, .toc")];
const fit_boxes = () => let_keyboard_scroll(boxes);
fit_boxes();
window.addEventListener("resize", fit_boxes);
