#include "interp/interp.h"

#include <fmt/format.h>

#include <chrono>
#include <unordered_map>

#include "interp/code.h"
#include "interp/compile.h"
#include "interp/machine.h"
#include "interp/values.h"
#include "ir/argument_words.h"

namespace planish::interp {

struct Interpreter::Impl {
  const ir::Program& program;
  Heap heap;
  std::unique_ptr<ProgramCode> code;  // its constants have arrays of the heap

  Impl(const ir::Program& of, runtime::MemoryLimit limit)
      : program(of), heap(limit), code(compile(of)) {}

  const FunctionCode* find(const ir::Function& fn) const {
    for (const FunctionCode& one : code->functions) {
      if (one.fn == &fn) return &one;
    }
    return nullptr;
  }
};

Interpreter::Interpreter(const ir::Program& program, runtime::MemoryLimit limit)
    : impl_(std::make_unique<Impl>(program, limit)) {}
Interpreter::~Interpreter() = default;

int64_t Interpreter::fail_allocation(int64_t number) { return impl_->heap.fail_allocation(number); }

namespace {

using Sizes = std::unordered_map<ir::Var, int64_t>;

// Memory of others that counts as the program's, until it is given back.
class Reserved {
 public:
  Reserved(Heap& heap, const std::vector<runtime::Value>& values) : heap_(heap) {
    size_t bytes = 0;
    for (const runtime::Value& value : values) bytes += value.data.size();
    heap_.reserve(bytes);
    bytes_ = bytes;
  }
  ~Reserved() { heap_.unreserve(bytes_); }
  Reserved(const Reserved&) = delete;
  Reserved& operator=(const Reserved&) = delete;

  void give_back(size_t bytes) {
    heap_.unreserve(bytes);
    bytes_ -= bytes;
  }

 private:
  Heap& heap_;
  size_t bytes_ = 0;
};

// One run of an entry point.
class EntryRun {
 public:
  EntryRun(const ir::Storage& storage, Heap& heap, const FunctionCode& code, Machine& machine)
      : storage_(storage), heap_(heap), code_(code), fn_(*code.fn), machine_(machine) {}

  void run(std::vector<runtime::Value> inputs, runtime::Outcome& outcome) {
    using Clock = std::chrono::steady_clock;
    read_inputs(std::move(inputs));
    machine_.in_new_frame(code_, {}, [&](const Frame&) {
      set_params();
      Clock::time_point start = Clock::now();
      interp::run(code_.body, machine_);
      outcome.seconds = std::chrono::duration<double>(Clock::now() - start).count();
      outcome.results = read_results();
    });
  }

 private:
  void read_inputs(std::vector<runtime::Value> inputs) {
    arrays_.resize(fn_.params.size());
    scalars_.resize(fn_.params.size());
    size_t next = 0;
    Reserved reserved(heap_, inputs);
    for (const ir::EntryValue& value : fn_.entry->params) {
      for (uint32_t i = value.first; i < value.first + value.count; i++) {
        if (next == inputs.size()) throw Stopped{runtime::compiler_bug("an input is missing")};
        const runtime::Value input = std::move(inputs[next++]);
        const ir::Var var = fn_.params[i].var;
        const ir::Type& type = *storage_.type(var);
        if (input.prim != type.elem || input.dims.size() != type.rank())
          throw Stopped{runtime::compiler_bug("an input of another type than the parameter")};
        if (type.is_scalar()) {
          scalars_[i] = scalar_from_value(input);
          sizes_[var] = static_cast<int64_t>(scalars_[i]);
          continue;
        }
        arrays_[i] = from_value(heap_, input, type);
        reserved.give_back(input.data.size());
        if (!arrays_[i])
          throw Stopped{{ir::argument_words(*fn_.entry, i) + " has rows of different lengths", {}}};
        for (uint32_t d = 0; d < arrays_[i].rank(); d++) {
          set_size(type.dims[d], arrays_[i].dim(d), i, d);
        }
        // Behind a dimension that varies.
        for (size_t d = arrays_[i].rank(); d < type.rank(); d++) {
          set_size(type.dims[d], input.dims[d].size, i, d);
        }
      }
    }
  }

