#include "sema/modules/outside_names.h"

#include "sema/modules/mod_types.h"
#include "sema/modules/type_decls.h"
#include "sema/types/file_loader.h"
#include "syntax/ast_match.h"
#include "syntax/parser.h"

namespace planish {

// The sizes of a constant are those that show when it is evaluated.
static void make_constant(ValueSymbol& symbol) {
  const auto* arrow = as<ArrowType>(symbol.type);
  for (ValueSymbol* size : arrow->exists) {
    size->kind = ValueKind::UnknownSize;
    size->reason = UnknownReason::Result;
    size->what = symbol.name;
  }
  symbol.type = arrow->result;
}

// Types are read from a text of specs, in which names are numbers: other languages have names that are
// keywords here.
void bind_outside(ModuleContext& mc, const SourceFile& source, const OutsideFile& file, Env& env) {
  SemaContext& cx = mc.cx;
  std::string text;
  for (size_t i = 0; i < file.types.size(); i++)
    text += fmt::format("type~ t{} = {}\n", i, file.types[i].definition);
  for (size_t i = 0; i < file.values.size(); i++) {
    const OutsideDefinition& value = file.values[i];
    if (value.value.refused.empty())
      text += fmt::format("val v{} {}{}\n", i, value.is_constant ? ": () -> " : "", value.type);
  }
  const SourceFile* specs = cx.sources.add(fmt::format("{} (types)", source.path), std::move(text));
  Block block(cx.scope);
  auto next_type = file.types.begin();
  auto next_value = file.values.begin();
  const auto refuse = [&] {
    while (next_value != file.values.end() && !next_value->value.refused.empty()) {
      ValueSymbol* symbol =
          cx.types.new_value_symbol(next_value->name, next_value->loc, ValueKind::Intrinsic);
      symbol->type = cx.types.error();
      cx.loader.outside()->add(symbol, next_value->value);
      env.add(symbol->name, symbol);
      next_value++;
    }
  };
  refuse();
  for (ast::Spec* spec : parse_specs(*specs, cx.arena, cx.names, cx.diags)) {
    if (auto* type = ast::as<ast::TypeAbbrSpec>(spec)) {
      TypeSymbol* symbol =
          check_abbreviation(mc, {type->name, type->loc, type->doc, liftedness_of(type->liftedness),
                                  type->type_params, type->value});
      symbol->name = next_type->name;
      symbol->loc = next_type->loc;
      env.add(symbol->name, symbol);
      next_type++;
    } else if (auto* value = ast::as<ast::ValSpec>(spec)) {
      ValueSymbol* symbol = check_val_spec(mc, *value);
      symbol->kind = ValueKind::Intrinsic;
      symbol->name = next_value->name;
      symbol->loc = next_value->loc;
      if (next_value->is_constant && symbol->type->kind == TypeKind::Arrow) make_constant(*symbol);
      cx.loader.outside()->add(symbol, next_value->value);
      env.add(symbol->name, symbol);
      next_value++;
      refuse();
    }
  }
}

}  // namespace planish
