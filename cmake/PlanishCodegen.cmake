# Note [Loaded code generator]
# The subfolders of src/codegen use LLVM. They become libplanish_codegen.so, with LLVM's static libraries inside, which
# src/codegen/loader.cpp loads when code is to be generated: loading it takes some milliseconds, which a command like
# `check` should not pay. It has its own copies of the layers below, and exports one function.

find_package(ZLIB REQUIRED)
# Debian's llvm-22-dev; its search for libedit needs a C compiler. LLVM promises nothing across minor versions, so one is
# named.
find_package(LLVM 22.1 REQUIRED CONFIG HINTS /usr/lib/llvm-22)
llvm_map_components_to_libnames(planish_llvm_libraries core passes orcjit x86codegen x86asmparser)

# planish_loaded_codegen(): the object library planish_codegen_objects, which tests link too, and the loaded library.
# Building planish_codegen, the part that loads it, builds it as well.
function(planish_loaded_codegen)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/codegen/*/*.cpp")
  add_library(planish_codegen_objects OBJECT ${sources})
  target_include_directories(planish_codegen_objects SYSTEM PUBLIC ${LLVM_INCLUDE_DIRS})
  target_link_libraries(planish_codegen_objects PRIVATE planish_options
    PUBLIC planish_ir planish_analysis planish_plan ${planish_llvm_libraries})
  planish_use_llvm_pch(planish_codegen_objects)
  planish_use_unity(planish_codegen_objects)
  if(PLANISH_SANITIZE)
    # clang optimises these files for minutes when both sanitizers are on.
    set_source_files_properties("${PROJECT_SOURCE_DIR}/src/codegen/common/emit_module.cpp"
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
