# Note [Device runtime]
# src/runtime/device implements runtime/device_abi.h over an interface to drivers, of which src/runtime/emulator and
# src/runtime/cuda are two. Each is a library of its own beside the native runtime, needs nothing of the compiler, and is
# linked only with what opens such a device: programs for CPUs are not.

# planish_device_runtime(): the libraries planish_device, planish_emulator, planish_cuda.
function(planish_device_runtime)
  set(folder "${PROJECT_SOURCE_DIR}/src/runtime")
  foreach(name IN ITEMS device emulator cuda)
    file(GLOB sources CONFIGURE_DEPENDS "${folder}/${name}/*.cpp")
    add_library(planish_${name} STATIC ${sources})
    target_link_libraries(planish_${name} PRIVATE planish_options fmt::fmt-header-only PUBLIC planish_native)
    target_compile_options(planish_${name} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique>)
  endforeach()
  target_link_libraries(planish_emulator PUBLIC planish_device)
  target_link_libraries(planish_cuda PUBLIC planish_device ${CMAKE_DL_LIBS})
endfunction()
