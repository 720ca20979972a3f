# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# Part of ./lab: what must be installed, and installing it.

minimum_cmake=3.25

# ---- What is needed: looked for as such, since it need not come from a package -----------------

# It compiles students' files and our own, whatever CXX says (common/cmake/clang.cmake).
find_clang() {
  local version
  command -v clang++ && return
  for version in {22..14}; do
    command -v "clang++-$version" && return
  done
}

has_header() { # has_header COMPILER HEADER
  if [ -z "$1" ]; then
    [ -e "/usr/include/$2" ]
  else
    [[ $(printf '#if __has_include(<%s>)\nyes\n#endif\n' "$2" | "$1" -E -P -x c++ - 2>/dev/null) == *yes ]]
  fi
}

has_library() { # has_library COMPILER NAME
  [ -n "$1" ] && { [ -e "$("$1" -print-file-name="lib$2.so")" ] || [ -e "$("$1" -print-file-name="lib$2.a")" ]; }
}

has_shared_library() { # has_shared_library NAME: one that programs look up when they run
  [[ $(PATH=$PATH:/usr/sbin:/sbin ldconfig -p 2>/dev/null) == *"$1"* ]]
}

# clang's sanitizers and libFuzzer are a package of their own.
links_with_sanitizers() { # links_with_sanitizers COMPILER
  local program status
  program=$(mktemp) || return
  [ -n "$1" ] && echo 'int main() {}' | "$1" -fsanitize=address,undefined -x c++ - -o "$program" 2>/dev/null
  status=$?
  rm -f "$program"
  return $status
}

has_new_cmake() {
  local version
  version=$(cmake --version 2>/dev/null | sed -n '1s/.* //p')
  [ -n "$version" ] && printf '%s\n' "$minimum_cmake" "$version" | sort -V -C
}

# The Debian and Ubuntu packages with what is missing for a purpose: tools, docs, test, extras; run: to
# grade with tools that are built;
# instructor: hand-ins and gradebook; similarity: which hand-ins share a source; view: lab 07's window; frames: its pictures; site: a browser that looks at the documentation;
# edit: for an editor, and to debug.
missing_packages() {
  local cxx
  cxx=$(find_clang)
  case $1 in
  run)
    if [ -z "$cxx" ]; then
      echo clang
    elif ! has_header "$cxx" vector; then
      echo g++ # clang takes the library of the newest gcc, which may be here without it
    fi
    has_library "$cxx" boost_context || echo libboost-context-dev
    has_library "$cxx" dw || echo libdw-dev
    has_library "$cxx" elf || echo libelf-dev
    has_library "$cxx" fmt || echo libfmt-dev
    ;;
  tools)
    {
      missing_packages run
      has_new_cmake || echo cmake
      command -v ninja >/dev/null || command -v make >/dev/null || echo ninja-build
      # Boost's headers come without its libraries, so both are looked for.
      has_header "$cxx" boost/context/fiber.hpp || echo libboost-context-dev
      has_header "$cxx" elfutils/libdwfl.h || echo libdw-dev
      has_header "$cxx" gelf.h || echo libelf-dev
      has_header "$cxx" fmt/format.h || echo libfmt-dev
      has_header "$cxx" nlohmann/json.hpp || echo nlohmann-json3-dev
      has_header "$cxx" CLI/CLI.hpp || echo libcli11-dev
    } | awk '!seen[$0]++'
    ;;
  instructor)
    has_header "$cxx" archive.h && has_library "$cxx" archive || echo libarchive-dev
    has_header "$cxx" sqlite3.h && has_library "$cxx" sqlite3 || echo libsqlite3-dev
    has_header "$cxx" toml++/toml.h && has_library "$cxx" tomlplusplus || echo libtomlplusplus-dev
    ;;
  similarity)
    command -v sim_c++ >/dev/null || echo similarity-tester
    ;;
  docs)
    command -v doxygen >/dev/null || echo doxygen
    ;;
  site)
    command -v node >/dev/null || echo nodejs
    command -v npm >/dev/null || echo npm
    # (Ubuntu's package is a script that asks for a snap.)
    chromium --version >/dev/null 2>&1 || google-chrome --version >/dev/null 2>&1 || echo chromium
    ;;
  test)
    has_header "$cxx" doctest/doctest.h || echo doctest-dev
    command -v clang-format >/dev/null || echo clang-format
    command -v clang-tidy >/dev/null || echo clang-tidy
    # Mesa's OpenGL without a window: lab 07 shares its buffers, and skips that where there is none.
    has_shared_library libEGL_mesa.so.0 || echo libegl1 libegl-mesa0 libgl1-mesa-dri
    missing_packages view
    missing_packages instructor
    missing_packages similarity
    # A display for tests, and somebody to press keys.
    command -v Xvfb >/dev/null || echo xvfb
    command -v xdotool >/dev/null || echo xdotool
    command -v tmux >/dev/null || echo tmux # and a terminal
    command -v git >/dev/null || echo git # what a handout is made from
    missing_packages slurm
    python3 -c 'import yaml' 2>/dev/null || echo python3-yaml # reads the files for continuous integration
    links_with_sanitizers "$cxx" || echo libclang-rt-dev
    missing_packages extras
    missing_packages edit
    ;;
  slurm) # a cluster on this machine; its daemons are not on everybody's PATH
    local PATH=$PATH:/usr/sbin:/sbin
    command -v munged >/dev/null || echo munge
    command -v slurmctld >/dev/null || echo slurmctld
    command -v slurmd >/dev/null || echo slurmd
    command -v sbatch >/dev/null || echo slurm-client
    ;;
  frames)
    has_header "$cxx" stb/stb_image_write.h || echo libstb-dev
    has_header "$cxx" GL/glext.h || echo libgl-dev
    has_shared_library libEGL_mesa.so.0 || has_shared_library libEGL_nvidia.so.0 ||
      echo libegl1 libegl-mesa0 libgl1-mesa-dri
    ;;
  view)
    missing_packages frames
    has_header "$cxx" GLFW/glfw3.h && has_library "$cxx" glfw || echo libglfw3-dev
    has_shared_library libGLX_mesa.so.0 || has_shared_library libGLX_nvidia.so.0 ||
      echo libgl1 libglx-mesa0 libgl1-mesa-dri
    ;;
  edit)
    command -v clangd >/dev/null || echo clangd
    command -v gdb >/dev/null || echo gdb
    ;;
  extras)
    command -v bwrap >/dev/null || echo bubblewrap
    ;;
  esac
}

