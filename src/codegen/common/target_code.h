// What differs between the targets of code, and between code of the host and of tasks on one: where
// the blocks of arrays lie, how code gets at elements, and how operators over iteration spaces run.
// The emitter asks it; everything else is the same for all.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "ir/program.h"
#include "runtime/abi.h"
#include "target/target.h"

namespace planish::codegen {

struct Array;
class FunctionEmitter;
class ModuleEmitter;

// What code may use.
struct CodeTraits {
  // Where the data of a block are aligned to, and stack arrays with them.
  uint64_t alignment = PLANISH_BLOCK_HEADER;
  // All functions of the program are called by tasks.
  bool only_tasks = false;
  // Elements are copied by memcpy and transposed in vectors, and not one by one.
  bool has_vectors = true;
};

// A range of numbers that is done by tasks. The code gets what stands for what was captured where
// it runs.
using RangeCode = std::function<void(FunctionEmitter& e, llvm::ArrayRef<llvm::Value*> captured,
                                     llvm::Value* begin, llvm::Value* end)>;
struct ParallelRange {
  const char* name;
  llvm::Value* count;
  llvm::Value* item_cost;
  const std::vector<llvm::Value*>& captured;
  const RangeCode& code;
};

// Operators in order, as a target may do them otherwise than one element after the other.
struct MapLoop {
  const ir::Stm& stm;
  const ir::Map& op;
  std::function<Array(llvm::Value* i, size_t k)> place;  // of result k of element i
  std::function<void(llvm::Value* i)> element;           // emits it
  std::function<void()> plain;                           // emits the whole loop
};
struct ReduceLoop {
  using Combine = std::function<void(std::span<const ir::Atom> values)>;
  const ir::Stm& stm;
  const ir::Reduce& op;
  const std::vector<Array>& places;  // of the components that are arrays
  std::function<void(llvm::Value* i, const Combine& combine)> each;
};

struct FilterLoop {
  const ir::Stm& stm;
  const ir::Filter& op;
  const std::vector<Array>& made;  // with room for all elements
};

class TargetCode {
 public:
  explicit TargetCode(const CodeTraits& the_traits = {}) : traits(the_traits) {}
  virtual ~TargetCode() = default;

  const CodeTraits traits;

  // ---- Blocks
  // A new block; null if there is no memory.
  virtual llvm::Value* allocate(FunctionEmitter& e, llvm::Value* bytes);
  virtual llvm::Value* data_of(FunctionEmitter& e, llvm::Value* block);
  virtual void free(ModuleEmitter& m, llvm::IRBuilder<>& b, llvm::Value* context,
                    llvm::Value* block);

  // ---- Elements. What gives a bool did nothing if it is false: then the code at hand does it.
  virtual llvm::Value* load(FunctionEmitter& e, Prim prim, llvm::Value* pointer,
                            const Array& array);
  virtual void store(FunctionEmitter& e, Prim prim, llvm::Value* value, llvm::Value* pointer,
                     const Array& array);
  virtual bool copy(FunctionEmitter& e, const Array& to, const Array& from, Prim elem,
                    llvm::ArrayRef<llvm::Value*> sizes);
  virtual bool fill(FunctionEmitter& e, const Array& to, Prim elem,
                    llvm::ArrayRef<llvm::Value*> sizes, llvm::Value* value);
  virtual bool iota(FunctionEmitter& e, const Array& to, Prim elem, llvm::Value* count,
                    llvm::Value* start, llvm::Value* step);
  // Each of the rows that the outer sizes have := value, an array.
  virtual bool replicate(FunctionEmitter& e, const Array& to, Prim elem,
                         llvm::ArrayRef<llvm::Value*> outer, const Array& value,
                         llvm::ArrayRef<llvm::Value*> sizes);
  // to := so many elements of the module that the code is in.
  virtual void copy_constants(FunctionEmitter& e, const Array& to, llvm::Value* from, Prim elem,
                              llvm::Value* count);
  // The length that all rows have; -1 if they differ.
  virtual llvm::Value* row_length(FunctionEmitter& e, llvm::Value* offsets, llvm::Value* rows);
  // The table of constants.
  virtual llvm::Value* constants(ModuleEmitter& m, llvm::IRBuilder<>& b, llvm::Value* context);
  // The status of all that is queued, when it is done; null if nothing is ever queued.
  virtual llvm::Value* settle(FunctionEmitter&) { return nullptr; }
  // Code of users is going to use the address of the data of an array.
  virtual void show_address(FunctionEmitter&, llvm::Value*) {}
  // Shows a value of this type that lies in memory: the arguments are those of planish_trace.
  virtual void trace(FunctionEmitter& e, const ir::Type* type,
                     llvm::ArrayRef<llvm::Value*> arguments);
  // What a tuning parameter was set to, else the fallback. A threshold is compared with a value;
  // null: it is no threshold.
  virtual llvm::Value* tuned(FunctionEmitter& e, std::string_view name, llvm::Value* fallback,
                             llvm::Value* compared);
  // Around a call of a function of the program: where it is called.
  virtual void enter(FunctionEmitter&, llvm::Constant*, int64_t) {}
  virtual void leave(FunctionEmitter&) {}
  // Records a failed check, with the values in the message, of which there are so many, and gives a
  // status.
  virtual llvm::Value* fail(FunctionEmitter& e, llvm::Constant* site, llvm::Value* values,
                            size_t count);

  // ---- Operators
  // In code of the host.
  virtual void in_parallel(FunctionEmitter& host, const ParallelRange& range) = 0;
  virtual void seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegMap& op) = 0;
  virtual void seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegRed& op) = 0;
  virtual void seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegScan& op) = 0;
  virtual void seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegHist& op) = 0;
  virtual void seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegScatter& op) = 0;
  virtual void seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegFilter& op) = 0;
  virtual void seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegPartition& op) = 0;
  virtual void seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegFlatMap& op) = 0;
  // False, or nothing: it is done one element after the other.
  virtual bool map(FunctionEmitter&, const MapLoop&) { return false; }
  virtual std::optional<std::vector<llvm::Value*>> reduce(FunctionEmitter&, const ReduceLoop&) {
    return {};
  }
  // How many elements are kept.
  virtual llvm::Value* filter(FunctionEmitter&, const FilterLoop&) { return nullptr; }
};

}  // namespace planish::codegen
