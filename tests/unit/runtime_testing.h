// A context for tests of the native runtime, and code to run in it.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "runtime/native/host.h"

namespace planish::native {

class TestContext {
 public:
  explicit TestContext(int32_t threads = 4) : TestContext(with_threads(threads)) {}
  explicit TestContext(const planish_config& config) : context_(planish_context_new(&config)) {}
  TestContext(const TestContext&) = delete;
  TestContext& operator=(const TestContext&) = delete;
  // Every block has been freed.
  ~TestContext() {
    EXPECT_EQ(planish_memory(context_).in_use, 0);
    planish_context_delete(context_);
  }

  static planish_config with_threads(int32_t threads) {
    planish_config config;
    planish_config_default(&config);
    config.threads = threads;
    config.cache_bytes = int64_t{1} << 30;  // by default there is none under AddressSanitizer
    return config;
  }

  operator planish_context*() const { return context_; }

  // Runs code, which gives a status, as an entry point.
  template <class Code>
  int32_t run(Code code, const unsigned char* interrupt = nullptr) {
    planish_slot input{0, &code, nullptr, nullptr};
    return planish_run(context_, call<Code>, &input, nullptr, interrupt);
  }
  // The same inside of a run, for code that may need a large stack.
  template <class Code>
  int32_t run_deep(Code code) {
    planish_slot input{0, &code, nullptr, nullptr};
    return planish_run_deep(context_, call<Code>, &input, nullptr);
  }

  std::string message() const { return planish_failure_message(context_); }
  std::vector<std::string> path() const {
    std::vector<std::string> texts;
    for (int64_t i = 0; i < planish_failure_path_count(context_); i++)
      texts.emplace_back(planish_failure_path(context_, i));
    return texts;
  }

 private:
  template <class Code>
  static int32_t call(planish_context*, const planish_slot* inputs, planish_slot*) {
    return (*static_cast<Code*>(inputs[0].data))();
  }

  planish_context* context_;
};

template <class T>
T* data(planish_block* block) {
  return reinterpret_cast<T*>(reinterpret_cast<std::byte*>(block) + PLANISH_BLOCK_HEADER);
}

// Ends a scope in which blocks of a context are freed.
class Freed {
 public:
  Freed(planish_context* context, planish_block* block) : context_(context), block_(block) {}
  ~Freed() {
    if (block_ != nullptr) planish_free(context_, block_);
  }
  Freed(const Freed&) = delete;
  Freed& operator=(const Freed&) = delete;

 private:
  planish_context* context_;
  planish_block* block_;
};

}  // namespace planish::native
