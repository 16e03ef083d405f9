#include "runtime/emulator/emulator.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include "runtime/device/device_context.h"
#include "runtime/device/host.h"
#include "runtime/emulator/grid.h"

namespace planish::emulator {
namespace {

using device::DriverLimits;
using device::Result;

constexpr int32_t kMostThreads = 1024;
constexpr int64_t kLargestStack = int64_t{1} << 20;

class Emulator final : public device::Driver {
 public:
  explicit Emulator(const EmulatorOptions& options)
      : options_(options),
        region_(options.protection, options.memory_bytes),
        grid_(options.seed, options.blocks_alive, region_, options.forgotten) {
    limits_.name = "emulator";
    limits_.memory_bytes = region_.bytes();
    limits_.multiprocessors = 2;
    limits_.block_threads = kBlockThreads;
    limits_.resident_threads = 64;
    limits_.shared_bytes = 16 << 10;
    limits_.stack_bytes = 8 << 10;
    limits_.arena_bytes = 256;
    limits_.stack_arena_bytes = 512;
    limits_.is_synchronous = true;
    limits_.moves_all = options.move_all;
    limits_.movable_from = options.move_all ? 1 : Region::kPage;
  }

  const DriverLimits& limits() const override { return limits_; }
  void lend_memory() override { region_.open(); }
  void take_back_memory() override { region_.close(); }

  Result load(const planish_device_program& program) override {
    program_ = &program;
    for (int64_t i = 0; i < program.kernel_count + program.runtime_kernel_count; i++) {
      if (program.kernels[i].emulated == nullptr && program.kernels[i].name != nullptr)
        return Result::failed(
            fmt::format("kernel {} has no code for the emulator", program.kernels[i].name));
    }
    return {};
  }

  device::KernelLimits kernel_limits(int32_t) override { return {limits_.block_threads, 1}; }

  Result allocate(int64_t bytes, void** address) override {
    return allocate(bytes, Movable::No, address);
  }
  Result allocate_movable(int64_t bytes, void** address) override {
    return allocate(bytes, Movable::Yes, address);
  }
  Result take_memory(void* address) override {
    if (broken_) return is_broken();
    region_.take_memory(address);
    return {};
  }
  Result give_memory(void* address) override {
    if (broken_) return is_broken();
    const bool is_given =
        ++allocations_ != options_.fail_allocation && region_.give_memory(address);
    return is_given ? Result() : has_none_left();
  }
  void* allocate_on_host(int64_t bytes) override { return std::malloc(static_cast<size_t>(bytes)); }
  void free_on_host(void* memory) override { std::free(memory); }
  void free(void* address) override { region_.free(address); }
  void set_used(void* address, int64_t, int64_t used) override { region_.set_used(address, used); }

  Result map_memory(int64_t bytes, device::MappedMemory* memory) override {
    mapped_.emplace_back(static_cast<size_t>(bytes + 63) / 64);
    memory->host = memory->device = mapped_.back().data();
    return {};
  }

  Result copy_to_device(void* to, const void* from, int64_t bytes) override {
    return copy(to, from, bytes);
  }
  Result copy_to_host(void* to, const void* from, int64_t bytes,
                      const std::function<void()>&) override {
    return copy(to, from, bytes);
  }
  Result copy_in_device(void* to, const void* from, int64_t bytes) override {
    return copy(to, from, bytes);
  }

  Result fill(void* to, int64_t count, int64_t element_bytes, uint32_t bits) override {
    if (broken_) return is_broken();
    const OpenRegion open(region_);
    for (int64_t i = 0; i < count; i++)
      std::memcpy(static_cast<std::byte*>(to) + i * element_bytes, &bits,
                  static_cast<size_t>(element_bytes));
    return {};
  }

  Result launch(const device::LaunchShape& shape, const void* closure, int64_t closure_bytes,
                const planish_launch& launch) override {
    if (closure_bytes > PLANISH_LARGEST_CLOSURE)
      return Result::failed(fmt::format("kernel {}: a closure that is too large",
                                        program_->kernels[shape.kernel].name));
    return run(shape, closure, launch);
  }

  Result launch_with(const device::LaunchShape& shape, void* closure,
                     const planish_launch& launch) override {
    return run(shape, closure, launch);
  }

  Result wait(const std::function<void()>&) override { return broken_ ? is_broken() : Result(); }

  Result set_stack_bytes(int64_t bytes) override {
    limits_.stack_bytes = std::min(bytes, kLargestStack);
    return {};
  }

 private:
  struct alignas(64) Line {
    std::byte bytes[64];
  };

