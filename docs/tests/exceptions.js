// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// What axe finds in Doxygen's own markup and cannot be mended from outside: page, rule and element
// (a CSS selector as axe writes it) as patterns, and the reason. Pages that people write need none.
export const exceptions = [];
