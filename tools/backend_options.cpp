#include "backend_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "analysis/tuning.h"
#include "operands.h"
#include "output.h"
#include "runtime/native/system_memory.h"

namespace planish::tools {
namespace {

constexpr unsigned kMostThreads = 4096;

}  // namespace

std::shared_ptr<LinkedCode> linked_code(const Arguments& arguments) {
  const LinkOptions link{arguments.values(Option::Link), arguments.values(Option::LinkLibrary),
                         arguments.values(Option::PkgConfig)};
  return link.empty() ? nullptr : std::make_shared<LinkedCode>(link);
}

std::optional<BackendOptions> BackendOptions::from(const Arguments& arguments) {
  BackendOptions options;
  if (arguments.has(Option::Backend))
    options.backend_ = find_backend(arguments.value(Option::Backend));
  if (arguments.has(Option::Threads)) {
    const std::optional<unsigned> threads = whole_number(arguments, Option::Threads, 0);
    if (!threads) return std::nullopt;
    options.load_.threads = static_cast<int32_t>(std::min(*threads, kMostThreads));
  }
  if (arguments.has(Option::MemoryLimit)) {
    const std::string_view text = arguments.value(Option::MemoryLimit);
    const auto limit = runtime::parse_memory_limit(text);
    if (!limit) {
      usage_error(fmt::format("--memory-limit {}: this is no limit of memory ({})", text,
                              runtime::kMemoryLimitForms));
      return std::nullopt;
    }
    options.load_.memory_limit = *limit;
  }
  for (const std::string& setting : arguments.values(Option::Param)) {
    if (runtime::add_tuning(options.params_, setting)) continue;
    usage_error(fmt::format("--param {}: this is not of the form NAME=NUMBER", setting));
    return std::nullopt;
  }
  options.code_.races = arguments.has(Option::Races);
  if (options.code_.races && options.backend_ != &gpu_emulator_backend()) {
    usage_error("--races is for the emulated GPU", "add --backend=gpu-emulator");
    return std::nullopt;
  }
  options.require_foreign_ = arguments.has(Option::RequireForeign);
  // The interpreter takes the bodies of foreign functions.
  if (options.backend_->makes_code()) options.linked_ = linked_code(arguments);
  if (options.linked_ != nullptr) {
    options.load_.foreign = options.linked_.get();
  }
  options.load_.device = arguments.value(Option::Device);
  options.tuning_file_ = arguments.value(Option::Tuning);
  options.code_.fast_math = arguments.has(Option::FastMath);
  // Who wants to know how long compiling takes wants it done.
  if (!arguments.has(Option::NoCache) && !arguments.has(Option::TimePasses))
    options.cache_ = CodeCache::of_this_user();
  return options;
}

runtime::MemoryBudget BackendOptions::input_budget() const {
  const bool on_host = backend_ == &cpu_backend() || backend_ == &interp_backend();
  if (!on_host || !load_.memory_limit.is_set()) return runtime::MemoryBudget();
  return runtime::MemoryBudget(load_.memory_limit.of(native::machine_memory()));
}

void BackendOptions::set(CompileOptions& options) const {
  options.backend = backend_;
  options.code = code_;
  options.load = load_;
  options.require_foreign = require_foreign_;
  options.cache = cache();
  options.verify_if_asked();
}

bool BackendOptions::add_tuning(const std::string& program_path,
                                runtime::TuningValues& values) const {
  if (!add_tuning_file(program_path, values)) return false;
  for (const auto& [name, value] : params_) values.insert_or_assign(name, value);
  return true;
}

bool BackendOptions::add_tuning_file(const std::string& program_path,
                                     runtime::TuningValues& values) const {
  std::string file = tuning_file_;
  std::error_code ignored;
  if (file.empty() && std::filesystem::exists(program_path + ".tuning", ignored))
    file = program_path + ".tuning";
  if (!file.empty()) {
    if (const std::optional<std::string> error = runtime::add_tuning_file(values, file)) {
      usage_error(*error);
      return false;
    }
  }
  return true;
}

bool BackendOptions::has_params(const ir::Program& program) const {
  const std::vector<std::string_view> names = tuning_names(program);
  for (const auto& [name, value] : params_) {
    if (std::ranges::find(names, name) != names.end()) continue;
    std::string hint = names.empty()
                           ? "it has none: `#[param(NAME)]` before an expression makes one"
                           : fmt::format("it has {}", fmt::join(names, ", "));
    usage_error(fmt::format("the program has no tuning parameter `{}`", name), hint);
    return false;
  }
  return true;
}

}  // namespace planish::tools
