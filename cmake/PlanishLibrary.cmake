# planish_library(<name> [DEPS <layer>...] [HEADERS <header>...] [ROOMS <folder>...] [LINK <target>...] [TOP_FOLDER_ONLY]
#                 [FOLDERS <folder>...])
#
# Makes the static library planish_<name> from all sources of src/<name>, or with TOP_FOLDER_ONLY from those that do not
# lie in a subfolder, but for those in FOLDERS: something else is made of the rest. DEPS are the layers that it may include
# (and, through them, the layers below); HEADERS are single headers of other layers that it may include as well.
# ROOMS are its folders, each of which may include those before it; all sources but those of the top folder lie in one then. LINK are libraries from
# outside. A layer that has no sources (yet) is an interface library.
# scripts/check-layers reads these same calls and holds every #include against them.
function(planish_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "TOP_FOLDER_ONLY" "" "DEPS;HEADERS;ROOMS;LINK;FOLDERS")
  set(folder "${PROJECT_SOURCE_DIR}/src/${name}")
  set(glob GLOB_RECURSE)
  if(arg_TOP_FOLDER_ONLY)
    set(glob GLOB)
  endif()
  file(${glob} sources CONFIGURE_DEPENDS "${folder}/*.cpp")
  foreach(inside IN LISTS arg_FOLDERS)
    file(GLOB_RECURSE more CONFIGURE_DEPENDS "${folder}/${inside}/*.cpp")
    list(APPEND sources ${more})
  endforeach()
  get_property(generated GLOBAL PROPERTY planish_generated_${name})
  list(APPEND sources ${generated})

  set(target "planish_${name}")
  if(sources)
    add_library(${target} STATIC ${sources})
    target_link_libraries(${target} PRIVATE planish_options)
    planish_use_pch(${target})
    planish_use_unity(${target})
    if(name IN_LIST PLANISH_FUZZED_LAYERS)
      # -fsanitize=fuzzer-no-link by another name, under which the precompiled header can be shared.
      target_compile_options(${target} PRIVATE -fsanitize-coverage=inline-8bit-counters,indirect-calls,trace-cmp,pc-table)
    endif()
    get_property(generators GLOBAL PROPERTY planish_generated_targets_${name})
    if(generators)
      add_dependencies(${target} ${generators})
    endif()
    set(scope PUBLIC)
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(${target} ${scope} "${PROJECT_SOURCE_DIR}/src")
  target_link_libraries(${target} ${scope} fmt::fmt ${arg_LINK})
  foreach(dep IN LISTS arg_DEPS)
    target_link_libraries(${target} ${scope} planish_${dep})
  endforeach()
endfunction()
