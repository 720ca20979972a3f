// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// What becomes of a lab program when the student's file brings its own main().
int main() {
  return 0;
}
