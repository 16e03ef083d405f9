// Entry points: functions that take what the user gives.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lower/entry_sizes.h"
#include "lower/entry_types.h"
#include "lower/specialisations.h"

namespace planish::lower {

// A function that code of another language calls. What it is given are sizes, too, as entry points are.
struct OutsideFunction {
  FunctionForm form;
  std::vector<uint32_t> leaves;  // which parameters are leaves of the argument
  std::string name;
};

class EntryPoints {
 public:
  explicit EntryPoints(Lowering& lowering);

  // Sizes of input arrays are parameters of their own, and it is checked that they are what the
  // definition's type says.
  const ir::Function* lower(const ast::ValDecl& decl);
  // The same for code of another language. `types` are those that the parameters of its type stand for:
  // Note [Arrays for parameters of types].
  const ir::Function* outside(const ValueSymbol& symbol, std::span<const Shape* const> types,
                              OutsideFunction& made);
  // The name that stands for the whole parameter; empty: there is none.
  static std::string_view pattern_name(const SemaContext& cx, const ast::Pattern* pattern);

 private:
  struct EntryParam {
    const Type* type = nullptr;
    std::string_view name;
    bool unique = false;
    const ast::TypeExpr* written = nullptr;
  };
  // What an entry point is given, as far as it has been made.
  struct Inputs {
    std::vector<ir::Param> params;
    std::vector<ir::EntryValue> described;
    std::vector<const Type*> types;
    Trees args;  // null: a sequence, until all sizes are known
  };

  // What is the same for all.
  struct Made {
    ir::Function fn;
    Inputs inputs;
    const Type* type = nullptr;  // of the result
    const Type* result_type = nullptr;
    const ast::TypeExpr* written = nullptr;
    Signature signature;
  };
  enum class GivenBy : uint8_t { User, Program };
  // An array that a parameter of a type stands for: where it is always a row, or also alone.
  enum class ArrayStands : uint8_t { InArrays, Alone };

  // `made` has parameters that are there besides those for the arguments.
  Made make(const ast::ValDecl& decl, Scope* scope, EntrySizes& sizes, GivenBy given_by, Made made);
  const Shape* with_sizes(const Shape* type, ArrayStands stands, std::vector<ir::Param>& params);
  // Makes all parameters; gives the type of the result, and what is written of it.
  std::pair<const Type*, const ast::TypeExpr*> add_inputs(const ast::ValDecl& decl, Scope& scope,
                                                          EntrySizes& sizes, Inputs& inputs);
  void add_input(const EntryParam& param, Scope& scope, EntrySizes& sizes, Inputs& inputs);
  void add_sequence(const EntryParam& param, Scope& scope, Inputs& inputs);
  ir::EntryValue describe_sequence(const Type* type, Scope& scope);
  void make_sequences(Scope& scope, Inputs& inputs);
  void check_inputs(const ast::ValDecl& decl, Scope& scope, EntrySizes& sizes, Inputs& inputs,
                    GivenBy given_by);
  void write_sequences(const Type* type, const AtomTree* result);
  const AtomTree* call_definition(const ast::ValDecl& decl, const Trees& args,
                                  const Type* result_type, Scope* scope);
  static const Type* result_type_of(const ast::ValDecl& decl, const Type* type);
  std::vector<ir::Param> result_params(const Type* type, const Signature& signature);
  void describe_results(const Type* type, const ast::TypeExpr* written, const Signature& signature,
                        Scope& scope, ir::Entry& entry);
  std::string_view type_words(const Type* type);

  Lowering& l_;
  SemaContext& cx_;
  ir::Storage& storage_;
  Arena& arena_;
  Builder& builder_;
  Shapes& shapes_;
  EntryTypes entry_types_;
};

}  // namespace planish::lower
