// Configurations and contexts of clients.

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <utility>

#include "runtime/c_api/client_state.h"
#include "runtime/c_api/device_code.h"
#include "runtime/c_api/failure_text.h"

namespace {

using namespace planish::client;

// What can be set by name before a context is made.
struct TuningParam {
  const char* name;
  int64_t planish_config::* member;
};
constexpr TuningParam kTuningParams[] = {
    {"memory_limit", &planish_config::memory_limit},
    {"memory_cache", &planish_config::cache_bytes},
};

std::span<const char* const> program_params(const planish_program_table& program) {
  return {program.tuning_params, static_cast<size_t>(program.tuning_param_count)};
}

// For free() by the client.
char* copy_text(std::string_view text) {
  char* out = static_cast<char*>(std::malloc(text.size() + 1));
  if (out == nullptr) return nullptr;
  std::memcpy(out, text.data(), text.size());
  out[text.size()] = '\0';
  return out;
}

void set_error(planish_client* client, const char* text) {
  std::lock_guard lock(client->mutex);
  try {
    client->error = text;
  } catch (const std::bad_alloc&) {
    client->error.clear();
  }
}

std::string foreign_text(const char* what, const char* name) {
  return std::string("a ") + what + " of the library `" + name +
         "` was given to another one: each library has its own "
         "(planish build --library --prefix=NAME keeps their names apart)";
}

// What keeps the constants of the program from having values; empty: nothing does.
std::string failed_constants(planish_client& client, const planish_program_table& program) {
  if (program.constants == nullptr) return "";
  int32_t status = planish_run(client.native, program.constants, nullptr, nullptr, nullptr);
  if (status == PLANISH_OK) status = planish_wait(client.native, nullptr);
  return status == PLANISH_OK ? "" : failure_text(client.native);
}

void write_log(void* client, const char* text, size_t length) {
  FILE* log = static_cast<planish_client*>(client)->log;
  std::fwrite(text, 1, length, log);
  std::fflush(log);
}

void set_text(planish_client_config* config, std::string planish_client_config::* member,
              const char* text) {
  if (!is_own(config)) return;
  try {
    config->*member = text == nullptr ? "" : text;
  } catch (const std::bad_alloc&) {
    (config->*member).clear();
  }
}

void begin(planish_client& client, const planish_client_config* config) {
  client.unusable = "out of memory: no context can be made";
  if (config == nullptr) client.unusable = "a configuration is missing (a null pointer)";
  if (config != nullptr && !is_own(config))
    client.unusable = foreign_text("configuration", config->name);
  client.error = client.unusable;
  if (!is_own(config)) return;
  client.name = config->name;
  std::ranges::copy(config->flags, client.flags);
  planish_config native = config->native;
  native.trace = write_log;
  native.trace_closure = &client;
  native.tuning = config->tuning.data();
  native.tuning_count = static_cast<int64_t>(config->tuning.size());
  client.memory_limit = native.memory_limit > 0 ? native.memory_limit : -1;
  planish_device_options device{};
  client.has_device = config->program->device != nullptr;
  if (client.has_device) {
    if (!config->ptx_file.empty()) write_device_code(*config->program->device, config->ptx_file);
    device = device_options(*config);
    native.device = &device;
  }
  client.native = planish_context_new(&native);
  if (client.native == nullptr) return;
  if (const char* error = planish_context_error(client.native)) {
    client.error = client.unusable = error;
    planish_context_delete(std::exchange(client.native, nullptr));
    return;
  }
  client.error = failed_constants(client, *config->program);
}

}  // namespace

namespace planish::client {

const void* this_library() {
  static char here = 0;  // not constant: those of several libraries must not become one
  return &here;
}

bool is_own(planish_client* client) {
  if (client == nullptr) return false;
  if (client->library == this_library()) return true;
  try {
    client->set_error(client, foreign_text("context", client->name).c_str());
  } catch (const std::bad_alloc&) {
    client->set_error(client, "out of memory");
  }
  return false;
}

bool is_own(const planish_client_config* config) {
  return config != nullptr && config->library == this_library();
}

}  // namespace planish::client

planish_client_config* planish_client_config_new(const planish_program_table* program) {
  auto* config = new (std::nothrow) planish_client_config;
  if (config == nullptr) return nullptr;
  config->library = this_library();
  config->name = program->name;
  config->program = program;
  planish_config_default(&config->native);
  config->native.threads = program->threads;
  return config;
}

void planish_client_config_free(planish_client_config* config) {
  if (is_own(config)) delete config;
}

void planish_client_config_set_flag(planish_client_config* config, planish_client_flag flag,
                                    int value) {
  if (is_own(config)) config->flags[flag] = value != 0;
}

