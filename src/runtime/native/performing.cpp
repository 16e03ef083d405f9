// Calls of functions that perform something (runtime/performing.h) from generated code.
#include "runtime/performing.h"

#include <map>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "runtime/entry_sequences.h"
#include "runtime/foreign_abi.h"
#include "runtime/native/context.h"
#include "runtime/native/failure.h"

namespace planish::native {
namespace {

using Args = std::span<const planish_performed_value>;
using Results = std::span<planish_performed_value>;

runtime::World& world_of(planish_context& context) {
  if (context.world != nullptr) return *reinterpret_cast<runtime::World*>(context.world);
  if (context.own_world == nullptr) context.own_world = std::make_shared<runtime::World>();
  return *static_cast<runtime::World*>(context.own_world.get());
}

// All arrays lie on the host. Memory that is asked for is that of blocks of the context.
class PerformedCall : public runtime::PerformedCall {
 public:
  PerformedCall(planish_foreign& call, Args args, Results results)
      : runtime::PerformedCall(world_of(*call.context)),
        call_(call),
        args_(args),
        results_(results) {}

  uint64_t bits(size_t argument) const override { return args_[argument].bits; }

  std::span<const std::byte> bytes(size_t argument) override {
    return {static_cast<const std::byte*>(args_[argument].data),
            static_cast<size_t>(args_[argument].bytes)};
  }

  void give_bits(size_t result, uint64_t bits) override { results_[result].bits = bits; }

  void* give_array(size_t result, std::span<const int64_t> shape) override {
    if (void* place = results_[result].data) return place;
    return call_.allocate(&call_, static_cast<int32_t>(result), shape.data());
  }

  std::vector<std::string> path() const override {
    return {call_.path, call_.path + call_.path_count};
  }

  std::optional<MemoryUse> memory() const override {
    if (call_.context->device != nullptr) return std::nullopt;
    const planish_memory_statistics all = planish_memory(call_.context);
    return MemoryUse{all.in_use, all.peak_in_use};
  }

  void fail(const std::string& message) override { call_.fail(&call_, message.c_str()); }

  // Does it. Gives a status.
  virtual int32_t perform() {
    planish_foreign_begin_on_host(&call_);
    const runtime::PerformingFunction function = runtime::find_performing_function(call_.symbol);
    try {
      if (function == nullptr)
        fail("compiler bug: the runtime has no function " + std::string(call_.symbol));
      else
        function(*this);
    } catch (const std::bad_alloc&) {
      fail("out of memory");
    } catch (const std::exception& error) {
      fail(error.what());
    }
    return planish_foreign_end(&call_, 0);
  }

 protected:
  planish_foreign& call_;
  Args args_;
  Results results_;
};

// All arrays lie on a device: arguments are read when the function asks for them, results are written
// when it is done.
class DevicePerformedCall final : public PerformedCall {
 public:
  DevicePerformedCall(DevicePart& device, planish_foreign& call, Args args, Results results)
      : PerformedCall(call, args, results), device_(device) {}

  std::span<const std::byte> bytes(size_t argument) override {
    const auto [at, fresh] = read_.try_emplace(argument);
    std::vector<std::byte>& copy = at->second;
    if (fresh) {
      copy.resize(static_cast<size_t>(args_[argument].bytes));
      const int32_t status = device_.read(copy.data(), args_[argument].data, args_[argument].bytes);
      if (call_.status == PLANISH_OK) call_.status = status;
    }
    return copy;
  }

  void* give_array(size_t result, std::span<const int64_t> shape) override {
    if (results_[result].data == nullptr) return PerformedCall::give_array(result, shape);
    std::vector<std::byte>& made = made_[result];
    made.resize(static_cast<size_t>(results_[result].bytes));
    return made.data();
  }

