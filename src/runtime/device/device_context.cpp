#include "runtime/device/device_context.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <span>

#include "runtime/native/failure.h"

namespace planish::device {
namespace {

// Where the words are in mapped memory; a line of the cache for each.
constexpr int64_t kCancelledAt = 0;
constexpr int64_t kNoticedAt = 64;
constexpr int64_t kMappedBytes = 128;
constexpr int64_t kLargestDefaultCache = int64_t{64} << 30;

// Where tickets are behind the state.
constexpr int64_t kTicketsAt = (int64_t{sizeof(planish_device_state)} + 255) / 256 * 256;

template <class T>
T* at(void* memory, int64_t position) {
  return memory == nullptr ? nullptr
                           : reinterpret_cast<T*>(static_cast<std::byte*>(memory) + position);
}

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
  if (result.is_good()) result = device->make_state();
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
      memory_(*driver_, memory_limits(context.config, driver_->limits())),
      arena_bytes_(static_cast<size_t>(program.kernel_count + program.runtime_kernel_count)),
      poll_([this] {
        if (context_.is_cancelled()) *cancelled_ = 1;
      }) {
  std::ranges::fill(arena_bytes_, driver_->limits().arena_bytes);
}

DeviceContext::~DeviceContext() {
  if (constants_ != nullptr) driver_->free(constants_);
  if (fresh_.tuned != nullptr) driver_->free(const_cast<planish_device_tuned*>(fresh_.tuned));
  if (fresh_.traces.words != nullptr) driver_->free(fresh_.traces.words);
  if (state_ != nullptr) driver_->free(state_);
}

Result DeviceContext::make_state() {
  MappedMemory mapped;
  Result result = driver_->map_memory(kMappedBytes, &mapped);
  if (!result.is_good()) return result;
  std::memset(mapped.host, 0, kMappedBytes);
  cancelled_ = at<volatile uint8_t>(mapped.host, kCancelledAt);
  noticed_ = at<volatile uint32_t>(mapped.host, kNoticedAt);
  own_cancelled_ = at<volatile uint8_t>(mapped.device, kCancelledAt);
  fresh_.cancelled = own_cancelled_;
  fresh_.noticed = at<volatile uint32_t>(mapped.device, kNoticedAt);
  result = make_tuned();
  if (!result.is_good()) return result;
  void* state = nullptr;
  result = driver_->allocate(kTicketsAt + kTickets * int64_t{sizeof(uint32_t)}, &state);
  if (!result.is_good()) return result;
  state_ = static_cast<planish_device_state*>(state);
  tickets_ = at<uint32_t>(state, kTicketsAt);
  result = driver_->fill(tickets_, kTickets, sizeof(uint32_t), 0);
  if (!result.is_good()) return result;
  return driver_->copy_to_device(state_, &fresh_, sizeof fresh_);
}

// Tuning parameters stay as they are.
Result DeviceContext::make_tuned() {
  std::vector<planish_device_tuned> table;
  for (const char* name :
       std::span(program_.tuned_names, static_cast<size_t>(program_.tuned_count))) {
    const auto set = context_.tuning.find(std::string_view(name));
    table.push_back(set == context_.tuning.end() ? planish_device_tuned{}
                                                 : planish_device_tuned{1, set->second});
  }
  if (table.empty()) return {};
  const auto bytes = static_cast<int64_t>(table.size() * sizeof table[0]);
  void* tuned = nullptr;
  Result result = driver_->allocate(bytes, &tuned);
  if (!result.is_good()) return result;
  fresh_.tuned = static_cast<const planish_device_tuned*>(tuned);
  return driver_->copy_to_device(tuned, table.data(), bytes);
}

int64_t DeviceContext::memory_limit() const {
  return memory_limits(context_.config, limits()).memory;
}

DeviceBlock* DeviceContext::allocate(int64_t bytes) {
  Result failure;
  DeviceBlock* block = memory_.allocate(bytes, failure);
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
  tries_ = 0;
  refusals_left_ = refusals_ = 0;
  if (*cancelled_ != 0) {
    if (const int32_t status = forget_cancelled(); status != PLANISH_OK) return status;
  }
  // Nobody polls while a kernel runs in this thread.
  if (interrupt != nullptr && limits().is_synchronous) return set_cancelled(interrupt);
  return PLANISH_OK;
}

void DeviceContext::end_run(int32_t status) {
  if (fresh_.cancelled != own_cancelled_) set_cancelled(own_cancelled_);
  // What follows has nothing to do with it. A driver that fails here will say so again.
  if (status == PLANISH_CANCELLED) forget_cancelled();
}

// Until all that was queued is stopped: it still has to see the byte.
int32_t DeviceContext::forget_cancelled() {
  *cancelled_ = 1;
  const Result stopped = driver_->wait([] {});
  *cancelled_ = 0;
  if (!stopped.is_good() || *noticed_ == 0) return report(stopped);
  *noticed_ = 0;
  return report(driver_->copy_to_device(state_, &fresh_, sizeof fresh_));
}

int32_t DeviceContext::set_cancelled(const volatile uint8_t* byte) {
  fresh_.cancelled = byte;
  return report(
      driver_->copy_to_device(&state_->cancelled, &fresh_.cancelled, sizeof fresh_.cancelled));
}

void DeviceContext::cancel() { *cancelled_ = 1; }

// ---- Waiting

int32_t DeviceContext::wait() { return wait_for_notice().status; }

int32_t DeviceContext::read(void* to_host, const void* from, int64_t bytes) {
  if (bytes == 0) return wait();
  const int32_t status = report(driver_->copy_to_host(to_host, from, bytes, poll_));
  return status == PLANISH_OK ? take_notice().status : status;
}

int32_t DeviceContext::write(void* to, const void* from_host, int64_t bytes) {
  return bytes == 0 ? int32_t{PLANISH_OK} : report(driver_->copy_to_device(to, from_host, bytes));
}

int32_t DeviceContext::copy(void* to, const void* from, int64_t bytes) {
  return bytes == 0 ? int32_t{PLANISH_OK} : report(driver_->copy_in_device(to, from, bytes));
}

int32_t DeviceContext::clear(void* to, int64_t bytes) {
  if (bytes == 0) return PLANISH_OK;
  const int64_t size = bytes % 4 == 0 ? 4 : 1;
  return report(driver_->fill(to, bytes / size, size, 0));
}

DeviceContext::Notice DeviceContext::wait_for_notice() {
  const int32_t status = report(driver_->wait(poll_));
  if (status != PLANISH_OK) return {status};
  return take_notice();
}

// All that was queued is done.
DeviceContext::Notice DeviceContext::take_notice() {
  Notice notice;
  if (*noticed_ != 0) {
    planish_device_state state{};
    notice.status = report(driver_->copy_to_host(&state, state_, sizeof state, poll_));
    if (notice.status != PLANISH_OK) return notice;
    *noticed_ = 0;
    notice.status = report(driver_->copy_to_device(state_, &fresh_, sizeof fresh_));
    if (notice.status != PLANISH_OK) return notice;
    if (state.failure.claimed != 0) notice.status = record(state.failure);
    notice.arena_too_small = state.arena_too_small != 0;
    notice.stack_too_small = state.stack_too_small != 0;
    notice.traced = state.traces.used;
  }
  if (notice.status == PLANISH_OK) calls_.forget_launches();
  if (notice.status == PLANISH_OK && context_.is_cancelled()) notice.status = PLANISH_CANCELLED;
  return notice;
}

// What device code names by number.
const void* DeviceContext::address(const void* number) const {
  return program_.addresses[reinterpret_cast<uintptr_t>(number) - 1];
}

// As if the check had failed on the host.
int32_t DeviceContext::record(const planish_device_failure& failure) {
  if (failure.status == PLANISH_CANCELLED) return PLANISH_CANCELLED;
  if (failure.site != nullptr)
    planish_fail(&context_, static_cast<const planish_check_site*>(address(failure.site)),
                 failure.values);
  else if (failure.status == PLANISH_OUT_OF_MEMORY)
    native::record_out_of_memory(context_, failure.bytes);
  else
    native::record_failure(context_, "recursion too deep");
  if (failure.place != nullptr)
    planish_add_place(&context_, static_cast<const char* const*>(address(failure.place)),
                      failure.place_length);
  const auto add = [&](int64_t call) {
    planish_add_caller(&context_, static_cast<const char* const*>(address(failure.calls[call])),
                       failure.call_lengths[call]);
  };
  constexpr int64_t kFirst = 12;
  constexpr int64_t kLast = 4;
  for (int64_t i = 0; i < std::min(failure.call_count, kFirst); i++) add(i);
  if (failure.calls_left_out > 0) native::leave_out_callers(context_, failure.calls_left_out);
  for (int64_t i = std::max(kFirst, failure.call_count - kLast); i < failure.call_count; i++)
    add(kFirst + (i - kFirst) % kLast);
  add_callers(failure);
  return failure.status;
}

// The calls of the host that the kernel was launched in, if they are not those that the host is in
// now, and will tell of itself.
void DeviceContext::add_callers(const planish_device_failure& failure) {
  if (!calls_.is_elsewhere(failure.claimed)) return;
  for (const CallLog::Call& call : calls_.calls_of(failure.claimed))
    planish_add_caller(&context_, call.path, call.path_count);
  native::ignore_callers(context_, calls_.depth());
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
  return DeviceContext::of(context).begin_try();
}

void planish_device_end_try(planish_context* context) { DeviceContext::of(context).end_try(); }

void planish_device_enter(planish_context* context, const char* const* path, int64_t path_count) {
  guarded(context, [&](DeviceContext& device) {
    device.calls().enter({path, path_count});
    return int32_t{PLANISH_OK};
  });
}

void planish_device_leave(planish_context* context) { DeviceContext::of(context).calls().leave(); }
