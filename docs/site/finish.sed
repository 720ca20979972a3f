# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# What Doxygen 1.9.4 writes and a reader with a keyboard, a screen reader or a narrow screen cannot
# use, line by line. Run by finish.sh over all pages; no JavaScript is needed for any of it.

# Doxygen's own search window and its scripts: search.js of this folder searches.
/^<script type="text\/javascript">$/,/^<\/script>$/d
/^<!-- window showing the filter options -->$/,/^$/d
/^<!-- iframe showing the search results/,/^$/d

# Headings: the page's title is the first one, what stands in it follows.
s|<div class="title">(.*)</div></div>$|<h1 class="title">\1</h1></div>|
s|<div class="title">(.*)$|<h1 class="title">\1|
/<h[1-6]><a class="anchor"/{
  N
  s|<(/?)h5>|<\1h6>|g
  s|<(/?)h4>|<\1h5>|g
  s|<(/?)h3>|<\1h4>|g
  s|<(/?)h2>|<\1h3>|g
  s|<(/?)h1>|<\1h2>|g
}

s|^<div>(<div class="header">)$|\1|
s|^</div>(<!-- PageDoc -->)$|\1|

# The path to a page is a list that ends.
s|^<div id="nav-path" class="navpath">$|<nav id="nav-path" class="navpath" aria-label="Path">|
/^<li class="navelem">/{
  s|$|</ul></nav>|
  n
  d
}

# <details> of a Markdown page: Doxygen closes it after the summary and opens it anew in each
# paragraph. What it makes of "</details>" alone is where it really ends.
/^<p ><details>$/{
  N
  s|^<p ><details>\n</p>||
  s|^<p ><details>\n<summary>(.*)</summary></details>$|<details><summary>\1</summary>|
  s|^<p ><details>\n</details>$|</details>|
  s|^<p ><details>\n(.*)</details>$|<p>\1|
  s|^<p ><details>\n|<p>|
  /^<\/?details>/{
    N
    s|\n</p>$||
  }
}
/<p><\/details>$/{
  N
  s|<p></details>\n</p>$||
}

# A drawing is a picture with words for it (finish.sh puts them in) and a caption.
s|<object type="image/svg\+xml" data="([a-z0-9_]+)\.svg"[^>]*></object>|<img src="\1.svg" alt="@\1@">|
s|<img src="([a-z0-9_]+)\.svg" alt="" [^>]*/>|<img src="\1.svg" alt="@\1@">|
s|<img src="([^"]*)" alt="" [^>]*title="([^"]*)"[^>]*/>|<img src="\1" alt="\2">|
s|href="\.\./lab[a-z0-9_]*/figures/|href="|
s|<div class="image">|<figure class="image">|
/^<div class="caption">$/{
  N
  s|^<div class="caption">\n(.*)</div></div>$|<figcaption>\1</figcaption></figure>|
}

# Lists of files and classes are shown whole, and their arrows do nothing.
s| style="display:none;"||
s|<div class="levels">.*</div><table|<table|
s|<span id="arr_[0-9_]*" class="arrow" onclick="[^"]*">[^<]*</span>||
s| onclick="javascript:toggleInherit\([^)]*\)"||
s|<img src="closed.png" alt="-"/>||
s|<span class="icondoc"></span>|<span class="icon">text</span>|
s|<span id="img_[0-9_]*" class="iconf[a-z]*" onclick="[^"]*">[^<]*</span>|<span class="icona"></span>|

# Wide tables scroll in a box of their own.
/<table class="(markdownTable|fieldtable)">/,/<\/table>/{
  s|<table |<div class="scroll"><table |
  s|</table>|</table></div>|
}
