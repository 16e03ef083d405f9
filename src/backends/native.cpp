#include "backends/native.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <new>
#include <optional>
#include <stdexcept>
#include <unordered_map>

#include "analysis/foreign_symbols.h"
#include "backends/components.h"
#include "codegen/loader.h"
#include "interp/values.h"
#include "ir/argument_words.h"
#include "runtime/device/host.h"
#include "runtime/row_length_word.h"

namespace planish {
namespace {

// Where the arrays of a program lie.
enum class ArraysAt : uint8_t { Host, Device };

// One call of an entry point. What goes wrong is in `failure`, and the rest is not done then.
class NativeCall {
 public:
  NativeCall(const ir::Storage& storage, const ir::Function& fn, planish_context* context,
             ArraysAt memory)
      : storage_(storage), fn_(fn), context_(context), memory_(memory) {}
  ~NativeCall() {
    for (planish_slot& output : outputs_) release(output.block);
    for (planish_block* block : uploaded_) release(block);
    planish_unreserve(context_, reserved_);
  }
  NativeCall(const NativeCall&) = delete;
  NativeCall& operator=(const NativeCall&) = delete;

  // `repeats` as in runtime::RunOptions; null: it runs once.
  runtime::Outcome run(planish_entry_function entry, std::vector<runtime::Value> inputs,
                       const unsigned char* interrupt, runtime::Repeats* repeats) {
    runtime::Outcome outcome;
    reserve(inputs);
    if (!failure_) set_inputs(inputs);
    if (!failure_) set_outputs();
    if (repeats != nullptr && memory_ == ArraysAt::Device) {
      while (run_once(entry, interrupt, outcome) && repeats->again(outcome.seconds)) {
        release_outputs();
        if (!restore_inputs(inputs)) break;
      }
    } else if (run_once(entry, interrupt, outcome)) {
      outcome.results = results();
    }
    outcome.failure = std::move(failure_);
    return outcome;
  }

 private:
  // An input that the program may write to, and the value that it is.
  struct Written {
    uint32_t index = 0;
    size_t value = 0;
  };
  // A dimension of a parameter of the function.
  struct InputDim {
    uint32_t param = 0;
    size_t number = 0;
  };

  // False if something is wrong.
  bool run_once(planish_entry_function entry, const unsigned char* interrupt,
                runtime::Outcome& outcome) {
    if (failure_) return false;
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    int32_t status = planish_run(context_, entry, inputs_.data(), outputs_.data(), interrupt);
    if (status != PLANISH_OK) outputs_.clear();  // they hold nothing then
    if (status == PLANISH_OK) status = planish_wait(context_, interrupt);
    outcome.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (status != PLANISH_OK) fail(status);
    return status == PLANISH_OK;
  }

  void release_outputs() {
    for (planish_slot& output : outputs_) {
      release(output.block);
      output.block = nullptr;
    }
  }

  // What the program may have written to. False if something is wrong.
  bool restore_inputs(const std::vector<runtime::Value>& values) {
    for (const Written& input : written_) {
      const runtime::ByteVector& data = values[input.value].data;
      const int32_t status = planish_upload(context_, inputs_[input.index].data, data.data(),
                                            static_cast<int64_t>(data.size()));
      if (status != PLANISH_OK) fail(status);
    }
    return !failure_;
  }

  // Inputs count as memory of the program, where that is the host's.
  void reserve(const std::vector<runtime::Value>& values) {
    if (memory_ == ArraysAt::Device) return;
    int64_t bytes = 0;
    for (const runtime::Value& value : values) bytes += static_cast<int64_t>(value.data.size());
    const int32_t status = planish_reserve(context_, bytes);
    if (status == PLANISH_OK)
      reserved_ = bytes;
    else
      fail(status);
  }

  // Arrays are handed over where they lie: `values` outlives the call, and what is unique may be
  // written to.
  void set_inputs(std::vector<runtime::Value>& values) {
    inputs_.resize(fn_.params.size());
    size_t next = 0;
    for (const ir::EntryValue& value : fn_.entry->params) {
      for (uint32_t i = value.first; i < value.first + value.count && !failure_; i++) {
        if (next == values.size()) {
          failure_ = runtime::compiler_bug("an input is missing");
          return;
        }
        if (fn_.params[i].unique && !storage_.type(fn_.params[i].var)->is_scalar())
          written_.push_back({i, next});
        set_input(i, values[next++]);
      }
    }
    for (size_t i = 0; i < fn_.params.size(); i++) {
      if (component_kind(fn_.entry->params, i) != ir::ComponentKind::Size) continue;
      const auto size = sizes_.find(fn_.params[i].var);
      if (size != sizes_.end()) inputs_[i].scalar = static_cast<uint64_t>(size->second);
    }
  }

