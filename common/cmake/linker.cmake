# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# Some 150 programs are linked, most of them tests: gold, a part of binutils that emucc uses too, needs
# less than half of the time.
include(CheckLinkerFlag)
check_linker_flag(CXX -fuse-ld=gold CUDALAB_HAS_GOLD)
if(CUDALAB_HAS_GOLD)
  add_link_options(-fuse-ld=gold)
endif()
