# Note [Products]
# What `planish build` makes is linked with libplanish.a, which lies beside the compiler's other libraries: the native
# runtime (Note [Native runtime]), the C API over it, the main function of executables, and zlib for packed values. So
# products need nothing of ours, and from outside only oneTBB and the libraries of the C++ compiler.

find_library(PLANISH_STATIC_ZLIB libz.a REQUIRED)

# planish_products(): the target planish_products, which makes libplanish.a.
function(planish_products)
  set(folder "${PROJECT_SOURCE_DIR}/src/runtime")
  file(GLOB sources CONFIGURE_DEPENDS "${folder}/c_api/*.cpp")
  file(GLOB values CONFIGURE_DEPENDS "${folder}/value*.cpp" "${folder}/input_reader.cpp" "${folder}/tuning.cpp")
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

  set(archive "${CMAKE_ARCHIVE_OUTPUT_DIRECTORY}/libplanish.a")
  set(script "${PROJECT_BINARY_DIR}/generated/libplanish.mri")
  file(GENERATE OUTPUT "${script}" CONTENT "CREATE ${archive}
ADDLIB $<TARGET_FILE:planish_client>
ADDLIB $<TARGET_FILE:planish_native>
ADDLIB ${PLANISH_STATIC_ZLIB}
SAVE
END
")
  add_custom_command(
    OUTPUT "${archive}"
    COMMAND "${CMAKE_COMMAND}" -E rm -f "${archive}"
    COMMAND sh -c "'${CMAKE_AR}' -M <'${script}'"
    DEPENDS planish_client planish_native "${script}"
    COMMENT "Making libplanish.a"
    VERBATIM)
  # Fuzz targets build no products, and no test of that build does.
  if(PLANISH_FUZZ)
    set_target_properties(planish_client PROPERTIES EXCLUDE_FROM_ALL ON)
    add_custom_target(planish_products DEPENDS "${archive}")
  else()
    add_custom_target(planish_products ALL DEPENDS "${archive}")
  endif()
endfunction()
