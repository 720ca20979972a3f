# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# Part of ./lab: a new lab, `./lab new lab09_topic`. It is a copy of common/lab_template, in which
# lab00_topic stands for the name. A lab is these two folders: nothing else knows its name.

# What a student begins with, as the target `starters` makes it later.
write_starter() { # write_starter LAB_FOLDER
  local name=${1%%_*}
  awk -f "$root/common/launcher/handout_starter.awk" "$root/solutions/$1/$name.cu" >"$root/labs/$1/$name.cu"
}

new_lab() { # new_lab labNN_topic
  local folder=${1-} name title file
  [ $# = 1 ] || wrong_usage "What is the new lab called? For instance: ./lab new lab09_histogram"
  [[ $folder =~ ^lab[0-9]{2}(_[a-z0-9]+)+$ ]] ||
    die 2 "'$folder' is no name for a lab. Write for instance lab09_histogram: two digits, and the topic" \
      "in small letters, digits and underscores."
  [ -d "$root/solutions" ] && [ -d "$root/common/lab_template" ] ||
    die 2 "This copy of the course is a handout: labs are added to the whole project."
  name=${folder%%_*}
  for file in "$root"/{labs,solutions}/"${name}"_*/; do
    [ ! -d "$file" ] || die 2 "There is a $name already: ${file%/}."
  done
  title=${folder#*_}
  title=${title//_/ }
  (cd "$root/common/lab_template" && find . -type f -printf '%P\n') | while IFS= read -r file; do
    mkdir -p "$(dirname "$root/${file//lab00_topic/$folder}")" &&
      sed "s/lab00_topic/$folder/g; s/lab00/$name/g; s/\([Ll]ab\) 00/\1 ${name#lab}/g; s/The topic/${title^}/g" \
        "$root/common/lab_template/$file" >"$root/$(sed "s/lab00_topic/$folder/; s/lab00/$name/" <<<"$file")" ||
      die 3 "The files of $folder cannot be written in $root."
  done || exit
  write_starter "$folder" || die 3 "The starter of $folder cannot be written."
  say "Made labs/$folder and solutions/$folder: a small lab that works. Now make it yours:"
  printf '  %-44s %s\n' >&2 \
    "solutions/$folder/$name.cu" "the reference, with the student's part between marks" \
    "labs/$folder/${name}_grader.cpp" "what is checked, and for how many points" \
    "labs/$folder/$name.h and README.md" "what a student reads"
  say "./lab grade $name shows the starter's grade, ./lab grade $name --solution the reference's."
}
