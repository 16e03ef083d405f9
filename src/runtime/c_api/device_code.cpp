#include "runtime/c_api/device_code.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "runtime/device_abi.h"

namespace planish::client {
namespace {

// A file has a line with this and the key that says what the code was made of, and then the code.
constexpr std::string_view kFormat = "planish code 1 ";

std::string first_line(const char* key) { return std::string(kFormat) + key + "\n"; }

// Whatever is wrong with the file is as if it were not there.
void* load_code(void* config, const char* key, int64_t* bytes) {
  try {
    std::ifstream file(static_cast<const planish_client_config*>(config)->cache_file,
                       std::ios::binary);
    const std::string content(std::istreambuf_iterator<char>(file), {});
    const std::string line = first_line(key);
    if (!content.starts_with(line) || content.size() == line.size()) return nullptr;
    const size_t size = content.size() - line.size();
    void* code = std::malloc(size);
    if (code == nullptr) return nullptr;
    std::memcpy(code, content.data() + line.size(), size);
    *bytes = static_cast<int64_t>(size);
    return code;
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

// Another process sees all of it or nothing.
void save_code(void* config, const char* key, const void* code, int64_t bytes) {
  try {
    const std::string& path = static_cast<const planish_client_config*>(config)->cache_file;
    const std::string temporary = path + "." + std::to_string(getpid());
    std::ofstream file(temporary, std::ios::binary);
    file << first_line(key);
    file.write(static_cast<const char*>(code), static_cast<std::streamsize>(bytes));
    file.close();
    if (file.fail() || std::rename(temporary.c_str(), path.c_str()) != 0)
      std::remove(temporary.c_str());
  } catch (const std::bad_alloc&) {
  }
}

}  // namespace

planish_device_options device_options(const planish_client_config& config) {
  planish_device_options options{};
  options.open = config.program->device->open;
  options.program = config.program->device->program;
  options.device = config.device.empty() ? nullptr : config.device.c_str();
  options.owns_process = config.owns_process ? 1 : 0;
  if (!config.cache_file.empty()) {
    options.load_code = load_code;
    options.save_code = save_code;
    options.code_closure = const_cast<planish_client_config*>(&config);
  }
  return options;
}

void write_device_code(const planish_device_table& device, const std::string& path) {
  std::ofstream file(path, std::ios::binary);
  for (int64_t i = 0; i < device.program->image_count; i++) {
    const planish_device_image& image = device.program->images[i];
    file.write(image.text, static_cast<std::streamsize>(image.bytes));
  }
}

}  // namespace planish::client