  void set_input(uint32_t index, runtime::Value& value) {
    const ir::Var var = fn_.params[index].var;
    const ir::Type& type = *storage_.type(var);
    if (value.prim != type.elem || value.dims.size() != type.rank()) {
      failure_ = runtime::compiler_bug("an input of another type than the parameter");
      return;
    }
    if (type.is_scalar()) {
      inputs_[index].scalar = interp::scalar_from_value(value);
      if (type.elem == Prim::I64)
        set_size(var, static_cast<int64_t>(inputs_[index].scalar), {index, 0});
      return;
    }
    for (size_t d = 0; d < type.rank() && !failure_; d++) {
      const std::optional<int64_t> size = regular_size(value.dims[d]);
      if (!size)
        failure_ = runtime::Failure{
            ir::argument_words(*fn_.entry, index) + " has rows of different lengths", {}};
      else if (type.dims[d].kind == ir::DimKind::Const)
        expect_size(type.dims[d].value, *size, {index, d});
      else
        set_size(type.dims[d].var, *size, {index, d});
    }
    inputs_[index].data = placed(value);
    if (component_kind(fn_.entry->params, index) == ir::ComponentKind::Offsets) {
      const auto* offsets = reinterpret_cast<const int64_t*>(value.data.data());
      inputs_[index].scalar = runtime::row_length_word(offsets, value.dims[0].size - 1);
    }
  }

  // Where the program finds the elements. What is uploaded belongs to the call.
  void* placed(runtime::Value& value) {
    if (memory_ == ArraysAt::Host) return value.data.data();
    planish_block* block =
        planish_device_upload(context_, value.data.data(), static_cast<int64_t>(value.data.size()));
    if (block == nullptr) {
      fail(PLANISH_OUT_OF_MEMORY);
      return nullptr;
    }
    uploaded_.push_back(block);
    return planish_device_data(block);
  }

  void release(planish_block* block) {
    if (block == nullptr || --block->references != 0) return;
    if (memory_ == ArraysAt::Device)
      planish_device_free(context_, block);
    else
      planish_free(context_, block);
  }

  // Lengths may be told row by row, if they are equal.
  static std::optional<int64_t> regular_size(const runtime::ValueDim& dim) {
    if (!dim.varying) return dim.size;
    if (dim.lengths.empty()) return 0;
    const int64_t first = dim.lengths.front();
    const auto same = [&](int64_t length) { return length == first; };
    return std::ranges::all_of(dim.lengths, same) ? std::optional(first) : std::nullopt;
  }

  // The arrays that an array of records consists of have the same sizes.
  void set_size(ir::Var var, int64_t size, InputDim of) {
    const auto [known, fresh] = sizes_.try_emplace(var, size);
    if (!fresh) expect_size(known->second, size, of);
  }

  void expect_size(int64_t expected, int64_t size, InputDim of) {
    if (expected == size) return;
    const ir::WrongSizeWords words =
        ir::wrong_size_words(ir::argument_words(*fn_.entry, of.param), of.number);
    failure_ = runtime::Failure{
        fmt::format("{}{}{}{}{}", words.before, size, words.between, expected, words.after), {}};
  }

  void set_outputs() {
    outputs_.resize(fn_.results.size());
    size_t dims = 0;
    for (const ir::Param& result : fn_.results) dims += storage_.type(result.var)->rank();
    dims_.resize(dims);
    dims = 0;
    for (size_t i = 0; i < fn_.results.size(); i++) {
      outputs_[i].dims = dims_.data() + dims;
      dims += storage_.type(fn_.results[i].var)->rank();
    }
  }

  std::vector<runtime::Value> results() {
    std::vector<runtime::Value> values;
    for (const ir::EntryValue& value : fn_.entry->results) {
      for (uint32_t i = value.first; i < value.first + value.count && !failure_; i++)
        values.push_back(result(outputs_[i], *storage_.type(fn_.results[i].var)));
    }
    return values;
  }

