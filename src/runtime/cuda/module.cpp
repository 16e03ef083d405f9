#include "runtime/cuda/module.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>

#include "runtime/device_abi.h"

namespace planish::cuda {

using device::Result;

namespace {

constexpr size_t kLogBytes = 16 << 10;

struct Architecture {
  int number = -1;
  bool is_exact = false;  // code for it runs nowhere else

  explicit Architecture(std::string_view name) {
    if (!name.starts_with("sm_")) return;
    const auto [end, error] = std::from_chars(name.data() + 3, name.data() + name.size(), number);
    if (error != std::errc()) number = -1;
    is_exact = end != name.data() + name.size();
  }
  bool runs_on(int architecture) const {
    return number >= 0 && (is_exact ? number == architecture : number <= architecture);
  }
};

// FNV-1a, from a start of its own.
uint64_t hash(std::string_view text, uint64_t start) {
  uint64_t value = start;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return value;
}

// Turns PTX into machine code.
class Link {
 public:
  explicit Link(const Api& api) : api_(api) {}
  ~Link() {
    if (link_ != nullptr) api_.destroy_link(link_);
  }
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;

  // The code lives as long as this.
  Result assemble(const planish_device_image& image, std::string_view& code) {
    int options[] = {kErrorLog, kErrorLogBytes};
    void* values[] = {log_.data(), reinterpret_cast<void*>(uintptr_t{kLogBytes})};
    if (const Code error = api_.create_link(2, options, values, &link_); error != kSuccess)
      return failed(error);
    // The text ends with a zero.
    std::string text(image.text, static_cast<size_t>(image.bytes));
    if (const Code error = api_.add_to_link(link_, kInputPtx, text.data(), text.size() + 1,
                                            "planish", 0, nullptr, nullptr);
        error != kSuccess)
      return failed(error);
    void* made = nullptr;
    size_t bytes = 0;
    if (const Code error = api_.complete_link(link_, &made, &bytes); error != kSuccess)
      return failed(error);
    code = {static_cast<const char*>(made), bytes};
    return {};
  }

 private:
  Result failed(Code code) const {
    const std::string_view log(log_.data(), strnlen(log_.data(), log_.size()));
    return Result::failed(fmt::format("the CUDA driver cannot assemble the program: {}{}{}",
                                      api_.text(code), log.empty() ? "" : "\n", log));
  }

  const Api& api_;
  std::string log_ = std::string(kLogBytes, '\0');
  LinkHandle link_ = nullptr;
};

}  // namespace

const planish_device_image* best_image(const planish_device_program& program, int architecture) {
  const planish_device_image* best = nullptr;
  for (int64_t i = 0; i < program.image_count; i++) {
    const planish_device_image& image = program.images[i];
    const Architecture one(image.architecture);
    if (!one.runs_on(architecture)) continue;
    if (best != nullptr) {
      const Architecture other(best->architecture);
      if (one.number < other.number || (one.number == other.number && !one.is_exact)) continue;
    }
    best = &image;
  }
  return best;
}

std::string code_key(const planish_device_image& image, const Device& device) {
  const std::string_view text(image.text, static_cast<size_t>(image.bytes));
  return fmt::format("cuda-{:016x}{:016x}-{}-sm_{}-{}", hash(text, 0xcbf29ce484222325),
                     hash(text, 0x9e3779b97f4a7c15), text.size(), device.architecture,
                     device.driver_version);
}

Result load_module(const Api& api, const planish_device_options& options, const Device& device,
                   ModuleHandle& module) {
  const planish_device_image* image = best_image(*options.program, device.architecture);
  if (image == nullptr)
    return Result::failed(fmt::format("the program has no code for the device {} (sm_{})",
                                      device.name, device.architecture));
  const std::string key = code_key(*image, device);
  if (options.load_code != nullptr) {
    int64_t bytes = 0;
    const std::unique_ptr<void, decltype(&std::free)> kept(
        options.load_code(options.code_closure, key.c_str(), &bytes), &std::free);
    // What cannot be loaded is made again.
    if (kept != nullptr && bytes > 0 && api.load_module(&module, kept.get()) == kSuccess) return {};
  }
  Link link(api);
  std::string_view code;
  Result result = link.assemble(*image, code);
  if (!result.is_good()) return result;
  if (const Code error = api.load_module(&module, code.data()); error != kSuccess)
    return Result::failed(
        fmt::format("the CUDA driver cannot load the program: {}", api.text(error)));
  if (options.save_code != nullptr)
    options.save_code(options.code_closure, key.c_str(), code.data(),
                      static_cast<int64_t>(code.size()));
  return {};
}

}  // namespace planish::cuda
