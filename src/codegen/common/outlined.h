// Code that runs in tasks: one or more functions that share a closure, a record with what they use
// of the code around them.
#pragma once

#include "codegen/common/emit.h"

namespace planish::codegen {

class Outlined {
 public:
  Outlined(FunctionEmitter& host, std::string name) : host_(host), name_(std::move(name)) {}

  // What the functions will need: variables of the program that are bound in the host…
  void capture(ir::Var var);
  void capture(const ir::Atom& atom) {
    if (atom.var) capture(atom.var);
  }
  void capture(std::span<const ir::Atom> atoms) {
    for (const ir::Atom& atom : atoms) capture(atom);
  }
  void capture_free(const ir::Body& body);
  void capture_free(const ir::Lambda& lambda);
  void capture_space(std::span<const ir::Level> levels);
  // …and values of the host, which have numbers.
  size_t capture_value(llvm::Value* value);
  size_t capture_array(const Array& array) { return capture_value(array.data); }
  // The functions write to these, and to what shares memory with them.
  void writes_to(std::span<const ir::Var> arrays);
  // A pointer that somebody else puts into the closure, where place_of says.
  size_t reserve_pointer();

  // After the captures. The closure is filled where the host stands.
  llvm::Value* closure();

  uint64_t place_of(size_t number, const llvm::DataLayout& layout) const;  // in bytes
  // What the closure points to.
  llvm::StructType* record_type() const { return record_; }

  struct Task {
    std::unique_ptr<FunctionEmitter> emitter;
    std::vector<llvm::Value*> values;            // what was captured by number
    llvm::Value* param(unsigned number) const {  // after the context and the closure
      return emitter->function->getArg(number + 2);
    }
    // A captured array, row-major.
    Array array(size_t number) const { return {values[number], {}, nullptr, 0}; }
  };
  // A new function with further parameters, in which the variables are bound. It gives a status.
  Task task(const std::string& suffix, llvm::ArrayRef<llvm::Type*> params);
  // The end of the function.
  static void finish(Task& task) { task.emitter->control.return_ok(); }

 private:
  struct Captured {
    ir::Var var;
    size_t first;  // its data, or the scalar
    size_t strides;
    ir::Var root;  // of an array, in the host
  };

  static bool is_field(const llvm::Value* value) {
    return value == nullptr || !llvm::isa<llvm::Constant>(value);
  }
  llvm::Type* field_type(const llvm::Value* value) const {
    return value == nullptr ? host_.m.pointer : value->getType();
  }

  FunctionEmitter& host_;
  std::string name_;
  std::vector<llvm::Value*> values_;  // of the host; null: a pointer that comes later
  std::vector<Captured> variables_;
  std::unordered_set<uint32_t> known_;
  std::unordered_set<uint32_t> sizes_;    // variables that are sizes of arrays
  std::unordered_set<uint32_t> written_;  // roots
  llvm::StructType* record_ = nullptr;
};

}  // namespace planish::codegen