void planish_client_config_set_threads(planish_client_config* config, int threads) {
  if (is_own(config)) config->native.threads = threads < 1 ? 0 : threads;
}

void planish_client_config_set_cache_file(planish_client_config* config, const char* path) {
  set_text(config, &planish_client_config::cache_file, path);
}

void planish_client_config_set_device(planish_client_config* config, const char* device) {
  set_text(config, &planish_client_config::device, device);
}

void planish_client_config_dump_ptx_to(planish_client_config* config, const char* path) {
  set_text(config, &planish_client_config::ptx_file, path);
}

int planish_client_config_set_tuning_param(planish_client_config* config, const char* name,
                                           size_t value) {
  if (!is_own(config)) return PLANISH_CLIENT_ERROR;
  for (const TuningParam& param : kTuningParams) {
    if (std::strcmp(param.name, name) != 0) continue;
    config->native.*param.member = static_cast<int64_t>(value);
    return PLANISH_CLIENT_SUCCESS;
  }
  for (const char* param : program_params(*config->program)) {
    if (std::strcmp(param, name) != 0) continue;
    config->tuning.push_back({param, static_cast<int64_t>(value)});
    return PLANISH_CLIENT_SUCCESS;
  }
  return PLANISH_CLIENT_ERROR;
}

int planish_client_tuning_param_count(const planish_program_table* program) {
  return program->tuning_param_count + static_cast<int>(std::size(kTuningParams));
}

const char* planish_client_tuning_param_name(const planish_program_table* program, int index) {
  if (index < 0 || index >= planish_client_tuning_param_count(program)) return nullptr;
  if (index < program->tuning_param_count) return program->tuning_params[index];
  return kTuningParams[index - program->tuning_param_count].name;
}

const char* planish_client_tuning_param_class(const planish_program_table* program, int index) {
  if (index < 0 || index >= planish_client_tuning_param_count(program)) return nullptr;
  return index < program->tuning_param_count ? "param" : "memory";
}

planish_client* planish_client_new(planish_client_config* config) {
  auto* client = new (std::nothrow) planish_client;
  if (client == nullptr) return nullptr;
  client->library = this_library();
  client->set_error = set_error;
  try {
    begin(*client, config);
  } catch (const std::bad_alloc&) {
    client->error = "out of memory";
  }
  return client;
}

void planish_client_free(planish_client* client) {
  if (!is_own(client)) return;
  if (client->native != nullptr) planish_context_delete(client->native);
  delete client;
}

// On a CPU entry points have finished when they return.
int planish_client_sync(planish_client* client) {
  return guarded(client, [&] { check_status(*client, planish_wait(client->native, nullptr)); });
}

char* planish_client_get_error(planish_client* client) {
  if (client == nullptr) return copy_text("a context is missing (a null pointer)");
  if (client->library != this_library()) return copy_text(foreign_text("context", client->name));
  std::lock_guard lock(client->mutex);
  if (client->error.empty()) return nullptr;
  char* text = copy_text(client->error);
  client->error.clear();
  return text;
}

char* planish_client_report(planish_client* client) {
  if (!is_own(client) || client->native == nullptr) return nullptr;
  std::lock_guard lock(client->mutex);
  try {
    planish_memory_statistics memory = planish_memory(client->native);
    std::string text = "{\"memory\":{\"in use\":" + std::to_string(memory.in_use) +
                       ",\"peak\":" + std::to_string(memory.peak_in_use) +
                       ",\"cached\":" + std::to_string(memory.cached) +
                       ",\"on host\":" + std::to_string(memory.on_host) +
                       ",\"moved to host\":" + std::to_string(memory.copied_to_host) +
                       ",\"moved to device\":" + std::to_string(memory.copied_to_device) +
                       "},\"events\":[";
    for (const planish_client::Event& event : client->events) {
      if (text.back() != '[') text += ',';
      // Names of entry points have no character that JSON would want escaped.
      text += "{\"name\":\"" + std::string(event.entry) +
              "\",\"start\":" + std::to_string(event.start) +
              ",\"end\":" + std::to_string(event.end) + "}";
    }
    return copy_text(text + "]}\n");
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

int planish_client_clear_caches(planish_client* client) {
  return guarded(client, [&] { planish_clear_cache(client->native); });
}

void planish_client_set_profiling_paused(planish_client* client, int paused) {
  if (!is_own(client)) return;
  std::lock_guard lock(client->mutex);
  client->profiling_paused = paused != 0;
}

void planish_client_set_logging_file(planish_client* client, FILE* file) {
  if (!is_own(client)) return;
  std::lock_guard lock(client->mutex);
  client->log = file;
}
