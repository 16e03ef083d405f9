// Note [Sums at entry points]
// A client makes a sum of what one constructor holds, and nobody says how large the arrays are that
// others would hold: they come with sizes of their own, most often 0. So a size is that of an array
// outside of sums, or of one that the constructor of the given value holds; and what the value does
// not use is replaced by zeros of the right sizes, which is what it would be inside of the program
// (Note [Layout of sums] in shapes.cpp). Leaves that are arrays are used by one constructor only.
#include "lower/entry_sizes.h"

#include <algorithm>

#include "ir/argument_words.h"
#include "lower/lowering.h"

namespace planish::lower {

using ir::BinaryOp;

EntrySizes::EntrySizes(Lowering& lowering, std::string complaint)
    : cx_(lowering.cx),
      storage_(lowering.storage),
      arena_(lowering.arena),
      builder_(lowering.builder),
      emit_(lowering.emit),
      checks_(lowering.checks),
      shapes_(lowering.shapes),
      trees_(lowering.trees),
      sizes_(lowering.sizes),
      equality_(lowering.equality),
      arrays_(lowering.arrays),
      complaint_(std::move(complaint)) {}

// ---- Which leaves are in use

namespace {

// Of each leaf of a value of this shape, after those of `out`.
void add_leaf_uses(const Shape* shape, const SlotUses& outer, std::vector<SlotUses>& out) {
  switch (shape->kind) {
    case ShapeKind::Record:
      for (const Shape* part : shape->parts) add_leaf_uses(part, outer, out);
      return;
    case ShapeKind::Array: add_leaf_uses(shape->elem, outer, out); return;
    case ShapeKind::Sum: {
      const size_t tag = out.size();
      out.resize(out.size() + 1 + shape->slots.size(), outer);
      for (uint32_t c = 0; c < shape->constructors.size(); c++) {
        const ConstructorLayout& layout = shape->constructors[c];
        std::vector<SlotUses> payload;
        for (const Shape* arg : layout.args) add_leaf_uses(arg, {}, payload);
        for (size_t i = 0; i < payload.size(); i++) {
          SlotUses& uses = out[tag + 1 + layout.slots[i]];
          uses = outer;
          uses.push_back({tag, c});
          // A sum in the payload has its tag in a slot, too.
          for (const SlotUse& use : payload[i])
            uses.push_back({tag + 1 + layout.slots[use.tag], use.constructor});
        }
      }
      return;
    }
    case ShapeKind::Prim:
    case ShapeKind::Acc: out.push_back(outer); return;
    case ShapeKind::Function: return;
  }
}

}  // namespace

// Of the elements of an array: whether any of them is equal.
Atom EntrySizes::any_equal(Atom tags, Atom tag) {
  if (!storage_.type(tags)->is_array()) return builder_.binary(BinaryOp::Eq, tags, tag);
  const AtomTree* all = trees_.leaf(tags);
  while (storage_.type(all->atom)->rank() > 1) all = arrays_.flatten_outer(all);
  const ir::Type* type = storage_.type(all->atom);
  const ir::Type* boolean = storage_.types.scalar(Prim::Bool);
  std::vector<Atom> count{Builder::atom(type->dims[0])};
  Var same = builder_.let("tags", type, builder_.make(ir::Replicate{{}, arena_.copy(count), tag}));
  std::vector<Var> arrays{all->atom.var, same};
  std::vector<Atom> neutral{Atom::boolean(false)};
  const ir::Lambda* equal = emit_.scalar_lambda(storage_.types.scalar(type->elem), BinaryOp::Eq);
  const ir::Lambda* either = emit_.scalar_lambda(boolean, BinaryOp::Or);
  return builder_.let(
      "used", boolean,
      builder_.make(ir::Reduce{
          {}, count[0], true, either, arena_.copy(neutral), equal, arena_.copy(arrays)}));
}

Atom EntrySizes::in_use(const SlotUses& uses, std::span<const Atom> leaves) {
  Atom used = Atom::boolean(true);
  for (const SlotUse& use : uses) {
    const Atom tags = leaves[use.tag];
    used = emit_.both(used, any_equal(tags, ir::Const{storage_.type(tags)->elem, use.constructor}));
  }
  return used;
}

// ---- Sizes

const ValueSymbol* EntrySizes::symbol(const Size* size, Scope& scope) {
  Scope* in = &scope;
  for (size = Sizes::solved(size); size->kind == SizeKind::Var;) {
    LateSize* late = in->find_late(size->var);
    if (late == nullptr) return size->var;
    size = Sizes::solved(late->size);
    in = late->scope;
  }
  return nullptr;
}

void EntrySizes::add(std::span<EntrySize> sizes, const Shape* shape, const AtomTree* value) {
  std::vector<SlotUses> uses;
  add_leaf_uses(shape, {}, uses);
  const std::vector<Atom> leaves = flatten(value);
  for (EntrySize& size : sizes) {
    if (size.symbol == nullptr) continue;
    for (size_t i = 0; i < leaves.size(); i++) {
      const std::span<const Dim> dims = storage_.type(leaves[i])->dims;
      if (std::ranges::find(dims, Dim::variable(size.var)) == dims.end()) continue;
      size.uses = uses[i];
      size.leaves = leaves;
      sizes_given_.push_back(size);
      break;
    }
  }
}

void EntrySizes::choose(Scope& scope) {
  for (const EntrySize& first : sizes_given_) {
    auto known = scope.values.find(first.symbol);
    // Learnt from the first array that has the size: only then it may have been the wrong one.
    if (first.uses.empty() || known == scope.values.end() ||
        known->second->kind != TreeKind::Leaf || known->second->atom != Atom(first.var))
      continue;
    std::vector<const EntrySize*> choices;
    for (const EntrySize& size : sizes_given_) {
      if (size.symbol == first.symbol) choices.push_back(&size);
    }
    auto outside =
        std::ranges::find_if(choices, [](const EntrySize* s) { return s->uses.empty(); });
    if (outside != choices.end()) choices = {*outside};
    known->second = trees_.leaf(chosen_size(choices));
  }
}

void EntrySizes::forget_chosen(Scope& scope) {
  for (const EntrySize& size : sizes_given_) {
    auto known = scope.values.find(size.symbol);
    if (known == scope.values.end() || size.uses.empty()) continue;
    const bool is_param = std::ranges::any_of(
        sizes_given_, [&](const EntrySize& of) { return known->second->atom == Atom(of.var); });
    if (!is_param) scope.values.erase(known);
  }
}

Atom EntrySizes::chosen_size(std::span<const EntrySize* const> choices) {
  const EntrySize& first = *choices.front();
  if (choices.size() == 1) return first.var;
  const Atom used = in_use(first.uses, first.leaves);
  const ir::Body* this_one = emit_.body([&] { return std::vector<Atom>{first.var}; });
  const ir::Body* another =
      emit_.body([&] { return std::vector<Atom>{chosen_size(choices.subspan(1))}; });
  return builder_.let(cx_.text(first.symbol->name), storage_.types.scalar(Prim::I64),
                      builder_.make(ir::If{{}, used, this_one, another}));
}

const AtomTree* EntrySizes::check_sizes(const Type* type, const AtomTree* value,
                                        const std::string& argument, Scope& scope) {
  const Shape* asked = sizes_.shape_or(type, scope, Dim::varying());
  const std::vector<const ir::Type*> types = shapes_.leaf_types(asked);
  const std::vector<Atom> leaves = flatten(value);
  std::vector<SlotUses> uses;
  add_leaf_uses(asked, {}, uses);
  size_t next = 0;
  return trees_.map_leaves(value, [&](Atom atom) -> Atom {
    const size_t number = next++;
    const ir::Type* have = storage_.type(atom);
    std::vector<Dim> dims(have->dims.begin(), have->dims.end());
    for (size_t d = 0; d < dims.size(); d++) {
      const Dim want = types[number]->dims[d];
      if (!want.is_varying() && !dims[d].is_varying()) dims[d] = want;
    }
    const ir::Type* to = storage_.types.array(have->elem, dims);
    if (to == have) return atom;
    auto coerced = [&](const std::vector<Var>& certs) {
      return builder_.let("", to, builder_.make(ir::Coerce{{}, atom.var}), certs);
    };
    if (uses[number].empty()) return coerced(check_dims(have, to, Atom::boolean(true), argument));
    Atom same = Atom::boolean(true);
    for (size_t d = 0; d < dims.size(); d++) same = emit_.both(same, same_dim(have, to, d));
    const ir::Body* as_given = emit_.body([&] { return std::vector<Atom>{coerced({})}; });
    const ir::Body* unused = emit_.body([&] {
      check_dims(have, to, in_use(uses[number], leaves), argument);
      return std::vector<Atom>{trees_.blank(to)};
    });
    return builder_.let("", to, builder_.make(ir::If{{}, same, as_given, unused}));
  });
}

Atom EntrySizes::same_dim(const ir::Type* have, const ir::Type* want, size_t d) {
  if (have->dims[d] == want->dims[d]) return Atom::boolean(true);
  return builder_.binary(BinaryOp::Eq, Builder::atom(have->dims[d]), Builder::atom(want->dims[d]));
}

// That the sizes of an array agree, if it is in use.
std::vector<Var> EntrySizes::check_dims(const ir::Type* have, const ir::Type* want, Atom used,
                                        const std::string& argument) {
  std::vector<Var> certs;
  for (size_t d = 0; d < have->rank(); d++) {
    if (have->dims[d] == want->dims[d]) continue;
    Atom fine = same_dim(have, want, d);
    if (!used.is_const())
      fine = builder_.binary(BinaryOp::Or, fine, builder_.unary(ir::UnaryOp::Not, used));
    const ir::WrongSizeWords words = ir::wrong_size_words(argument, d, complaint_);
    std::vector<Var> checked =
        checks_.check(fine, ir::CheckKind::Size,
                      {checks_.text(words.before), Checks::part(Builder::atom(have->dims[d])),
                       checks_.text(words.between), Checks::part(Builder::atom(want->dims[d])),
                       checks_.text(words.after)});
    certs.insert(certs.end(), checked.begin(), checked.end());
  }
  return certs;
}

// ---- Values

void EntrySizes::check_value(const Shape* shape, const AtomTree* value) {
  while (shape->kind == ShapeKind::Array) {
    if (shape->dim.is_varying()) check_equal_lengths(value);
    shape = shape->elem;
  }
  if (shape->kind == ShapeKind::Record && value->kind == TreeKind::Record) {
    for (size_t i = 0; i < shape->parts.size(); i++) check_value(shape->parts[i], value->parts[i]);
  }
  if (shape->kind != ShapeKind::Sum) return;
  check_tags(value->parts[0]->atom, shape->constructors.size());
}

void EntrySizes::check_equal_lengths(const AtomTree* value) {
  std::vector<Atom> leaves = flatten(value);
  const ir::Type* first = storage_.type(leaves[0]);
  if (first->rank() < 2 || !first->dims[1].is_varying()) return;
  Atom lengths = arrays_.row_lengths(trees_.leaf(leaves[0]))->atom;
  for (size_t i = 1; i < leaves.size(); i++) {
    Atom same = equality_.equal_leaves(lengths, arrays_.row_lengths(trees_.leaf(leaves[i]))->atom);
    checks_.check(
        same, ir::CheckKind::Size,
        {checks_.text(
            "Entry point arguments have invalid sizes: components of an array of records have "
            "rows of "
            "different lengths")});
  }
}

void EntrySizes::check_tags(Atom tags, size_t count) {
  const ir::Type* type = storage_.type(tags);
  Atom zero = ir::Const{type->elem, 0};
  Atom last = ir::Const{type->elem, count - 1};
  const AtomTree* all = trees_.leaf(tags);
  while (storage_.type(all->atom)->rank() > 1) all = arrays_.flatten_outer(all);
  Atom least = all->atom;
  Atom greatest = all->atom;
  if (storage_.type(all->atom)->is_array()) {
    least = emit_.reduce_numbers(all->atom.var, ir::BinaryOp::Min, "least");
    greatest = emit_.reduce_numbers(all->atom.var, ir::BinaryOp::Max, "greatest");
  }
  Atom fine = builder_.binary(ir::BinaryOp::Le, zero, least);
  fine = emit_.both(fine, builder_.binary(ir::BinaryOp::Le, greatest, last));
  checks_.check(fine, ir::CheckKind::Other,
                {checks_.text("a value of a sum type has no such constructor")});
}

}  // namespace planish::lower
