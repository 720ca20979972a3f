#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# finish.sh HTML: makes of Doxygen's pages in the folder HTML the site that readers get. Its markup
# is mended (finish.sed); drawings get words, and their interactive figures (figures/embed.txt);
# each page says which section it belongs to and lists that section's pages; the text of the written
# pages becomes the index of the search.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$1"

# A link that Doxygen did not read, such as one whose words are on two lines.
if grep -n '@ref' -- *.html; then
  echo "finish.sh: these links would be shown as they are written" >&2
  exit 1
fi

# Lists of members by letter lead nowhere without Doxygen's tabs; the search has them all.
rm -f -- {functions,namespacemembers,globals}{,_*}.html

# Doxygen links a list of nested classes also where all of them are private and none is listed.
grep -l 'href="#nested-classes"' -- *.html | xargs grep -L 'id="nested-classes"' |
  xargs -r sed -i '/href="#nested-classes"/d'

rules=$(mktemp)
section_rules=$(mktemp)
trap 'rm -f "$rules" "$section_rules"' EXIT

# ---- Drawings ----------------------------------------------------------------------------------

# What embed.txt names for a drawing: style sheets and scripts of its interactive figure.
figure_files() { # figure_files DRAWING
  local drawing files file
  while read -r drawing files; do
    [ "$drawing" = "$1" ] || continue
    for file in $files; do
      case $file in
      *.css) printf '<link rel="stylesheet" href="%s">' "$file" ;;
      *.js) printf '<script src="%s" defer></script>' "$file" ;;
      esac
    done
  done < <(cat "$here/../figures/embed.txt" 2>/dev/null)
}

# The words for a drawing are its own <desc>.
drawing_rules() {
  local drawing name words
  echo '/alt="@/{' # no other line need be compared with each drawing's name
  for drawing in *.svg; do
    name=${drawing%.svg}
    words=$(sed -n 's|.*<desc[^>]*>\(.*\)</desc>.*|\1|p' "$drawing" | sed 's/"/\&quot;/g; s/[&|\\]/\\&/g')
    printf 's|<img src="%s" alt="@%s@">|<img src="%s" alt="%s">%s|\n' \
      "$drawing" "$name" "$drawing" "$words" "$(figure_files "$drawing")"
  done
  echo '}'
}
drawing_rules >"$rules"

# Pages that people write come first: their lists are the sections'. The others, which are many, are
# written anew once only: with their section, below.
finish() { sed -E -i -f "$here/finish.sed" -f "$rules" "$@"; }
mapfile -t written < <(grep -l '<!-- PageDoc -->' -- *.html)
mapfile -t from_sources < <(grep -L '<!-- PageDoc -->' -- *.html)
finish -- "${written[@]}"

# ---- Sections ----------------------------------------------------------------------------------

# The pages that a section's own page links first in a line of its lists and tables, in that order.
section_list() { # section_list PAGE
  sed -n '/class="contents"/,/<!-- contents -->/p' "$1" |
    sed -nE 's|.*<(li\|td[^>]*)>(<b>)?<a class="el" href="([^"#]*)[^"]*">([^<]*)</a>.*|<li><a href="\3">\4</a></li>|p'
}

# Marks the section in the navigation of its pages, and lists them behind each one's content. Leaves the
# rules for that in $section_rules.
add_section() { # add_section TITLE PAGE
  local title=$1 page=$2 list files
  list=$(section_list "$page")
  mapfile -t files < <(printf '%s\n' "$list" | sed 's|.*href="\([^"]*\)".*|\1|' |
    grep -v -x -F -f <(printf '%s\n' "${from_sources[@]}"))
  {
    printf 's|<a href="%s">|<a href="%s" aria-current="true">|\n' "$page" "$page"
    printf 's|^</main>$|<nav class="section-nav" aria-label="%s"><p>%s</p><ul>%s</ul></nav>\\n&|\n' \
      "$title" "$title" "$(tr -d '\n' <<<"${list//&/\\&}")"
  } >"$section_rules"
  printf '%s\n' "$page" "${files[@]}" | sort -u | xargs sed -E -i -f "$section_rules" --
}

add_section "Labs" labs.html
add_section "Guides" guides.html
add_section "Findings" findings_index.html
[ ! -e results.html ] || add_section "Results" results.html
[ ! -e instructors.html ] || add_section "For instructors" instructors.html
add_section "API" api.html
finish -f "$section_rules" -- "${from_sources[@]}"
sed -i 's|<a href="course_map.html">|<a href="course_map.html" aria-current="true">|' course_map.html

# ---- What a handout does not have ----------------------------------------------------------------

for page in $(sed -nE 's|^<li><a href="([^"]*)".*|\1|p' "$here/header.html"); do
  [ -e "$page" ] || sed -i "s|^<li><a href=\"$page\">.*||" -- *.html
done

# ---- Search ------------------------------------------------------------------------------------

grep -l '<!-- PageDoc -->' -- *.html | LC_ALL=C sort | xargs awk -f "$here/search_index.awk" >search_text.js

# What Doxygen writes and no page uses any more.
rm -f doxygen.css tabs.css jquery.js dynsections.js menu.js menudata.js doxygen.svg {closed,open,doc}.png \
  {bc_s,bdwn,splitbar}.png folder{closed,open}.png nav_[fgh].png sync_o{ff,n}.png \
  search/*.{html,css,png,svg} search/search.js
