# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# The component `emucc`: what a user's program needs, laid out as a CUDA Toolkit is, and without a word of
# where it was built. docs/emucc.md says how it is installed and packed.
#
#     bin/emucc
#     lib/emucc/bin/nvcc       emucc by nvcc's name
#     lib/emucc/include        the drop-in headers; emulator/ for a program that asks the device
#     lib/emucc/lib64          the device, also by the names of CUDA's libraries
#     share/emucc/gdb
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON) # labs and the judge are no part of it
set(emulator ${PROJECT_SOURCE_DIR}/common/emulator)
set(toolkit lib/emucc)
add_custom_target(emucc_parts DEPENDS emucc emulator emulator_pic)

install(TARGETS emucc RUNTIME DESTINATION bin COMPONENT emucc)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/package)
file(CREATE_LINK ../../../bin/emucc ${PROJECT_BINARY_DIR}/package/nvcc SYMBOLIC)
install(FILES ${PROJECT_BINARY_DIR}/package/nvcc DESTINATION ${toolkit}/bin COMPONENT emucc)
install(DIRECTORY ${emulator}/include/ DESTINATION ${toolkit}/include COMPONENT emucc
        PATTERN tests EXCLUDE)
install(FILES ${emulator}/emulator.h ${emulator}/graphics.h ${emulator}/timeline.h ${emulator}/virtual_clock.h
        DESTINATION ${toolkit}/include/emulator COMPONENT emucc)
set(library $<TARGET_FILE:emulator>)
if(TARGET emulator_nodebug)
  set(library ${CMAKE_ARCHIVE_OUTPUT_DIRECTORY}/libemulator_nodebug.a)
endif()
install(FILES ${library} DESTINATION ${toolkit}/lib64 RENAME libemulator.a COMPONENT emucc)
install(FILES $<TARGET_FILE:emulator_pic> DESTINATION ${toolkit}/lib64 COMPONENT emucc OPTIONAL)
install(CODE "set(DEPENDENCIES \"${EMUCC_DEPENDENCIES}\")" COMPONENT emucc)
install(SCRIPT ${CMAKE_CURRENT_LIST_DIR}/toolkit_libraries.cmake COMPONENT emucc)
install(FILES ${emulator}/gdb/cudalab.py DESTINATION share/emucc/gdb COMPONENT emucc)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION share/doc/emucc RENAME copyright COMPONENT emucc)

set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL emucc)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_CONTACT "The CUDA Labs authors <cuda-labs@example.org>")
set(CPACK_DEBIAN_EMUCC_PACKAGE_NAME emucc)
set(CPACK_DEBIAN_EMUCC_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_EMUCC_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_EMUCC_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_EMUCC_DESCRIPTION "CUDA C++ compiler driver for an emulated device
emucc builds CUDA C++ as nvcc does, for a device that is emulated on the
processor: neither a GPU nor the CUDA Toolkit is needed. A program says at its
end which races, bad accesses and other mistakes its kernels have.")
# The compiler, the linker, and what programs are linked with.
set(CPACK_DEBIAN_EMUCC_PACKAGE_DEPENDS
    "clang-14 | clang (>= 1:14), binutils, libboost-context-dev, libfmt-dev, libdw-dev, libelf-dev")
set(CPACK_DEBIAN_EMUCC_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_LIST_DIR}/debian/postinst
                                             ${CMAKE_CURRENT_LIST_DIR}/debian/prerm)
include(CPack)
