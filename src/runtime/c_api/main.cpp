// The main function of executables: values in, results out, by the same code that libraries use.

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <string>

#include "runtime/c_api/call.h"
#include "runtime/c_api/failure_text.h"
#include "runtime/c_api/leaves.h"
#include "runtime/c_api/main_options.h"
#include "runtime/input_reader.h"
#include "runtime/input_sequences.h"
#include "runtime/interrupt_watch.h"
#include "runtime/memory_limit.h"
#include "runtime/native/processors.h"
#include "runtime/native/stack.h"
#include "runtime/native/system_memory.h"
#include "runtime/row_length_word.h"
#include "runtime/value_components.h"
#include "runtime/value_io.h"
#include "runtime/world.h"

namespace {

using namespace planish::client;
using planish::Prim;
using planish::runtime::EntrySequences;
using planish::runtime::InputParam;
using planish::runtime::InterruptWatch;
using planish::runtime::MemoryBudget;
using planish::runtime::Value;
using planish::runtime::ValueShape;

constexpr int kSuccess = 0;
constexpr int kUsage = 2;
constexpr int kRunFailed = 3;

const planish_entry_table* find_entry(const planish_program_table& program,
                                      const MainOptions& options) {
  std::string names;
  for (int32_t i = 0; i < program.entry_count; i++) {
    if (options.entry == program.entries[i].name) return &program.entries[i];
    names += (names.empty() ? "" : ", ") + std::string(program.entries[i].name);
  }
  std::fprintf(stderr, "%s: there is no entry point `%s`\n  there is %s; choose one with --entry\n",
               program.name, options.entry.c_str(), names.c_str());
  return nullptr;
}

// What the value consists of, for those who read and write it.
std::vector<ValueShape> shapes(const planish_value_table& table) {
  std::vector<ValueShape> out;
  for (int32_t i = 0; i < table.leaf_count; i++) {
    const planish_leaf_table& leaf = table.leaves[i];
    ValueShape& shape = out.emplace_back();
    shape.prim = static_cast<Prim>(leaf.prim);
    for (int32_t d = 0; d < leaf.rank; d++) {
      shape.varying.push_back(leaf.dims[d] == PLANISH_VARYING);
      shape.fixed.push_back(leaf.dims[d] >= 0 ? leaf.dims[d] : -1);
    }
  }
  return out;
}

// Of arrays of elements, if it is a sequence.
std::vector<ValueShape> value_shapes(const planish_value_table& table) {
  std::vector<ValueShape> all = shapes(table);
  for (ValueShape& shape : all) {
    if (!is_sequence(table)) break;
    shape.varying.insert(shape.varying.begin(), false);
    shape.fixed.insert(shape.fixed.begin(), -1);
  }
  return all;
}

bool has_sequences(const planish_entry_table& entry) {
  bool found = false;
  for (int32_t i = 0; i < entry.param_count; i++) found |= is_sequence(entry.params[i]);
  for (int32_t i = 0; i < entry.result_count; i++) found |= is_sequence(entry.results[i]);
  return found;
}

std::vector<InputParam> input_params(const planish_entry_table& entry) {
  std::vector<InputParam> params;
  for (int32_t i = 0; i < entry.param_count; i++) {
    const planish_value_table& table = entry.params[i];
    std::string name = table.name;
    InputParam& param = params.emplace_back();
    param.text = (name.empty() ? "" : name + ": ") + table.type;
    param.components = value_shapes(table);
    param.is_sequence = is_sequence(table);
  }
  return params;
}

// All values as bytes; at a terminal somebody has to know what to type.
std::optional<std::string> read_bytes(const MainOptions& options,
                                      const std::vector<InputParam>& params, MemoryBudget& budget,
                                      std::string& error) {
  if (options.files.empty()) {
    bool terminal = isatty(STDIN_FILENO) == 1;
    if (terminal && params.empty()) return "";
    if (terminal)
      std::fprintf(stderr, "values for %s (Ctrl-D ends them):\n", parameter_list(params).c_str());
    return planish::runtime::read_data_file("-", budget, error);
  }
  std::string bytes;
  for (const std::string& file : options.files) {
    std::optional<std::string> more = planish::runtime::read_data_file(file, budget, error);
    if (!more) return std::nullopt;
    budget.take(more->size());  // both are there for a moment
    // What ends a word at the end of a text does no harm before binary data.
    if (!bytes.empty()) bytes += '\n';
    bytes += *more;
    budget.give_back(more->size());
  }
  return bytes;
}

// None: an array has rows of different lengths where its type has a fixed dimension.
std::optional<std::vector<Value>> split(const std::vector<InputParam>& params,
                                        std::vector<Value> values) {
  std::vector<Value> out;
  size_t next = 0;
  for (const InputParam& param : params) {
    if (param.is_sequence) continue;
    for (const ValueShape& shape : param.components) {
      if (!planish::runtime::split_value(shape, std::move(values[next++]), out))
        return std::nullopt;
    }
  }
  return out;
}

// Whether values are needed for another run.
enum class Keep : uint8_t { Yes, No };

// The parameters of one run, which may be consumed by it. Values that are not kept are freed one by
// one, so that inputs are there only once.
class Inputs {
 public:
  Inputs(planish_client& client, const planish_entry_table& entry, std::vector<Value>& values,
         Keep keep)
      : client_(client) {
    size_t next = 0;
    for (int32_t i = 0; i < entry.param_count; i++) {
      Building building(client);
      const Value* given = values.data() + next;
      for (int32_t k = 0; k < entry.params[i].count; k++) building.add(component(values[next++]));
      for (const Level& level : levels_of(entry.params[i], building.components())) {
        const Value& offsets = given[level.offsets - building.components().data()];
        level.offsets->bits = planish::runtime::row_length_word(
            reinterpret_cast<const int64_t*>(offsets.data.data()), level.row_count());
      }
      for (int32_t k = 0; k < entry.params[i].count && keep == Keep::No; k++)
        planish::runtime::ByteVector().swap(values[next - 1 - static_cast<size_t>(k)].data);
      values_.push_back(building.give());
      arguments_.push_back({values_.back(), -1, 0});
    }
  }
  ~Inputs() {
    for (planish_value* value : values_) planish_value_free(&client_, value);
  }
  Inputs(const Inputs&) = delete;
  Inputs& operator=(const Inputs&) = delete;

