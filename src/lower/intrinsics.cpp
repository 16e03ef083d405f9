#include "lower/intrinsics.h"

#include "ir/facts.h"
#include "lower/lowering.h"

namespace planish::lower {

using ir::BinaryOp;
using ir::UnaryOp;

Intrinsics::Intrinsics(Lowering& lowering)
    : cx_(lowering.cx),
      storage_(lowering.storage),
      builder_(lowering.builder),
      places_(lowering.places),
      checks_(lowering.checks),
      trees_(lowering.trees),
      sizes_(lowering.sizes),
      equality_(lowering.equality),
      arrays_(lowering.arrays),
      operators_(lowering.values.operators),
      streams_(lowering.values.streams),
      sequences_(lowering.sequences),
      rows_(lowering.values.rows),
      calls_(lowering.calls) {}

Atom Intrinsics::arithmetic(BinaryOp op, Atom x, Atom y) {
  std::vector<Var> certs;
  Prim prim = builder_.prim(x);
  if (is_integer(prim)) {
    if (is_division(op)) certs = checks_.check_not_zero(y);
    if (op == BinaryOp::Pow && is_signed(prim)) {
      Atom fine = builder_.binary(BinaryOp::Ge, y, ir::Const{prim, 0});
      certs = checks_.check(fine, ir::CheckKind::Other,
                            {checks_.text("Negative exponent: "), Checks::part(y)});
    }
  }
  return builder_.binary(op, x, y, "", certs);
}

Atom Intrinsics::shift_right(Atom x, Atom y) {
  const BinaryOp op = is_signed(builder_.prim(x)) ? BinaryOp::Ashr : BinaryOp::Lshr;
  return builder_.binary(op, x, y);
}

std::optional<Atom> Intrinsics::operator_on_scalars(IntrinsicKind intrinsic, Atom x, Atom y) {
  const ir::Type* type = storage_.type(x);
  if (!type->is_scalar()) return std::nullopt;
  const bool is_unit = type->elem == Prim::Unit;
  switch (intrinsic) {
#define OPERATOR(K, text) \
  case IntrinsicKind::K: return arithmetic(BinaryOp::K, x, y);
#include "sema/types/intrinsics.def"
    case IntrinsicKind::ShiftRight: return shift_right(x, y);
    case IntrinsicKind::Equal:
      return is_unit ? Atom::boolean(true) : builder_.binary(BinaryOp::Eq, x, y);
    case IntrinsicKind::NotEqual:
      return is_unit ? Atom::boolean(false) : builder_.binary(BinaryOp::Ne, x, y);
    default: return std::nullopt;
  }
}

Atom Intrinsics::from_bits(Prim prim, Atom bits) {
  const ir::Type* type = storage_.types.scalar(prim);
  return builder_.let("", type, builder_.make(ir::FromBits{{}, bits}));
}

// ---- Functions that are given functions

auto Intrinsics::one_argument(const AtomTree* fn) {
  return [this, fn](const AtomTree* x) { return calls_.apply(fn, {x}, {}); };
}

auto Intrinsics::two_arguments(const AtomTree* fn) {
  return [this, fn](const AtomTree* x, const AtomTree* y) { return calls_.apply(fn, {x, y}, {}); };
}

// Given a size, what is carried if anything is, and a chunk.
auto Intrinsics::on_chunks(const AtomTree* fn) {
  return [this, fn](const AtomTree* size, const AtomTree* carried, const AtomTree* chunk) {
    return carried == nullptr ? calls_.apply(fn, {size, chunk}, {})
                              : calls_.apply(fn, {size, carried, chunk}, {});
  };
}

const AtomTree* Intrinsics::reduce(const Call& call, ParallelOperators::Order order) {
  const Trees& args = call.args;
  const auto op = two_arguments(args[0]);
  return arrays_.any_irregular(args[2])
             ? rows_.reduce(op, args[1], args[2], type_argument(call, "a"))
             : operators_.reduce(op, args[1], args[2], order);
}

const AtomTree* Intrinsics::scan(const Call& call) {
  const Trees& args = call.args;
  const auto op = two_arguments(args[0]);
  return arrays_.any_irregular(args[2]) ? rows_.scan(op, args[2], type_argument(call, "a"))
                                        : operators_.scan(op, args[1], args[2]);
}

const AtomTree* Intrinsics::scatter(const Trees& args, size_t rank) {
  return operators_.scatter(outer_dims(args[0], rank), args[0], args[1], args[2]);
}

const AtomTree* Intrinsics::hist(const Call& call, size_t rank) {
  const Trees& args = call.args;
  const std::vector<Atom> dims = outer_dims(args[1], rank);
  const Shape* element = type_argument(call, "a");
  const auto op = two_arguments(args[2]);
  const HistogramParts parts{args[1], op, args[3], args[4], args[5]};
  return arrays_.any_irregular(args[1]) || arrays_.any_irregular(args[5])
             ? rows_.hist(dims, parts, element)
             : operators_.hist(dims, parts);
}

const AtomTree* Intrinsics::stream_map(const Trees& args) {
  const auto each = on_chunks(args[0]);
  return streams_.map({each, Consumed::No, consumes_argument(args[0], 1)}, args[1]);
}

const AtomTree* Intrinsics::stream_reduce(const Trees& args, ParallelOperators::Order order) {
  const auto each = on_chunks(args[1]);
  return streams_.reduce(two_arguments(args[0]),
                         {each, consumes_argument(args[1], 1), consumes_argument(args[1], 2)},
                         args[2], args[3], order);
}

const AtomTree* Intrinsics::stream_sequence(const Trees& args) {
  const auto each = on_chunks(args[0]);
  return streams_.sequence({each, consumes_argument(args[0], 1), consumes_argument(args[0], 2)},
                           args[1], args[2]);
}

const AtomTree* Intrinsics::hist_stream(const Call& call) {
  const Trees& args = call.args;
  const auto op = two_arguments(args[1]);
  const ElementOperator combined(op);
  return operators_.stream(args[0], &combined, args[2], two_arguments(args[3]), args[4],
                           type_argument(call, "b"));
}

const AtomTree* Intrinsics::call(const ValueSymbol* symbol, const Trees& args, Scope& scope) {
  const auto atom = [&](size_t i) { return args[i]->atom; };
  const Call whole{symbol, args, scope};
  const auto elem = [&](std::string_view param) { return type_argument(whole, param); };
  using enum IntrinsicKind;
  switch (symbol->intrinsic) {
#define OPERATOR(K, text) \
  case K: return trees_.leaf(arithmetic(BinaryOp::K, atom(0), atom(1)));
#define UNARY_FUNCTION(K, text) \
  case K: return trees_.leaf(builder_.unary(UnaryOp::K, atom(0)));
#define BINARY_FUNCTION(K, text) \
  case K: return trees_.leaf(arithmetic(BinaryOp::K, atom(0), atom(1)));
#define TERNARY_FUNCTION(K, text) \
  case K: return trees_.leaf(builder_.ternary(ir::TernaryOp::K, atom(0), atom(1), atom(2)));
#define CONVERSION(K, text, prim) \
  case K: return trees_.leaf(builder_.convert(Prim::prim, atom(0)));
#include "sema/types/intrinsics.def"
    case ShiftRight: return trees_.leaf(shift_right(atom(0), atom(1)));
    case Equal: return trees_.leaf(equality_.equal(args[0], args[1]));
    case NotEqual:
      return trees_.leaf(builder_.unary(UnaryOp::Not, equality_.equal(args[0], args[1])));
    case LogicalAnd: return trees_.leaf(builder_.binary(BinaryOp::And, atom(0), atom(1)));
    case LogicalOr: return trees_.leaf(builder_.binary(BinaryOp::Or, atom(0), atom(1)));
    case FromBits: return trees_.leaf(from_bits(elem("a")->prim, atom(0)));
    case Replicate: return arrays_.replicate(atom(0), args[1]);
    case Copy:
    case Manifest: return trees_.copy(args[0]);
    case Concat: return arrays_.concat(args[0], args[1]);
    case Flatten: return arrays_.flatten_outer(args[0]);
    case Unflatten: return arrays_.unflatten(atom(0), atom(1), args[2]);
    case Transpose: return arrays_.transpose(args[0]);
    // Their results are values of their own, which programs may consume.
    case Zip: return trees_.tuple({trees_.copy(args[0]), trees_.copy(args[1])});
    case Unzip:
      return trees_.tuple({trees_.copy(args[0]->parts[0]), trees_.copy(args[0]->parts[1])});
    case FlatIndex2d:
    case FlatIndex3d:
    case FlatIndex4d: return arrays_.flat_index(args);
    case FlatUpdate2d:
    case FlatUpdate3d:
    case FlatUpdate4d: return arrays_.flat_update(args);
    case IrregularLengths: return arrays_.row_lengths(args[0]);
    case IrregularFlatten: return arrays_.join_rows(args[0]);
    case IrregularFromLengths: return arrays_.split_rows(args[0], args[1]);
    case Map: {
      const Consumed consumed = consumes_argument(args[0], 0);
      return operators_.map(one_argument(args[0]), args[1], elem("a"), elem("x"), consumed);
    }
    case Reduce: return reduce(whole, ParallelOperators::Order::Kept);
    case ReduceComm: return reduce(whole, ParallelOperators::Order::Any);
    case Scan: return scan(whole);
    case Filter: return operators_.filter(one_argument(args[0]), args[1], elem("a"));
    case Partition: return operators_.partition(one_argument(args[0]), args[1], elem("a"));
    case Flatmap: return operators_.flatmap(one_argument(args[0]), args[1], elem("a"), elem("c"));
    case Scatter: return scatter(args, 1);
    case Scatter2d: return scatter(args, 2);
    case Scatter3d: return scatter(args, 3);
    case Hist1d: return hist(whole, 1);
    case Hist2d: return hist(whole, 2);
    case Hist3d: return hist(whole, 3);
    case StreamMap: return stream_map(args);
    case StreamRed: return stream_reduce(args, ParallelOperators::Order::Kept);
    case StreamRedComm: return stream_reduce(args, ParallelOperators::Order::Any);
    case StreamSeq: return stream_sequence(args);
    case AccWrite: return operators_.acc_write(args[0], args[1], args[2]);
    case ScatterStream:
      return operators_.stream(args[0], nullptr, nullptr, two_arguments(args[1]), args[2],
                               elem("b"));
    case HistStream: return hist_stream(whole);
    case SeqSource:
    case SeqStage:
    case SeqRestStage:
    case SeqZip:
    case SeqAppend: return sequences_.make(symbol, args, scope);
    case SeqPass: return sequences_.pass(args);
    case SeqRestPass: return sequences_.rest_pass(args);
    case SeqExact: return trees_.leaf(Atom::boolean(sequences_.is_exact(args[0])));
    case Jvp2:
    case Vjp2:
    case Jmp2:
    case Mjp2:
    case WithVjp: places_.unsupported("a derivative");
  }
  places_.bug("an intrinsic that is none");
}

std::vector<Atom> Intrinsics::outer_dims(const AtomTree* array, size_t rank) {
  std::vector<Atom> dims;
  for (size_t i = 0; i < rank; i++) dims.push_back(Builder::atom(trees_.leaf_dim(array, i)));
  return dims;
}

const Shape* Intrinsics::type_argument(const Call& call, std::string_view name) {
  for (const SchemeParam& param : call.symbol->params) {
    if (param.type == nullptr || cx_.text(param.type->name) != name) continue;
    LateType* late = call.scope.find(param.type);
    if (late == nullptr) return nullptr;
    if (late->shape != nullptr) return late->shape;
    return sizes_.shape_or(late->type, *late->scope, Dim::constant(kSizeOfElement));
  }
  return nullptr;
}

}  // namespace planish::lower
