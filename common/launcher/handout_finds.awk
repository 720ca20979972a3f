# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# awk -F '\t' -v list=all -v solutions=FOLDER -f handout_finds.awk ANSWERS LINES <NAMES: which LINES
# (file, number, 1 inside a hint, text without white space) hold a line of ANSWERS (lab, text), and
# are not excused in the files NAMES of the FOLDER: solutions/handout_exceptions.txt says how. An
# exception that excuses nothing is told, too, where all labs are handed out.
function pattern(glob) {
  gsub(/[.+?(){}|^$]/, "\\\\&", glob)
  gsub(/\[/, "\\[", glob)
  gsub(/\*\*/, ".\001", glob)
  gsub(/\*/, "[^/]*", glob)
  gsub(/\001/, "*", glob)
  return "^" glob "$"
}

function read_exceptions(name, line, files, i, text) {
  files = reason_given = 0
  while ((getline line < (solutions "/" name)) > 0) {
    text = line
    sub(/^[a-z]+:[ \t]*/, "", text)
    if (line ~ /^file:/) {
      if (reason_given)
        files = reason_given = 0
      file[++files] = text
    } else if (line ~ /^(line|lines):/) {
      for (i = 1; i <= files; ++i) {
        ++excuses
        excused_file[excuses] = pattern(file[i])
        excused_text[excuses] = text
        excused_line[excuses] = text
        gsub(/[ \t]+/, "", excused_line[excuses])
        whole_lab[excuses] = line ~ /^lines:/
        shown_file[excuses] = file[i]
        stands_in[excuses] = "solutions/" name
      }
    } else if (line ~ /^reason:/) {
      reason_given = 1
    } else if (line !~ /^(#.*|[ \t].*)?$/) {
      print "solutions/" name ": what is this? " line
    }
  }
}

# Is `answer`, a line of `lab`, allowed in that file?
function excused(name, hint, lab, answer, i, yes) {
  for (i = 1; i <= excuses; ++i)
    if (name ~ excused_file[i]) {
      if (whole_lab[i])
        yes = excused_line[i] == lab || (hint && excused_line[i] == "hints")
      else
        yes = excused_line[i] == answer
      if (yes) {
        used[i] = 1
        return 1
      }
    }
  return 0
}

BEGIN {
  while ((getline name < "-") > 0)
    read_exceptions(name)
}
FILENAME == ARGV[1] {
  labs[++answers] = $1
  answer[answers] = $2
  next
}
{
  for (a = 1; a <= answers; ++a)
    if (index($4, answer[a]) && !excused($1, $3, labs[a], answer[a])) {
      print $1 ":" $2 ": a line of " labs[a] "'s answer: " answer[a]
      break
    }
}
END {
  for (i = 1; list == "all" && i <= excuses; ++i)
    if (!(i in used))
      print stands_in[i] ": nothing needs this any more: " shown_file[i] ": " excused_text[i]
}
