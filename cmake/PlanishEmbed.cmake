# Text files that become part of the binary.

add_executable(planish_embed_files "${PROJECT_SOURCE_DIR}/cmake/embed.cpp")
target_link_libraries(planish_embed_files PRIVATE planish_options)

# planish_embed(<layer> HEADER <header> FUNCTION <name> PREFIX <text> FILES <file>...)
#
# Generates the definition of `std::span<const EmbeddedFile> FUNCTION()`, which HEADER declares, as a source of the
# library of the layer. The path of the file x/name.ext is PREFIX followed by name. Call it before planish_library().
function(planish_embed layer)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "HEADER;FUNCTION;PREFIX" "FILES")
  set(output "${PROJECT_BINARY_DIR}/generated/${arg_FUNCTION}.cpp")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND planish_embed_files "${output}" "${arg_HEADER}" "${arg_FUNCTION}" "${arg_PREFIX}" ${arg_FILES}
    DEPENDS planish_embed_files ${arg_FILES}
    COMMENT "Embedding files: ${arg_FUNCTION}"
    VERBATIM)
  # A target of its own makes the rule known outside of this folder.
  add_custom_target(planish_${arg_FUNCTION} DEPENDS "${output}")
  set_source_files_properties("${output}" TARGET_DIRECTORY planish_options PROPERTIES GENERATED ON)
  set_property(GLOBAL APPEND PROPERTY planish_generated_${layer} "${output}")
  set_property(GLOBAL APPEND PROPERTY planish_generated_targets_${layer} planish_${arg_FUNCTION})
endfunction()