  const planish_argument* arguments() const { return arguments_.data(); }

 private:
  Component component(const Value& value) {
    if (value.dims.empty()) {
      uint64_t bits = 0;
      copy_bytes(&bits, value.data.data(), static_cast<int64_t>(value.data.size()));
      return new_scalar(value.prim, bits);
    }
    std::vector<int64_t> dims;
    for (const planish::runtime::ValueDim& dim : value.dims) dims.push_back(dim.size);
    Component made = new_array(client_, value.prim, std::move(dims));
    try {
      write_elements(client_, made.data, value.data.data(),
                     static_cast<int64_t>(value.data.size()));
    } catch (...) {
      release(client_, made);
      throw;
    }
    return made;
  }

  planish_client& client_;
  std::vector<planish_value*> values_;
  std::vector<planish_argument> arguments_;
};

Value output_value(planish_client& client, const Component& component) {
  Value value;
  value.prim = component.prim;
  for (int64_t dim : component.dims) value.dims.push_back({false, dim, {}});
  int64_t bytes = component.is_array() ? component.bytes() : component.item_size();
  value.data.resize(static_cast<size_t>(bytes), std::byte{0});
  if (component.is_array())
    read_elements(client, value.data.data(), component.data, bytes);
  else
    copy_bytes(value.data.data(), &component.bits, bytes);
  return value;
}

void write_results(planish_client& client, const planish_entry_table& entry,
                   const planish_value& results, const MainOptions& options) {
  std::vector<Value> components;
  for (const Component& component : whole(client, &results).components)
    components.push_back(output_value(client, component));
  std::span<Value> rest = components;
  std::vector<ValueShape> all;
  for (int32_t i = 0; i < entry.result_count; i++) {
    if (is_sequence(entry.results[i])) continue;
    for (ValueShape& shape : shapes(entry.results[i])) all.push_back(std::move(shape));
  }
  for (const ValueShape& shape : all) {
    const size_t count = planish::runtime::component_count(shape);
    const Value value = planish::runtime::join_value(shape, rest.first(count));
    rest = rest.subspan(count);
    std::string text = options.binary ? planish::runtime::to_binary(value)
                                      : planish::runtime::to_text(value) + "\n";
    std::fwrite(text.data(), 1, text.size(), stdout);
  }
}

struct ClientDeleter {
  void operator()(planish_client* client) const { planish_client_free(client); }
};

class Runner {
 public:
  Runner(planish_client& client, const planish_entry_table& entry, const MainOptions& options,
         EntrySequences& sequences, const std::atomic<bool>* interrupt)
      : client_(client),
        entry_(entry),
        options_(options),
        sequences_(sequences),
        interrupt_(interrupt) {}

