# Note [Loaded code generator]
# The subfolders of src/codegen use LLVM. They become libplanish_codegen.so, with LLVM's static libraries inside, which
# src/codegen/loader.cpp loads when code is to be generated: loading it takes some milliseconds, which a command like
# `check` should not pay. It has its own copies of the layers below, and exports one function.

find_package(ZLIB REQUIRED)
# Debian's llvm-22-dev; its search for libedit needs a C compiler. LLVM promises nothing across minor versions, so one is
# named.
find_package(LLVM 22.1 REQUIRED CONFIG HINTS /usr/lib/llvm-22)
llvm_map_components_to_libnames(planish_llvm_libraries core passes orcjit x86codegen x86asmparser
  nvptxcodegen bitreader linker)

# Note [Bitcode]
# Kernels are written in C++ (src/runtime/kernels) and compiled to LLVM's bitcode by the clang that belongs to this LLVM,
# without passes: what a program needs of it is linked into the program's device code and optimised there. The functions
# of mathematics are those of libclc that programs may call. Both files become part of the library.
find_program(PLANISH_DEVICE_CLANG NAMES clang++-22 HINTS /usr/lib/llvm-22/bin REQUIRED)
find_program(PLANISH_LLVM_EXTRACT NAMES llvm-extract-22 llvm-extract HINTS /usr/lib/llvm-22/bin REQUIRED)
find_file(PLANISH_LIBCLC NAMES nvptx64--.bc PATHS /usr/lib/clc REQUIRED)

# planish_bitcode(): makes both files, and says to bitcode.cpp where they are.
function(planish_bitcode)
  set(folder "${PROJECT_BINARY_DIR}/generated")
  set(kernels "${PROJECT_SOURCE_DIR}/src/runtime/kernels/kernels.cpp")
  add_custom_command(
    OUTPUT "${folder}/kernels.bc"
    COMMAND "${PLANISH_DEVICE_CLANG}" --target=nvptx64 -march=sm_75 -std=c++20 -O2 -Xclang -disable-llvm-passes
      -ffreestanding -fno-exceptions -fno-rtti -fno-strict-aliasing -ffp-contract=off -Wall -Wextra -Werror -emit-llvm -c
      -I "${PROJECT_SOURCE_DIR}/src" -MD -MF kernels.bc.d -MT "${folder}/kernels.bc" -o "${folder}/kernels.bc" "${kernels}"
    DEPENDS "${kernels}"
    DEPFILE kernels.bc.d
    COMMENT "Bitcode of kernels"
    VERBATIM)
  set(functions)
  foreach(name IN ITEMS cbrt exp log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh erf erfc
      lgamma tgamma)
    string(LENGTH "${name}" length)
    list(APPEND functions "--func=_Z${length}${name}f" "--func=_Z${length}${name}d")
  endforeach()
  foreach(name IN ITEMS pow atan2 hypot fmod)
    string(LENGTH "${name}" length)
    list(APPEND functions "--func=_Z${length}${name}ff" "--func=_Z${length}${name}dd")
  endforeach()
  list(APPEND functions --func=_Z5ldexpfi --func=_Z5ldexpdi)
  # Their tables.
  list(APPEND functions "--rglob=.*_TBL.*" "--rglob=TWO_TO_.*")
  add_custom_command(
    OUTPUT "${folder}/math.bc"
    COMMAND "${PLANISH_LLVM_EXTRACT}" --recursive ${functions} -o "${folder}/math.bc" "${PLANISH_LIBCLC}"
    DEPENDS "${PLANISH_LIBCLC}"
    COMMENT "Bitcode of functions of mathematics"
    VERBATIM)
  set_source_files_properties("${PROJECT_SOURCE_DIR}/src/codegen/gpu/bitcode.cpp" PROPERTIES
    COMPILE_DEFINITIONS "PLANISH_KERNELS_FILE=\"${folder}/kernels.bc\";PLANISH_MATH_FILE=\"${folder}/math.bc\""
    OBJECT_DEPENDS "${folder}/kernels.bc;${folder}/math.bc" SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# planish_loaded_codegen(): the object library planish_codegen_objects, which tests link too, and the loaded library.
# Building planish_codegen, the part that loads it, builds it as well.
function(planish_loaded_codegen)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/codegen/*/*.cpp")
  planish_bitcode()
  add_library(planish_codegen_objects OBJECT ${sources})
  target_include_directories(planish_codegen_objects SYSTEM PUBLIC ${LLVM_INCLUDE_DIRS})
  target_link_libraries(planish_codegen_objects PRIVATE planish_options
    PUBLIC planish_ir planish_analysis planish_plan ${planish_llvm_libraries})
  planish_use_llvm_pch(planish_codegen_objects)
  planish_use_unity(planish_codegen_objects)
  if(PLANISH_SANITIZE)
    # clang optimises these files for minutes when both sanitizers are on.
    set_source_files_properties("${PROJECT_SOURCE_DIR}/src/codegen/common/emitter/module.cpp"
      PROPERTIES COMPILE_OPTIONS -O0 SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
  endif()

  add_library(planish_codegen_loaded MODULE)
  target_link_libraries(planish_codegen_loaded PRIVATE planish_options planish_codegen_objects)
  set_target_properties(planish_codegen_loaded PROPERTIES OUTPUT_NAME planish_codegen)
  # Nothing but our one function is exported, calls inside need no look-up; planish_options leaves out what is not used.
  target_link_options(planish_codegen_loaded PRIVATE -Wl,--exclude-libs,ALL -Wl,-Bsymbolic -Wl,--build-id)
  add_dependencies(planish_codegen planish_codegen_loaded)
endfunction()

# LLVM's headers take longer to read than our files that include them.
function(planish_use_llvm_pch target)
  target_precompile_headers(${target} PRIVATE
    <algorithm> <array> <cstdint> <functional> <memory> <optional> <span> <string> <string_view> <unordered_map>
    <utility> <variant> <vector> <fmt/format.h> <llvm/IR/IRBuilder.h> <llvm/IR/Module.h> <llvm/IR/Verifier.h>)
endfunction()