  Result run(const device::LaunchShape& shape, const void* closure, const planish_launch& launch) {
    if (broken_) return is_broken();
    const planish_device_kernel& kernel = program_->kernels[shape.kernel];
    const auto refuse = [&](std::string_view what) {
      return Result::failed(fmt::format("kernel {}: {}", kernel.name, what));
    };
    launches_++;
    if (launches_ == options_.fail_launch) return refuse("the launch failed");
    if (launches_ == options_.fault)
      return break_with(fmt::format("kernel {}: the launch failed", kernel.name));
    if (shape.blocks < 1 || shape.blocks > INT32_MAX) return refuse("a grid without blocks");
    if (shape.block_threads < 1 || shape.block_threads > kMostThreads)
      return refuse("blocks have 1 to 1024 threads");
    if (shape.shared_bytes > limits_.shared_bytes)
      return refuse(fmt::format("it needs {} bytes of shared memory, and there are {}",
                                shape.shared_bytes, limits_.shared_bytes));
    const OpenRegion open(region_);
    const std::string failure =
        grid_.run({&kernel, shape.blocks, static_cast<uint32_t>(shape.block_threads),
                   static_cast<uint32_t>(shape.shared_bytes), closure, &launch});
    if (!failure.empty()) return break_with(failure);
    const planish_device_state& state = *launch.state;
    if ((state.failure.claimed | state.arena_too_small | state.stack_too_small) != 0 &&
        *state.noticed == 0)
      return break_with(fmt::format("kernel {}: what it found is not noticed", kernel.name));
    return {};
  }

  Result allocate(int64_t bytes, Movable movable, void** address) {
    if (broken_) return is_broken();
    *address = nullptr;
    if (++allocations_ != options_.fail_allocation) *address = region_.allocate(bytes, movable);
    return *address == nullptr ? has_none_left() : Result();
  }
  static Result has_none_left() {
    return Result::out_of_memory("the emulated device has no memory left");
  }

  Result copy(void* to, const void* from, int64_t bytes) {
    if (broken_) return is_broken();
    const OpenRegion open(region_);
    std::memmove(to, from, static_cast<size_t>(bytes));
    return {};
  }

  Result break_with(std::string text) {
    broken_ = true;
    return Result::failed(std::move(text));
  }
  static Result is_broken() {
    return Result::failed("the device context is broken by an earlier fault");
  }

  const EmulatorOptions options_;
  DriverLimits limits_;
  Region region_;
  Grid grid_;
  const planish_device_program* program_ = nullptr;
  std::vector<std::vector<Line>> mapped_;
  int64_t allocations_ = 0;
  int64_t launches_ = 0;
  bool broken_ = false;  // by a fault
};

struct NamedOption {
  std::string_view name;
  void (*set)(EmulatorOptions& options, int64_t value);
};
constexpr NamedOption kOptions[] = {
    {"seed", [](EmulatorOptions& o, int64_t value) { o.seed = static_cast<uint64_t>(value); }},
    {"protect",
     [](EmulatorOptions& o, int64_t value) {
       o.protection = value != 0 ? Protection::On : Protection::Off;
     }},
    {"fail_allocation", [](EmulatorOptions& o, int64_t value) { o.fail_allocation = value; }},
    {"fail_launch", [](EmulatorOptions& o, int64_t value) { o.fail_launch = value; }},
    {"fault", [](EmulatorOptions& o, int64_t value) { o.fault = value; }},
    {"forget_barrier", [](EmulatorOptions& o, int64_t value) { o.forgotten.barrier = value; }},
    {"forget_acquire", [](EmulatorOptions& o, int64_t value) { o.forgotten.acquire = value; }},
    {"memory", [](EmulatorOptions& o, int64_t value) { o.memory_bytes = value; }},
    {"move_all", [](EmulatorOptions& o, int64_t value) { o.move_all = value != 0; }},
};

}  // namespace

std::string read_options(const std::string& text, EmulatorOptions& options) {
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view word = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), word.size() + 1));
    const size_t equals = word.find('=');
    const std::string_view number = equals == word.npos ? "" : word.substr(equals + 1);
    int64_t value = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    const auto* option = std::ranges::find(kOptions, word.substr(0, equals), &NamedOption::name);
    if (error != std::errc() || end != number.data() + number.size() ||
        option == std::end(kOptions))
      return fmt::format("PLANISH_EMULATOR: `{}` is no option", word);
    option->set(options, value);
  }
  return "";
}

std::unique_ptr<device::Driver> make_emulator(const EmulatorOptions& options) {
  return std::make_unique<Emulator>(options);
}

}  // namespace planish::emulator

void planish_open_emulator(planish_context* context, const planish_device_options* options) {
  using namespace planish;
  emulator::EmulatorOptions emulated;
  if (const char* text = std::getenv("PLANISH_EMULATOR")) {
    context->unusable = emulator::read_options(text, emulated);
    if (!context->unusable.empty()) return;
  }
  device::DeviceContext::open(*context, *options, emulator::make_emulator(emulated));
}
