# planish_library(<name> [DEPS <layer>...] [HEADERS <header>...] [LINK <target>...])
#
# Makes the static library planish_<name> from all sources of src/<name>. DEPS are the layers that it may include
# (and, through them, the layers below); HEADERS are single headers of other layers that it may include as well.
# LINK are libraries from outside. A layer that has no sources (yet) is an interface library.
# scripts/check-layers reads these same calls and holds every #include against them.
function(planish_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "DEPS;HEADERS;LINK")
  set(folder "${PROJECT_SOURCE_DIR}/src/${name}")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${folder}/*.cpp")
  get_property(generated GLOBAL PROPERTY planish_generated_${name})
  list(APPEND sources ${generated})

  set(target "planish_${name}")
  if(sources)
    add_library(${target} STATIC ${sources})
    target_link_libraries(${target} PRIVATE planish_options)
    planish_use_pch(${target})
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
