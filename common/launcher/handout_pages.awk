# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# awk -v page=docs/main.md -v names=FILE -f handout_pages.awk docs/main.md: the page as students get
# it. FILE names all files of the handout, one to a line. Left out are
#   - what stands between <!-- BEGIN not in the handout --> and <!-- END not in the handout -->, and
#     lines with <!-- not in the handout -->
#   - examples of commands that a handout does not have
#   - the marks of samples, <!-- sample: ... -->, which are for a test
#   - rows of a table whose links all lead to files that are not there
#   - such a link in brackets of its own, ([how we know](x.md)), with the brackets
# and any other link to such a file becomes plain text. Ends with 1 where a BEGIN has no END.
BEGIN {
  while ((getline name < names) > 0)
    present[name] = 1
  directory = page
  if (!sub(/\/[^\/]*$/, "", directory))
    directory = ""
  # Only what looks like a path: in code, [&](int i) is no link.
  link = "\\]\\([^()<> ]*[./][a-zA-Z0-9_#./-]*\\)"
}

# "docs" and "../labs/x.md#part" give "labs/x.md".
function resolved(target, parts, count, i, path) {
  sub(/#.*/, "", target)
  count = split(directory "/" target, parts, "/")
  path = ""
  for (i = 1; i <= count; ++i) {
    if (parts[i] == "..")
      sub(/\/?[^\/]*$/, "", path)
    else if (parts[i] != "" && parts[i] != ".")
      path = path (path == "" ? "" : "/") parts[i]
  }
  return path
}

function dangles(target) {
  return target !~ /^(https?:|mailto:|#)/ && !(resolved(target) in present)
}

function all_links_dangle(row, found) {
  found = 0
  while (match(row, link)) {
    if (!dangles(substr(row, RSTART + 2, RLENGTH - 3)))
      return 0
    found = 1
    row = substr(row, RSTART + RLENGTH)
  }
  return found
}

/<!-- BEGIN not in the handout -->/ { left_out = NR; next }
/<!-- END not in the handout -->/ { left_out = 0; next }
left_out || /<!-- not in the handout -->/ { next }
/^(    |\| `)\.\/lab (bench|handout|limits|test)/ { next }
/^<!-- sample: .* -->$/ { next }
/^\|/ && all_links_dangle($0) { next }
{ text = text $0 "\n" }

END {
  if (left_out) {
    print page ":" left_out ": BEGIN not in the handout, without an END" > "/dev/stderr"
    exit 1
  }
  while (match(text, link)) {
    before = substr(text, 1, RSTART - 1)
    whole = substr(text, RSTART, RLENGTH)
    text = substr(text, RSTART + RLENGTH)
    if (dangles(substr(whole, 3, length(whole) - 3))) {
      whole = ""
      opening = length(before)
      while (opening > 0 && substr(before, opening, 1) != "[")
        --opening
      if (opening > 1 && substr(before, opening - 1, 1) == "(" && text ~ /^\)/) {
        before = substr(before, 1, opening - 2)
        sub(/[ \n]$/, "", before)
        text = substr(text, 2)
      } else if (opening > 0)
        before = substr(before, 1, opening - 1) substr(before, opening + 1)
    }
    printf "%s%s", before, whole
  }
  printf "%s", text
}
