# Compiler, linker and warning settings that hold for every target.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
# Some layers are linked into executables and into libplanish_codegen.so (Note [Loaded code generator]), which exports
# one function.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
# Executables too are compiled with this option, since they share the precompiled header with libraries.
set(CMAKE_CXX_COMPILE_OPTIONS_PIE "-fPIC")
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g -D_GLIBCXX_ASSERTIONS")
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")

# ccache needs to be told that a precompiled header may be trusted.
find_program(PLANISH_CCACHE ccache)
if(PLANISH_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      "${CMAKE_COMMAND}" -E env "CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime"
      "${PLANISH_CCACHE}")
endif()

# A fast linker when there is one that this compiler can drive.
include(CheckLinkerFlag)
foreach(linker IN ITEMS mold lld)
  check_linker_flag(CXX "-fuse-ld=${linker}" PLANISH_HAS_${linker})
  if(PLANISH_HAS_${linker})
    add_link_options("-fuse-ld=${linker}")
    break()
  endif()
endforeach()

# What every target of ours is compiled with; linked privately by planish_library() and friends.
add_library(planish_options INTERFACE)
target_include_directories(planish_options INTERFACE "${PROJECT_SOURCE_DIR}/src")
target_compile_options(planish_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough -Wextra-semi
  -Wcast-align -Wformat=2
  "$<$<BOOL:${PLANISH_WERROR}>:-Werror>"
  # g++ 12 reports these falsely in optimised std::string, std::vector and std::optional code; ASan sees the true ones.
  "$<$<CXX_COMPILER_ID:GNU>:-Wduplicated-cond;-Wlogical-op;-Wno-restrict;-Wno-maybe-uninitialized;-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>"
  # clang reports the std::stable_sort of libstdc++ 12.
  "$<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>")
target_compile_options(planish_options INTERFACE -ffunction-sections -fdata-sections)
target_link_options(planish_options INTERFACE -Wl,--gc-sections)

if(PLANISH_SANITIZE)
  add_compile_options("-fsanitize=${PLANISH_SANITIZE}" -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options("-fsanitize=${PLANISH_SANITIZE}")
  # These take as long to compile as all other checks together, and find what AddressSanitizer finds, too.
  if(PLANISH_SANITIZE MATCHES "undefined")
    add_compile_options(-fno-sanitize=null,alignment,vptr,object-size)
  endif()
endif()
if(PLANISH_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "PLANISH_FUZZ needs clang; use the preset `fuzz`")
  endif()
  # Lines are all that the reports of sanitizers need of the debug information.
  add_compile_options(-gline-tables-only)
  # What the fuzz targets call. libFuzzer follows the paths through these; in other layers that only costs time.
  set(PLANISH_FUZZED_LAYERS support diag syntax sema runtime)
endif()

# Note [Precompiled header]
# One header of standard includes is compiled once and shared by all targets. It hides a missing #include, so the
# `asan` preset builds without it, and there every file has to stand on its own includes. Files that include LLVM's headers
# have their own, always: reading those takes longer than the rest.
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
endif()
if(PLANISH_PCH)
  set(stub "${PROJECT_BINARY_DIR}/generated/pch_stub.cpp")
  file(CONFIGURE OUTPUT "${stub}" CONTENT "// Carries the precompiled header.\n")
  add_library(planish_pch STATIC "${stub}")
  find_package(fmt REQUIRED)
  target_link_libraries(planish_pch PRIVATE planish_options fmt::fmt)
  set(PLANISH_PCH_HEADERS
    <algorithm> <array> <cstdint> <functional> <memory> <optional> <span> <string> <string_view> <unordered_map>
    <utility> <variant> <vector> <fmt/format.h>)
  target_precompile_headers(planish_pch PRIVATE ${PLANISH_PCH_HEADERS})
endif()

# Note [Several files at once]
# A file of ours takes less time to compile than the headers that it includes. With PLANISH_UNITY (CMake's unity builds)
# eight files of a layer are one for the compiler, which halves the time that g++ takes for them. Names in their unnamed
# namespaces have to differ. Where types of the checker are at hand, files that open another namespace of trees stay alone,
# since the same names are in it.
function(planish_use_unity target)
  if(NOT PLANISH_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
  if(NOT target MATCHES "_(sema|driver)$")
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    if(NOT EXISTS "${source}")  # generated
      continue()
    endif()
    file(STRINGS "${source}" opened REGEX "^using namespace (ast|ir);" LIMIT_COUNT 1)
    if(opened)
      set_source_files_properties("${source}" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endforeach()
endfunction()

function(planish_use_pch target)
  if(PLANISH_PCH)
    target_precompile_headers(${target} REUSE_FROM planish_pch)
  endif()
endfunction()

# For code of tests: compiling it takes longer than running it, so it is not optimised, and has a header with GoogleTest.
# The files after the target are optimised all the same.
function(planish_use_test_pch target)
  target_compile_options(${target} PRIVATE -O0)
  if(PLANISH_PCH)
    target_precompile_headers(${target} PRIVATE ${PLANISH_PCH_HEADERS} <gtest/gtest.h>)
  endif()
  foreach(source IN LISTS ARGN)
    set_property(SOURCE "${source}" APPEND PROPERTY COMPILE_OPTIONS -O1)
    set_source_files_properties("${source}" PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  endforeach()
endfunction()