  runtime::Value result(const planish_slot& output, const ir::Type& type) {
    if (type.is_scalar()) return interp::to_value(type.elem, output.scalar);
    runtime::Value value;
    value.prim = type.elem;
    size_t bytes = static_cast<size_t>(byte_size(type.elem));
    for (size_t d = 0; d < type.rank(); d++) {
      value.dims.push_back({false, output.dims[d], {}});
      bytes *= static_cast<size_t>(output.dims[d]);
    }
    const auto* data = static_cast<const std::byte*>(output.data);
    if (type.elem == Prim::Unit) {
      value.data.resize(bytes, std::byte{0});  // units are not written
    } else if (memory_ == ArraysAt::Device) {
      value.data.resize(bytes);
      const int32_t status =
          planish_device_download(context_, value.data.data(), data, static_cast<int64_t>(bytes));
      if (status != PLANISH_OK) fail(status);
    } else if (bytes > 0) {
      value.data.assign(data, data + bytes);
    }
    return value;
  }

  void fail(int32_t status) {
    runtime::Failure& failure = failure_.emplace();
    failure.message = planish_failure_message(context_);
    for (int64_t i = 0; i < planish_failure_path_count(context_); i++)
      failure.path.emplace_back(planish_failure_path(context_, i));
    failure.interrupted = status == PLANISH_CANCELLED;
    // A program may fail with an empty message of its own.
    if (!failure.message.empty() || (status == PLANISH_FAILED && !failure.path.empty())) return;
    if (status == PLANISH_OUT_OF_MEMORY)
      failure.message = "out of memory";
    else if (failure.interrupted)
      failure.message = "interrupted";
    else
      failure = runtime::compiler_bug("generated code failed without a message");
  }

