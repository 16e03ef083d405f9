// The device code of a program, loaded into a CUDA context.
//
// Note [Kernels one by one]
// Assembling is what takes longest when a program starts for the first time, and most programs have
// kernels that are not launched: for other sizes, or for arrays that are not aligned. So each kernel
// is assembled by itself, when it is first asked for. What was made of all of them is kept under one
// name, and written when the program ends.
//
// Note [Functions are not linked]
// The driver gives machine code, which can be kept, only of what it links, and what it links it
// assembles function by function. With recursion in several threads of a warp such code was wrong
// (driver 580, an H200): loops of one thread went on without end. The same text is right when the
// driver assembles all of it at once, so kernels that call functions are loaded as they are. The
// driver keeps what it makes of them itself.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/cuda/api.h"
#include "runtime/cuda/devices.h"
#include "runtime/cuda/ptx_text.h"
#include "runtime/native/host.h"

namespace planish::cuda {

// The image for the newest architecture that the device can run: PTX for an older one will do, but
// that for "sm_90a" is for that one only. Null: there is none.
const planish_device_image* best_image(const planish_device_program& program, int architecture);

// Under which machine code is kept: what it was made of, for which device, by which driver.
std::string code_key(const planish_device_image& image, const Device& device);

// A context is current whenever one of these functions is called.
class Modules {
 public:
  Modules(const Api& api, const planish_device_options& options, const Device& device)
      : api_(api), options_(options), device_(device) {}

  // Finds the image of the device, and what was kept of it.
  device::Result open();
  // The module that the kernel is in.
  device::Result find(const char* kernel, ModuleHandle& module);
  // Keeps what was made, and unloads everything.
  void close();

 private:
  // Of a kernel, or of all of them if there is no name.
  device::Result make(const std::string& kernel, std::string text);
  device::Result load(const std::string& kernel, const std::string& code);
  void read_kept();
  void write_kept();

  const Api& api_;
  const planish_device_options& options_;
  const Device& device_;
  const planish_device_image* image_ = nullptr;
  std::optional<PtxText> text_;  // taken apart when something is to be assembled
  // By names of kernels. If the image is not taken apart, all of it is there without a name.
  std::map<std::string, std::string, std::less<>> codes_;
  std::map<std::string, ModuleHandle, std::less<>> loaded_;
  bool has_new_code_ = false;
};

}  // namespace planish::cuda
