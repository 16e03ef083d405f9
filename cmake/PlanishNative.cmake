# Note [Native runtime]
# src/runtime/native implements runtime/abi.h. It is libplanish_native.a, a library of its own that generated executables
# and libraries link statically: it needs nothing of the compiler, and nothing from outside but oneTBB, so fmt is
# compiled in, too.

find_package(TBB REQUIRED)

# planish_native_runtime(): the library planish_native.
function(planish_native_runtime)
  set(folder "${PROJECT_SOURCE_DIR}/src/runtime")
  file(GLOB sources CONFIGURE_DEPENDS "${folder}/native/*.cpp")
  # `trace` shows values.
  add_library(planish_native STATIC ${sources} "${folder}/value_print.cpp")
  target_include_directories(planish_native PUBLIC "${PROJECT_SOURCE_DIR}/src")
  target_link_libraries(planish_native PRIVATE planish_options fmt::fmt-header-only PUBLIC TBB::tbb)
  # Note [ThreadSanitizer and TBB]
  set_source_files_properties("${folder}/native/tasks.cpp" PROPERTIES COMPILE_OPTIONS -fno-sanitize=thread)
endfunction()
