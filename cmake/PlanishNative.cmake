# Note [Native runtime]
# src/runtime/native implements runtime/abi.h. It is libplanish_native.a, a library of its own that generated executables
# and libraries link statically: it needs nothing of the compiler, and nothing from outside but oneTBB, so fmt is
# compiled in, too.

find_package(TBB REQUIRED)

# planish_native_runtime(): the library planish_native; planish_tasks, its part that uses oneTBB, which it is linked with;
# and planish_no_tasks, which stands in for that where nothing runs in parallel on the host.
function(planish_native_runtime)
  set(folder "${PROJECT_SOURCE_DIR}/src/runtime")
  file(GLOB sources CONFIGURE_DEPENDS "${folder}/native/*.cpp")
  list(FILTER sources EXCLUDE REGEX "/tasks(_none)?\\.cpp$")
  add_library(planish_tasks STATIC "${folder}/native/tasks.cpp")
  target_link_libraries(planish_tasks PRIVATE planish_options PUBLIC TBB::tbb)
  add_library(planish_no_tasks STATIC "${folder}/native/tasks_none.cpp")
  target_link_libraries(planish_no_tasks PRIVATE planish_options)
  foreach(target IN ITEMS planish_tasks planish_no_tasks)
    target_include_directories(${target} PUBLIC "${PROJECT_SOURCE_DIR}/src")
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique>)
  endforeach()
  # `trace` shows values, and programs read and write.
  add_library(planish_native STATIC ${sources} "${folder}/value_print.cpp" "${folder}/performing.cpp"
              "${folder}/world.cpp" "${folder}/entry_sequences.cpp" "${folder}/sequence_calls.cpp"
              "${folder}/streams/chunk_pace.cpp" "${folder}/streams/chunk_parts.cpp"
              "${folder}/streams/chunk_size.cpp" "${folder}/streams/progress.cpp")
  target_include_directories(planish_native PUBLIC "${PROJECT_SOURCE_DIR}/src")
  target_link_libraries(planish_native PRIVATE planish_options fmt::fmt-header-only PUBLIC planish_tasks)
  # Note [ThreadSanitizer and TBB]
  set_source_files_properties("${folder}/native/tasks.cpp" PROPERTIES COMPILE_OPTIONS -fno-sanitize=thread)
endfunction()
