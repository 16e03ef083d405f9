#include "runtime/input_reader.h"

#include <fmt/format.h>

namespace planish::runtime {
namespace {

std::string signature(const std::vector<InputParam>& params) {
  size_t values = 0;
  for (const InputParam& param : params) values += param.components.size();
  return values == 0 ? "\n  it takes none"
                     : fmt::format("\n  it takes {} value{}: {}", values, values == 1 ? "" : "s",
                                   parameter_list(params));
}

}  // namespace

std::string param_words(std::string_view entry, const std::vector<InputParam>& params, size_t param,
                        size_t component) {
  const InputParam& of = params[param];
  std::string out = fmt::format("parameter {} of `{}` ({})", param + 1, entry, of.text);
  if (of.components.size() == 1) return out;
  return fmt::format("component {} of {}, of type {}, of {}", component + 1, of.components.size(),
                     shape_text(of.components[component]), out);
}

std::string missing_value_words(std::string_view entry, const std::vector<InputParam>& params,
                                size_t param, size_t component) {
  return fmt::format("there is no value for {}", param_words(entry, params, param, component)) +
         signature(params);
}

std::string too_many_values_words(std::string_view entry, const std::vector<InputParam>& params) {
  return fmt::format("there are more values than `{}` takes", entry) + signature(params);
}

std::optional<std::vector<Value>> read_inputs(std::string_view entry,
                                              const std::vector<InputParam>& params,
                                              std::string_view bytes, MemoryBudget& budget,
                                              std::string& error) {
  ValueReader reader(bytes, budget);
  std::vector<Value> values;
  for (size_t i = 0; i < params.size(); i++) {
    for (size_t k = 0; k < params[i].components.size(); k++) {
      if (reader.at_end()) {
        error = missing_value_words(entry, params, i, k);
        return std::nullopt;
      }
      std::optional<Value> value = reader.read(params[i].components[k]);
      if (!value) {
        error = fmt::format("{}: {}\n  this is to be {}", reader.position(), reader.error().message,
                            param_words(entry, params, i, k));
        return std::nullopt;
      }
      values.push_back(std::move(*value));
    }
  }
  if (reader.at_end()) return values;
  error = too_many_values_words(entry, params);
  return std::nullopt;
}

std::string parameter_list(const std::vector<InputParam>& params) {
  std::string out;
  for (const InputParam& param : params) out += (out.empty() ? "" : ", ") + param.text;
  return out;
}

}  // namespace planish::runtime