  const ir::Storage& storage_;
  const ir::Function& fn_;
  planish_context* context_;
  const ArraysAt memory_;
  std::vector<planish_block*> uploaded_;
  int64_t reserved_ = 0;  // for inputs
  std::vector<planish_slot> inputs_;
  std::vector<Written> written_;
  std::vector<planish_slot> outputs_;
  std::vector<int64_t> dims_;  // of all outputs
  std::unordered_map<ir::Var, int64_t> sizes_;
  std::optional<runtime::Failure> failure_;
};

// The byte that the runtime looks at.
const unsigned char* interrupt_byte(const std::atomic<bool>* flag) {
  static_assert(sizeof(std::atomic<bool>) == 1 && std::atomic<bool>::is_always_lock_free);
  return reinterpret_cast<const unsigned char*>(flag);
}

// Gives null, or code from malloc.
void* load_driver_code(void* kept, const char* name, int64_t* bytes) {
  try {
    const std::optional<std::string> code = static_cast<const DriverCode*>(kept)->read(name);
    void* copy = code ? std::malloc(code->size()) : nullptr;
    if (copy == nullptr) return nullptr;
    std::memcpy(copy, code->data(), code->size());
    *bytes = static_cast<int64_t>(code->size());
    return copy;
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

void save_driver_code(void* kept, const char* name, const void* code, int64_t bytes) {
  static_cast<const DriverCode*>(kept)->write(
      name, {static_cast<const char*>(code), static_cast<size_t>(bytes)});
}

// Names belong to the values.
std::vector<planish_tuning> settings(const runtime::TuningValues& values) {
  std::vector<planish_tuning> made;
  for (const auto& [name, value] : values) made.push_back({name.c_str(), value});
  return made;
}

}  // namespace

NativeProgram::NativeProgram(std::unique_ptr<codegen::LoadedCode> code, const LoadOptions& options,
                             OpenDevice open_device)
    : code_(std::move(code)), verify_(options.verify), has_device_(open_device != nullptr) {
  planish_config config;
  planish_config_default(&config);
  config.threads = options.threads;
  config.memory_limit = options.memory_limit.bytes;
  config.memory_percent = options.memory_limit.percent;
  config.cost_factor = options.cost_factor;
  const std::vector<planish_tuning> tuning = settings(options.tuning);
  config.tuning = tuning.data();
  config.tuning_count = static_cast<int64_t>(tuning.size());
  planish_device_options device{};
  if (has_device_) {
    device.open = open_device;
    device.program =
        static_cast<const planish_device_program*>(code_->symbol(codegen::kProgramSymbol));
    if (device.program == nullptr)
      throw std::logic_error("compiler bug: code for a device has no table of its kernels");
    device.device = options.device.empty() ? nullptr : options.device.c_str();
    if (options.driver_code != nullptr) {
      device.load_code = load_driver_code;
      device.save_code = save_driver_code;
      device.code_closure = const_cast<DriverCode*>(options.driver_code);
    }
    config.device = &device;
  }
  context_.reset(planish_context_new(&config));
  if (context_ == nullptr) throw std::bad_alloc();
  if (const char* error = planish_context_error(context_.get())) throw NoDevice(error);
}

NativeProgram::~NativeProgram() = default;

void NativeProgram::set_tuning(const runtime::TuningValues& values) {
  const std::vector<planish_tuning> tuning = settings(values);
  planish_context_set_tuning(context_.get(), tuning.data(), static_cast<int64_t>(tuning.size()));
}

void NativeProgram::watch_thresholds(runtime::ThresholdWatch* watch) {
  planish_threshold_function function = nullptr;
  if (watch != nullptr) {
    function = [](void* to, const char* name, int64_t fallback, int64_t compared) {
      static_cast<runtime::ThresholdWatch*>(to)->compared(name, fallback, compared);
    };
  }
  planish_context_watch_thresholds(context_.get(), function, watch);
}

runtime::Outcome NativeProgram::run(const ir::Storage& storage, const ir::Function& entry,
                                    std::vector<runtime::Value> inputs,
                                    const runtime::RunOptions& options) {
  runtime::Outcome outcome;
  void* symbol =
      entry.entry == nullptr ? nullptr : code_->symbol(codegen::entry_symbol(entry.entry->name));
  if (symbol == nullptr) {
    outcome.failure = runtime::compiler_bug("this is no entry point of the program");
    return outcome;
  }
  planish_trace_function trace = nullptr;
  if (options.trace != nullptr) {
    trace = [](void* to, const char* text, size_t length) {
      static_cast<std::string*>(to)->append(text, length);
    };
  }
  planish_context_set_trace(context_.get(), trace, options.trace);
  planish_context_set_world(context_.get(), reinterpret_cast<planish_world*>(options.world));
  try {
    outcome =
        NativeCall(storage, entry, context_.get(), has_device_ ? ArraysAt::Device : ArraysAt::Host)
            .run(reinterpret_cast<planish_entry_function>(symbol), std::move(inputs),
                 interrupt_byte(options.interrupt), options.repeats);
  } catch (const std::bad_alloc&) {
    outcome.failure = runtime::Failure{"out of memory", {}};
  }
  if (verify_) verify_memory(outcome);
  return outcome;
}

void NativeProgram::verify_memory(runtime::Outcome& outcome) const {
  const planish_memory_statistics now = memory();
  const int64_t left = now.in_use + now.on_host - now.constants;
  if (left == 0) return;
  std::string message = fmt::format("{} bytes were not freed", left);
  if (outcome.failure) message += ", after: " + outcome.failure->message;
  outcome.failure = runtime::compiler_bug(std::move(message));
}

namespace {

// The code, loaded, with pointers to the foreign functions that it calls.
std::unique_ptr<codegen::LoadedCode> loaded_code(const ir::Program& program, std::string_view code,
                                                 const ForeignCode* foreign) {
  std::unique_ptr<codegen::LoadedCode> loaded = codegen::load_code_generator()->load(code);
  if (foreign == nullptr) return loaded;
  for (std::string_view symbol : foreign_symbols(program)) {
    if (void* pointer = loaded->symbol(foreign_pointer(symbol)))
      *static_cast<void**>(pointer) = foreign->address(symbol);
  }
  return loaded;
}

class NativeLoadedProgram : public LoadedProgram {
 public:
  NativeLoadedProgram(const ir::Program& program, std::string_view code, const LoadOptions& options,
                      NativeProgram::OpenDevice open)
      : program_(program), native_(loaded_code(program, code, options.foreign), options, open) {}

  runtime::Outcome run(const ir::Function& entry, std::vector<runtime::Value> inputs,
                       const runtime::RunOptions& options) override {
    return run_on_components(
        *program_.storage, entry, std::move(inputs), [&](std::vector<runtime::Value> components) {
          return native_.run(*program_.storage, entry, std::move(components), options);
        });
  }
  std::optional<int64_t> peak_memory() const override { return native_.memory().peak_in_use; }
  void reset_peak_memory() override { native_.reset_peak(); }
  MovedBytes moved() const override {
    const planish_memory_statistics memory = native_.memory();
    return {memory.copied_to_host, memory.copied_to_device};
  }
  std::optional<int64_t> fail_allocation(int64_t number) override {
    return native_.fail_allocation(number);
  }
  void set_tuning(const runtime::TuningValues& values) override { native_.set_tuning(values); }
  void watch_thresholds(runtime::ThresholdWatch* watch) override {
    native_.watch_thresholds(watch);
  }

 private:
  const ir::Program& program_;
  NativeProgram native_;
};

}  // namespace

std::unique_ptr<LoadedProgram> load_native(const ir::Program& program, std::string_view code,
                                           const LoadOptions& options,
                                           NativeProgram::OpenDevice open_device) {
  return std::make_unique<NativeLoadedProgram>(program, code, options, open_device);
}

}  // namespace planish
