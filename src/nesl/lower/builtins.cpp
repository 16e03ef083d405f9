#include "nesl/lower/builtins.h"

#include <fmt/format.h>

#include <bit>
#include <limits>

#include "nesl/lower/lowering.h"

namespace planish::nesl {

using ir::BinaryOp;
using ir::Builder;
using ir::UnaryOp;
using values::Checks;

Builtins::Builtins(Lowering& lowering) : l_(lowering) {}

static Atom f64(double value) { return ir::Const{Prim::F64, std::bit_cast<uint64_t>(value)}; }

static const AtomTree* first(const AtomTree* pair) { return pair->parts[0]; }
static const AtomTree* second(const AtomTree* pair) { return pair->parts[1]; }

const AtomTree* Builtins::call(Builtin id, const Type* argument_type, const Type* result_type,
                               const AtomTree* argument) {
  if (const AtomTree* made = logic(id, argument)) return made;
  if (const AtomTree* made = arithmetic(id, argument)) return made;
  if (const AtomTree* made = conversion(id, argument)) return made;
  if (const AtomTree* made = vector(id, argument_type, argument)) return made;
  if (const AtomTree* made = reduction(id, argument)) return made;
  if (const AtomTree* made = l_.world.call(id, argument)) return made;
  values::TreeMaker& trees = l_.values.trees;
  switch (id) {
    case Builtin::Eql:
      return trees.leaf(l_.values.equality.equal(first(argument), second(argument)));
    case Builtin::Select: {
      const AtomTree* values = second(argument);
      return l_.joins.branch(
          first(argument)->atom, l_.layouts.structure(result_type), [&] { return first(values); },
          [&] { return second(values); });
    }
    case Builtin::Neutral: return l_.layouts.zero(result_type);
    case Builtin::Identity: return l_.layouts.zero(result_type);
    case Builtin::Hash: {
      const Atom bins = second(argument)->atom;
      const Atom fine = l_.builder.binary(BinaryOp::Gt, bins, Atom::i64(0));
      const Atom limit = checked(bins, fine, "hash to numbers below ");
      const Atom bits = hash(argument_type->first, first(argument));
      const Atom rest =
          l_.builder.binary(BinaryOp::Mod, bits, l_.builder.convert(Prim::U64, limit));
      return trees.leaf(l_.builder.convert(Prim::I64, rest));
    }
    case Builtin::AsString: return text(argument_type, argument);
    case Builtin::ParseObject: return l_.objects.value(argument_type->first, second(argument));
    case Builtin::Rand: return l_.random.below(argument_type, argument->atom);
    case Builtin::RandSeed: return l_.random.seed(argument->atom);
    default: break;
  }
  l_.unsupported({}, fmt::format("`{}`", info(id).name));
}

// ---- Scalars

Atom Builtins::checked(Atom x, Atom fine, std::string_view what) {
  Checks& checks = l_.values.checks;
  const std::vector<Var> certs =
      checks.check(fine, ir::CheckKind::Other, {checks.text(what), Checks::part(x)});
  if (certs.empty()) return x;
  return l_.builder.let("", l_.storage.type(x), l_.builder.make(ir::Same{{}, x}), certs);
}

const AtomTree* Builtins::logic(Builtin id, const AtomTree* argument) {
  Builder& b = l_.builder;
  const auto binary = [&](BinaryOp op) {
    return l_.values.trees.leaf(b.binary(op, first(argument)->atom, second(argument)->atom));
  };
  const auto inverse = [&](BinaryOp op) {
    return l_.values.trees.leaf(b.unary(UnaryOp::Not, binary(op)->atom));
  };
  switch (id) {
    case Builtin::Not: return l_.values.trees.leaf(b.unary(UnaryOp::Not, argument->atom));
    case Builtin::And: return binary(BinaryOp::And);
    case Builtin::Or: return binary(BinaryOp::Or);
    case Builtin::Xor: return binary(BinaryOp::Xor);
    case Builtin::Nand: return inverse(BinaryOp::And);
    case Builtin::Nor: return inverse(BinaryOp::Or);
    case Builtin::Equal: return binary(BinaryOp::Eq);
    case Builtin::NotEqual: return binary(BinaryOp::Ne);
    case Builtin::Less: return binary(BinaryOp::Lt);
    case Builtin::Greater: return binary(BinaryOp::Gt);
    case Builtin::LessEqual: return binary(BinaryOp::Le);
    case Builtin::GreaterEqual: return binary(BinaryOp::Ge);
    case Builtin::Plus: return binary(BinaryOp::Add);
    case Builtin::Minus: return binary(BinaryOp::Sub);
    case Builtin::Times: return binary(BinaryOp::Mul);
    case Builtin::Max: return binary(BinaryOp::Max);
    case Builtin::Min: return binary(BinaryOp::Min);
    default: return nullptr;
  }
}

// Division by zero fails, of floats too.
Atom Builtins::divide(Atom x, Atom y) {
  Checks& checks = l_.values.checks;
  const Prim prim = l_.builder.prim(x);
  const Atom fine = l_.builder.binary(BinaryOp::Ne, y, ir::Const{prim, 0});
  const std::vector<Var> certs =
      checks.check(fine, ir::CheckKind::Division, {checks.text("division by zero")});
  const BinaryOp op = prim == Prim::F64 ? BinaryOp::Div : BinaryOp::Quot;
  if (x.is_const() && y.is_const() && !certs.empty()) return l_.values.emit.opaque(x);
  return l_.builder.binary(op, x, y, "", certs);
}

Atom Builtins::power(Atom x, Atom y) {
  const Atom fine = l_.builder.binary(BinaryOp::Ge, y, Atom::i64(0));
  Atom exponent = checked(y, fine, "negative exponent: ");
  if (l_.builder.prim(x) == Prim::F64) exponent = l_.builder.convert(Prim::F64, exponent);
  return l_.builder.binary(BinaryOp::Pow, x, exponent);
}

// The root as a float may be one off.
Atom Builtins::integer_root(Atom x) {
  Builder& b = l_.builder;
  const Atom fine = b.binary(BinaryOp::Ge, x, Atom::i64(0));
  const Atom number = checked(x, fine, "isqrt of a negative number: ");
  const Atom root = b.convert(Prim::I64, b.unary(UnaryOp::Sqrt, b.convert(Prim::F64, number)));
  const auto one_if = [&](Atom condition) {
    return l_.values.emit.choose(
        condition, l_.storage.types.scalar(Prim::I64), [] { return Atom::i64(1); },
        [] { return Atom::i64(0); });
  };
  const Atom above = one_if(b.binary(BinaryOp::Gt, b.binary(BinaryOp::Mul, root, root), number));
  const Atom lower = b.binary(BinaryOp::Sub, root, above);
  const Atom next = b.binary(BinaryOp::Add, lower, Atom::i64(1));
  const Atom below = one_if(b.binary(BinaryOp::Le, b.binary(BinaryOp::Mul, next, next), number));
  return b.binary(BinaryOp::Add, lower, below);
}

const AtomTree* Builtins::arithmetic(Builtin id, const AtomTree* argument) {
  Builder& b = l_.builder;
  values::TreeMaker& trees = l_.values.trees;
  const auto x = [&] { return first(argument)->atom; };
  const auto y = [&] { return second(argument)->atom; };
  const auto remainder = [&](BinaryOp op) {
    Checks& checks = l_.values.checks;
    const std::vector<Var> certs =
        checks.check(b.binary(BinaryOp::Ne, y(), Atom::i64(0)), ir::CheckKind::Division,
                     {checks.text("division by zero")});
    if (x().is_const() && y().is_const() && !certs.empty())
      return trees.leaf(l_.values.emit.opaque(x()));
    return trees.leaf(b.binary(op, x(), y(), "", certs));
  };
  switch (id) {
    case Builtin::Divide: return trees.leaf(divide(x(), y()));
    case Builtin::Rem: return remainder(BinaryOp::Rem);
    case Builtin::Mod: return remainder(BinaryOp::Mod);
    case Builtin::Power: return trees.leaf(power(x(), y()));
    case Builtin::LShift: return trees.leaf(b.binary(BinaryOp::Shl, x(), y()));
    case Builtin::RShift: return trees.leaf(b.binary(BinaryOp::Ashr, x(), y()));
    case Builtin::Expt: return trees.leaf(b.binary(BinaryOp::Pow, x(), y()));
    case Builtin::Negate: return trees.leaf(b.unary(UnaryOp::Neg, argument->atom));
    case Builtin::Abs: return trees.leaf(b.unary(UnaryOp::Abs, argument->atom));
    case Builtin::Isqrt: return trees.leaf(integer_root(argument->atom));
    default: return function(id, argument->atom, argument);
  }
}

const AtomTree* Builtins::function(Builtin id, Atom x, const AtomTree* argument) {
  Builder& b = l_.builder;
  if (argument->kind != values::TreeKind::Leaf) return nullptr;
  const auto apply = [&](UnaryOp op) { return l_.values.trees.leaf(b.unary(op, x)); };
  const auto of_positive = [&](UnaryOp op, std::string_view what) {
    const Atom fine = b.binary(BinaryOp::Ge, x, f64(0));
    return l_.values.trees.leaf(b.unary(op, checked(x, fine, what)));
  };
  switch (id) {
    case Builtin::Sqrt: return of_positive(UnaryOp::Sqrt, "sqrt of a negative number: ");
    case Builtin::Ln: return of_positive(UnaryOp::Log, "ln of a negative number: ");
    case Builtin::Exp: return apply(UnaryOp::Exp);
    case Builtin::Sin: return apply(UnaryOp::Sin);
    case Builtin::Cos: return apply(UnaryOp::Cos);
    case Builtin::Tan: return apply(UnaryOp::Tan);
    case Builtin::Asin: return apply(UnaryOp::Asin);
    case Builtin::Acos: return apply(UnaryOp::Acos);
    case Builtin::Atan: return apply(UnaryOp::Atan);
    case Builtin::Sinh: return apply(UnaryOp::Sinh);
    case Builtin::Cosh: return apply(UnaryOp::Cosh);
    case Builtin::Tanh: return apply(UnaryOp::Tanh);
    default: return nullptr;
  }
}

const AtomTree* Builtins::conversion(Builtin id, const AtomTree* argument) {
  if (argument->kind != values::TreeKind::Leaf) return nullptr;
  Builder& b = l_.builder;
  const Atom x = argument->atom;
  const auto leaf = [&](Atom atom) { return l_.values.trees.leaf(atom); };
  const auto rounded = [&](UnaryOp op) { return leaf(b.convert(Prim::I64, b.unary(op, x))); };
  switch (id) {
    case Builtin::Btoi: return leaf(b.convert(Prim::I64, x));
    case Builtin::CodeChar: {
      const Atom fine = l_.values.emit.inside(x, Atom::i64(256));
      return leaf(b.convert(Prim::U8, checked(x, fine, "no character has the code ")));
    }
    case Builtin::CharCode: return leaf(b.convert(Prim::I64, x));
    case Builtin::Float: return leaf(b.convert(Prim::F64, x));
    case Builtin::Ceil: return rounded(UnaryOp::Ceil);
    case Builtin::Floor: return rounded(UnaryOp::Floor);
    case Builtin::Trunc: return rounded(UnaryOp::Trunc);
    case Builtin::Round: return rounded(UnaryOp::Round);
    default: return nullptr;
  }
}

// ---- Vectors

const AtomTree* Builtins::vector(Builtin id, const Type* type, const AtomTree* argument) {
  Vectors& vectors = l_.vectors;
  values::TreeMaker& trees = l_.values.trees;
  switch (id) {
    case Builtin::Length: return trees.leaf(trees.outer_size(argument));
    case Builtin::Elt: return vectors.element(type->first, first(argument), second(argument)->atom);
    case Builtin::Dist: return vectors.dist(first(argument), second(argument)->atom);
    case Builtin::Index: {
      const Atom fine = l_.builder.binary(BinaryOp::Ge, argument->atom, Atom::i64(0));
      return trees.leaf(
          vectors.iota(checked(argument->atom, fine, "index of a negative number: ")));
    }
    case Builtin::Rep:
      return vectors.replace(type->first, first(argument), second(second(argument))->atom,
                             first(second(argument)));
    case Builtin::Read: return vectors.read(type->first, first(argument), second(argument));
    case Builtin::Write:
      return vectors.write(type->first, first(argument), first(second(argument)),
                           second(second(argument)));
    case Builtin::Subseq:
      return vectors.subseq(first(argument), first(second(argument))->atom,
                            second(second(argument))->atom);
    case Builtin::Permute:
      return vectors.permute(type->first, first(argument), second(argument), Vectors::Indices::Any);
    case Builtin::PrimPermute:
      return vectors.permute(type->first, first(argument), second(argument),
                             Vectors::Indices::Permutation);
    case Builtin::Append: return vectors.append(type->first, first(argument), second(argument));
    case Builtin::Partition: return vectors.partition(first(argument), second(argument));
    case Builtin::Flatten: return l_.values.arrays.flatten_outer(argument);
    case Builtin::Pack:
      return vectors.pack(l_.types.vector(type->first->first), first(argument), second(argument));
    case Builtin::Rank:
      return trees.leaf(l_.sorting.rank(argument->atom.var, Sorting::Direction::Up));
    case Builtin::RankDown:
      return trees.leaf(l_.sorting.rank(argument->atom.var, Sorting::Direction::Down));
    default: return nullptr;
  }
}

Atom Builtins::neutral(BinaryOp op, Prim prim) {
  const bool is_float = prim == Prim::F64;
  const bool is_char = prim == Prim::U8;
  switch (op) {
    case BinaryOp::Mul: return is_float ? f64(1) : Atom::i64(1);
    case BinaryOp::Max:
      if (is_float) return f64(std::numeric_limits<double>::lowest());
      return is_char ? Atom(ir::Const{prim, 0}) : Atom::i64(std::numeric_limits<int64_t>::min());
    case BinaryOp::Min:
      if (is_float) return f64(std::numeric_limits<double>::max());
      return is_char ? Atom(ir::Const{prim, 255}) : Atom::i64(std::numeric_limits<int64_t>::max());
    case BinaryOp::And: return prim == Prim::Bool ? Atom::boolean(true) : Atom::i64(-1);
    default: return ir::Const{prim, 0};
  }
}

const AtomTree* Builtins::reduce(BinaryOp op, const AtomTree* vector) {
  const Prim prim = l_.storage.type(vector->atom)->elem;
  return l_.values.operators.reduce(
      [&](const AtomTree* a, const AtomTree* b) {
        return l_.values.trees.leaf(l_.builder.binary(op, a->atom, b->atom));
      },
      l_.values.trees.leaf(neutral(op, prim)), vector, values::ParallelOperators::Order::Any);
}

// Exclusive: each element is moved by one place before.
const AtomTree* Builtins::scan(BinaryOp op, const AtomTree* vector) {
  const Prim prim = l_.storage.type(vector->atom)->elem;
  const Atom none = neutral(op, prim);
  const AtomTree* moved = l_.vectors.tabulate(l_.values.trees.outer_size(vector), [&](Atom index) {
    return l_.values.trees.leaf(l_.values.emit.choose(
        l_.builder.binary(BinaryOp::Eq, index, Atom::i64(0)), l_.storage.types.scalar(prim),
        [&] { return none; },
        [&]() -> Atom {
          const Atom before = l_.builder.binary(BinaryOp::Sub, index, Atom::i64(1));
          return l_.values.indexing.element(vector, before, nullptr)->atom;
        }));
  });
  return l_.values.operators.scan(
      [&](const AtomTree* a, const AtomTree* b) {
        return l_.values.trees.leaf(l_.builder.binary(op, a->atom, b->atom));
      },
      l_.values.trees.leaf(none), moved);
}

const AtomTree* Builtins::reduction(Builtin id, const AtomTree* argument) {
  switch (id) {
    case Builtin::PlusScan: return scan(BinaryOp::Add, argument);
    case Builtin::MultScan: return scan(BinaryOp::Mul, argument);
    case Builtin::MaxScan: return scan(BinaryOp::Max, argument);
    case Builtin::MinScan: return scan(BinaryOp::Min, argument);
    case Builtin::OrScan: return scan(BinaryOp::Or, argument);
    case Builtin::AndScan: return scan(BinaryOp::And, argument);
    case Builtin::XorScan: return scan(BinaryOp::Xor, argument);
    case Builtin::Sum: return reduce(BinaryOp::Add, argument);
    case Builtin::Product: return reduce(BinaryOp::Mul, argument);
    case Builtin::MaxVal: return reduce(BinaryOp::Max, argument);
    case Builtin::MinVal: return reduce(BinaryOp::Min, argument);
    case Builtin::Any: return reduce(BinaryOp::Or, argument);
    case Builtin::All: return reduce(BinaryOp::And, argument);
    case Builtin::Parity: return reduce(BinaryOp::Xor, argument);
    default: return nullptr;
  }
}

// ---- By the structure of types

// A number for any value: parts are mixed with their places.
Atom Builtins::hash(const Type* type, const AtomTree* value) {
  Builder& b = l_.builder;
  switch (type->kind) {
    case TypeKind::Float: {
      // 0 and -0 are equal.
      const Atom number = b.binary(BinaryOp::Add, value->atom, f64(0));
      return l_.random.mixed(b.unary(UnaryOp::ToBits, number), Atom::i64(1));
    }
    case TypeKind::Int:
    case TypeKind::Char:
    case TypeKind::Bool: return l_.random.mixed(b.convert(Prim::U64, value->atom), Atom::i64(1));
    case TypeKind::Pair: {
      const Atom left = l_.random.mixed(hash(type->first, first(value)), Atom::i64(2));
      return b.binary(BinaryOp::Add, left, hash(type->second, second(value)));
    }
    case TypeKind::Data: return hash(l_.types.content(type), value);
    case TypeKind::Vector: {
      const Atom length = l_.values.trees.outer_size(value);
      const AtomTree* each = l_.vectors.tabulate(length, [&](Atom index) {
        const AtomTree* element =
            l_.values.indexing.element(value, index, l_.layouts.element(type));
        return l_.values.trees.leaf(
            l_.random.mixed(hash(type->first, element), l_.values.emit.plus(index, Atom::i64(3))));
      });
      const AtomTree* sum = l_.values.operators.reduce(
          [&](const AtomTree* x, const AtomTree* y) {
            return l_.values.trees.leaf(b.binary(BinaryOp::Add, x->atom, y->atom));
          },
          l_.values.trees.leaf(ir::Const{Prim::U64, 0}), each,
          values::ParallelOperators::Order::Any);
      return l_.random.mixed(sum->atom, length);
    }
    default: return ir::Const{Prim::U64, 0};
  }
}

// As values are printed.
const AtomTree* Builtins::text(const Type* type, const AtomTree* value) {
  const Type* chars = l_.types.vector(l_.types.char_type());
  values::TreeMaker& trees = l_.values.trees;
  const auto append = [&](const AtomTree* a, const AtomTree* b) {
    return l_.vectors.append(chars, a, b);
  };
  switch (type->kind) {
    case TypeKind::Int: return l_.instances.call_in_prelude("prim_int_text", type, value);
    case TypeKind::Float: return l_.instances.call_in_prelude("prim_float_text", type, value);
    case TypeKind::Char:
      return append(l_.vectors.text("`"), l_.vectors.literal(l_.layouts.structure(type), {value}));
    case TypeKind::Bool:
      return l_.vectors.literal(l_.values.shapes.scalar(Prim::U8),
                                {trees.leaf(l_.values.emit.choose(
                                    value->atom, l_.storage.types.scalar(Prim::U8),
                                    [] { return Atom(ir::Const{Prim::U8, 'T'}); },
                                    [] { return Atom(ir::Const{Prim::U8, 'F'}); }))});
    case TypeKind::Data: {
      const AtomTree* name = l_.vectors.text(l_.input.names.text(type->datatype->name));
      const Type* content = l_.types.content(type);
      const AtomTree* inner = text(content, value);
      if (content->kind == TypeKind::Pair) return append(name, inner);
      return append(append(append(name, l_.vectors.text("(")), inner), l_.vectors.text(")"));
    }
    case TypeKind::Pair: {
      const AtomTree* made = append(l_.vectors.text("("), text(type->first, first(value)));
      const Type* rest = type->second;
      const AtomTree* values = second(value);
      for (; rest->kind == TypeKind::Pair; rest = rest->second, values = second(values))
        made = append(append(made, l_.vectors.text(", ")), text(rest->first, first(values)));
      return append(append(append(made, l_.vectors.text(", ")), text(rest, values)),
                    l_.vectors.text(")"));
    }
    case TypeKind::Vector: {
      if (type->first->kind == TypeKind::Char)
        return l_.instances.call_in_prelude("prim_string_text", type, value);
      const AtomTree* parts =
          l_.vectors.tabulate(trees.outer_size(value), [&](Atom index) -> const AtomTree* {
            const AtomTree* element =
                l_.values.indexing.element(value, index, l_.layouts.element(type));
            const AtomTree* words = text(type->first, element);
            return l_.joins.branch(
                l_.builder.binary(BinaryOp::Eq, index, Atom::i64(0)), l_.layouts.structure(chars),
                [&] { return words; }, [&] { return append(l_.vectors.text(", "), words); });
          });
      const AtomTree* inner = l_.values.arrays.flatten_outer(parts);
      return append(append(l_.vectors.text("["), inner), l_.vectors.text("]"));
    }
    default: return l_.vectors.text("fn");
  }
}

}  // namespace planish::nesl
