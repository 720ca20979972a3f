# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# Run by `cmake --install`, with DEPENDENCIES, the libraries of the emulated device. Whoever links with a
# library of CUDA's that the device has gets the device: the file is a linker script, and linkers look for
# what it names beside it.
set(folder $ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/lib/emucc/lib64)
set(device libemulator.a)
if(EXISTS ${folder}/libemulator_pic.a)
  set(device libemulator_pic.a)
endif()
foreach(name IN ITEMS libcudart.so libcudart_static.a libcuda.so libcurand.so libnccl.so)
  file(WRITE ${folder}/${name} "INPUT(${device} ${DEPENDENCIES})\n")
endforeach()
file(WRITE ${folder}/libcudadevrt.a "!<arch>\n") # an archive with nothing in it
