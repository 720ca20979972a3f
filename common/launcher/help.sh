# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# Part of ./lab: what it can do, in words. Each command has a text in help/, so that nothing must be
# built to read it. Those of the grader's commands are what it says itself (.ci/tests/help_test.sh).

help_folder=$root/common/launcher/help

# In the order in which a person meets them.
all_commands() {
  sed -n 's/^  \([a-z][a-z]*\) .*/\1/p' "$help_folder/overview.txt"
}

is_command() { # is_command WORD
  [[ $1 != */* ]] && [ "$1" != overview ] && [ -e "$help_folder/$1.txt" ]
}

help_about() { # help_about COMMAND: '' for all of them
  if [ -z "$1" ]; then
    cat "$help_folder/overview.txt"
  elif is_command "$1"; then
    cat "$help_folder/$1.txt"
  else
    wrong_usage "There is no command '$1'.$(did_you_mean "$1" <<<"$(all_commands)")"
  fi
}

# " Do you mean lab04?" when one of the words in standard input is at most two letters away.
did_you_mean() { # did_you_mean TYPED <WORDS
  awk -v typed="$1" '
    function distance(a, b,    i, j, last, now, old, cost) {
      for (j = 0; j <= length(b); j++) last[j] = j
      for (i = 1; i <= length(a); i++) {
        old = last[0]
        last[0] = i
        for (j = 1; j <= length(b); j++) {
          now = old + (substr(a, i, 1) != substr(b, j, 1))
          old = last[j]
          if (last[j] + 1 < now) now = last[j] + 1
          if (last[j - 1] + 1 < now) now = last[j - 1] + 1
          last[j] = now
        }
      }
      return last[length(b)]
    }
    BEGIN { least = 3; typed = tolower(typed) }
    { far = distance(typed, $1); if (far < least && far < length(typed)) { least = far; nearest = $1 } }
    END { if (nearest != "") printf " Do you mean %s?", nearest }'
}

# ---- Completion -----------------------------------------------------------------------------------

options_of() { # options_of COMMAND
  sed -n 's/^  *\(-[a-z],\)\{0,1\}\(--[a-z-]*\).*/\2/p' "$help_folder/$1.txt"
}

# "  form FORM:{csv,junit} REQUIRED": csv and junit.
choices_of() { # choices_of COMMAND ARGUMENT
  local list
  list=$(sed -n "s/^  *$2 [A-Z]*:{\([^}]*\)}.*/\1/p" "$help_folder/$1.txt")
  [ -z "$list" ] || printf '%s\n' "${list//,/$'\n'}"
}

# What the last of these words can become, a line each.
complete_words() { # complete_words WORD...
  local count=$# word=${!#} before=''
  [ "$count" -lt 2 ] || before=${*: -2:1}
  if [ "$count" -le 1 ]; then
    all_commands
    printf '%s\n' --help --version
  elif [ "$1" = help ]; then
    all_commands
  elif ! is_command "$1"; then
    return 0
  elif [ "$before" = --backend ]; then
    printf '%s\n' auto gpu cpu
  elif [[ $before == --* ]] && [ -n "$(choices_of "$1" "$before")" ]; then
    choices_of "$1" "$before"
  elif [[ $word == -* ]]; then
    options_of "$1"
    echo --version
  elif grep -q '^Usage: .* lab' "$help_folder/$1.txt"; then
    all_labs
  elif [ "$1" = test ]; then
    parts
  elif [ "$1" = export ]; then
    if [ "$count" = 2 ]; then choices_of "$1" form; else all_labs; fi
  elif [ "$1" = completion ]; then
    printf '%s\n' bash zsh fish
  fi
}

completion() { # completion SHELL
  case ${1:-} in
  bash)
    cat <<'TEXT'
_cuda_labs() {
  local IFS=$'\n'
  COMPREPLY=($(compgen -W "$("${COMP_WORDS[0]}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _cuda_labs lab ./lab
TEXT
    ;;
  zsh)
    cat <<'TEXT'
autoload -Uz compinit && compinit
_cuda_labs() {
  local -a candidates
  candidates=("${(@f)$("${words[1]}" __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  compadd -a candidates || _files
}
compdef _cuda_labs lab ./lab
TEXT
    ;;
  fish)
    cat <<'TEXT'
function __cuda_labs
    set -l typed (commandline -opc)
    $typed[1] __complete $typed[2..-1] (commandline -ct) 2>/dev/null
end
complete -c lab -a '(__cuda_labs)'
TEXT
    ;;
  *) wrong_usage "Which shell? ./lab completion bash, zsh or fish" ;;
  esac
}

# ---- The manual -----------------------------------------------------------------------------------

# A page of the manual, of the texts above.
manual_page() {
  local each
  printf '.TH LAB 1 "" "%s" "CUDA Labs"\n' "$(version)"
  printf '.SH NAME\nlab \\- build, run, check and grade labs in CUDA C++\n.SH SYNOPSIS\n'
  printf '.B ./lab\n.I COMMAND\n[\n.I ARGUMENTS\n]\n.SH DESCRIPTION\n.nf\n'
  as_manual <"$help_folder/overview.txt"
  printf '.fi\n'
  for each in $(all_commands); do
    printf '.SH "LAB %s"\n.nf\n' "${each^^}"
    as_manual <"$help_folder/$each.txt"
    printf '.fi\n'
  done
}

as_manual() { sed -e 's/\\/\\e/g' -e 's/-/\\-/g' -e "s/^\([.']\)/\\\\\&\1/"; }

manual() {
  if [ -t 1 ] && command -v man >/dev/null; then
    make_writable_build
    manual_page >"$build/lab.1"
    exec man -l "$build/lab.1"
  fi
  manual_page
}
