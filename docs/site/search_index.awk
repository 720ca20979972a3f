# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# Written pages to the index that search.js reads: for each section of a page
# [page#anchor, title of the page, title of the section, text]. The pages are already as finish.sed
# leaves them: <h1 class="title"> and, with an anchor in the line before the words, <h2> to <h6>.

function plain(html) {
  gsub(/<[^>]*>/, " ", html)
  gsub(/&#160;|&nbsp;/, " ", html)
  gsub(/&lt;/, "<", html)
  gsub(/&gt;/, ">", html)
  gsub(/&quot;/, "\"", html)
  gsub(/&amp;/, "\\&", html)
  gsub(/[ \t\n]+/, " ", html)
  sub(/^ /, "", html)
  sub(/ $/, "", html)
  return html
}

function quoted(text) {
  gsub(/\\/, "\\\\", text)
  gsub(/"/, "\\\"", text)
  return "\"" text "\""
}

function end_section() {
  if (title != "")
    printf "[%s, %s, %s, %s],\n", quoted(page (anchor == "" ? "" : "#" anchor)), quoted(title),
           quoted(section), quoted(plain(text))
  text = ""
}

BEGIN { print "search_text = [" }

FNR == 1 {
  end_section()
  page = FILENAME
  title = section = anchor = ""
  inside = 0
}

/<h1 class="title">/ { title = plain($0) }

/<div class="contents">/ { inside = 1 }

/<!-- contents -->/ { inside = 0 }

inside && /<h[2-6]><a class="anchor"/ {
  before = $0
  sub(/<h[2-6]>.*/, "", before)
  text = text " " before
  end_section()
  match($0, /id="[^"]*"/)
  anchor = substr($0, RSTART + 4, RLENGTH - 5)
  getline
  section = $0
  sub(/<\/h[2-6]>.*/, "", section)
  section = plain(section)
  sub(/^.*<\/h[2-6]>/, "")
}

inside { text = text " " $0 }

END {
  end_section()
  print "]"
}