  // After what was queued before, unless that failed.
  int32_t perform() override {
    int32_t status = device_.wait();
    if (status == PLANISH_OK) status = PerformedCall::perform();
    if (status != PLANISH_OK) return status;
    status = move_blocks();
    for (const auto& [result, made] : made_) {
      if (status == PLANISH_OK)
        status =
            device_.write(results_[result].data, made.data(), static_cast<int64_t>(made.size()));
    }
    return status;
  }

 private:
  // Blocks that the function asked for are the host's; those of the program have to be the device's.
  int32_t move_blocks() {
    int32_t status = PLANISH_OK;
    const std::span<planish_foreign_array> arrays(call_.arrays,
                                                  static_cast<size_t>(call_.array_count));
    for (planish_foreign_array& array : arrays) {
      planish_block* own = array.block;
      array.block = status == PLANISH_OK ? device_.new_block(own->bytes) : nullptr;
      if (status == PLANISH_OK && array.block == nullptr) status = PLANISH_OUT_OF_MEMORY;
      if (status == PLANISH_OK)
        status = device_.write(device_.data_of(*array.block),
                               reinterpret_cast<char*>(own) + PLANISH_BLOCK_HEADER, own->bytes);
      planish_free(call_.context, own);
    }
    for (planish_foreign_array& array : arrays) {
      if (status != PLANISH_OK && array.block != nullptr) device_.free(array.block);
    }
    return status;
  }

  DevicePart& device_;
  std::map<size_t, std::vector<std::byte>> read_;
  std::map<size_t, std::vector<std::byte>> made_;
};

}  // namespace
}  // namespace planish::native

int32_t planish_perform(planish_foreign* call, const planish_performed_value* args,
                        int64_t arg_count, planish_performed_value* results, int64_t result_count) {
  using namespace planish::native;
  const Args all{args, static_cast<size_t>(arg_count)};
  const Results given{results, static_cast<size_t>(result_count)};
  try {
    if (call->context->device == nullptr) return PerformedCall(*call, all, given).perform();
    return DevicePerformedCall(*call->context->device, *call, all, given).perform();
  } catch (const std::bad_alloc&) {
    return PLANISH_OUT_OF_MEMORY;
  }
}

namespace planish::native {
namespace {

// Null: the entry point that runs has none.
runtime::EntrySequences* sequences_of(planish_context& context) {
  return context.world == nullptr ? nullptr
                                  : reinterpret_cast<runtime::World*>(context.world)->sequences;
}

// What a device does fails later, when it is waited for: then the step may not be the one at hand.
bool is_of_step(planish_context& context, int32_t status) {
  if (status != PLANISH_FAILED && status != PLANISH_OUT_OF_MEMORY) return false;
  return !context.is_cancelled() &&
         (context.device == nullptr || context.device->wait() == PLANISH_OK);
}

}  // namespace

void name_elements(planish_context& context, int32_t status) {
  runtime::EntrySequences* sequences = sequences_of(context);
  if (sequences == nullptr || !is_of_step(context, status)) return;
  try {
    std::lock_guard lock(context.failure.mutex);
    context.failure.message += sequences->take_step_text();
  } catch (const std::bad_alloc&) {
    // The message is left as it is.
  }
}

}  // namespace planish::native

using namespace planish;
using namespace planish::native;

void planish_begin_step(planish_context* context) {
  if (runtime::EntrySequences* sequences = sequences_of(*context)) sequences->begin_step();
}

void planish_end_chunk(planish_context* context) {
  if (runtime::EntrySequences* sequences = sequences_of(*context)) sequences->end_chunk();
}

int32_t planish_repeat_step(planish_context* context, int32_t status) {
  runtime::EntrySequences* sequences = sequences_of(*context);
  if (sequences == nullptr || !is_of_step(*context, status)) return status;
  bool is_halved = false;
  try {
    is_halved = sequences->halve();
  } catch (const std::bad_alloc&) {
    // It stays as it is.
  }
  if (!is_halved) {
    name_elements(*context, status);
    return status;
  }
  forget_failure(*context);
  this_thread.failure_dropped = false;
  return PLANISH_OK;
}
