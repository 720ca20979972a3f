# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# awk -v labs=FOLDER -f handout_answers.awk solutions/*/lab??.cu solutions/*/*.h: the lines that
# must not reach students, "lab04<TAB>line" without white space and without comments behind code.
# They stand between the marks of a labNN.cu, or anywhere in a header of a solution.
#
# Not among them are lines that say nothing of an answer:
#   - what the lab gives: what stands in its starter or in its labNN.h, in FOLDER
#   - fewer than 12 characters (braces, `if (i < n)`, `return;`), comments of fewer than 20
#   - a barrier, a check of the last error, an #include or #pragma, a variable set to 0 or nullptr,
#     a return of one name
function squeezed(line) {
  gsub(/[ \t\r]+/, "", line)
  return line
}

function read_given(lab, file, line) {
  while ((getline line < file) > 0)
    given[lab] = given[lab] squeezed(line) "\n"
  close(file)
}

function says_nothing(line) {
  return length(line) < 12 || line ~ /^#/ || line ~ /^\/[\/*].?.?.?.?.?.?.?.?.?.?.?.?.?.?.?.?.?.?$/ ||
    line ~ /^return[a-z_]+;$/ || line == "__syncthreads();" || line == "CUDA_CHECK(cudaGetLastError());" ||
    line ~ /^(const)?[a-z_0-9]+\*?[a-z_]*=(0|0\.0f|nullptr);$/
}

FNR == 1 {
  count = split(FILENAME, path, "/")
  folder = path[count - 1]
  lab = substr(folder, 1, 5)
  in_answer = FILENAME ~ /\.h$/
  if (!(lab in given)) {
    read_given(lab, labs "/" folder "/starter/" lab ".cu")
    read_given(lab, labs "/" folder "/" lab ".h")
  }
}
/\/\/ BEGIN SOLUTION/ { in_answer = 1; next }
/\/\/ END SOLUTION/ { in_answer = 0; next }
!in_answer || /\/\/ STARTER:/ { next }
{
  line = squeezed($0)
  if (line !~ /^\/\//)
    sub(/\/\/.*/, "", line)
  if (!says_nothing(line) && !index(given[lab], line) && !((lab, line) in seen)) {
    seen[lab, line] = 1
    print lab "\t" line
  }
}
