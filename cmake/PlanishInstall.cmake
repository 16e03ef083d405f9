# Note [Installation]
# What is installed can be moved as a whole: the executable finds its libraries beside itself, in ../lib/planish
# (src/support/library_folders.h), and so do the CMake package and planish.pc. Libraries from outside lie there, too,
# all but those of the C and C++ compilers: so one package runs on every Linux with a C library that is not older than
# that of the machine on which it was built. What `planish build` makes is linked with the oneTBB that lies there.
#
#   cmake --build --preset release --target planish
#   cmake --install build/release --prefix DIR
#   cpack --preset release                        # a .deb and a .tar.xz, in build/release/packages

include(CMakePackageConfigHelpers)

set(planish_libraries lib/planish)
set(planish_package lib/cmake/planish)

function(planish_install)
  # The libraries of libraries are found in the same folder, which only the older tag allows.
  set_target_properties(planish PROPERTIES INSTALL_RPATH "$ORIGIN/../${planish_libraries}")
  set_target_properties(planish_codegen_loaded PROPERTIES INSTALL_RPATH "$ORIGIN")
  foreach(target IN ITEMS planish planish_codegen_loaded)
    set_target_properties(${target} PROPERTIES BUILD_WITH_INSTALL_RPATH ON)
    target_link_options(${target} PRIVATE -Wl,--disable-new-dtags)
  endforeach()
  install(TARGETS planish RUNTIME_DEPENDENCY_SET planish_outside RUNTIME DESTINATION bin)
  install(TARGETS planish_codegen_loaded RUNTIME_DEPENDENCY_SET planish_outside
    LIBRARY DESTINATION ${planish_libraries})
  install(RUNTIME_DEPENDENCY_SET planish_outside
    PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|rt|pthread|mvec|gcc_s|stdc\\+\\+)\\.so"
    LIBRARY DESTINATION ${planish_libraries})
  # What -ltbb looks for.
  install(CODE "
    file(GLOB carried RELATIVE \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${planish_libraries}\"
      \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${planish_libraries}/libtbb.so.*\")
    foreach(name IN LISTS carried)
      file(CREATE_LINK \"\${name}\" \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${planish_libraries}/libtbb.so\" SYMBOLIC)
    endforeach()")

  # The runtime of programs and what it says to object code.
  foreach(archive IN ITEMS libplanish.a libplanish_gpu.a libplanish_emulated.a)
    install(FILES "${CMAKE_ARCHIVE_OUTPUT_DIRECTORY}/${archive}" DESTINATION ${planish_libraries})
  endforeach()
  install(FILES "${PROJECT_SOURCE_DIR}/src/runtime/abi.h" DESTINATION include/planish/runtime)
  install(FILES "${PROJECT_SOURCE_DIR}/src/runtime/c_api/client.h" DESTINATION include/planish/runtime/c_api)

  planish_install_texts()
  planish_install_for_builders()
endfunction()

# Manual page and completions, which the command itself writes.
function(planish_install_texts)
  foreach(text IN ITEMS
      "share/man/man1/planish.1=help --man"
      "share/bash-completion/completions/planish=completion bash"
      "share/zsh/vendor-completions/_planish=completion zsh"
      "share/fish/vendor_completions.d/planish.fish=completion fish")
    string(REGEX MATCH "^(.*)/([^/]*)=(.*)$" ignored "${text}")
    set(folder "${CMAKE_MATCH_1}")
    set(generated "${PROJECT_BINARY_DIR}/generated/installed/${folder}")
    set(file "${generated}/${CMAKE_MATCH_2}")
    install(CODE "
      file(MAKE_DIRECTORY \"${generated}\")
      execute_process(COMMAND \"$<TARGET_FILE:planish>\" ${CMAKE_MATCH_3} OUTPUT_FILE \"${file}\"
        COMMAND_ERROR_IS_FATAL ANY)")
    install(FILES "${file}" DESTINATION "${folder}")
  endforeach()
  install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/CHANGELOG.md" "${PROJECT_SOURCE_DIR}/cmake/package/copyright"
    DESTINATION share/doc/planish)
endfunction()

# For CMake and pkg-config.
function(planish_install_for_builders)
  set(generated "${PROJECT_BINARY_DIR}/generated")
  configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/package/planish-config.cmake.in"
    "${generated}/planish-config.cmake" INSTALL_DESTINATION ${planish_package})
  write_basic_package_version_file("${generated}/planish-config-version.cmake" COMPATIBILITY SameMinorVersion)
  install(FILES "${generated}/planish-config.cmake" "${generated}/planish-config-version.cmake"
    "${PROJECT_SOURCE_DIR}/cmake/package/planish-functions.cmake" DESTINATION ${planish_package})
  configure_file("${PROJECT_SOURCE_DIR}/cmake/package/planish.pc.in" "${generated}/planish.pc" @ONLY)
  install(FILES "${generated}/planish.pc" DESTINATION lib/pkgconfig)
endfunction()

planish_install()

set(CPACK_GENERATOR TXZ DEB)
set(CPACK_PACKAGE_NAME planish)
set(CPACK_PACKAGE_VENDOR Planish)
set(CPACK_PACKAGE_CONTACT "The Planish maintainers <maintainers@planish.example>")
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_BINARY_DIR}/packages")
string(TOLOWER "${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}" planish_system)
set(CPACK_PACKAGE_FILE_NAME "planish-${PROJECT_VERSION}-${planish_system}")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# What is not in lib/planish, in the versions of this machine. Linking what `planish build` makes needs more.
execute_process(COMMAND getconf GNU_LIBC_VERSION OUTPUT_VARIABLE planish_glibc OUTPUT_STRIP_TRAILING_WHITESPACE)
string(REPLACE "glibc " "" planish_glibc "${planish_glibc}")
string(REGEX MATCH "^[0-9]+" planish_gcc "${CMAKE_CXX_COMPILER_VERSION}")
set(CPACK_DEBIAN_PACKAGE_DEPENDS
  "libc6 (>= ${planish_glibc}), libgcc-s1 (>= ${planish_gcc}), libstdc++6 (>= ${planish_gcc})")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "gcc, libc6-dev")
include(CPack)
