#include "lower/outside_calls.h"

#include <fmt/format.h>

#include <algorithm>

#include "lower/lowering.h"
#include "sema/types/outside.h"

namespace planish::lower {

namespace {

// The same for types that are made of the same scalars in the same way.
std::string words_of(const Shape* type) {
  switch (type->kind) {
    case ShapeKind::Prim: return std::string(prim_name(type->prim));
    case ShapeKind::Array: return "[]" + words_of(type->elem);
    case ShapeKind::Record: {
      std::string words = "(";
      for (const Shape* part : type->parts) words += words_of(part) + ",";
      return words + ")";
    }
    case ShapeKind::Sum:
    case ShapeKind::Acc:
    case ShapeKind::Function: break;
  }
  throw std::logic_error("compiler bug: a type that no other language has");
}

}  // namespace

// ---- Out of here

const AtomTree* OutsideCalls::call(const ValueSymbol& symbol, const Trees& args, Scope& scope) {
  std::vector<const Shape*> types;
  for (const SchemeParam& param : symbol.params) {
    if (param.type == nullptr) continue;
    LateType* late = scope.find(param.type);
    const Shape* shape =
        late->shape != nullptr ? late->shape : l_.shapes.structure(late->type, *late->scope);
    types.push_back(shape);
  }
  const Type* type = args.empty() ? symbol.type : as<ArrowType>(symbol.type)->result;
  const std::vector<Atom> leaves = args.empty() ? std::vector<Atom>{} : flatten(args[0]);
  const std::vector<Atom> results =
      l_.outside->call({outside_value(l_.cx, symbol)->number, types}, leaves);
  const AtomTree* value = l_.trees.build_all(l_.shapes.structure(type, scope), results);
  // A function of the other language may treat arrays that a parameter of its type stands for like any others,
  // and give some of other lengths.
  const bool has_arrays = std::ranges::any_of(
      types, [](const Shape* each) { return words_of(each).find('[') != std::string::npos; });
  if (has_arrays) value = l_.coercions.coerce(value, type, scope);
  return l_.coercions.conform(value, type, scope);
}

// ---- Into here

std::vector<Atom> OutsideCalls::call_in(const ValueSymbol& symbol,
                                        std::span<const Shape* const> types,
                                        const std::vector<Atom>& argument) {
  // What is known of the code around is the business of those who made it.
  BodyObserver* const outer = l_.emit.exchange_observer(&l_.known);
  KnownSizes outer_known = l_.known.exchange({});
  const Checks::Mode outer_mode = l_.checks.exchange(Checks::Mode::On);
  std::string words;
  for (const Shape* type : types) words += words_of(type) + " ";
  const auto [it, is_new] = made_.try_emplace({&symbol, words});
  if (is_new)
    l_.specialisations.apart([&] { return l_.entry_points.outside(symbol, types, it->second); });
  const OutsideFunction& callee = it->second;
  const AtomTree* result = l_.specialisations.emit_call(callee.form, actuals(callee, argument));
  l_.checks.exchange(outer_mode);
  l_.known.exchange(std::move(outer_known));
  l_.emit.exchange_observer(outer);
  return flatten(result);
}

std::vector<Atom> OutsideCalls::actuals(const OutsideFunction& callee, std::vector<Atom> argument) {
  const std::vector<ir::Param>& params = callee.form.params;
  std::vector<std::pair<Var, Atom>> sizes;
  for (size_t i = 0; i < argument.size(); i++) {
    const ir::Param& param = params[callee.leaves[i]];
    argument[i] = with_dims(argument[i], l_.storage.type(param.var), sizes, callee.name);
    // It may be used by others afterwards.
    if (param.unique) argument[i] = l_.trees.copy(l_.trees.leaf(argument[i]))->atom;
  }
  std::vector<Atom> all(params.size(), Atom::i64(0));
  for (size_t i = 0; i < argument.size(); i++) all[callee.leaves[i]] = argument[i];
  for (const auto& [var, size] : sizes) {
    const auto at = std::ranges::find(params, var, &ir::Param::var);
    if (at != params.end()) all[static_cast<size_t>(at - params.begin())] = size;
  }
  return all;
}

// The array with the dimensions of a parameter: sizes that the parameter has are found, and those of rows
// vary if they do there.
Atom OutsideCalls::with_dims(Atom leaf, const ir::Type* wanted,
                             std::vector<std::pair<Var, Atom>>& sizes, std::string_view callee) {
  const ir::Type* have = l_.storage.type(leaf);
  if (!have->is_array()) return leaf;
  std::vector<Var> certs;
  std::vector<Dim> dims(have->dims.begin(), have->dims.end());
  for (size_t d = 0; d < dims.size(); d++) {
    const Dim want = wanted->dims[d];
    if (want.is_varying()) {
      dims[d] = Dim::varying();
    } else if (want.kind == ir::DimKind::Var) {
      const Atom size =
          dims[d].is_varying() ? row_length(leaf.var, d, certs, callee) : Builder::atom(dims[d]);
      auto known = std::ranges::find(sizes, want.var, &std::pair<Var, Atom>::first);
      if (known == sizes.end()) known = sizes.emplace(sizes.end(), want.var, size);
      check_size(size, known->second, certs, callee);
      dims[d] = Builder::dim(known->second);
    }
  }
  const ir::Type* to = l_.storage.types.array(have->elem, dims);
  if (to == have) return leaf;
  return l_.builder.let("", to, l_.builder.make(ir::Coerce{{}, l_.emit.as_var(leaf)}), certs);
}

// Arrays that one parameter of a type stands for are equally long.
void OutsideCalls::check_size(Atom have, Atom size, std::vector<Var>& certs,
                              std::string_view callee) {
  if (have == size) return;
  const std::vector<Var> checked = l_.checks.check(
      l_.builder.binary(ir::BinaryOp::Eq, have, size), ir::CheckKind::Size,
      {l_.checks.text(fmt::format(
           "`{}` takes arrays of one length here, but is given arrays of the lengths ", callee)),
       Checks::part(size), l_.checks.text(" and "), Checks::part(have)});
  certs.insert(certs.end(), checked.begin(), checked.end());
}

// How long all rows are; 0 if there are none.
Atom OutsideCalls::row_length(Var array, size_t dim, std::vector<Var>& certs,
                              std::string_view callee) {
  for (size_t joined = 0; joined + 1 < dim; joined++)
    array = l_.arrays.join_rows(l_.trees.leaf(array))->atom.var;
  const AtomTree* lengths = l_.arrays.row_lengths(l_.trees.leaf(array));
  const Atom rows = l_.trees.outer_size(lengths);
  const Atom none = l_.builder.binary(ir::BinaryOp::Eq, rows, Atom::i64(0));
  const Atom length = l_.emit.choose(
      none, l_.storage.types.scalar(Prim::I64), [] { return Atom::i64(0); },
      [&] { return l_.indexing.element(lengths, Atom::i64(0), nullptr)->atom; });
  const std::vector<Var> checked = l_.checks.check(
      l_.coercions.all_rows_have(array, length), ir::CheckKind::Size,
      {l_.checks.text(fmt::format(
          "`{}` takes arrays whose rows are equally long, but is given rows of different lengths",
          callee))});
  certs.insert(certs.end(), checked.begin(), checked.end());
  return length;
}

}  // namespace planish::lower
