# Note [Products]
# What `planish build` makes is linked with libplanish.a, which lies beside the compiler's other libraries: the native
# runtime (Note [Native runtime]), the C API over it, the main function of executables, and zlib for packed values. So
# products need nothing of ours, and from outside only oneTBB and the libraries of the C++ compiler.
#
# Programs for GPUs are linked with libplanish_gpu.a, which has the device runtime with CUDA (Note [Device runtime]) as well,
# or with libplanish_emulated.a, which has the emulator instead. Both have no tasks of oneTBB, and contain the C++ library:
# what is linked with them needs the C library alone, and the driver when it runs.

find_library(PLANISH_STATIC_ZLIB libz.a REQUIRED)
execute_process(COMMAND "${CMAKE_CXX_COMPILER}" -print-file-name=libstdc++.a OUTPUT_VARIABLE planish_static_cxx
  OUTPUT_STRIP_TRAILING_WHITESPACE)

# planish_product_archive(FILE NAME LIBRARIES...): one archive of all of them, targets or files; ARCHIVES in the caller gets
# its path.
function(planish_product_archive name)
  set(archive "${CMAKE_ARCHIVE_OUTPUT_DIRECTORY}/${name}")
  set(script "${PROJECT_BINARY_DIR}/generated/${name}.mri")
  set(lines "CREATE ${archive}\n")
  set(targets)
  foreach(library IN LISTS ARGN)
    if(TARGET ${library})
      string(APPEND lines "ADDLIB $<TARGET_FILE:${library}>\n")
      list(APPEND targets ${library})
    else()
      string(APPEND lines "ADDLIB ${library}\n")
    endif()
  endforeach()
  file(GENERATE OUTPUT "${script}" CONTENT "${lines}SAVE\nEND\n")
  add_custom_command(
    OUTPUT "${archive}"
    COMMAND "${CMAKE_COMMAND}" -E rm -f "${archive}"
    COMMAND sh -c "'${CMAKE_AR}' -M <'${script}'"
    DEPENDS ${targets} "${script}"
    COMMENT "Making ${name}"
    VERBATIM)
  set(ARCHIVES ${ARCHIVES} "${archive}" PARENT_SCOPE)
endfunction()

# planish_products(): the target planish_products, which makes these archives.
function(planish_products)
  set(folder "${PROJECT_SOURCE_DIR}/src/runtime")
  file(GLOB sources CONFIGURE_DEPENDS "${folder}/c_api/*.cpp")
  file(GLOB values CONFIGURE_DEPENDS "${folder}/value*.cpp" "${folder}/input_*.cpp" "${folder}/tuning.cpp"
       "${folder}/memory_limit.cpp" "${folder}/array_sequences.cpp" "${folder}/streams/*.cpp" "${folder}/interrupt_watch.cpp")
  # Those that all programs need are in planish_native.
  list(FILTER values EXCLUDE REGEX "/streams/(chunk_pace|chunk_parts|chunk_size|progress)\\.cpp$")
  add_library(planish_client STATIC ${sources} ${values})
  target_include_directories(planish_client PUBLIC "${PROJECT_SOURCE_DIR}/src")
  target_link_libraries(planish_client PRIVATE planish_options fmt::fmt-header-only ZLIB::ZLIB PUBLIC planish_native)
  # Symbols that are unique in a process cannot be hidden in a static library.
  foreach(target IN ITEMS planish_client planish_native)
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique>)
  endforeach()

  # What is linked with a sanitized runtime needs the sanitizers, too.
  if(PLANISH_SANITIZE)
    set_source_files_properties("${PROJECT_SOURCE_DIR}/src/driver/build/build.cpp" PROPERTIES
      COMPILE_DEFINITIONS "PLANISH_SANITIZE_FLAG=\"-fsanitize=${PLANISH_SANITIZE}\"")
  endif()

  set(ARCHIVES)
  planish_product_archive(libplanish.a planish_client planish_native planish_tasks ${PLANISH_STATIC_ZLIB})
  set(for_devices planish_client planish_native planish_no_tasks planish_device)
  set(from_outside ${PLANISH_STATIC_ZLIB} ${planish_static_cxx})
  planish_product_archive(libplanish_gpu.a ${for_devices} planish_cuda ${from_outside})
  planish_product_archive(libplanish_emulated.a ${for_devices} planish_emulator ${from_outside})
  # Fuzz targets build no products, and no test of that build does.
  if(PLANISH_FUZZ)
    set_target_properties(planish_client PROPERTIES EXCLUDE_FROM_ALL ON)
    add_custom_target(planish_products DEPENDS ${ARCHIVES})
  else()
    add_custom_target(planish_products ALL DEPENDS ${ARCHIVES})
  endif()
endfunction()