  int run(std::vector<Value>& values) {
    FILE* times = nullptr;
    if (!options_.times_file.empty()) {
      times = std::fopen(options_.times_file.c_str(), "w");
      if (times == nullptr) return times_not_written();
    }
    int status = kSuccess;
    int total = options_.runs == 1 ? 1 : options_.runs + 1;
    for (int i = 0; i < total && status == kSuccess; i++) {
      bool counts = options_.runs == 1 || i > 0;
      status = run_once(values, counts ? times : nullptr, i + 1 == total);
    }
    if (times != nullptr && std::fclose(times) != 0 && status == kSuccess)
      return times_not_written();
    return status;
  }

 private:
  int run_once(std::vector<Value>& values, FILE* times, bool last) {
    Inputs inputs(client_, entry_, values, last ? Keep::No : Keep::Yes);
    planish_value* results = nullptr;
    int32_t first = 0;
    while (first < entry_.output_count && entry_.outputs[first].is_size != 0) first++;
    planish_result result{&results, nullptr, first, entry_.output_count - first};
    auto start = std::chrono::steady_clock::now();
    int code = planish_client_call(&client_, &entry_, inputs.arguments(), &result, 1);
    if (code == PLANISH_CLIENT_SUCCESS) code = planish_client_sync(&client_);
    auto passed = std::chrono::steady_clock::now() - start;
    if (code != PLANISH_CLIENT_SUCCESS) {
      planish_value_free(&client_, results);
      return failed();
    }
    if (times != nullptr) {
      using std::chrono::microseconds;
      std::fprintf(
          times, "%lld\n",
          static_cast<long long>(std::chrono::duration_cast<microseconds>(passed).count()));
    }
    if (last && options_.print_results) write_results(client_, entry_, *results, options_);
    planish_value_free(&client_, results);
    return kSuccess;
  }

  int times_not_written() const {
    std::fprintf(stderr, "cannot write %s: %s\n", options_.times_file.c_str(),
                 std::strerror(errno));
    return kUsage;
  }

  int failed() {
    using enum EntrySequences::Fault;
    sequences_.flush();
    // A reader that went away is not an error.
    if (sequences_.fault() == Closed) return kSuccess;
    std::fflush(stdout);  // what the program has written comes first
    // Where the program read data that is wrong says nothing about them.
    std::string text = client_.error;
    if (interrupt_ != nullptr && *interrupt_) text = "interrupted\n";
    if (sequences_.fault() == Data) text = text.substr(0, text.find("\n  at ")) + "\n";
    std::fputs(text.c_str(), stderr);
    return sequences_.fault() == Data ? kUsage : kRunFailed;
  }

