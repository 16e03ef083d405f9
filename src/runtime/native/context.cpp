#include "runtime/native/context.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <unordered_set>

#include "runtime/native/failure.h"
#include "runtime/native/processors.h"
#include "runtime/native/system_memory.h"
#include "target/memory.h"

namespace planish::native {
namespace {

constexpr int64_t kDefaultStack = int64_t{256} << 20;
// What code without recursion needs at most.
constexpr size_t kShallowStack = size_t{2} << 20;

planish_config complete(planish_config config) {
  if (config.threads <= 0) config.threads = usable_processors();
  config.cost_factor = std::max<int64_t>(1, config.cost_factor);
  if (config.device != nullptr) return config;  // limits of memory are the device's
  if (config.memory_limit < 0 || config.cache_bytes < 0) {
    const int64_t machine = machine_memory();
    if (config.memory_limit < 0)
      config.memory_limit =
          config.memory_percent > 0 ? machine / 100 * config.memory_percent : machine;
    if (config.cache_bytes < 0)
      config.cache_bytes = PLANISH_ASAN ? 0 : std::min(machine / 4, kMemory.most_kept);
  }
  return config;
}

uint64_t next_number() {
  static std::atomic<uint64_t> last = 0;
  return ++last;
}

// One call of an entry point, on the thread that runs it.
struct Call {
  planish_context& context;
  planish_entry_function entry;
  const planish_slot* inputs;
  planish_slot* outputs;
  int32_t status = PLANISH_OK;

  // On the caller's stack, if that has so much left.
  int32_t run_with(size_t stack_bytes) {
    if (context.config.stack_bytes == 0 || stack_left() >= stack_bytes)
      run_here();
    else
      context.stack.run([](void* self) { static_cast<Call*>(self)->run_here(); }, this);
    return status;
  }

  void run_here() {
    ThreadState& state = this_thread;
    const ThreadState before = state;
    state.context = context.number;
    state.cache = &context.memory.main_cache();
    state.in_task = false;
    state.failure_dropped = false;
    status = entry(&context, inputs, outputs);
    state.context = before.context;
    state.cache = before.cache;
    state.in_task = before.in_task;
    state.failure_dropped = before.failure_dropped;
  }
};

void add(planish_memory_statistics& to, const planish_memory_statistics& more) {
  to.in_use += more.in_use;
  to.peak_in_use += more.peak_in_use;
  to.cached += more.cached;
  to.peak_reserved += more.peak_reserved;
  to.on_host += more.on_host;
  to.copied_to_host += more.copied_to_host;
  to.copied_to_device += more.copied_to_device;
}

int32_t begin_run(planish_context& context) {
  if (!context.unusable.empty()) {
    record_failure(context, context.unusable);
    return PLANISH_FAILED;
  }
  return context.device == nullptr ? int32_t{PLANISH_OK}
                                   : context.device->begin_run(context.interrupt);
}

}  // namespace
}  // namespace planish::native

using namespace planish::native;

planish_context::planish_context(const planish_config& asked)
    : number(next_number()),
      limit_asked_for(asked.memory_limit >= 0 || asked.memory_percent > 0),
      config(complete(asked)),
      memory(config.device == nullptr ? config.cache_bytes : 0,
             config.device == nullptr ? config.memory_limit : machine_memory()),
      tasks(config.threads),
      stack(static_cast<size_t>(std::max<int64_t>(0, config.stack_bytes))),
      trace(config.trace),
      trace_closure(config.trace_closure) {
  for (int64_t i = 0; i < config.tuning_count; i++)
    tuning.insert_or_assign(config.tuning[i].name, config.tuning[i].value);
  if (config.device != nullptr) config.device->open(this, config.device);
}

planish_context::~planish_context() {
  for (int64_t i = 0; i < constant_count; i++) {
    planish_block* block = constants[static_cast<size_t>(i)].block;
    if (block == nullptr || --block->references != 0) continue;
    if (device != nullptr)
      device->free(block);
    else
      planish_free(this, block);
  }
}

void planish_config_default(planish_config* config) {
  *config = {0, -1, -1, 0, kDefaultStack, nullptr, nullptr, 1, nullptr, 0, nullptr};
}

