// The code of a program for its device.
#pragma once

#include <string>

#include "runtime/c_api/client_state.h"

namespace planish::client {

// How a context of the configuration, which outlives it, opens its device: machine code that the
// driver makes is kept in the file that the configuration names.
planish_device_options device_options(const planish_client_config& config);

// Writes the text of all images, one after the other. What cannot be written is not.
void write_device_code(const planish_device_table& device, const std::string& path);

}  // namespace planish::client
