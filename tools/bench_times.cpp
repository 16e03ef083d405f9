#include "bench_times.h"

#include <fmt/format.h>

#include <cmath>
#include <fstream>

namespace planish::tools {
namespace {

using Json = nlohmann::ordered_json;

BenchResult result_of(std::string dataset, const Json& times) {
  BenchResult result;
  result.dataset = std::move(dataset);
  if (!times.is_object()) {
    result.error = times.is_string() ? times.get<std::string>() : "it failed";
    return result;
  }
  const bool exact = times.contains("nanoseconds");
  for (const Json& time : times.at(exact ? "nanoseconds" : "runtimes"))
    result.seconds.push_back(time.get<double>() * (exact ? 1e-9 : 1e-6));
  if (times.contains("processes"))
    result.processes = times.at("processes").get<std::vector<size_t>>();
  if (times.contains("input_bytes")) result.input_bytes = times.at("input_bytes");
  if (times.contains("peak_bytes")) result.peak_bytes = times.at("peak_bytes").get<int64_t>();
  if (times.contains("moved_to_host_bytes")) {
    result.moved.to_host = times.at("moved_to_host_bytes");
    result.moved.to_device = times.at("moved_to_device_bytes");
  }
  return result;
}

}  // namespace

std::string bench_key(const std::string& path, const std::string& entry) {
  return entry == "main" ? path : fmt::format("{}:{}", path, entry);
}

// Futhark's tools read whole microseconds. What is lost in them stands beside it.
Json times_json(const BenchResult& result) {
  if (!result.error.empty()) return result.error;
  Json microseconds = Json::array(), nanoseconds = Json::array();
  for (double seconds : result.seconds) {
    microseconds.push_back(std::llround(seconds * 1e6));
    nanoseconds.push_back(std::llround(seconds * 1e9));
  }
  Json all = {{"runtimes", std::move(microseconds)},
              {"nanoseconds", std::move(nanoseconds)},
              {"processes", result.processes},
              {"input_bytes", result.input_bytes}};
  if (result.peak_bytes) all["peak_bytes"] = *result.peak_bytes;
  if (result.moved.is_any()) {
    all["moved_to_host_bytes"] = result.moved.to_host;
    all["moved_to_device_bytes"] = result.moved.to_device;
  }
  return all;
}

std::optional<BenchTimes> BenchTimes::read(const std::string& path, std::string& error) {
  std::ifstream file(path);
  if (!file) {
    error = fmt::format("cannot read {}", path);
    return std::nullopt;
  }
  BenchTimes times;
  try {
    const Json all = Json::parse(file);
    for (const auto& [key, results] : all.items()) {
      for (const auto& [dataset, written] : results.at("datasets").items())
        times.all_.emplace_back(key, result_of(dataset, written));
    }
  } catch (const Json::exception&) {
    error = fmt::format("{} holds no times of `planish bench --json`", path);
    return std::nullopt;
  }
  return times;
}

std::vector<BenchResult> BenchTimes::of_program(const std::string& path) const {
  std::vector<BenchResult> found;
  for (const auto& [key, result] : all_) {
    if (!key.starts_with(path)) continue;
    const std::string_view rest = std::string_view(key).substr(path.size());
    if (!rest.empty() && !rest.starts_with(':')) continue;
    found.push_back(result);
    found.back().entry = rest.empty() ? "main" : rest.substr(1);
  }
  return found;
}

const BenchResult* BenchTimes::find(const std::string& path, const std::string& entry,
                                    const std::string& dataset) const {
  const std::string wanted = bench_key(path, entry);
  for (const auto& [key, result] : all_) {
    if (key == wanted && result.dataset == dataset) return &result;
  }
  return nullptr;
}

}  // namespace planish::tools
