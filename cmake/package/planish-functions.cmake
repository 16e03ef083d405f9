# planish_add_library(<name> [STATIC|SHARED] <program.fut> [OPTIONS <option>...] [DEPENDS <file>...])
#
# The library that `planish build --library` makes of a program, with its header <name>.h. OPTIONS are those of
# `planish build`, such as --target-cpu=x86-64-v3; DEPENDS are the files that the program imports.
#
#   planish_add_library(stats STATIC stats.fut)
#   target_link_libraries(client PRIVATE stats)
function(planish_add_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "STATIC;SHARED" "" "OPTIONS;DEPENDS")
  set(kind SHARED)
  set(file "lib${name}.so")
  if(arg_STATIC)
    set(kind STATIC)
    set(file "lib${name}.a")
  endif()
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${name}.planish")
  file(MAKE_DIRECTORY "${folder}")
  set(outputs "")
  foreach(output IN ITEMS "${name}.h" "lib${name}.so" "lib${name}.a" "${name}.json")
    list(APPEND outputs "${folder}/${output}")
  endforeach()
  planish_build_command("${arg_UNPARSED_ARGUMENTS}" "${outputs}" "${arg_DEPENDS}"
    --library ${arg_OPTIONS} -o "${folder}/${name}")
  add_custom_target(${name}_planish DEPENDS ${outputs})
  add_library(${name} ${kind} IMPORTED GLOBAL)
  add_dependencies(${name} ${name}_planish)
  set_target_properties(${name} PROPERTIES IMPORTED_LOCATION "${folder}/${file}")
  target_include_directories(${name} INTERFACE "${folder}")
  if(arg_STATIC)
    target_link_libraries(${name} INTERFACE planish::runtime)
  endif()
endfunction()

# planish_add_executable(<name> <program.fut> [OPTIONS <option>...] [DEPENDS <file>...])
#
# The executable that `planish build` makes of a program: the file <name> in the folder of what is built, and a target
# <name>_planish for others to depend on.
function(planish_add_executable name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "OPTIONS;DEPENDS")
  set(output "${CMAKE_CURRENT_BINARY_DIR}/${name}")
  planish_build_command("${arg_UNPARSED_ARGUMENTS}" "${output}" "${arg_DEPENDS}" ${arg_OPTIONS} -o "${output}")
  add_custom_target(${name}_planish ALL DEPENDS "${output}")
endfunction()

# planish_build_command(<program> <outputs> <depends> <word>...): the rule that makes the outputs.
function(planish_build_command program outputs depends)
  get_filename_component(source "${program}" ABSOLUTE)
  add_custom_command(
    OUTPUT ${outputs}
    COMMAND planish::planish build ${ARGN} -- "${source}"
    DEPENDS "${source}" ${depends}
    COMMENT "Compiling ${program} with planish"
    VERBATIM)
endfunction()