  // The arrays that an array of records consists of have the same sizes.
  void set_size(const ir::Dim& dim, int64_t size, uint32_t param, size_t number) {
    if (dim.kind != ir::DimKind::Var) return;
    auto [known, fresh] = sizes_.try_emplace(dim.var, size);
    if (fresh || known->second == size) return;
    const ir::WrongSizeWords words =
        ir::wrong_size_words(ir::argument_words(*fn_.entry, param), number);
    throw Stopped{
        {fmt::format("{}{}{}{}{}", words.before, size, words.between, known->second, words.after),
         {}}};
  }

  void set_params() {
    for (size_t i = 0; i < fn_.params.size(); i++) {
      const Slot to = code_.params[i].to;
      if (arrays_[i]) {
        machine_.frame.arrays[to] = std::move(arrays_[i]);
        continue;
      }
      // What no input gave is a size.
      auto size = sizes_.find(fn_.params[i].var);
      machine_.frame.scalars[to] =
          size != sizes_.end() ? static_cast<uint64_t>(size->second) : scalars_[i];
    }
  }

  std::vector<runtime::Value> read_results() {
    const std::vector<Source>& sources = code_.body.results;
    if (sources.size() != fn_.results.size())
      throw Stopped{
          runtime::compiler_bug("a function has another number of results than its body")};
    for (size_t i = 0; i < sources.size(); i++) {
      if (storage_.type(fn_.results[i].var)->is_scalar())
        sizes_[fn_.results[i].var] = static_cast<int64_t>(machine_.frame.scalars[sources[i].slot]);
    }
    std::vector<runtime::Value> results;
    for (const ir::EntryValue& value : fn_.entry->results) {
      for (uint32_t i = value.first; i < value.first + value.count; i++)
        results.push_back(read_result(sources[i], *storage_.type(fn_.results[i].var)));
    }
    return results;
  }

  runtime::Value read_result(const Source& source, const ir::Type& type) {
    if (type.is_scalar()) return to_value(type.elem, machine_.frame.scalars[source.slot]);
    const Array& array = machine_.frame.arrays[source.slot];
    if (!array.usable())
      throw Stopped{runtime::compiler_bug("the result " + machine_.variable(source.slot) +
                                          " is an array that was consumed")};
    return to_value(array, type, [&](const ir::Dim& dim) {
      if (dim.kind == ir::DimKind::Const) return dim.value;
      auto size = sizes_.find(dim.var);
      return size == sizes_.end() ? int64_t{0} : size->second;
    });
  }

  const ir::Storage& storage_;
  Heap& heap_;
  const FunctionCode& code_;
  const ir::Function& fn_;
  Machine& machine_;
  std::vector<Array> arrays_;      // by parameter
  std::vector<uint64_t> scalars_;  // by parameter
  Sizes sizes_;
};

}  // namespace

runtime::Outcome Interpreter::run(const ir::Function& entry, std::vector<runtime::Value> inputs,
                                  const runtime::RunOptions& options) {
  runtime::Outcome outcome;
  const FunctionCode* code = impl_->find(entry);
  if (code == nullptr || entry.entry == nullptr) {
    outcome.failure = runtime::compiler_bug("this is no entry point of the program");
    return outcome;
  }
  if (!code->error.empty()) {
    outcome.failure = runtime::compiler_bug(code->error);
    return outcome;
  }
  const ir::Storage& storage = *impl_->program.storage;
  Machine machine(storage, impl_->heap, options);
  try {
    EntryRun(storage, impl_->heap, *code, machine).run(std::move(inputs), outcome);
  } catch (Stopped& stopped) {
    outcome.failure = std::move(stopped.failure);
  } catch (const std::bad_alloc&) {
    outcome.failure = runtime::Failure{"out of memory", {}};
  }
  return outcome;
}

}  // namespace planish::interp
