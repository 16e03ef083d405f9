#include "lower/calls.h"

#include "lower/lowering.h"
#include "sema/types/outside.h"

namespace planish::lower {

Calls::Calls(Lowering& lowering)
    : cx_(lowering.cx),
      arena_(lowering.arena),
      builder_(lowering.builder),
      places_(lowering.places),
      checks_(lowering.checks),
      scopes_(lowering.scopes),
      trees_(lowering.trees),
      indexing_(lowering.indexing),
      rows_(lowering.values.rows),
      coercions_(lowering.coercions),
      patterns_(lowering.patterns),
      expressions_(lowering.expressions),
      data_(lowering.data),
      paths_(lowering.paths),
      intrinsics_(lowering.intrinsics),
      attributes_(lowering.attributes),
      inlining_(lowering.inlining),
      specialisations_(lowering.specialisations),
      foreign_(lowering.foreign),
      outside_(lowering.outside_calls) {}

const AtomTree* Calls::apply(const AtomTree* fn, const Trees& args, Loc loc) {
  if (fn->kind != TreeKind::Function) places_.bug("something that is no function is applied");
  const Closure& closure = closure_of(fn);
  Trees all(closure.args.begin(), closure.args.end());
  all.insert(all.end(), args.begin(), args.end());
  if (all.size() < closure.arity) {
    Closure partial = closure;
    partial.args = arena_.copy(all);
    return trees_.function(partial);
  }
  Trees now(all.begin(), all.begin() + closure.arity);
  Trees rest(all.begin() + closure.arity, all.end());
  ir::PlaceId outer = builder_.place;
  if (loc.valid()) builder_.place = places_.at(loc);
  Closure code = closure;
  code.args = {};
  const AtomTree* result = call(code, now);
  builder_.place = outer;
  return rest.empty() ? result : apply(result, rest, loc);
}

const AtomTree* Calls::call(const Closure& closure, const Trees& args) {
  switch (closure.kind) {
    case CodeKind::Intrinsic:
      if (const auto* symbol = static_cast<const ValueSymbol*>(closure.code);
          outside_value(cx_, *symbol) != nullptr)
        return outside_.call(*symbol, args, *closure.scope);
      rows_.set_attributes(std::exchange(attributes_.call, {}));
      return intrinsics_.call(static_cast<const ValueSymbol*>(closure.code), args, *closure.scope);
    case CodeKind::RightSection: return apply(args[0], {args[2], args[1]}, {});
    case CodeKind::ProjectSection:
      return indexing_.follow(
          args[0], paths_.evaluate(static_cast<const ast::ProjectSection*>(closure.code)->steps,
                                   *closure.scope));
    case CodeKind::Unreachable:
      return data_.any_value(static_cast<const ArrowType*>(closure.code)->result, *closure.scope);
    case CodeKind::Definition:
    case CodeKind::Lambda:
    case CodeKind::LocalFunction:
      if (foreign_.is_foreign(closure)) return foreign_.call(closure, args);
      return inlining_.should_inline(closure, args) ? call_inline(closure, args)
                                                    : specialisations_.call(closure, args);
  }
  places_.bug("code of an unknown kind");
}

const AtomTree* Calls::call_inline(const Closure& closure, const Trees& args) {
  const Code code = code_of(cx_, closure);
  Scope* scope = scopes_.make(closure.scope, closure.scope->frame);
  const ir::PlaceId outer_call = places_.exchange_call(builder_.place);
  const bool is_definition = closure.kind == CodeKind::Definition;
  // The body of a definition has checks of its own.
  const Checks::Mode inner_mode =
      is_definition || checks_.are_on() ? Checks::Mode::On : Checks::Mode::Off;
  const Checks::Mode outer_mode = checks_.exchange(inner_mode);
  if (is_definition) inlining_.enter();
  for (size_t i = 0; i < code.params.size(); i++) patterns_.bind(code.params[i], args[i], *scope);
  const AtomTree* result = expressions_.expr(code.body, *scope);
  result = coercions_.conform(result, code.result_type(), *scope);
  if (is_definition) inlining_.leave();
  checks_.exchange(outer_mode);
  places_.exchange_call(outer_call);
  return result;
}

}  // namespace planish::lower
