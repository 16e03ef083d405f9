#include "runtime/cuda/cuda.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <mutex>
#include <thread>
#include <utility>

#include "runtime/cuda/module.h"
#include "runtime/cuda/movable.h"
#include "runtime/cuda/repeats.h"
#include "runtime/cuda/staging.h"

namespace planish::cuda {
namespace {

using device::KernelLimits;
using device::LaunchShape;
using device::Result;

constexpr int32_t kSharedWithoutAsking = 48 << 10;
// Memory that can be moved comes in pieces of 2 MiB: for smaller arrays too much of it would be lost.
constexpr int64_t kMovableFrom = int64_t{8} << 20;
// How long a wait spins before it sleeps now and then.
constexpr auto kSpinning = std::chrono::milliseconds(2);
constexpr auto kSleep = std::chrono::microseconds(50);

Address address(const void* pointer) { return reinterpret_cast<Address>(pointer); }

class CudaDriver final : public device::Driver {
 public:
  CudaDriver(std::shared_ptr<const Api> api, const planish_device_options& options, Device device,
             Launches launches)
      : api_(std::move(api)),
        options_(options),
        device_(std::move(device)),
        launches_(launches),
        modules_(*api_, options_, device_),
        movable_(*api_),
        repeats_(*api_) {
    if (launches_ != Launches::InGraphs) repeats_.switch_off();
  }
  ~CudaDriver() override;

  Result open();

  const device::DriverLimits& limits() const override { return limits_; }
  Result load(const planish_device_program& program) override;
  KernelLimits kernel_limits(int32_t kernel) override;
  Result allocate(int64_t bytes, void** memory) override;
  void free(void* memory) override;
  Result allocate_movable(int64_t bytes, void** memory) override;
  Result take_memory(void* memory) override;
  Result give_memory(void* memory) override;
  void* allocate_on_host(int64_t bytes) override;
  void free_on_host(void* memory) override;
  Result map_memory(int64_t bytes, device::MappedMemory* memory) override;
  Result copy_to_device(void* to, const void* from, int64_t bytes) override;
  Result copy_to_host(void* to, const void* from, int64_t bytes,
                      const std::function<void()>& poll) override;
  Result copy_in_device(void* to, const void* from, int64_t bytes) override;
  Result fill(void* to, int64_t count, int64_t element_bytes, uint32_t bits) override;
  Result launch(const LaunchShape& shape, const void* closure, int64_t closure_bytes,
                const planish_launch& launch) override;
  Result launch_with(const LaunchShape& shape, void* closure,
                     const planish_launch& launch) override;
  void flush() override;
  Result wait(const std::function<void()>& poll) override;
  Result set_stack_bytes(int64_t bytes) override;

 private:
  // The context is the calling thread's for as long as a scope lasts; another one may be it around.
  class Current {
   public:
    explicit Current(const CudaDriver& driver) : api_(*driver.api_) {
      api_.push_context(driver.context_);
    }
    ~Current() {
      ContextHandle popped = nullptr;
      api_.pop_context(&popped);
    }
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;

   private:
    const Api& api_;
  };

  struct Kernel {
    FunctionHandle function = nullptr;
    KernelLimits limits;
    int32_t shared_bytes = kSharedWithoutAsking;  // that it may have
  };

  // What a call gives; `what` says what was tried.
  Result result(Code code, std::string_view what);
  Result is_broken() const {
    return Result::failed("the device context is broken by an earlier fault");
  }
  Result find_kernel(int32_t number, Kernel*& kernel);
  Result queue(const char* what);
  // Of what was held back.
  Result flush_repeats() { return result(repeats_.flush(), "launching kernels"); }
  Result wait_for_stream(const std::function<void()>& poll);

