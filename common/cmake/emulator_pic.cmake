# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# emulator_pic: the library `emulator` as other people's build systems need it, who make shared libraries
# and link programs by any compiler. Checked programs take 4 % longer with it: a grading's programs are
# linked with `emulator`. Nobody but `cmake --install` needs it, and the target emucc_parts builds it. What
# tests link is as fast as the build type makes it, and is compiled in half the time.
get_target_property(sources emulator SOURCES)
add_library(emulator_pic STATIC ${sources})
if(NOT CUDALAB_TESTS)
  set_target_properties(emulator_pic PROPERTIES EXCLUDE_FROM_ALL ON)
endif()
unity_build(emulator_pic WHOLE)
own_templates(emulator_pic)
target_include_directories(emulator_pic PRIVATE $<TARGET_PROPERTY:emulator,INCLUDE_DIRECTORIES>)
target_compile_definitions(emulator_pic PRIVATE $<TARGET_PROPERTY:emulator,COMPILE_DEFINITIONS>)
# Thread-local variables of a program and of its shared libraries are at fixed distances: shared memory is
# made of them.
target_compile_options(
  emulator_pic PRIVATE $<FILTER:$<TARGET_PROPERTY:emulator,COMPILE_OPTIONS>,EXCLUDE,^-ftls-model$<$<BOOL:${CUDALAB_TESTS}>:|^-O>>
                       -fPIC -fno-semantic-interposition -ftls-model=initial-exec)
if(CMAKE_OBJCOPY) # nobody debugs it
  add_custom_command(TARGET emulator_pic POST_BUILD
                     COMMAND ${CMAKE_OBJCOPY} --strip-debug $<TARGET_FILE:emulator_pic> VERBATIM)
endif()
target_link_libraries(emulator_pic PRIVATE fmt::fmt nlohmann_json::nlohmann_json cudalab_warnings)
