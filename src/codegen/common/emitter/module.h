// A module: its functions, what they share, and what is known of the whole program.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <string>
#include <unordered_map>
#include <vector>

#include "codegen/codegen.h"
#include "codegen/common/program_facts.h"
#include "codegen/common/scalar.h"
#include "codegen/common/target_code.h"
#include "ir/program.h"

namespace planish::codegen {

class FunctionEmitter;
class ModuleEmitter;

// Note [Addresses of the host]
// Code for another device than that of the host cannot refer to the texts of checks and the paths
// of calls, which lie in the host's module. It names them by their number in a list, from 1 on, as
// if that were an address; null stays null.
class HostAddresses {
 public:
  explicit HostAddresses(ModuleEmitter& the_host) : host(the_host) {}

  ModuleEmitter& host;

  llvm::Constant* number(llvm::Constant* address);
  const std::vector<llvm::Constant*>& all() const { return all_; }

 private:
  std::vector<llvm::Constant*> all_;
  std::unordered_map<llvm::Constant*, size_t> numbers_;
};

// What is the same for all functions of a module.
class ModuleEmitter {
 public:
  ModuleEmitter(ProgramFacts& the_facts, llvm::Module& module, TargetCode& the_code);

  // All functions of the program and its entry points.
  void emit();
  // The entry points and the functions that they come to.
  void emit_entries();
  // The functions that were asked for.
  void emit_asked();

  // Where tasks go, and how their code names what lies in this module. Null: they are here.
  ModuleEmitter* tasks_module = nullptr;
  HostAddresses* host_addresses = nullptr;
  ModuleEmitter& tasks() { return tasks_module == nullptr ? *this : *tasks_module; }

  ProgramFacts& facts;
  TargetCode& code;
  const ir::Program& program;
  const ir::Storage& storage;
  const Options& options;
  llvm::Module& module;
  llvm::LLVMContext& context;
  llvm::Type* i64;
  llvm::Type* i32;
  llvm::Type* i8;
  llvm::PointerType* pointer;
  const Target& target;
  int64_t vector_bytes;  // of a vector register
  const plan::Plan& plan;
  const plan::PlacedResults& placed_results;
  const plan::StridedParams& strided_params;

  // A function of the runtime, or one of those below, by name.
  llvm::FunctionCallee runtime(const char* name, llvm::Type* result,
                               llvm::ArrayRef<llvm::Type*> params);
  // Internal functions that are inlined: retain(block), release(context, block), saturated product
  // of sizes.
  llvm::Function* retain();
  // Is this the only reference to a block of so many bytes?
  llvm::Function* is_sole_owner();
  llvm::Function* release();
  // The same where time does not matter: it is not inlined.
  llvm::Function* rare_release();
  llvm::Function* size_product();

  llvm::Constant* text(std::string_view text);
  llvm::Constant* list(llvm::Type* type, const std::vector<llvm::Constant*>& items);
  llvm::Constant* path(ir::PlaceId place, int64_t& count);
  llvm::Constant* check_site(const ir::Check& check, ir::PlaceId place);

  // A function of the program. If it is not there, it is declared, and defined later.
  llvm::Function* function(Name name);
  // A variable for the elements of an array, or of a type, where the program has none.
  ir::Var element_variable(ir::Var array);
  ir::Var new_variable(const ir::Type* type) { return program.storage->new_var({}, type); }
  ir::TypeTable& types() { return program.storage->types; }
  int64_t item_cost(const ir::Body& body) { return facts.item_cost(body); }
  bool is_recursive(Name name) const { return facts.calls.is_recursive(name); }
  // A function with these parameters after the context, that gives a status.
  llvm::Function* new_function(const std::string& name, llvm::ArrayRef<llvm::Type*> params);
  // The types by which a function of the program takes values of a type.
  void parameter_types(const ir::Type* type, std::vector<llvm::Type*>& out);

 private:
  llvm::Function* declare(const ir::Function& fn);
  void define(const ir::Function& fn);
  void define_entry(const ir::Function& fn);
  void initialise_constants(FunctionEmitter& e, const ir::Function& entry);

  std::unordered_map<Name, llvm::Function*> functions_;
  std::vector<const ir::Function*> asked_;  // declared, and to be defined
  std::unordered_map<std::string, llvm::Constant*> texts_;
  std::unordered_map<uint32_t, llvm::Constant*> paths_;  // by place
};

}  // namespace planish::codegen
