# The prelude becomes part of the library planish_sema: see src/sema/embedded_prelude.h.

# planish_prelude_files(<file>...)
# Embeds the files; X.fut gets the path "/prelude/X".
function(planish_prelude_files)
  set_property(GLOBAL APPEND PROPERTY planish_prelude_files ${ARGN})
endfunction()

# planish_prelude_template(<file.fut.in> AS <name> FOREACH <bindings>...)
#
# Expands a template once for each list of bindings, such as "T=i8 BITS=8": every @T@ becomes i8. The name may
# contain such places too, and then every instance is its own file ("/prelude/math_i8"); instances with the same
# name are put one after the other in one file, in the order given.
#
#   planish_prelude_template(integer.fut.in AS integer_@T@ FOREACH "T=i8 BITS=8" "T=i16 BITS=16")
function(planish_prelude_template template)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "AS" "FOREACH")
  set(source "${CMAKE_CURRENT_SOURCE_DIR}/${template}")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${source}")
  file(READ "${source}" pattern)
  set(names "")
  foreach(bindings IN LISTS arg_FOREACH)
    set(name "${arg_AS}")
    set(text "${pattern}")
    separate_arguments(pairs UNIX_COMMAND "${bindings}")
    foreach(pair IN LISTS pairs)
      string(FIND "${pair}" "=" at)
      string(SUBSTRING "${pair}" 0 ${at} key)
      math(EXPR at "${at} + 1")
      string(SUBSTRING "${pair}" ${at} -1 value)
      string(REPLACE "@${key}@" "${value}" text "${text}")
      string(REPLACE "@${key}@" "${value}" name "${name}")
    endforeach()
    if("${name}${text}" MATCHES "@[A-Z_]+@")
      message(FATAL_ERROR "prelude/${template}: ${CMAKE_MATCH_0} has no value for \"${bindings}\"")
    endif()
    if(NOT name IN_LIST names)
      list(APPEND names "${name}")
      set(content_${name} "")
    endif()
    string(APPEND content_${name} "${text}")
  endforeach()
  foreach(name IN LISTS names)
    set(output "${CMAKE_CURRENT_BINARY_DIR}/${name}.fut")
    set(old "")
    if(EXISTS "${output}")
      file(READ "${output}" old)
    endif()
    if(NOT old STREQUAL content_${name})
      file(WRITE "${output}" "${content_${name}}")
    endif()
    planish_prelude_files("${output}")
  endforeach()
endfunction()

# planish_embed_prelude()
# Registers the generated C++ file that holds all prelude files as a source of the layer `sema`.
function(planish_embed_prelude)
  get_property(files GLOBAL PROPERTY planish_prelude_files)
  add_executable(planish_embed "${PROJECT_SOURCE_DIR}/cmake/embed.cpp")
  target_link_libraries(planish_embed PRIVATE planish_options)
  set(output "${PROJECT_BINARY_DIR}/generated/embedded_prelude.cpp")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND planish_embed "${output}" ${files}
    DEPENDS planish_embed ${files}
    COMMENT "Embedding the prelude"
    VERBATIM)
  # A target of its own, so that the rule is known outside of this folder.
  add_custom_target(planish_prelude DEPENDS "${output}")
  set_property(GLOBAL APPEND PROPERTY planish_generated_sema "${output}")
endfunction()
