# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# Part of ./lab: the course as students get it, `./lab handout`. In bash and awk, since it must work
# where nothing is built; it runs in about a second.

# Starters of all labs that have a solution: TO/labNN_topic/starter/labNN.cu.
make_starters() { # make_starters SOLUTIONS TO
  local solution lab
  for solution in "$1"/lab[0-9][0-9]_*/lab[0-9][0-9].cu; do
    lab=$(basename "${solution%/*}")
    mkdir -p "$2/$lab/starter" &&
      awk -f "$root/common/launcher/handout_starter.awk" "$solution" >"$2/$lab/starter/${solution##*/}" || return
  done
}

# The labs' folder in the archive is what a student works in, so each lab begins with its starter,
# whatever somebody has made of the working file. `reset` takes its own copy.
prepare_labs() { # prepare_labs FOLDER STARTERS LAB_FOLDER...
  local folder=$1 starters=$2 lab
  shift 2
  for lab; do
    cp -r "$starters/$lab/starter" "$folder/labs/$lab/" &&
      cp "$starters/$lab/starter/${lab%%_*}.cu" "$folder/labs/$lab/" || return
  done
}

prepare_pages() { # prepare_pages FOLDER
  local page names=$1.names
  (cd "$1" && find . -type f | sed 's|^\./||') >"$names"
  grep '\.md$' "$names" | while read -r page; do
    awk -v page="$page" -v names="$names" -f "$root/common/launcher/handout_pages.awk" \
      "$1/$page" >"$1.page" && cp "$1.page" "$1/$page" || return
  done
}

# For ./lab --version.
say_what_it_is_made_of() { # say_what_it_is_made_of FOLDER
  [ -z "$commit" ] || echo "$commit" >"$1/COMMIT"
}

# The same files make the same archive, byte for byte.
pack() { # pack FOLDER ARCHIVE
  LC_ALL=C tar --sort=name --format=ustar --owner=0 --group=0 --numeric-owner \
    --mode=u=rwX,go=rX --mtime="@$date" -C "${1%/*}" -c "${1##*/}" | gzip -n -9 >"$2"
  [ "${PIPESTATUS[*]}" = "0 0" ]
}

# Written beside OUT and renamed: nobody finds half an archive.
put_in_place() { # put_in_place ARCHIVE OUT
  local problem
  unfinished=$2.unfinished.$$
  problem=$( (cp "$1" "$unfinished" && mv -fT "$unfinished" "$2") 2>&1) ||
    die 3 "$2 cannot be written: $problem"
  unfinished=''
}

check_out() { # check_out OUT
  [[ $1 == *.tar.gz || $1 == *.tgz ]] ||
    wrong_usage "The handout is a compressed archive: call it $1.tar.gz, for instance."
  [ ! -d "$1" ] || die 2 "$1 is a folder."
  [ -d "$(dirname "$1")" ] || die 2 "There is no folder $(dirname "$1")."
  [ -w "$(dirname "$1")" ] || die 2 "You may not write to the folder $(dirname "$1")."
}

handout() { # handout OUT.tar.gz [--labs LIST] [--with-tools] | handout --check [--labs LIST]
  local out='' check=false list=all with_tools=false
  while [ $# -gt 0 ]; do
    case $1 in
    --check) check=true ;;
    --with-tools) with_tools=true ;;
    --labs) list=${2-} && shift ;;
    --labs=*) list=${1#*=} ;;
    -*) wrong_usage "'./lab handout' does not know '$1'." ;;
    *) [ -z "$out" ] && out=$1 || wrong_usage "One archive at a time: '$out' or '$1'?" ;;
    esac
    [ $# -eq 0 ] || shift
  done
  $check || [ -n "$out" ] || wrong_usage "Where to? For instance: ./lab handout cuda-labs.tar.gz"
  ! $check || [ -z "$out" ] || wrong_usage "--check writes no archive: leave '$out' out."
  ! $check || ! $with_tools || wrong_usage "--check looks at sources; tools are looked at when they are handed out."
  $check || check_out "$out"
  [ -d "$root/solutions" ] ||
    die 2 "This copy of the course is a handout itself: it has no folder solutions/." \
      "Handouts are made from the whole project."
  unfinished=''
  scratch=$(mktemp -d) || die 3 "No temporary folder can be made."
  trap 'rm -rf "$scratch" ${unfinished:+"$unfinished"}' EXIT
  make_handout "$list"
  if $with_tools; then add_tools; fi
  pack "$scratch/cuda-labs" "$scratch/handout.tar.gz" || cannot_put_together
  # Never written unchecked: what gives an answer away must not reach anybody.
  check_handout "$scratch/handout.tar.gz" "$scratch/solutions" "$list" || exit 1
  $check || put_in_place "$scratch/handout.tar.gz" "$out"
  say "${out:+$out: }$(wc -l <"$scratch/cuda-labs.names") files${commit:+ of commit $commit}," \
    "labs: $(echo "${labs[@]%%_*}")$($with_tools && echo ", with tools for $(uname -m), $(($(wc -c <"$out") / 1048576)) MiB")"
}

cannot_put_together() { die 3 "The handout could not be put together in $scratch. Is the disk full?"; }

# As they are built here: so what lies here must be what is handed out.
add_tools() {
  [ -z "$not_committed" ] || die 2 "Commit that first: the tools are built of what lies here."
  build_tools lab_tools
  exec 9>&-
  carry_tools "$scratch/cuda-labs/build" "${labs[@]%%_*}" || cannot_put_together
}

# Makes the folder $scratch/cuda-labs. Of the same commit, solutions come to $scratch/solutions, and what
# all labs give to $scratch/given/labs.
make_handout() { # make_handout LIST
  local names=$scratch/all chosen folder=$scratch/cuda-labs
  look_at_the_course "$names"
  chosen=$(choose_labs "$1" "$names") || exit
  mapfile -t labs <<<"$chosen"
  say_what_is_not_committed "${labs[@]}"
  { files_of_the_handout "${labs[@]}" <"$names" && grep '^solutions/' "$names"; } >"$scratch/chosen"
  grep -E '^labs/[^/]*/lab[0-9]{2}\.h$' "$names" >"$scratch/gives"
  mkdir "$folder" "$scratch/given" && copy_from_the_course "$scratch/chosen" "$folder" &&
    copy_from_the_course "$scratch/gives" "$scratch/given" &&
    mv "$folder/solutions" "$scratch/" && make_starters "$scratch/solutions" "$scratch/given/labs" &&
    prepare_labs "$folder" "$scratch/given/labs" "${labs[@]}" &&
    prepare_pages "$folder" && say_what_it_is_made_of "$folder" || cannot_put_together
}
