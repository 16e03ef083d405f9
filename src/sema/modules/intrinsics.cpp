#include "sema/modules/intrinsics.h"

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>

#include "sema/modules/mod_types.h"
#include "sema/types/file_loader.h"
#include "syntax/ast_match.h"
#include "syntax/parser.h"

namespace planish {
namespace {

struct OverloadClass {
  std::string_view name;
  PrimSet prims = 0;
  bool equality = false;
};
constexpr OverloadClass kClasses[] = {
    {"int", kIntPrims},
    {"sint", kSignedPrims},
    {"uint", kUnsignedPrims},
    {"float", kFloatPrims},
    {"num", kNumPrims},
    {"prim", kAllPrims},
    {"intbool", static_cast<PrimSet>(kIntPrims | kBoolPrim)},
    {"eq", 0, true},
};

bool is_operator(std::string_view name) {
  char c = name.empty() ? 'a' : name[0];
  return c != '_' && !(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z');
}

constexpr std::string_view kTexts[] = {
#define INTRINSIC(K, text) text,
#include "sema/types/intrinsics.def"
};

IntrinsicKind intrinsic_named(std::string_view name) {
  const auto* found = std::ranges::find(kTexts, name);
  if (found == std::end(kTexts))
    throw std::logic_error(fmt::format("`{}` is missing in intrinsics.def", name));
  return static_cast<IntrinsicKind>(found - std::begin(kTexts));
}

class Intrinsics {
 public:
  explicit Intrinsics(ModuleContext& mc) : mc_(mc), cx_(mc.cx), env_(mc.new_env()) {}

  void bind() {
    for (int i = 0; i < kPrimCount; i++) bind_prim(static_cast<Prim>(i));
    if (const SourceFile* file = cx_.loader.prelude("/prelude/intrinsics")) {
      Block block(cx_.scope);
      for (ast::Spec* spec : parse_specs(*file, cx_.arena, cx_.names, cx_.diags)) {
        ast::match(spec, [&](auto& s) { add(s); });
      }
    }
    for (auto [name, value] : env_->values) {
      if (is_operator(cx_.text(name))) cx_.scope.bind(name, value);
    }
    cx_.plus = env_->values.find(cx_.names.intern("+"));
    cx_.minus = env_->values.find(cx_.names.intern("-"));
    mc_.intrinsics = mc_.new_module(env_, {});
    mc_.intrinsics->name = cx_.names.intern("intrinsics");
    cx_.scope.bind(mc_.intrinsics->name, mc_.intrinsics);
  }

 private:
  void bind_prim(Prim prim) {
    Name name = cx_.names.intern(prim_name(prim));
    TypeSymbol* symbol =
        cx_.types.new_type_symbol(name, {}, TypeSymbolKind::Abbreviation, Liftedness::Unlifted);
    symbol->definition = cx_.types.prim(prim);
    cx_.scope.bind(name, symbol);
  }

  void add(ast::ValSpec& spec) {
    ValueSymbol* symbol = check_val_spec(mc_, spec);
    symbol->kind = ValueKind::Intrinsic;
    symbol->intrinsic = intrinsic_named(cx_.text(spec.name.name));
    for (const ast::Attr& attr : spec.attrs) {
      if (attr.kind == AttributeKind::Overload) overload(*symbol, attr);
    }
    // Later declarations use earlier ones: operators in sizes, types.
    env_->add(spec.name.name, symbol);
    cx_.scope.bind(spec.name.name, symbol);
  }

  void add(ast::TypeSpec& spec) {
    TypeSymbol* symbol = check_type_spec(mc_, spec);
    const std::string_view name = cx_.text(spec.name.name);
    if (name == "acc") symbol->built_in = BuiltInType::Accumulator;
    if (name == "seq") symbol->built_in = BuiltInType::Sequence;
    env_->add(spec.name.name, symbol);
    cx_.scope.bind(spec.name.name, symbol);
  }

  // The intrinsics are values and abstract types only.
  void add(ast::TypeAbbrSpec&) {}
  void add(ast::ModSpec&) {}
  void add(ast::IncludeSpec&) {}

  // The arguments are classes and types.
  void overload(ValueSymbol& symbol, const ast::Attr& attr) {
    for (const ast::Attr& arg : attr.args) {
      std::string_view name = cx_.text(arg.name.name);
      for (const OverloadClass& c : kClasses) {
        if (c.name != name) continue;
        symbol.overload |= c.prims;
        symbol.overload_equality |= c.equality;
      }
      for (int i = 0; i < kPrimCount; i++) {
        if (prim_name(static_cast<Prim>(i)) == name)
          symbol.overload |= prim_set(static_cast<Prim>(i));
      }
    }
  }

  ModuleContext& mc_;
  SemaContext& cx_;
  Env* env_;
};

}  // namespace

void bind_intrinsics(ModuleContext& mc) { Intrinsics(mc).bind(); }

}  // namespace planish
