// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
int half(int value) {
  return value / 2;
}
