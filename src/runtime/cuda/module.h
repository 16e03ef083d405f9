// The device code of a program, loaded into a CUDA context.
#pragma once

#include <string>
#include <vector>

#include "runtime/cuda/api.h"
#include "runtime/cuda/devices.h"
#include "runtime/native/host.h"

namespace planish::cuda {

// The image for the newest architecture that the device can run: PTX for an older one will do, but
// that for "sm_90a" is for that one only. Null: there is none.
const planish_device_image* best_image(const planish_device_program& program, int architecture);

// Under which machine code is kept: what it was made of, for which device, by which driver.
std::string code_key(const planish_device_image& image, const Device& device);

// Assembles PTX, or takes what was kept. A context is current.
device::Result load_module(const Api& api, const planish_device_options& options,
                           const Device& device, ModuleHandle& module);

}  // namespace planish::cuda
