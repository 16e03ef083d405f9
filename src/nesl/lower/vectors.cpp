#include "nesl/lower/vectors.h"

#include <algorithm>
#include <iterator>

#include "nesl/lower/lowering.h"
#include "nesl/syntax/ast_match.h"

namespace planish::nesl {

using ir::BinaryOp;
using ir::Builder;
using values::Checks;
using values::ShapeKind;

Vectors::Vectors(Lowering& lowering) : l_(lowering) {}

Var Vectors::iota(Atom count) {
  const Dim dim = Builder::dim(count);
  return l_.builder.let("numbers", l_.storage.types.array(Prim::I64, {&dim, 1}),
                        l_.builder.make(ir::Iota{{}, count, Atom::i64(0), Atom::i64(1)}));
}

const AtomTree* Vectors::tabulate(Atom count, FunctionRef<const AtomTree*(Atom index)> give) {
  return l_.values.operators.map([&](const AtomTree* index) { return give(index->atom); },
                                 l_.values.trees.leaf(iota(count)), nullptr, nullptr);
}

Var Vectors::range(Atom from, Atom to, Atom step) {
  Builder& b = l_.builder;
  values::Emitter& emit = l_.values.emit;
  Checks& checks = l_.values.checks;
  const values::RangeSize size = values::RangeSizes(b, emit).up_to(from, to, step);
  const Atom fine = emit.both(size.valid, b.binary(BinaryOp::Ge, step, Atom::i64(1)));
  const std::vector<Var> certs = checks.check(
      fine, ir::CheckKind::Range,
      {checks.text("the range ["), Checks::part(from), checks.text(":"), Checks::part(to),
       checks.text(":"), Checks::part(step), checks.text("] is not one: it must go upwards")});
  const Dim dim = Builder::dim(size.count);
  return b.let("range", l_.storage.types.array(Prim::I64, {&dim, 1}),
               b.make(ir::Iota{{}, size.count, from, step}), certs);
}

// ---- Making

bool Vectors::is_flat(const Shape* element) { return Layouts::depths(element).empty(); }

const AtomTree* Vectors::concat(const Trees& parts) {
  Atom size = Atom::i64(0);
  std::vector<std::vector<Atom>> leaves;
  for (const AtomTree* part : parts) {
    size = l_.values.emit.plus(size, l_.values.trees.outer_size(part));
    leaves.push_back(values::flatten(part));
  }
  size_t next = 0;
  return l_.values.trees.map_leaves(parts[0], [&](Atom atom) -> Atom {
    std::vector<Var> arrays;
    for (const std::vector<Atom>& of_part : leaves)
      arrays.push_back(l_.values.emit.as_var(of_part[next]));
    next++;
    const ir::Type* type = l_.values.emit.with_dims(l_.storage.type(atom), 1, {Builder::dim(size)});
    return l_.builder.let("", type, l_.builder.make(ir::Concat{{}, l_.builder.list(arrays)}));
  });
}

// Note [Vectors of vectors]
// Rows that are known to be equally long make a regular array. Others are joined, and cut again by
// their lengths.
const AtomTree* Vectors::text(std::string_view words) {
  Trees chars;
  for (char c : words)
    chars.push_back(l_.values.trees.leaf(
        ir::Const{Prim::U8, static_cast<uint64_t>(static_cast<unsigned char>(c))}));
  return literal(l_.values.shapes.scalar(Prim::U8), chars);
}

const AtomTree* Vectors::literal(const Shape* element, const Trees& elements) {
  bool regular = true;
  const std::vector<Level> first = l_.layouts.levels(element, elements[0]);
  for (const AtomTree* other : elements) {
    const std::vector<Level> levels = l_.layouts.levels(element, other);
    for (size_t i = 0; i < levels.size(); i++)
      regular = regular && !levels[i].dim.is_varying() && levels[i].dim == first[i].dim;
  }
  if (!regular) return joined(element, elements);
  std::vector<std::vector<Atom>> leaves;
  for (const AtomTree* each : elements) leaves.push_back(values::flatten(each));
  size_t next = 0;
  const Dim count = Dim::constant(static_cast<int64_t>(elements.size()));
  return l_.values.trees.map_leaves(elements[0], [&](Atom atom) -> Atom {
    std::vector<Atom> all;
    for (const std::vector<Atom>& of_element : leaves) all.push_back(of_element[next]);
    next++;
    const ir::Type* type = l_.storage.types.with_outer({&count, 1}, l_.storage.type(atom));
    return l_.builder.let("", type, l_.builder.make(ir::ArrayLit{{}, l_.builder.list(all)}));
  });
}

const AtomTree* Vectors::joined(const Shape* element, const Trees& elements) {
  if (element->kind == ShapeKind::Record) {
    Trees parts;
    for (size_t i = 0; i < element->parts.size(); i++) {
      Trees of_part;
      for (const AtomTree* each : elements) of_part.push_back(each->parts[i]);
      parts.push_back(literal(element->parts[i], of_part));
    }
    return l_.values.trees.tuple(parts);
  }
  if (element->kind != ShapeKind::Array) return literal(element, elements);
  Trees rows = elements;
  std::vector<Dim> common;
  for (const Level& level : l_.layouts.levels(element, rows[0])) common.push_back(level.dim);
  for (const AtomTree* row : rows) {
    const std::vector<Level> levels = l_.layouts.levels(element, row);
    for (size_t i = 0; i < levels.size(); i++) {
      if (levels[i].depth > 0 && levels[i].dim != common[i]) common[i] = Dim::varying();
    }
  }
  std::vector<Atom> lengths;
  for (const AtomTree*& row : rows) {
    lengths.push_back(l_.values.trees.outer_size(row));
    row = l_.layouts.conform(row, element, common);
  }
  const Dim count = Dim::constant(static_cast<int64_t>(rows.size()));
  const Var cuts = l_.builder.let("lengths", l_.storage.types.array(Prim::I64, {&count, 1}),
                                  l_.builder.make(ir::ArrayLit{{}, l_.builder.list(lengths)}));
  return l_.values.trees.map_leaves(concat(rows), [&](Atom atom) -> Atom {
    const ir::Type* type =
        l_.values.emit.with_dims(l_.storage.type(atom), 1, {count, Dim::varying()});
    return l_.builder.let("rows", type, l_.builder.make(ir::SplitRows{{}, cuts, atom.var}));
  });
}

const AtomTree* Vectors::dist(const AtomTree* value, Atom count) {
  Checks& checks = l_.values.checks;
  const std::vector<Var> certs =
      checks.check(l_.builder.binary(BinaryOp::Ge, count, Atom::i64(0)), ir::CheckKind::Range,
                   {checks.text("dist to a vector of length "), Checks::part(count)});
  return l_.values.trees.map_leaves(value, [&](Atom atom) -> Atom {
    const Dim dim = Builder::dim(count);
    const ir::Type* type = l_.storage.types.with_outer({&dim, 1}, l_.storage.type(atom));
    return l_.builder.let(
        "", type, l_.builder.make(ir::Replicate{{}, l_.builder.list<Atom>({count}), atom}), certs);
  });
}

// ---- Reading

std::vector<Var> Vectors::check_index(Atom index, Atom length) {
  Checks& checks = l_.values.checks;
  return checks.check(
      l_.values.emit.inside(index, length), ir::CheckKind::Bounds,
      {checks.text("index "), Checks::part(index),
       checks.text(" is out of bounds for a vector of length "), Checks::part(length)});
}

const AtomTree* Vectors::element(const Type* type, const AtomTree* vector, Atom index) {
  const std::vector<Var> certs = check_index(index, l_.values.trees.outer_size(vector));
  return l_.values.indexing.element(vector, index, l_.layouts.element(type), certs);
}

const AtomTree* Vectors::subseq(const AtomTree* vector, Atom start, Atom end) {
  Builder& b = l_.builder;
  Checks& checks = l_.values.checks;
  const Atom length = l_.values.trees.outer_size(vector);
  Atom fine = b.binary(BinaryOp::Le, Atom::i64(0), start);
  fine = l_.values.emit.both(fine, b.binary(BinaryOp::Le, start, end));
  fine = l_.values.emit.both(fine, b.binary(BinaryOp::Le, end, length));
  values::IndexList list;
  list.certs = checks.check(
      fine, ir::CheckKind::Bounds,
      {checks.text("elements "), Checks::part(start), checks.text(" to "), Checks::part(end),
       checks.text(" of a vector of length "), Checks::part(length)});
  list.dims.push_back({false, start, l_.values.emit.minus(end, start), Atom::i64(1)});
  return l_.values.indexing.index(vector, list, nullptr);
}

const AtomTree* Vectors::read(const Type* type, const AtomTree* vector, const AtomTree* indices) {
  return l_.values.operators.map(
      [&](const AtomTree* index) { return element(type, vector, index->atom); }, indices, nullptr,
      nullptr);
}

const AtomTree* Vectors::append(const Type* type, const AtomTree* first, const AtomTree* second) {
  const auto [a, b] = l_.layouts.alike(l_.layouts.structure(type), first, second);
  return concat({a, b});
}

const AtomTree* Vectors::pack(const Type* type, const AtomTree* vector, const AtomTree* flags) {
  const Shape* shape =
      l_.layouts.tuple({l_.layouts.element(type), l_.values.shapes.scalar(Prim::Bool)});
  return l_.values.operators
      .filter([](const AtomTree* element) { return element->parts[1]; },
              l_.values.trees.tuple({vector, flags}), shape)
      ->parts[0];
}

const AtomTree* Vectors::partition(const AtomTree* vector, const AtomTree* lengths) {
  return l_.values.arrays.split_rows(lengths, vector);
}

// ---- Writing

// Note [Writes]
// Of several values for one index the last one stays, with all its parts: a scatter that says so.
// Elements with rows of different lengths are not written in place. So the numbers of the pairs are
// combined by max at their indices, and each element is what the pair of that number says, or what
// it was. Where the order cannot matter, because all indices are different (they go through a range,
// or there is one) or all values equal, it is a scatter in any order.
const AtomTree* Vectors::checked_indices(const AtomTree* indices, Atom length) {
  return l_.values.operators.map(
      [&](const AtomTree* index) {
        const std::vector<Var> certs = check_index(index->atom, length);
        return l_.values.trees.leaf(l_.builder.let("at", l_.storage.types.scalar(Prim::I64),
                                                   l_.builder.make(ir::Same{{}, index->atom}),
                                                   certs));
      },
      indices, nullptr, nullptr);
}

// The check is part of the scatter, so what makes the indices can be, too.
const AtomTree* Vectors::scatter(const AtomTree* vector, const AtomTree* indices,
                                 const AtomTree* values, Stays stays) {
  values::ValueBuilder& v = l_.values;
  const Atom length = v.trees.outer_size(vector);
  const AtomTree* dest = v.trees.copy(vector);
  const std::vector<Var> dests = v.trees.array_leaves(dest);
  std::vector<Var> arrays = v.trees.array_leaves(indices);
  std::ranges::copy(v.trees.array_leaves(values), std::back_inserter(arrays));
  std::vector<ir::Param> params;
  for (Var array : arrays) {
    const ir::Type* element = l_.storage.types.scalar(l_.storage.type(array)->elem);
    params.push_back({l_.builder.new_var("", element), false});
  }
  const ir::Body* body = v.emit.body([&] {
    const Atom index = params[0].var;
    const ir::Op* same = l_.builder.make(ir::Same{{}, index});
    std::vector<Atom> results{
        l_.builder.let("at", l_.storage.type(index), same, check_index(index, length))};
    for (size_t i = 1; i < params.size(); i++) results.push_back(params[i].var);
    return results;
  });
  std::vector<Var> made;
  for (Var var : dests) made.push_back(l_.storage.new_var({}, l_.storage.type(var)));
  l_.builder.add(made, l_.builder.make(ir::Scatter{{},
                                                   v.trees.outer_size(values),
                                                   l_.builder.list<Atom>({length}),
                                                   l_.builder.list(dests),
                                                   v.emit.lambda(params, body),
                                                   l_.builder.list(arrays),
                                                   stays == Stays::Last}));
  return v.trees.replace_leaves(dest, {made.begin(), made.end()});
}

const AtomTree* Vectors::write(const Type* type, const AtomTree* vector, const AtomTree* indices,
                               const AtomTree* values) {
  values::ValueBuilder& v = l_.values;
  const Atom length = v.trees.outer_size(vector);
  const Atom count = v.trees.outer_size(indices);
  const bool single = count.is_const() && count.constant.bits == 1;
  const Shape* element = l_.layouts.element(type);
  if (is_flat(element)) return scatter(vector, indices, values, single ? Stays::Any : Stays::Last);
  const AtomTree* at = checked_indices(indices, length);
  const AtomTree* none = dist(v.trees.i64(-1), length);
  const AtomTree* numbers = v.trees.leaf(iota(count));
  const auto latest = [&](const AtomTree* a, const AtomTree* b) {
    return v.trees.leaf(l_.builder.binary(BinaryOp::Max, a->atom, b->atom));
  };
  const AtomTree* winners =
      v.operators.hist({length}, {none, latest, v.trees.i64(-1), at, numbers});
  const auto [old, given] = l_.layouts.alike(l_.layouts.structure(type), vector, values);
  const Shape* shape = l_.layouts.tuple({element, v.shapes.scalar(Prim::I64)});
  const AtomTree* from = given;
  return v.operators.map(
      [&](const AtomTree* each) {
        const Atom winner = each->parts[1]->atom;
        return l_.joins.branch(
            l_.builder.binary(BinaryOp::Ge, winner, Atom::i64(0)), element,
            [&] { return v.indexing.element(from, winner, element); },
            [&] { return each->parts[0]; });
      },
      v.trees.tuple({old, winners}), shape, nullptr);
}

const AtomTree* Vectors::replace(const Type* type, const AtomTree* vector, Atom index,
                                 const AtomTree* value) {
  const Shape* element = l_.layouts.element(type);
  const Atom length = l_.values.trees.outer_size(vector);
  const std::vector<Var> certs = check_index(index, length);
  if (is_flat(element)) {
    const std::vector<Atom> leaves = values::flatten(value);
    size_t next = 0;
    return l_.values.trees.map_leaves(l_.values.trees.copy(vector), [&](Atom atom) -> Atom {
      const auto dims = l_.builder.list<ir::SliceDim>({{true, index, {}, {}}});
      return l_.builder.let("", l_.storage.type(atom),
                            l_.builder.make(ir::Update{{}, atom.var, dims, leaves[next++]}), certs);
    });
  }
  const AtomTree* one = literal(element, {value});
  const AtomTree* at = literal(l_.values.shapes.scalar(Prim::I64), {l_.values.trees.leaf(index)});
  return write(type, vector, at, one);
}

const AtomTree* Vectors::permute(const Type* type, const AtomTree* vector, const AtomTree* indices,
                                 Indices known) {
  values::ValueBuilder& v = l_.values;
  const Atom length = v.trees.outer_size(vector);
  const Atom given = v.trees.outer_size(indices);
  const std::vector<Var> certs = v.checks.check(
      l_.builder.binary(BinaryOp::Eq, length, given), ir::CheckKind::Size,
      {v.checks.text("permute of "), Checks::part(length), v.checks.text(" elements by "),
       Checks::part(given), v.checks.text(" indices")});
  const AtomTree* at = v.trees.leaf(l_.builder.let(
      "", v.emit.with_dims(l_.storage.type(indices->atom), 1, {Builder::dim(length)}),
      l_.builder.make(ir::Coerce{{}, indices->atom.var}), certs));
  if (known == Indices::Any) at = permutation(at, length);
  const Shape* element = l_.layouts.element(type);
  if (is_flat(element)) return scatter(vector, at, vector);
  // The order in which the rows come.
  const AtomTree* zeros = dist(v.trees.i64(0), length);
  const AtomTree* order = scatter(zeros, at, v.trees.leaf(iota(length)));
  return v.operators.map(
      [&](const AtomTree* index) { return v.indexing.element(vector, index->atom, element); },
      order, nullptr, nullptr);
}

// As many indices as there are places are a permutation if every place is one of them.
const AtomTree* Vectors::permutation(const AtomTree* indices, Atom length) {
  values::ValueBuilder& v = l_.values;
  const AtomTree* none = dist(v.trees.leaf(Atom::boolean(false)), length);
  const AtomTree* all = dist(v.trees.leaf(Atom::boolean(true)), length);
  const AtomTree* reached = scatter(none, indices, all);
  const ir::Type* i64 = l_.storage.types.scalar(Prim::I64);
  const Shape* place = l_.layouts.tuple({v.shapes.scalar(Prim::Bool), v.shapes.scalar(Prim::I64)});
  const AtomTree* missing = v.operators.map(
      [&](const AtomTree* each) {
        return v.trees.leaf(v.emit.choose(
            each->parts[0]->atom, i64, [&] { return length; },
            [&] { return each->parts[1]->atom; }));
      },
      v.trees.tuple({reached, v.trees.leaf(iota(length))}), place, nullptr);
  const auto smaller = [&](const AtomTree* a, const AtomTree* b) {
    return v.trees.leaf(l_.builder.binary(BinaryOp::Min, a->atom, b->atom));
  };
  const Atom first =
      v.operators
          .reduce(smaller, v.trees.leaf(length), missing, values::ParallelOperators::Order::Any)
          ->atom;
  const std::vector<Var> certs =
      v.checks.check(l_.builder.binary(BinaryOp::Eq, first, length), ir::CheckKind::Bounds,
                     {v.checks.text("permute: the indices are not all different, and none is "),
                      Checks::part(first)});
  return v.trees.leaf(l_.builder.let("", l_.storage.type(indices->atom),
                                     l_.builder.make(ir::Same{{}, indices->atom}), certs));
}

namespace {

const Pattern* inner(const Pattern* pattern) {
  while (const auto* parens = as<ParensPattern>(pattern)) pattern = parens->inner;
  return pattern;
}

bool is_range(const Expr* vector) {
  const auto* call = as<Apply>(vector);
  const auto* called = call == nullptr ? nullptr : as<NameExpr>(plain(call->function));
  const Definition* function = called == nullptr ? nullptr : called->callee.definition;
  const bool is_index = function != nullptr && function->kind == DefinitionKind::Builtin &&
                        function->builtin == Builtin::Index;
  return is_index || as<Range>(vector) != nullptr;
}

// A name that goes through a range.
bool are_all_different(const Each& each, const Expr* index) {
  const auto* name = as<NameExpr>(plain(index));
  if (name == nullptr || name->variable == nullptr) return false;
  return std::ranges::any_of(each.bindings, [&](const EachBinding& binding) {
    const auto* bound = as<NamePattern>(inner(binding.pattern));
    return bound != nullptr && bound->variable == name->variable && is_range(plain(binding.vector));
  });
}

bool are_all_equal(const Each& each, const Expr* value) {
  const auto mentioned = mentioned_variables(value);
  return std::ranges::none_of(each.bindings, [&](const EachBinding& binding) {
    return std::ranges::any_of(bound_variables(binding.pattern), [&](const Variable* variable) {
      return mentioned.contains(variable);
    });
  });
}

}  // namespace

const AtomTree* Vectors::simple_write(const Binary& e) {
  const Type* type = l_.expressions.type_of(e.left);
  if (!is_flat(l_.layouts.element(type))) return nullptr;
  const auto* each = as<Each>(plain(e.right));
  if (each == nullptr) return nullptr;
  const auto* pair = as<Pair>(plain(each->body));
  if (pair == nullptr || l_.random.reached_by(each->body)) return nullptr;
  if (!are_all_equal(*each, pair->right) && !are_all_different(*each, pair->left)) return nullptr;
  const AtomTree* vector = l_.expressions.lower(e.left);
  const AtomTree* pairs = l_.expressions.lower(e.right);
  return scatter(vector, pairs->parts[0], pairs->parts[1]);
}

}  // namespace planish::nesl
