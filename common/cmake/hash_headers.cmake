# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# cmake -D OUT=FILE.cpp -D HEADERS=A,B,... -P hash_headers.cmake
# Writes a source that holds one sum of the headers' contents (grader/judge_headers.h).
string(REPLACE "," ";" HEADERS "${HEADERS}")
foreach(header IN LISTS HEADERS)
  file(SHA256 ${header} sum)
  string(APPEND sums ${sum})
endforeach()
string(SHA256 all "${sums}")
file(WRITE ${OUT} "#include \"grader/judge_headers.h\"\n\nconst char cudalab_judge_headers[] = \"${all}\";\n")
