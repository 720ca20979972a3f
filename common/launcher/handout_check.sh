# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# Part of ./lab handout: proves that an archive gives no answer away.

# Folders and files that must not be in a handout, whatever they hold.
forbidden_names='^build|^own_checks|(^|/)(\.ci|\.cudalab|\.git|course|equivalent_mutants.*|named_mutants.*|hostile|mutation.*|proof'
forbidden_names+='|results|right|solutions?|tests?|wrong.*)(/|$)|\.(a|o|so|orig|patch|diff)$'

# Nothing else may lie where they do.
without_names_of_tools() { # without_names_of_tools <NAMES
  grep -v -x -F -f <(printf 'build/%s\n' '' bin/ lib/ $(names_of_carried_tools "${labs[@]%%_*}"))
}

check_names() { # check_names SOLUTIONS <NAMES: forbidden ones; prints them
  local names
  names=$(cat)
  {
    grep -E "$forbidden_names" <<<"$names"
    # Code that is called as a variant or an answer's header is.
    grep -E -f <(cd "$1" && {
      find . -name '*.cu' -o -name '*.h' | sed -n -E '/\/lab[0-9]{2}\.cu$/!s#.*/([^/]+)\.[a-z]+$#\1#p'
      find . -name variants.md -exec sed -n 's/^### //p' {} +
    } | sed 's#.*#(^|/)&\\.(cu|cpp|h)$#') <<<"$names"
    true # grep's status is no verdict here
  } | sort -u | sed 's/$/: a file of this name does not belong into a handout/'
}

# Prints FILE:LINE of every line of an answer, but for the exceptions; nothing when all is well.
check_lines() { # check_lines FOLDER SOLUTIONS LIST
  local awk=$root/common/launcher
  find "$2" \( -path '*/lab[0-9][0-9]_*/lab[0-9][0-9].cu' -o -path '*/lab[0-9][0-9]_*/*.h' \) | sort |
    xargs -d '\n' awk -v labs="$scratch/given/labs" -f "$awk/handout_answers.awk" >"$scratch/answers"
  cut -f 2 "$scratch/answers" | sort -u >"$scratch/answer_lines"
  [ -s "$scratch/answer_lines" ] || die 3 "No line between solution marks was found in $2."
  (cd "$1" && find . -path ./build -prune -o -type f -not -name '*.png' -print | sed 's|^\./||' | sort |
    xargs -d '\n' awk '/<details>/ { hint = 1 } FNR == 1 { hint = 0 }
      { text = $0; gsub(/[ \t\r]+/, "", text); print FILENAME "\t" FNR "\t" hint "\t" text }
      /<\/details>/ { hint = 0 }') |
    { LC_ALL=C grep -F -f "$scratch/answer_lines" || [ $? = 1 ]; } >"$scratch/suspects"
  (cd "$2" && find . -name handout_exceptions.txt | sed 's|^\./||' | sort) |
    awk -F '\t' -v list="$3" -v solutions="$2" -f "$awk/handout_finds.awk" "$scratch/answers" "$scratch/suspects"
}

# Which lines of answers these files hold, in strings for instance, and the archive's sources do not, which
# were looked at.
answers_in() { # answers_in FILE...; after check_lines
  cat -- "$@" | LC_ALL=C tr -d ' \t\r' | LC_ALL=C grep -a -o -F -f "$scratch/answer_lines" | sort -u |
    LC_ALL=C grep -v -x -F -f <(LC_ALL=C grep -o -F -f "$scratch/answer_lines" "$scratch/suspects")
}

check_tools() { # check_tools FOLDER: built ones
  local file files line
  mapfile -t files < <(find "$1/build" -type f 2>/dev/null | sort)
  if [ ${#files[@]} = 0 ] || [ -z "$(answers_in "${files[@]}")" ]; then return 0; fi
  for file in "${files[@]}"; do
    answers_in "$file" | while read -r line; do echo "${file#"$1/"}: a line of an answer: $line"; done
  done
  true # grep's status is no verdict here
}

check_handout() { # check_handout ARCHIVE SOLUTIONS LIST; prints what is wrong
  local unpacked=$scratch/unpacked finds
  mkdir "$unpacked" && tar -C "$unpacked" --strip-components=1 -xzf "$1" ||
    die 3 "The handout cannot be unpacked in $scratch. Is the disk full?"
  finds=$(tar -tzf "$1" | sed 's|^[^/]*/||' | without_names_of_tools | check_names "$2" &&
    check_lines "$unpacked" "$2" "$3" && check_tools "$unpacked") || exit
  if [ -z "$finds" ]; then
    say "It contains no line of an answer: $(wc -l <"$scratch/answer_lines") lines looked for."
    return 0
  fi
  echo "$finds"
  say "These lines are from answers. Take them out of the files. Or, if students may see them, write" \
    "them into handout_exceptions.txt beside the lab's solution, with the reason."
  return 1
}