  planish_client& client_;
  const planish_entry_table& entry_;
  const MainOptions& options_;
  EntrySequences& sequences_;
  const std::atomic<bool>* interrupt_;  // null: nobody looks for it
};

// False, after a message, when the program has no such parameter. Files may be about other
// programs, too.
bool set_tuning(planish_client_config& config, const MainOptions& options) {
  auto set = [&](const std::string& name, int64_t value) {
    return planish_client_config_set_tuning_param(&config, name.c_str(),
                                                  static_cast<size_t>(value));
  };
  for (const auto& [name, value] : options.tuning) set(name, value);
  for (const auto& [name, value] : options.params) {
    if (set(name, value) == PLANISH_CLIENT_SUCCESS) continue;
    std::fprintf(stderr, "%s: there is no tuning parameter `%s` (see --print-params)\n",
                 config.program->name, name.c_str());
    return false;
  }
  return true;
}

void print_params(const planish_program_table& program) {
  for (int i = 0; i < planish_client_tuning_param_count(&program); i++) {
    std::printf("%s (%s)\n", planish_client_tuning_param_name(&program, i),
                planish_client_tuning_param_class(&program, i));
  }
}

// That of the host's memory: the limit of a program for GPUs is about the device.
int64_t input_limit(const planish_program_table& program, const MainOptions& options) {
  if (program.device != nullptr || !options.memory_limit.is_set()) return -1;
  return options.memory_limit.of(planish::native::machine_memory());
}

int64_t bytes_of(const std::vector<Value>& values) {
  int64_t bytes = 0;
  for (const Value& value : values) bytes += static_cast<int64_t>(value.data.size());
  return bytes;
}

// What entry points with sequences cannot do, because they read while they run.
bool may_stream(const MainOptions& options, std::string& error) {
  if (options.runs > 1) error = "an entry point that takes or gives sequences runs once";
  if (options.files.size() > 1) error = "the values are to be in one file";
  return error.empty();
}

// The values of the parameters that are no sequences.
std::optional<std::vector<Value>> open_streams(const planish_entry_table& entry,
                                               const std::vector<InputParam>& params,
                                               const MainOptions& options, int64_t memory_limit,
                                               int64_t most_chunk_bytes, EntrySequences& sequences,
                                               std::string& error) {
  planish::runtime::keep_freed_memory(memory_limit);
  planish::runtime::SequenceOptions how;
  how.most_chunk_bytes = most_chunk_bytes;
  how.entry = entry.name;
  how.in = options.in;
  how.out = options.out;
  how.binary = options.binary;
  how.memory_limit = memory_limit;
  if (options.quiet) how.progress = planish::runtime::SequenceOptions::ProgressLine::None;
  if (!options.files.empty()) how.values_file = options.files.front();
  if (options.threads == 1) how.helpers = planish::runtime::SequenceOptions::Helpers::None;
  std::vector<planish::runtime::OutputResult> results;
  for (int32_t i = 0; i < entry.result_count; i++)
    results.push_back({value_shapes(entry.results[i]), is_sequence(entry.results[i])});
  try {
    return planish::runtime::open_sequences(params, results, how, sequences);
  } catch (const planish::runtime::StreamError& failed) {
    error = failed.what();
    return std::nullopt;
  }
}

void show_memory(const planish_memory_statistics& memory) {
  std::fprintf(stderr, "peak memory: %lld bytes\n", static_cast<long long>(memory.peak_in_use));
  if (memory.copied_to_host == 0 && memory.copied_to_device == 0) return;
  std::fprintf(stderr, "moved to the host: %lld bytes, and back: %lld bytes\n",
               static_cast<long long>(memory.copied_to_host),
               static_cast<long long>(memory.copied_to_device));
}

int run_program(const planish_program_table& program, const MainOptions& options) {
  const planish_entry_table* entry = find_entry(program, options);
  if (entry == nullptr) return kUsage;
  MemoryBudget budget(input_limit(program, options));
  std::vector<InputParam> params = input_params(*entry);
  EntrySequences sequences;
  std::string error;
  std::optional<std::vector<Value>> values;
  if (!has_sequences(*entry)) {
    std::optional<std::string> bytes = read_bytes(options, params, budget, error);
    if (bytes) values = planish::runtime::read_inputs(entry->name, params, *bytes, budget, error);
  } else if (may_stream(options, error)) {
    const int64_t threads =
        options.threads > 0 ? options.threads : planish::native::usable_processors();
    const int64_t most_chunk_bytes = program.device == nullptr
                                         ? planish::runtime::most_chunk_bytes(threads)
                                         : planish::runtime::kMostDeviceChunkBytes;
    values =
        open_streams(*entry, params, options, budget.limit(), most_chunk_bytes, sequences, error);
  }
  if (!values) {
    std::fprintf(stderr, "%s: %s\n", program.name, error.c_str());
    return kUsage;
  }
  std::optional<std::vector<Value>> components = split(params, std::move(*values));
  if (!components) {
    std::fputs("Error: an input array has rows of different lengths\n", stderr);
    return kRunFailed;
  }
  std::unique_ptr<planish_client_config, void (*)(planish_client_config*)> config(
      planish_client_config_new(&program), planish_client_config_free);
  if (options.threads >= 0) planish_client_config_set_threads(config.get(), options.threads);
  if (options.memory_limit.is_set()) {
    config->native.memory_limit = options.memory_limit.bytes;
    config->native.memory_percent = options.memory_limit.percent;
  }
  config->owns_process = true;
  config->device = options.device;
  config->cache_file = options.cache_file;
  if (!set_tuning(*config, options)) return kUsage;
  std::unique_ptr<planish_client, ClientDeleter> client(planish_client_new(config.get()));
  if (client->native == nullptr) {
    std::fprintf(stderr, "%s: %s\n", program.name, client->unusable.c_str());
    return kUsage;
  }
  // Further runs need the values, too.
  const int64_t kept = program.device == nullptr && options.runs > 1 ? bytes_of(*components) : 0;
  if (planish_reserve(client->native, kept) != PLANISH_OK) {
    std::fputs(failure_text(client->native).c_str(), stderr);
    return kRunFailed;
  }
  planish::runtime::World world;
  world.sequences = &sequences;
  planish_context_set_world(client->native, reinterpret_cast<planish_world*>(&world));
  std::optional<InterruptWatch> interrupt;
  if (has_sequences(*entry)) {
    interrupt.emplace([&] {
      planish_cancel(client->native);
      sequences.stop_reading();
    });
  }
  const std::atomic<bool>* flag = interrupt ? &interrupt->flag() : nullptr;
  const int status = Runner(*client, *entry, options, sequences, flag).run(*components);
  if (status != kSuccess && flag != nullptr && *flag) planish::runtime::end_by_interrupt();
  planish_unreserve(client->native, kept);
  if (options.memory && status == kSuccess) show_memory(planish_memory(client->native));
  return status;
}

// The status, unless something of what was written to standard output is lost.
int with_output(const planish_program_table& program, int status) {
  errno = 0;
  const bool is_written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  // A reader that went away is not an error.
  if (is_written || errno == EPIPE || status != kSuccess) return status;
  std::fprintf(stderr, "%s: cannot write to standard output: %s\n", program.name,
               errno == 0 ? "something is missing" : std::strerror(errno));
  return kUsage;
}

int main_here(int argc, char** argv, const planish_program_table* program) {
  MainOptions options;
  const Runs runs = program->device == nullptr ? Runs::OnHost : Runs::OnDevice;
  if (!parse_main_options(argc, argv, runs, options)) return kUsage;
  if (options.help) {
    print_main_help(argv[0], runs);
    return with_output(*program, kSuccess);
  }
  if (options.print_params) {
    print_params(*program);
    return with_output(*program, kSuccess);
  }
  try {
    return with_output(*program, run_program(*program, options));
  } catch (const planish::runtime::LimitReached& error) {
    std::fprintf(stderr, "Error: %s\n", error.what());
    return kRunFailed;
  } catch (const Error& error) {
    std::fprintf(stderr, "%s: %s\n", program->name, error.message.c_str());
    return kRunFailed;
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "%s: out of memory\n", program->name);
    return kRunFailed;
  }
}

// What `ulimit -s` leaves may be less than reading a file takes.
constexpr size_t kLeastStack = size_t{1} << 20;
constexpr size_t kOtherStack = size_t{8} << 20;

}  // namespace

int planish_program_main(int argc, char** argv, const planish_program_table* program) {
  if (planish::native::stack_left() >= kLeastStack) return main_here(argc, argv, program);
  int status = kRunFailed;
  auto run = [&] { status = main_here(argc, argv, program); };
  planish::native::StackThread(kOtherStack)
      .run([](void* self) { (*static_cast<decltype(run)*>(self))(); }, &run);
  return status;
}