# ---- Installing it ------------------------------------------------------------------------------

# (Asked for now: what installs has no standard input.)
if [ -t 0 ]; then somebody_is_there=true; else somebody_is_there=false; fi

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif $somebody_is_there; then # sudo asks for a password at the terminal
    sudo "$@"
  else
    sudo -n "$@"
  fi
}

may_install() { # may_install PACKAGES: is it possible, and does nobody object?
  command -v apt-get >/dev/null || return
  [ "$(id -u)" = 0 ] || command -v sudo >/dev/null || return
  if $assume_yes || [ "${CI:-}" = true ]; then return 0; fi
  $somebody_is_there || return # nobody can be asked
  local answer
  read -r -p "Missing: $1. Install these packages with apt-get? [y/N] " answer
  [[ $answer == [yY]* ]]
}

apt_install() { # apt_install PACKAGE...
  local install=(as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y
    -o DPkg::Lock::Timeout=120 install --no-install-recommends "$@")
  # Package lists are fetched only when they are absent, or so old that the install fails.
  if apt-cache show "$@" >/dev/null 2>&1 && "${install[@]}"; then return 0; fi
  as_root apt-get -q update && "${install[@]}"
}

# The same with its output in a log; a person sees how much there is to fetch, and how far it is.
install_packages() { # install_packages LOG PACKAGE...
  local log=$1 line
  shift
  say "Installing $* (log: $log) ..."
  apt_install "$@" 2>&1 </dev/null | tee "$log" | while IFS= read -r line; do
    case $line in
    'Need to get '* | 'After this operation'*) say "  $line" ;;
    Get:* | Unpacking* | 'Setting up'*) if [ -t 2 ]; then printf '\r\033[K  %.76s' "$line" >&2; fi ;;
    esac
  done
  local status=${PIPESTATUS[0]}
  if [ -t 2 ]; then printf '\r\033[K' >&2; fi
  hash -r
  return "$status"
}

# Sees to it that everything for these purposes is here, or says what is missing and ends.
need() { # need PURPOSE...
  local purpose missing log=$build/lab-install.log stamp
  stamp=$build/.found-$(IFS=- && echo "$*")
  if [ "$stamp" -nt "$root/common/launcher/packages.sh" ]; then return; fi
  missing=$(for purpose in "$@"; do missing_packages "$purpose"; done | paste -sd ' ')
  if [ -n "$missing" ]; then
    # Small, and it shields the machine from a student's program: worth having, never insisted on.
    command -v bwrap >/dev/null || [[ $missing == *bubblewrap* ]] || missing+=" bubblewrap"
    if ! may_install "$missing"; then
      die 2 "These packages are missing: $missing" \
        "Install them as root, for instance on Debian and Ubuntu by" \
        "    sudo apt-get update && sudo apt-get install --no-install-recommends $missing" \
        "and type the same command again."
    fi
    make_writable_build
    # shellcheck disable=SC2086  # a list of names
    install_packages "$log" $missing || say "$(tail -n 8 "$log")"
    missing=$(for purpose in "$@"; do missing_packages "$purpose"; done | paste -sd ' ')
    [ -z "$missing" ] || die 2 "Still missing after the installation: $missing" \
      "The log of the installation is $log." \
      "(CMake must be $minimum_cmake or newer; cmake.org has it for older systems.)"
  fi
  make_writable_build
  : >"$stamp"
}

# Installs what is missing for a purpose where nobody needs to be asked; says whether all is there.
want() { # want PURPOSE
  local missing
  missing=$(missing_packages "$1" | paste -sd ' ')
  [ -n "$missing" ] || return 0
  $assume_yes || [ "${CI:-}" = true ] || return 1
  may_install "$missing" || return 1
  # shellcheck disable=SC2086  # a list of names
  install_packages "$build/lab-install-more.log" $missing
  [ -z "$(missing_packages "$1")" ]
}