planish_context* planish_context_new(const planish_config* config) {
  planish_config asked;
  planish_config_default(&asked);
  if (config != nullptr) asked = *config;
  try {
    return new planish_context(asked);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

void planish_context_delete(planish_context* context) { delete context; }

const char* planish_context_error(const planish_context* context) {
  return context->unusable.empty() ? nullptr : context->unusable.c_str();
}

int32_t planish_context_threads(const planish_context* context) { return context->config.threads; }

void planish_context_set_trace(planish_context* context, planish_trace_function trace,
                               void* closure) {
  context->trace = trace;
  context->trace_closure = closure;
}

void planish_context_set_world(planish_context* context, planish_world* world) {
  context->world = world;
}

void planish_context_set_tuning(planish_context* context, const planish_tuning* settings,
                                int64_t count) {
  context->tuning.clear();
  for (int64_t i = 0; i < count; i++)
    context->tuning.insert_or_assign(settings[i].name, settings[i].value);
}

void planish_context_watch_thresholds(planish_context* context, planish_threshold_function watch,
                                      void* closure) {
  context->watch_threshold = watch;
  context->watch_closure = closure;
}

int64_t planish_threshold(planish_context* context, const char* name, int64_t fallback,
                          int64_t compared) {
  if (context->watch_threshold != nullptr) {
    std::lock_guard lock(context->threshold_mutex);
    context->watch_threshold(context->watch_closure, name, fallback, compared);
  }
  return planish_tuned(context, name, fallback);
}

int64_t planish_tuned(planish_context* context, const char* name, int64_t fallback) {
  if (context->tuning.empty()) return fallback;
  const auto set = context->tuning.find(std::string_view(name));
  return set == context->tuning.end() ? fallback : set->second;
}

int32_t planish_run(planish_context* context, planish_entry_function entry,
                    const planish_slot* inputs, planish_slot* outputs,
                    const unsigned char* interrupt) {
  std::lock_guard lock(context->run_mutex);
  forget_failure(*context);
  context->cancelled = false;
  context->interrupt = interrupt;
  int32_t status = begin_run(*context);
  if (status == PLANISH_OK) status = Call{*context, entry, inputs, outputs}.run_with(kShallowStack);
  if (status != PLANISH_OK && context->device == nullptr) name_elements(*context, status);
  if (context->device != nullptr) context->device->end_run(status);
  context->interrupt = nullptr;
  if (status != PLANISH_OK) finish_failure(*context);
  return status;
}

int32_t planish_run_deep(planish_context* context, planish_entry_function entry,
                         const planish_slot* inputs, planish_slot* outputs) {
  return Call{*context, entry, inputs, outputs}.run_with(
      static_cast<size_t>(context->config.stack_bytes));
}

void planish_cancel(planish_context* context) {
  context->cancelled = true;
  if (context->device != nullptr) context->device->cancel();
}

int32_t planish_check_cancelled(planish_context* context) {
  return context->is_cancelled() ? PLANISH_CANCELLED : PLANISH_OK;
}

planish_block* planish_allocate(planish_context* context, int64_t bytes) {
  Block* block = context->memory.allocate(bytes, context->thread_cache());
  if (block == nullptr) [[unlikely]] {
    record_out_of_memory(*context, bytes);
    return nullptr;
  }
  return &block->visible;
}

void planish_free(planish_context* context, planish_block* block) {
  context->memory.free(reinterpret_cast<Block*>(block), context->thread_cache());
}

planish_block* planish_grow(planish_context* context, planish_block* block, int64_t used,
                            int64_t bytes) {
  ThreadCache* cache = context->thread_cache();
  Block* larger = nullptr;
  if (bytes >= 0) larger = context->memory.allocate(std::max(bytes, 2 * block->bytes), cache);
  if (larger == nullptr) larger = context->memory.allocate(bytes, cache);
  if (larger == nullptr) [[unlikely]] {
    record_out_of_memory(*context, bytes);
    return nullptr;
  }
  auto* old = reinterpret_cast<Block*>(block);
  std::memcpy(larger->data(), old->data(), static_cast<size_t>(used));
  context->memory.free(old, cache);
  return &larger->visible;
}

planish_slot* planish_constants(planish_context* context, int64_t count) {
  if (count > context->constant_count) {
    auto places = std::make_unique<planish_slot[]>(static_cast<size_t>(count));
    std::copy_n(context->constants.get(), context->constant_count, places.get());
    context->constants = std::move(places);
    context->constant_count = count;
  }
  return context->constants.get();
}

planish_memory_statistics planish_memory(planish_context* context) {
  planish_memory_statistics statistics = context->memory.statistics();
  if (context->device != nullptr) add(statistics, context->device->statistics());
  std::unordered_set<const planish_block*> blocks;
  for (int64_t i = 0; i < context->constant_count; i++) {
    const planish_block* block = context->constants[static_cast<size_t>(i)].block;
    if (block != nullptr && blocks.insert(block).second)
      statistics.constants +=
          context->device != nullptr ? context->device->bytes_of(*block) : Memory::bytes_of(*block);
  }
  return statistics;
}

void planish_reset_peak(planish_context* context) {
  context->memory.reset_peak();
  if (context->device != nullptr) context->device->reset_peak();
}

int32_t planish_reserve(planish_context* context, int64_t bytes) {
  if (context->memory.reserve(bytes)) return PLANISH_OK;
  forget_failure(*context);
  record_out_of_memory(*context, out_of_memory_text(*context, "inputs", bytes));
  finish_failure(*context);
  return PLANISH_OUT_OF_MEMORY;
}

void planish_unreserve(planish_context* context, int64_t bytes) {
  context->memory.unreserve(bytes);
}

int64_t planish_fail_allocation(planish_context* context, int64_t number) {
  return context->memory.fail_allocation(number);
}

void planish_clear_cache(planish_context* context) {
  context->memory.clear_cache();
  if (context->device != nullptr) context->device->clear_cache();
}
