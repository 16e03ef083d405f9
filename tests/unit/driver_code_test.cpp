// Machine code that drivers make is handed to whoever keeps it, and back.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "backends/native.h"
#include "runtime/device_abi.h"

namespace planish {
namespace {

class KeptInMemory : public DriverCode {
 public:
  std::optional<std::string> read(std::string_view name) const override {
    const auto found = code_.find(std::string(name));
    if (found == code_.end()) return std::nullopt;
    return found->second;
  }
  void write(std::string_view name, std::string_view code) const override {
    code_.insert_or_assign(std::string(name), std::string(code));
  }

  const std::map<std::string, std::string>& all() const { return code_; }

 private:
  mutable std::map<std::string, std::string> code_;
};

// A program without kernels.
class EmptyCode : public codegen::LoadedCode {
 public:
  void* symbol(std::string_view name) const override {
    static planish_device_program program{};
    return name == codegen::kProgramSymbol ? &program : nullptr;
  }
};

// "Assembles" once, and takes what is kept the next time.
void open_device(planish_context*, const planish_device_options* options) {
  if (options->load_code == nullptr) return;
  int64_t bytes = 0;
  void* kept = options->load_code(options->code_closure, "key", &bytes);
  const std::string code =
      kept == nullptr
          ? "made"
          : std::string(static_cast<char*>(kept), static_cast<size_t>(bytes)) + " and found";
  std::free(kept);
  options->save_code(options->code_closure, "key", code.data(), static_cast<int64_t>(code.size()));
}

TEST(DriverCode, IsFoundTheSecondTime) {
  const KeptInMemory kept;
  LoadOptions options;
  options.driver_code = &kept;
  const NativeProgram first(std::make_unique<EmptyCode>(), options, open_device);
  EXPECT_EQ(kept.all().at("key"), "made");
  const NativeProgram second(std::make_unique<EmptyCode>(), options, open_device);
  EXPECT_EQ(kept.all().at("key"), "made and found");
}

TEST(DriverCode, NeedsNoPlace) {
  const NativeProgram program(std::make_unique<EmptyCode>(), {}, open_device);
}

}  // namespace
}  // namespace planish