  const std::shared_ptr<const Api> api_;
  const planish_device_options options_;
  const Device device_;
  const Launches launches_;
  device::DriverLimits limits_;
  DeviceNumber handle_ = 0;
  ContextHandle context_ = nullptr;
  StreamHandle stream_ = nullptr;
  Modules modules_;
  MovableMemory movable_;
  Repeats repeats_;
  Work work_;  // that is to be queued
  const planish_device_program* program_ = nullptr;
  std::vector<Kernel> kernels_;
  std::vector<void*> mapped_;
  std::mutex staging_mutex_;
  Staging staging_;
  const char* last_kernel_ = nullptr;
  std::atomic<bool> broken_ = false;
};

CudaDriver::~CudaDriver() {
  if (context_ == nullptr) return;
  {
    const Current current(*this);
    repeats_.close();
    if (stream_ != nullptr) {
      api_->synchronize_stream(stream_);
      api_->destroy_stream(stream_);
    }
    modules_.close();
    movable_.close();
    for (void* memory : mapped_) api_->free_host(memory);
    if (staging_.memory() != nullptr) api_->free_host(staging_.memory());
  }
  // A process that ends is quicker at it.
  if (options_.owns_process == 0) api_->release_context(handle_);
}

Result CudaDriver::result(Code code, std::string_view what) {
  if (code == kSuccess) return {};
  if (code == kErrorOutOfMemory)
    return Result::out_of_memory(fmt::format("out of memory on the device: {}", what));
  if (!is_fault(code)) return Result::failed(fmt::format("{} failed: {}", what, api_->text(code)));
  if (broken_.exchange(true)) return is_broken();
  // What failed is something that was queued before.
  return Result::failed(fmt::format("the device stopped with {}{}{}", api_->text(code),
                                    last_kernel_ == nullptr ? ""
                                    : launches_ == Launches::Waited
                                        ? ", in kernel "
                                        : ", in one of the kernels up to ",
                                    last_kernel_ == nullptr ? "" : last_kernel_));
}

// ---- Opening

Result CudaDriver::open() {
  Result opened = result(api_->device(&handle_, device_.number), "opening the device");
  if (!opened.is_good()) return opened;
  ContextHandle context = nullptr;
  opened = result(api_->retain_context(&context, handle_), "opening the device");
  if (!opened.is_good()) return opened;
  context_ = context;
  const Current current(*this);
  opened = result(api_->create_stream(&stream_, kNonBlocking), "making a stream");
  if (!opened.is_good()) return opened;
  repeats_.set_stream(stream_);
  const auto attribute = [&](int which, int32_t otherwise) {
    int value = 0;
    return api_->device_attribute(&value, which, handle_) == kSuccess && value > 0 ? value
                                                                                   : otherwise;
  };
  limits_.name = device_.name;
  limits_.memory_bytes = device_.memory_bytes;
  limits_.multiprocessors = device_.multiprocessors;
  limits_.warp_threads = attribute(kWarpSize, 32);
  limits_.resident_threads = attribute(kThreadsPerMultiprocessor, 1024);
  limits_.shared_bytes = attribute(kLargestSharedMemory, kSharedWithoutAsking);
  limits_.stack_arena_bytes = 32 << 10;
  limits_.slab_limit = 1 << 20;
  limits_.slab_bytes = 32 << 20;
  movable_.set_device(handle_);
  if (const auto unit = static_cast<int64_t>(movable_.unit()); unit > 0) {
    limits_.movable_from = std::max(kMovableFrom, unit);
    limits_.movable_unit = unit;
  }
  size_t stack = 0;
  if (api_->get_limit(&stack, kStackSize) == kSuccess)
    limits_.stack_bytes = static_cast<int64_t>(stack);
  void* memory = nullptr;
  opened = result(api_->allocate_host(&memory, Staging::kBytes, 0), "memory of the host");
  if (opened.is_good()) staging_.set_memory(memory);
  return opened;
}

Result CudaDriver::load(const planish_device_program& program) {
  const Current current(*this);
  program_ = &program;
  kernels_.resize(static_cast<size_t>(program.kernel_count + program.runtime_kernel_count));
  return modules_.open();
}

Result CudaDriver::find_kernel(int32_t number, Kernel*& kernel) {
  kernel = &kernels_[static_cast<size_t>(number)];
  if (kernel->function != nullptr) return {};
  const char* name = program_->kernels[number].name;
  ModuleHandle module = nullptr;
  Result found = modules_.find(name, module);
  if (!found.is_good()) return found;
  FunctionHandle function = nullptr;
  found = result(api_->find_function(&function, module, name),
                 fmt::format("looking for kernel {}", name));
  if (!found.is_good()) return found;
  int threads = 0;
  found = result(api_->get_function_attribute(&threads, kThreadsOfBlock, function),
                 fmt::format("looking at kernel {}", name));
  if (!found.is_good()) return found;
  kernel->limits.block_threads = threads;
  const int usual = std::min(threads, limits_.block_threads);
  const size_t shared =
      static_cast<size_t>(program_->kernels[number].shared_bytes) * static_cast<size_t>(usual);
  int blocks = 0;
  if (api_->blocks_per_processor(&blocks, function, usual, shared) == kSuccess)
    kernel->limits.blocks_per_processor = std::max(1, blocks);
  kernel->function = function;
  return {};
}

// One that cannot be found is told of when it is launched.
KernelLimits CudaDriver::kernel_limits(int32_t number) {
  const Current current(*this);
  Kernel* kernel = nullptr;
  const Result found = find_kernel(number, kernel);
  return found.is_good() ? kernel->limits : KernelLimits{limits_.block_threads, 1};
}

Result CudaDriver::set_stack_bytes(int64_t bytes) {
  const Current current(*this);
  if (Result flushed = flush_repeats(); !flushed.is_good()) return flushed;
  repeats_.close();
  Result set = result(api_->set_limit(kStackSize, static_cast<size_t>(bytes)),
                      fmt::format("a stack of {} bytes for each thread", bytes));
  size_t now = 0;
  if (api_->get_limit(&now, kStackSize) == kSuccess)
    limits_.stack_bytes = static_cast<int64_t>(now);
  return set;
}

// ---- Memory

Result CudaDriver::allocate(int64_t bytes, void** memory) {
  if (broken_) return is_broken();
  const Current current(*this);
  Address given = 0;
  Result allocated =
      result(api_->allocate(&given, static_cast<size_t>(bytes)), fmt::format("{} bytes", bytes));
  *memory = reinterpret_cast<void*>(given);
  return allocated;
}

void CudaDriver::free(void* memory) {
  if (broken_) return;
  const Current current(*this);
  // What was queued may use it.
  repeats_.flush();
  api_->synchronize_stream(stream_);
  repeats_.close();
  if (movable_.has(address(memory)))
    movable_.free(address(memory));
  else
    api_->free(address(memory));
}

Result CudaDriver::allocate_movable(int64_t bytes, void** memory) {
  if (broken_) return is_broken();
  const Current current(*this);
  Address given = 0;
  Result allocated =
      result(movable_.allocate(static_cast<size_t>(bytes), given), fmt::format("{} bytes", bytes));
  *memory = reinterpret_cast<void*>(given);
  return allocated;
}

Result CudaDriver::take_memory(void* memory) {
  if (broken_) return is_broken();
  const Current current(*this);
  if (Result flushed = flush_repeats(); !flushed.is_good()) return flushed;
  Result waited = result(api_->synchronize_stream(stream_), "waiting for the device");
  if (!waited.is_good()) return waited;
  repeats_.close();
  return result(movable_.take(address(memory)), "moving an array to the host");
}

Result CudaDriver::give_memory(void* memory) {
  if (broken_) return is_broken();
  const Current current(*this);
  return result(movable_.give(address(memory)), "bringing an array back to the device");
}

void* CudaDriver::allocate_on_host(int64_t bytes) {
  const Current current(*this);
  void* memory = nullptr;
  return api_->allocate_host(&memory, static_cast<size_t>(bytes), 0) == kSuccess ? memory : nullptr;
}

void CudaDriver::free_on_host(void* memory) {
  const Current current(*this);
  api_->free_host(memory);
}

Result CudaDriver::map_memory(int64_t bytes, device::MappedMemory* memory) {
  const Current current(*this);
  Result mapped =
      result(api_->allocate_host(&memory->host, static_cast<size_t>(bytes), kPortableMapped),
             "memory of the host");
  if (!mapped.is_good()) return mapped;
  mapped_.push_back(memory->host);
  Address seen = 0;
  mapped = result(api_->host_address(&seen, memory->host, 0), "memory of the host");
  memory->device = reinterpret_cast<void*>(seen);
  return mapped;
}

Result CudaDriver::copy_to_device(void* to, const void* from, int64_t bytes) {
  if (broken_) return is_broken();
  const Current current(*this);
  if (Result flushed = flush_repeats(); !flushed.is_good()) return flushed;
  const auto size = static_cast<size_t>(bytes);
  if (size <= Staging::kLargest) {
    std::lock_guard lock(staging_mutex_);
    void* room = staging_.take(size);
    if (room == nullptr) {
      Result waited = result(api_->synchronize_stream(stream_), "waiting for the device");
      if (!waited.is_good()) return waited;
      staging_.reset();
      room = staging_.take(size);
    }
    std::memcpy(room, from, size);
    return result(api_->copy_to_device(address(to), room, size, stream_), "a copy to the device");
  }
  // The driver may read it later only if it is memory that it knows.
  Result copied =
      result(api_->copy_to_device(address(to), from, size, stream_), "a copy to the device");
  if (!copied.is_good()) return copied;
  return result(api_->synchronize_stream(stream_), "a copy to the device");
}

Result CudaDriver::copy_to_host(void* to, const void* from, int64_t bytes,
                                const std::function<void()>& poll) {
  if (broken_) return is_broken();
  const Current current(*this);
  if (Result flushed = flush_repeats(); !flushed.is_good()) return flushed;
  const auto size = static_cast<size_t>(bytes);
  if (size <= Staging::kLargest) {
    std::lock_guard lock(staging_mutex_);
    // If there is no room, that of others is no longer needed after a wait.
    void* room = staging_.take(size);
    if (room == nullptr) {
      Result waited = wait_for_stream(poll);
      if (!waited.is_good()) return waited;
      staging_.reset();
      room = staging_.take(size);
    }
    Result copied =
        result(api_->copy_to_host(room, address(from), size, stream_), "a copy from the device");
    if (copied.is_good()) copied = wait_for_stream(poll);
    if (!copied.is_good()) return copied;
    std::memcpy(to, room, size);
    staging_.reset();
    return {};
  }
  Result waited = wait_for_stream(poll);
  if (!waited.is_good()) return waited;
  Result copied =
      result(api_->copy_to_host(to, address(from), size, stream_), "a copy from the device");
  return copied.is_good() ? wait_for_stream(poll) : copied;
}

Result CudaDriver::copy_in_device(void* to, const void* from, int64_t bytes) {
  if (broken_) return is_broken();
  const Current current(*this);
  work_ = {};
  work_.kind = Work::Kind::Copy;
  work_.to = address(to);
  work_.from = address(from);
  work_.count = static_cast<size_t>(bytes);
  return queue("a copy on the device");
}

Result CudaDriver::fill(void* to, int64_t count, int64_t element_bytes, uint32_t bits) {
  if (broken_) return is_broken();
  const Current current(*this);
  work_ = {};
  work_.kind = Work::Kind::Fill;
  work_.to = address(to);
  work_.count = static_cast<size_t>(count);
  work_.element_bytes = element_bytes;
  work_.bits = bits;
  return queue("a fill on the device");
}

// ---- Kernels

Result CudaDriver::launch(const LaunchShape& shape, const void* closure, int64_t closure_bytes,
                          const planish_launch& launch) {
  if (broken_) return is_broken();
  const Current current(*this);
  const planish_device_kernel& code = program_->kernels[shape.kernel];
  Kernel* kernel = nullptr;
  Result done = find_kernel(shape.kernel, kernel);
  if (!done.is_good()) return done;
  if (shape.shared_bytes > kernel->shared_bytes) {
    done = result(
        api_->set_function_attribute(kernel->function, kDynamicSharedMemory, shape.shared_bytes),
        fmt::format("kernel {}: {} bytes of shared memory", code.name, shape.shared_bytes));
    if (!done.is_good()) return done;
    kernel->shared_bytes = shape.shared_bytes;
  }
  work_.kind = Work::Kind::Launch;
  work_.function = kernel->function;
  work_.blocks = static_cast<unsigned>(shape.blocks);
  work_.threads = static_cast<unsigned>(shape.block_threads);
  work_.shared_bytes = static_cast<unsigned>(shape.shared_bytes);
  work_.flags = code.flags;
  work_.launch = launch;
  const auto* bytes = static_cast<const std::byte*>(closure);
  work_.closure.assign(bytes, bytes + closure_bytes);
  done = queue(code.name);
  if (!done.is_good()) return done;
  last_kernel_ = code.name;
  if (launches_ == Launches::Waited)
    return result(api_->synchronize_stream(stream_), "waiting for the device");
  return {};
}

Result CudaDriver::launch_with(const LaunchShape& shape, void* closure,
                               const planish_launch& launch) {
  return this->launch(shape, &closure, sizeof closure, launch);
}

Result CudaDriver::queue(const char* what) {
  const Code code = repeats_.add(work_);
  if (code == kSuccess) return {};
  return result(code, work_.kind == Work::Kind::Launch ? fmt::format("launching kernel {}", what)
                                                       : std::string(what));
}

// It was launched before, so nothing is wrong with it but what the next call will say again.
void CudaDriver::flush() {
  if (broken_) return;
  const Current current(*this);
  repeats_.flush();
}

Result CudaDriver::wait(const std::function<void()>& poll) {
  if (broken_) return is_broken();
  const Current current(*this);
  if (Result flushed = flush_repeats(); !flushed.is_good()) return flushed;
  Result waited = wait_for_stream(poll);
  if (!waited.is_good()) return waited;
  std::lock_guard lock(staging_mutex_);
  staging_.reset();
  return {};
}

Result CudaDriver::wait_for_stream(const std::function<void()>& poll) {
  const auto start = std::chrono::steady_clock::now();
  while (true) {
    const Code code = api_->query_stream(stream_);
    if (code != kErrorNotReady) return result(code, "waiting for the device");
    poll();
    if (std::chrono::steady_clock::now() - start > kSpinning) std::this_thread::sleep_for(kSleep);
  }
}

}  // namespace

Result open_device(std::shared_ptr<const Api> api, const planish_device_options& options,
                   Launches launches, std::unique_ptr<device::Driver>& driver) {
  std::vector<Device> devices;
  Device device;
  Result opened = list_devices(*api, devices);
  if (opened.is_good())
    opened = find_device(devices, options.device == nullptr ? "" : options.device, device);
  if (!opened.is_good()) return opened;
  auto made = std::make_unique<CudaDriver>(std::move(api), options, std::move(device), launches);
  opened = made->open();
  if (opened.is_good()) driver = std::move(made);
  return opened;
}

}  // namespace planish::cuda
