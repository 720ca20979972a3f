# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# Part of ./lab: `./lab export gradescope-zip LAB`, an autograder for Gradescope. It holds a handout of
# the lab with the tools as they are built here, so that Gradescope's small machines need not build
# them, and the two scripts that Gradescope runs.

# What the scripts go by. The file is graded by a user who owns nothing.
gradescope_settings() { # gradescope_settings LAB FOLDER SEED TIME_LIMIT
  cat <<TEXT
lab=$1
lab_folder=$2
seed=$3
time_limit=$4
user=61234 # has no name, and nothing else

grade_as_nobody() { # grade_as_nobody FILE GRADE.json
  local tools=\${BASH_SOURCE[0]%/*}/cuda-labs/build as=()
  mkdir -p "\$tools/submissions" # what is built of the file
  if [ "\$(id -u)" = 0 ]; then
    chown -R "\$user" "\${2%/*}" "\$tools/submissions"
    as=(setpriv --reuid "\$user" --regid "\$user" --clear-groups --)
  fi
  (cd / && "\${as[@]}" env HOME=/tmp CUDALAB_CALLED=./lab "\$tools/bin/grader" grade "\$lab" --backend cpu \\
    --file "\$1" --json "\$2" --seed "\$seed" --time-limit "\$time_limit")
}
TEXT
}

gradescope_zip() { # gradescope_zip LAB [--out FILE.zip] [--seed N]
  local lab='' out='' seed='' folder time_limit=60
  while [ $# -gt 0 ]; do
    case $1 in
    --out | --seed)
      [ $# -gt 1 ] || wrong_usage "$1 needs a value."
      if [ "$1" = --out ]; then out=$2; else seed=$2; fi
      shift
      ;;
    --out=*) out=${1#*=} ;;
    --seed=*) seed=${1#*=} ;;
    -*) wrong_usage "'./lab export gradescope-zip' does not know '$1'." ;;
    *) [ -z "$lab" ] && lab=$1 || wrong_usage "One lab at a time: '$lab' or '$1'?" ;;
    esac
    shift
  done
  [ -n "$lab" ] || wrong_usage "Which lab? For instance: ./lab export gradescope-zip lab04"
  find_lab "$lab"
  lab=${arguments[0]}
  [[ $seed =~ ^[0-9]*$ ]] || wrong_usage "--seed is a number, and not '$seed'."
  out=${out:-$lab-gradescope.zip}
  [[ $out == *.zip ]] || wrong_usage "Gradescope takes a ZIP archive: call it $out.zip, for instance."
  [ -d "$(dirname "$out")" ] || die 2 "There is no folder $(dirname "$out")."
  [ -d "$root/solutions" ] || die 2 "This copy of the course is a handout: autograders are made from the whole project."
  build_tools "${lab}_tools"
  exec 9>&-
  unfinished=''
  scratch=$(mktemp -d) || die 3 "No temporary folder can be made."
  trap 'rm -rf "$scratch" ${unfinished:+"$unfinished"}' EXIT
  make_handout "${lab#lab}"
  folder=$(basename "${labs[0]}")
  mkdir "$scratch/zip" && mv "$scratch/cuda-labs" "$scratch/zip/" &&
    carry_tools "$scratch/zip/cuda-labs/build" "$lab" &&
    cp "$root/common/launcher/gradescope/"{setup.sh,run_autograder} "$scratch/zip/" &&
    gradescope_settings "$lab" "$folder" "${seed:-$((RANDOM * 32768 + RANDOM))}" $time_limit >"$scratch/zip/settings" &&
    (cd "$scratch/zip" && cmake -E tar cf "$scratch/autograder.zip" --format=zip -- *) ||
    die 3 "The autograder could not be put together in $scratch. Is the disk full?"
  put_in_place "$scratch/autograder.zip" "$out"
  say "$out: the autograder of $lab, $(($(wc -c <"$out") / 1048576)) MiB, seed $(sed -n 's/^seed=//p' "$scratch/zip/settings")"
}
