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
  Result assemble(std::string text, std::string_view& code) {
    int options[] = {kErrorLog, kErrorLogBytes};
    void* values[] = {log_.data(), reinterpret_cast<void*>(uintptr_t{kLogBytes})};
    if (const Code error = api_.create_link(2, options, values, &link_); error != kSuccess)
      return failed(error);
    // The text ends with a zero.
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

// Codes and their names in one piece, each with its length before it.
constexpr std::string_view kFormat = "planish kernels 1\n";

void append(std::string& to, std::string_view piece) {
  to += fmt::format("{}\n", piece.size());
  to += piece;
}

// Takes the first one off the text. False: there is none.
bool take(std::string_view& from, std::string_view& piece) {
  size_t size = 0;
  const auto [end, error] = std::from_chars(from.data(), from.data() + from.size(), size);
  if (error != std::errc() || end == from.data() + from.size() || *end != '\n') return false;
  from.remove_prefix(static_cast<size_t>(end - from.data()) + 1);
  if (size > from.size()) return false;
  piece = from.substr(0, size);
  from.remove_prefix(size);
  return true;
}

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

Result Modules::open() {
  image_ = best_image(*options_.program, device_.architecture);
  if (image_ == nullptr)
    return Result::failed(fmt::format("the program has no code for the device {} (sm_{})",
                                      device_.name, device_.architecture));
  read_kept();
  return {};
}

Result Modules::find(const char* kernel, ModuleHandle& module) {
  const auto is_there = [&](const char* name) {
    const auto found = loaded_.find(name);
    if (found != loaded_.end()) module = found->second;
    return found != loaded_.end();
  };
  if (is_there(kernel) || is_there("")) return {};
  // What cannot be loaded is made again.
  for (const char* name : {kernel, ""}) {
    const auto kept = codes_.find(name);
    if (kept == codes_.end()) continue;
    if (load(name, kept->second).is_good() && is_there(name)) return {};
  }
  const std::string_view all(image_->text, static_cast<size_t>(image_->bytes));
  if (!text_) text_.emplace(all);
  std::string alone = text_->kernel_count() > 1 ? text_->only(kernel) : std::string();
  const char* name = alone.empty() ? "" : kernel;
  if (alone.empty()) alone = all;
  Result result = make(name, std::move(alone));
  if (result.is_good()) is_there(name);
  return result;
}

Result Modules::make(const std::string& kernel, std::string text) {
  // Note [Functions are not linked]
  if (text.find("\n.func ") != std::string::npos) return load(kernel, text);
  Link link(api_);
  std::string_view made;
  Result result = link.assemble(std::move(text), made);
  if (!result.is_good()) return result;
  std::string code(made);
  result = load(kernel, code);
  if (!result.is_good()) return result;
  codes_.insert_or_assign(kernel, std::move(code));
  has_new_code_ = true;
  return {};
}

void Modules::close() {
  for (const auto& [name, module] : loaded_) api_.unload_module(module);
  loaded_.clear();
  if (has_new_code_) write_kept();
  has_new_code_ = false;
}

Result Modules::load(const std::string& kernel, const std::string& code) {
  ModuleHandle module = nullptr;
  if (const Code error = api_.load_module(&module, code.data()); error != kSuccess)
    return Result::failed(
        fmt::format("the CUDA driver cannot load the program: {}", api_.text(error)));
  loaded_.emplace(kernel, module);
  return {};
}

void Modules::read_kept() {
  if (options_.load_code == nullptr) return;
  int64_t bytes = 0;
  const std::string key = code_key(*image_, device_);
  const std::unique_ptr<void, decltype(&std::free)> kept(
      options_.load_code(options_.code_closure, key.c_str(), &bytes), &std::free);
  if (kept == nullptr || bytes <= 0) return;
  std::string_view rest(static_cast<const char*>(kept.get()), static_cast<size_t>(bytes));
  if (!rest.starts_with(kFormat)) return;
  rest.remove_prefix(kFormat.size());
  for (std::string_view name, code; take(rest, name) && take(rest, code);)
    codes_.insert_or_assign(std::string(name), std::string(code));
}

void Modules::write_kept() {
  if (options_.save_code == nullptr) return;
  std::string all(kFormat);
  for (const auto& [name, code] : codes_) {
    append(all, name);
    append(all, code);
  }
  options_.save_code(options_.code_closure, code_key(*image_, device_).c_str(), all.data(),
                     static_cast<int64_t>(all.size()));
}

}  // namespace planish::cuda
