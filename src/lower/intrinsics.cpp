// What the compiler implements itself: the scalar functions of prelude/intrinsics.fut, and the way
// to the others.
#include "ir/facts.h"
#include "lower/lowering.h"

namespace planish::lower {
namespace {

using ir::BinaryOp;
using ir::UnaryOp;

}  // namespace

Atom Lowering::arithmetic(BinaryOp op, Atom x, Atom y) {
  std::vector<Var> certs;
  Prim prim = builder_->prim(x);
  if (is_integer(prim)) {
    if (is_division(op)) certs = check_not_zero(y);
    if (op == BinaryOp::Pow && is_signed(prim)) {
      Atom fine = builder_->binary(BinaryOp::Ge, y, ir::Const{prim, 0});
      certs = check(fine, ir::CheckKind::Other, {text("Negative exponent: "), part(y)});
    }
  }
  return builder_->binary(op, x, y, "", certs);
}

Atom Lowering::shift_right(Atom x, Atom y) {
  const BinaryOp op = is_signed(builder_->prim(x)) ? BinaryOp::Ashr : BinaryOp::Lshr;
  return builder_->binary(op, x, y);
}

std::optional<Atom> Lowering::operator_on_scalars(IntrinsicKind intrinsic, Atom x, Atom y) {
  const ir::Type* type = storage_.type(x);
  if (!type->is_scalar()) return std::nullopt;
  const bool is_unit = type->elem == Prim::Unit;
  switch (intrinsic) {
#define OPERATOR(K, text) \
  case IntrinsicKind::K: return arithmetic(BinaryOp::K, x, y);
#include "sema/types/intrinsics.def"
    case IntrinsicKind::ShiftRight: return shift_right(x, y);
    case IntrinsicKind::Equal:
      return is_unit ? Atom::boolean(true) : builder_->binary(BinaryOp::Eq, x, y);
    case IntrinsicKind::NotEqual:
      return is_unit ? Atom::boolean(false) : builder_->binary(BinaryOp::Ne, x, y);
    default: return std::nullopt;
  }
}

const Value* Lowering::intrinsic(const ValueSymbol* symbol, const Values& args, Scope& scope) {
  const auto atom = [&](size_t i) { return args[i]->atom; };
  const auto elem = [&](std::string_view param) { return type_argument(symbol, param, scope); };
  const auto outer_dims = [&](const Value* array, size_t count) {
    std::vector<Atom> dims;
    for (size_t i = 0; i < count; i++) dims.push_back(Builder::atom(leaf_dim(array, i)));
    return dims;
  };
  const auto scatter = [&](size_t rank) {
    return lower_scatter(outer_dims(args[0], rank), args[0], args[1], args[2]);
  };
  const auto hist = [&](size_t rank) {
    return lower_hist(outer_dims(args[1], rank), args, elem("a"));
  };
  using enum IntrinsicKind;
  switch (symbol->intrinsic) {
#define OPERATOR(K, text) \
  case K: return leaf(arithmetic(BinaryOp::K, atom(0), atom(1)));
#define UNARY_FUNCTION(K, text) \
  case K: return leaf(builder_->unary(UnaryOp::K, atom(0)));
#define BINARY_FUNCTION(K, text) \
  case K: return leaf(arithmetic(BinaryOp::K, atom(0), atom(1)));
#define TERNARY_FUNCTION(K, text) \
  case K: return leaf(builder_->ternary(ir::TernaryOp::K, atom(0), atom(1), atom(2)));
#define CONVERSION(K, text, prim) \
  case K: return leaf(builder_->convert(Prim::prim, atom(0)));
#include "sema/types/intrinsics.def"
    case ShiftRight: return leaf(shift_right(atom(0), atom(1)));
    case Equal: return leaf(equal(args[0], args[1]));
    case NotEqual: return leaf(builder_->unary(UnaryOp::Not, equal(args[0], args[1])));
    case LogicalAnd: return leaf(builder_->binary(BinaryOp::And, atom(0), atom(1)));
    case LogicalOr: return leaf(builder_->binary(BinaryOp::Or, atom(0), atom(1)));
    case FromBits: {
      const ir::Type* type = storage_.types.scalar(elem("a")->prim);
      return leaf(builder_->let("", type, builder_->make(ir::FromBits{{}, atom(0)})));
    }
    case Replicate: return replicate(atom(0), args[1]);
    case Copy:
    case Manifest: return copy(args[0]);
    case Concat: return concat(args[0], args[1]);
    case Flatten: return flatten_outer(args[0]);
    case Unflatten: return unflatten(atom(0), atom(1), args[2]);
    case Transpose: return transpose(args[0]);
    // Their results are values of their own, which programs may consume.
    case Zip: return tuple({copy(args[0]), copy(args[1])});
    case Unzip: return tuple({copy(args[0]->parts[0]), copy(args[0]->parts[1])});
    case FlatIndex2d:
    case FlatIndex3d:
    case FlatIndex4d: return flat_index(args);
    case FlatUpdate2d:
    case FlatUpdate3d:
    case FlatUpdate4d: return flat_update(args);
    case IrregularLengths: return row_lengths(args[0]);
    case IrregularFlatten: return join_rows(args[0]);
    case IrregularFromLengths: return split_rows(args[0], args[1]);
    case Map: return lower_map(args[0], args[1], elem("a"), elem("x"));
    case Reduce:
    case ReduceComm:
      if (!any_irregular(args[2]))
        return lower_reduce(args[0], args[1], args[2], symbol->intrinsic == ReduceComm);
      return in_rounds(AttributeKind::OfReduce,
                       [&] { return lower_reduce_rows(args[0], args[1], args[2], elem("a")); });
    case Scan:
      if (!any_irregular(args[2])) return lower_scan(args[0], args[1], args[2]);
      return in_rounds(AttributeKind::OfScan,
                       [&] { return lower_scan_rows(args[0], args[2], elem("a")); });
    case Filter: return lower_filter(args[0], args[1], elem("a"));
    case Partition: return lower_partition(args[0], args[1], elem("a"));
    case Flatmap: return lower_flatmap(args[0], args[1], elem("a"), elem("c"));
    case Scatter: return scatter(1);
    case Scatter2d: return scatter(2);
    case Scatter3d: return scatter(3);
    case Hist1d: return hist(1);
    case Hist2d: return hist(2);
    case Hist3d: return hist(3);
    case AccWrite: return acc_write(args);
    case ScatterStream: return lower_stream(args[0], nullptr, nullptr, args[1], args[2], elem("b"));
    case HistStream: return lower_stream(args[0], args[1], args[2], args[3], args[4], elem("b"));
    case Jvp2:
    case Vjp2:
    case Jmp2:
    case Mjp2:
    case WithVjp: unsupported("a derivative");
  }
  bug("an intrinsic that is none");
}

const Shape* Lowering::type_argument(const ValueSymbol* symbol, std::string_view name,
                                     Scope& scope) {
  for (const SchemeParam& param : symbol->params) {
    if (param.type == nullptr || cx_.text(param.type->name) != name) continue;
    LateType* late = scope.find(param.type);
    if (late == nullptr) return nullptr;
    if (late->shape != nullptr) return late->shape;
    return shape(late->type, *late->scope, [&](const Size* s, Scope& in) {
      if (s->kind == SizeKind::Varying) return Dim::varying();
      auto atom = try_size(s, in);
      return atom ? Builder::dim(*atom) : Dim::constant(kSizeOfElement);
    });
  }
  return nullptr;
}

}  // namespace planish::lower
