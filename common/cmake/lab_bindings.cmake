# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# add_lab_bindings(lab04 path/to/lab04.h): the libraries lab04_bindings_cpu and, where a CUDA Toolkit
# is installed, lab04_bindings_gpu. They make the functions that the header binds callable by name.
function(add_lab_bindings lab header)
  get_filename_component(header ${header} ABSOLUTE)
  get_filename_component(folder ${header} DIRECTORY)
  set(flavours cpu)
  if(CUDALAB_GPU_BACKEND)
    list(APPEND flavours gpu)
  endif()
  foreach(flavour IN LISTS flavours)
    set(library ${lab}_bindings_${flavour})
    add_library(${library} STATIC ${PROJECT_SOURCE_DIR}/common/worker/bindings.cpp)
    hot_targets(${library})
    target_compile_definitions(${library} PRIVATE "LAB_HEADER=\"${header}\"")
    target_include_directories(${library} PRIVATE ${folder})
    target_link_libraries(${library} PRIVATE worker_${flavour} cudalab_warnings)
    if(CUDALAB_BINDING_HEADERS) # common/worker/CMakeLists.txt
      target_precompile_headers(${library} REUSE_FROM worker_${flavour})
    endif()
  endforeach()
endfunction()
