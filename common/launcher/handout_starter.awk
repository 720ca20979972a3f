# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# awk -f handout_starter.awk solutions/labNN_topic/labNN.cu: the lab's starter. grader/reference/
# starter.h says how it is made of a solution, and checks the marks; the tests compare the two.
/^[ \t]*\/\/ BEGIN SOLUTION/ { inside = 1; next }
/^[ \t]*\/\/ END SOLUTION/ { inside = 0; next }
/^[ \t]*\/\/ STARTER:/ {
  indentation = text = $0
  sub(/\/\/ STARTER:.*/, "", indentation)
  sub(/^[ \t]*\/\/ STARTER: ?/, "", text)
  print text == "" ? "" : indentation text
  next
}
!inside
