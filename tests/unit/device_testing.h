// A context with the emulated device, and kernels written by hand to run on it.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/device/device_context.h"
#include "runtime/device/host.h"
#include "runtime/device_operators.h"
#include "runtime/emulator/emulator.h"
#include "runtime/emulator/intrinsics.h"
#include "runtime_testing.h"

namespace planish::device {

inline uint32_t global_thread() {
  return planish_emulator_block() * planish_emulator_threads() + planish_emulator_thread();
}
inline uint32_t all_threads() { return planish_emulator_blocks() * planish_emulator_threads(); }

// The device part of a program whose kernels are C++ functions.
class TestProgram {
 public:
  using Kernel = void (*)(const void* closure, const planish_launch* launch);

  // Gives its number.
  int32_t add(const char* name, Kernel kernel, int32_t flags = 0, int64_t stack_bytes = 0) {
    kernels_.push_back({name, kernel, flags, 0, stack_bytes, nullptr});
    return static_cast<int32_t>(kernels_.size()) - 1;
  }
  // After all others.
  void set_runtime_kernels(const std::vector<Kernel>& kernels) {
    for (const Kernel kernel : kernels) kernels_.push_back({"runtime", kernel, 0, 0, 0, nullptr});
    runtime_count_ = static_cast<int64_t>(kernels.size());
  }
  // Something of the host that kernels can name: gives its number.
  template <class T = void>
  const T* name(const void* address) {
    addresses_.push_back(address);
    return reinterpret_cast<const T*>(addresses_.size());
  }
  const planish_device_program* get() {
    program_.kernel_count = static_cast<int64_t>(kernels_.size()) - runtime_count_;
    program_.kernels = kernels_.data();
    program_.runtime_kernel_count = runtime_count_;
    program_.address_count = static_cast<int64_t>(addresses_.size());
    program_.addresses = addresses_.data();
    return &program_;
  }

 private:
  int64_t runtime_count_ = 0;
  std::vector<planish_device_kernel> kernels_;
  std::vector<const void*> addresses_;
  planish_device_program program_{};
};

class DeviceTest : public ::testing::Test {
 protected:
  ~DeviceTest() override {
    if (context_ == nullptr) return;
    EXPECT_EQ(planish_memory(context_).in_use, 0);
    planish_context_delete(context_);
  }

  // After all kernels have been added.
  void open() {
    options_.open = [](planish_context* context, const planish_device_options* options) {
      const auto& self = *static_cast<const DeviceTest*>(options->code_closure);
      DeviceContext::open(*context, *options, emulator::make_emulator(self.emulated_));
    };
    options_.program = program_.get();
    options_.code_closure = this;
    config_.device = &options_;
    context_ = planish_context_new(&config_);
  }
  static planish_config default_config() {
    planish_config config;
    planish_config_default(&config);
    config.threads = 1;
    config.cache_bytes = int64_t{1} << 30;
    return config;
  }

  // Runs code, which gives a status, as an entry point, and waits.
  template <class Code>
  int32_t run(Code code, const unsigned char* interrupt = nullptr) {
    planish_slot input{0, &code, nullptr, nullptr};
    const auto call = [](planish_context*, const planish_slot* inputs, planish_slot*) {
      return int32_t{(*static_cast<Code*>(inputs[0].data))()};
    };
    const int32_t status = planish_run(context_, call, &input, nullptr, interrupt);
    return status == PLANISH_OK ? planish_device_sync(context_) : status;
  }
  template <class Closure>
  int32_t map(int64_t points, int32_t kernel, const Closure& closure) {
    return planish_device_map(context_, points, kernel, &closure, sizeof closure);
  }

  template <class T>
  planish_block* upload(const std::vector<T>& values) {
    return planish_device_upload(context_, values.data(),
                                 static_cast<int64_t>(values.size() * sizeof(T)));
  }
  template <class T>
  std::vector<T> download(const planish_block* block) {
    std::vector<T> values(static_cast<size_t>(block->bytes) / sizeof(T));
    EXPECT_EQ(
        planish_device_download(context_, values.data(), planish_device_data(block), block->bytes),
        PLANISH_OK);
    return values;
  }
  template <class T>
  static T* data(const planish_block* block) {
    return static_cast<T*>(planish_device_data(block));
  }
  planish_block* allocate(int64_t bytes) { return planish_device_allocate(context_, bytes); }
  void free(planish_block* block) { planish_device_free(context_, block); }

  std::string message() const { return planish_failure_message(context_); }
  std::vector<std::string> path() const {
    std::vector<std::string> texts;
    for (int64_t i = 0; i < planish_failure_path_count(context_); i++)
      texts.emplace_back(planish_failure_path(context_, i));
    return texts;
  }

  TestProgram program_;
  emulator::EmulatorOptions emulated_;
  planish_config config_ = default_config();
  planish_device_options options_{};
  planish_context* context_ = nullptr;
};

}  // namespace planish::device
