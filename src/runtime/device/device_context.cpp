#include "runtime/device/device_context.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "runtime/device/failures.h"
#include "runtime/native/failure.h"

namespace planish::device {
namespace {

constexpr int64_t kMostBlocks = INT32_MAX;
constexpr int64_t kLargestDefaultCache = int64_t{64} << 30;

DeviceMemoryLimits memory_limits(const planish_config& config, const DriverLimits& limits) {
  DeviceMemoryLimits out;
  out.memory = config.memory_limit >= 0    ? config.memory_limit
               : config.memory_percent > 0 ? limits.memory_bytes / 100 * config.memory_percent
                                           : limits.memory_bytes;
  out.cache = config.cache_bytes >= 0 ? config.cache_bytes
              : PLANISH_ASAN          ? 0
                                      : std::min(limits.memory_bytes / 2, kLargestDefaultCache);
  return out;
}

}  // namespace

void DeviceContext::open(planish_context& context, const planish_device_options& options,
                         std::unique_ptr<Driver> driver) {
  if (options.program == nullptr) {
    context.unusable = "the program has no code for devices";
    return;
  }
  auto device = std::make_unique<DeviceContext>(context, *options.program, std::move(driver));
  Result result = device->driver_->load(*options.program);
  if (result.is_good()) result = device->state_.make(*options.program, context.tuning);
  if (result.is_good())
    context.device = std::move(device);
  else
    context.unusable = result.text().empty() ? "out of memory on the device" : result.text();
}

DeviceContext::DeviceContext(planish_context& context, const planish_device_program& program,
                             std::unique_ptr<Driver> driver)
    : context_(context),
      program_(program),
      driver_(std::move(driver)),
      poll_([this] {
        if (context_.is_cancelled()) state_.cancel();
      }),
      memory_(*driver_, memory_limits(context.config, driver_->limits()), poll_),
      state_(*driver_),
      launcher_(*this),
      stacks_(*this) {}

int64_t DeviceContext::memory_limit() const {
  return memory_limits(context_.config, limits()).memory;
}

DeviceBlock* DeviceContext::try_allocate(int64_t bytes, Result& failure) {
  if (!context_.memory.is_to_fail()) [[likely]]
    return memory_.allocate(bytes, failure);
  failure = Result::out_of_memory("");
  return nullptr;
}

DeviceBlock* DeviceContext::allocate(int64_t bytes) {
  Result failure;
  DeviceBlock* block = try_allocate(bytes, failure);
  if (block != nullptr) return block;
  if (!failure.is_out_of_memory()) {
    report(failure);
    return nullptr;
  }
  std::string text = native::out_of_memory_text(bytes);
  if (bytes >= 0)
    text += fmt::format(" on the device, where {} of {} bytes are in use",
                        memory_.statistics().in_use, memory_limit());
  native::record_out_of_memory(context_, std::move(text));
  return nullptr;
}

void DeviceContext::free(planish_block* block) {
  memory_.free(reinterpret_cast<DeviceBlock*>(block));
}

int64_t DeviceContext::bytes_of(const planish_block& block) const {
  return DeviceMemory::bytes_of(reinterpret_cast<const DeviceBlock&>(block));
}

int32_t DeviceContext::report(const Result& result) {
  if (result.is_good()) return PLANISH_OK;
  if (result.is_out_of_memory())
    return native::record_out_of_memory(
        context_, result.text().empty() ? std::string("out of memory") : result.text());
  native::record_failure(context_, result.text());
  return PLANISH_FAILED;
}

// ---- Runs

int32_t DeviceContext::begin_run(const unsigned char* interrupt) {
  calls_.clear();
  stacks_.forget_tries();
  if (state_.is_cancelled()) {
    const int32_t status = report(state_.forget_cancelled());
    if (status != PLANISH_OK) return status;
  }
  // Nobody polls while a kernel runs in this thread.
  if (interrupt != nullptr && limits().is_synchronous) return report(state_.watch(interrupt));
  return PLANISH_OK;
}

void DeviceContext::end_run(int32_t status) {
  driver_->flush();
  report(state_.stop_watching());
  // What follows has nothing to do with it. A driver that fails here will say so again.
  if (status == PLANISH_CANCELLED) report(state_.forget_cancelled());
}

void DeviceContext::cancel() { state_.cancel(); }

int32_t DeviceContext::block_threads(int32_t kernel) {
  const int32_t most = driver_->kernel_limits(kernel).block_threads;
  const int32_t warp = limits().warp_threads;
  return std::max(warp, std::min(limits().block_threads, most) / warp * warp);
}

int64_t DeviceContext::blocks_for(int64_t items, int32_t threads) const {
  return std::min(kMostBlocks, (items + threads - 1) / threads);
}

int32_t DeviceContext::runtime_kernel(int32_t which) const {
  if (which >= program_.runtime_kernel_count) return -1;
  const int32_t number = static_cast<int32_t>(program_.kernel_count) + which;
  return kernel(number).name == nullptr ? -1 : number;
}

// ---- Waiting

int32_t DeviceContext::wait() { return wait_for_notice().status; }

int32_t DeviceContext::lend() {
  const int32_t status = wait();
  if (status == PLANISH_OK) driver_->lend_memory();
  return status;
}

int32_t DeviceContext::hold(HeldBlocks& held, const void* address, Access access) {
  return memory_.is_watched() ? report(held.add(address, access)) : int32_t{PLANISH_OK};
}

int32_t DeviceContext::read(void* to_host, const void* from, int64_t bytes) {
  if (bytes == 0) return wait();
  if (memory_.is_on_host(from)) {
    const int32_t status = wait();
    if (status == PLANISH_OK) memory_.read_on_host(to_host, from, bytes);
    return status;
  }
  HeldBlocks held(memory_);
  int32_t status = hold(held, from, Access::Read);
  if (status == PLANISH_OK) status = report(driver_->copy_to_host(to_host, from, bytes, poll_));
  return status == PLANISH_OK ? take_notice().status : status;
}

int32_t DeviceContext::write(void* to, const void* from_host, int64_t bytes) {
  if (bytes == 0) return PLANISH_OK;
  HeldBlocks held(memory_);
  const int32_t status = hold(held, to, Access::Change);
  return status == PLANISH_OK ? report(driver_->copy_to_device(to, from_host, bytes)) : status;
}

int32_t DeviceContext::copy(void* to, const void* from, int64_t bytes) {
  if (bytes == 0) return PLANISH_OK;
  HeldBlocks held(memory_);
  int32_t status = hold(held, from, Access::Read);
  if (status == PLANISH_OK) status = hold(held, to, Access::Change);
  return status == PLANISH_OK ? report(driver_->copy_in_device(to, from, bytes)) : status;
}

int32_t DeviceContext::fill(void* to, int64_t count, int64_t element_bytes, uint32_t bits) {
  HeldBlocks held(memory_);
  const int32_t status = hold(held, to, Access::Change);
  return status == PLANISH_OK ? report(driver_->fill(to, count, element_bytes, bits)) : status;
}

int32_t DeviceContext::clear(void* to, int64_t bytes) {
  if (bytes == 0) return PLANISH_OK;
  const int64_t size = bytes % 4 == 0 ? 4 : 1;
  return fill(to, bytes / size, size, 0);
}

int32_t DeviceContext::pin(const void* data) { return report(memory_.pin(&data, sizeof data)); }

DeviceContext::Notice DeviceContext::wait_for_notice() {
  const int32_t status = report(driver_->wait(poll_));
  if (status != PLANISH_OK) return {status};
  return take_notice();
}

// All that was queued is done.
DeviceContext::Notice DeviceContext::take_notice() {
  Notice notice;
  if (state_.has_notice()) {
    planish_device_state found{};
    notice.status = report(state_.take(found, poll_));
    if (notice.status != PLANISH_OK) return notice;
    if (found.failure.claimed != 0)
      notice.status = record(context_, program_, calls_, found.failure);
    notice.arena_too_small = found.arena_too_small != 0;
    notice.stack_too_small = found.stack_too_small != 0;
    notice.traced = found.traces.used;
  }
  if (notice.status == PLANISH_OK) calls_.forget_launches();
  if (notice.status == PLANISH_OK && context_.is_cancelled()) notice.status = PLANISH_CANCELLED;
  return notice;
}

}  // namespace planish::device

using namespace planish::device;

int32_t planish_device_fail(planish_context* context, const planish_check_site* site,
                            const uint64_t* values) {
  const int32_t before = guarded(context, [](DeviceContext& device) { return device.wait(); });
  return before != PLANISH_OK ? before : planish_fail(context, site, values);
}

int32_t planish_device_settle(planish_context* context) {
  return guarded(context, [](DeviceContext& device) { return device.wait(); });
}

int32_t planish_device_begin_try(planish_context* context) {
  return DeviceContext::of(context).stacks().begin_try();
}

void planish_device_end_try(planish_context* context) {
  DeviceContext::of(context).stacks().end_try();
}

void planish_device_enter(planish_context* context, const char* const* path, int64_t path_count) {
  guarded(context, [&](DeviceContext& device) {
    device.calls().enter({path, path_count});
    return int32_t{PLANISH_OK};
  });
}

void planish_device_leave(planish_context* context) { DeviceContext::of(context).calls().leave(); }
