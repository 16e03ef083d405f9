// planish devices: the GPUs that programs can run on.

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "command.h"
#include "output.h"
#include "runtime/cuda/cuda.h"
#include "text_table.h"

namespace planish::tools {
namespace {

constexpr OptionSpec kDevicesOptions[] = {kJsonOption};

std::string architecture_text(const cuda::Device& device) {
  return fmt::format("sm_{}", device.architecture);
}

std::string json_text(const std::vector<cuda::Device>& devices) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const cuda::Device& device : devices) {
    list.push_back({{"number", device.number},
                    {"name", device.name},
                    {"memory_bytes", device.memory_bytes},
                    {"architecture", architecture_text(device)},
                    {"multiprocessors", device.multiprocessors},
                    {"driver", device.driver_version}});
  }
  return list.dump(2) + "\n";
}

std::string table_text(const std::vector<cuda::Device>& devices) {
  TextTable table({{"number"},
                   {"name", Align::Left},
                   {"memory"},
                   {"architecture", Align::Left},
                   {"multiprocessors"},
                   {"driver", Align::Left}});
  for (const cuda::Device& device : devices) {
    const double gibibytes = static_cast<double>(device.memory_bytes) / (1 << 30);
    table.add({{fmt::format("#{}", device.number)},
               {device.name},
               {fmt::format("{:.1f} GiB", gibibytes)},
               {architecture_text(device)},
               {std::to_string(device.multiprocessors)},
               {"CUDA " + device.driver_version}});
  }
  return table.text("");
}

ExitStatus run_devices(const Arguments& arguments) {
  std::vector<cuda::Device> devices;
  const device::Result result = cuda::installed_devices(devices);
  if (!result.is_good()) {
    usage_error(result.text(),
                "`--backend=gpu-emulator` runs programs on an emulated GPU, for tests");
    return kUsage;
  }
  write_stdout(arguments.has(Option::Json) ? json_text(devices) : table_text(devices));
  return kSuccess;
}

}  // namespace

const Command kDevicesCommand{
    .name = "devices",
    .summary = "List the GPUs that programs can run on",
    .examples =
        "  planish devices                              name, memory, architecture and driver of "
        "each\n"
        "  planish run --backend=cuda --device=#1 x.fut runs a program on the second one\n"
        "\n"
        "Exit status: 0 there are some, 2 there is no driver or no device.\n",
    .options = kDevicesOptions,
    .run = run_devices,
};

}  // namespace planish::tools
