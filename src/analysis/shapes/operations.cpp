#include <algorithm>

#include "analysis/shapes/analyser.h"
#include "ir/scalar_eval.h"

namespace planish::shapes {

using namespace ir;

namespace {

// Stands in no term.
constexpr shapes::Index kNoIndex{~0u};

uint64_t number_of(auto kind) { return static_cast<uint64_t>(kind); }

}  // namespace

void Analyser::body(const Body* body) {
  for (const Stm& stm : body->stms) statement(stm);
}

void Analyser::bind_all_unknown(const Stm& stm, Source source) {
  std::vector<Index> needs = needs_of(stm.op);
  for (Var var : stm.pattern) bind_unknown(var, source, needs);
}

// ---- Scalars

Term Analyser::operation(Kind kind, auto op, std::string_view name, Prim prim,
                         std::span<const Term> args, Prim result) {
  FunctionInfo info;
  info.source = Source::Operation;
  info.gives = result == Prim::Bool ? Gives::Truth : Gives::Number;
  info.name = name;
  std::vector<uint64_t> key{number_of(kind), number_of(op), number_of(prim), number_of(result)};
  return terms_.apply(terms_.operation(key, info), args);
}

Term Analyser::unary(const Unary& op) {
  Prim prim = storage_.type(op.x)->elem;
  Term x = number(op.x);
  if (op.op == UnaryOp::Neg && is_integer(prim)) return terms_.minus(terms_.number(0), x);
  if (op.op == UnaryOp::Not && prim == Prim::Bool) return terms_.minus(terms_.number(1), x);
  return operation(Kind::Unary, op.op, op_text(op.op), prim, std::vector<Term>{x},
                   result_of(op.op, prim));
}

// Of integers only `lt` is left: x <= y is 1 - (y < x), and x == y is 1 - (x < y) - (y < x).
Term Analyser::compare(BinaryOp op, Prim prim, Term x, Term y) {
  auto basic = [&](BinaryOp by, Term a, Term b) {
    return operation(Kind::Binary, by, op_text(by), prim, std::vector<Term>{a, b}, Prim::Bool);
  };
  auto negated = [&](Term truth) { return terms_.minus(terms_.number(1), truth); };
  bool exact = is_integer(prim);
  if (exact && x == y) {
    bool holds = op == BinaryOp::Eq || op == BinaryOp::Le || op == BinaryOp::Ge;
    return terms_.number(holds ? 1 : 0);
  }
  switch (op) {
    case BinaryOp::Gt: return compare(BinaryOp::Lt, prim, y, x);
    case BinaryOp::Ge: return compare(BinaryOp::Le, prim, y, x);
    case BinaryOp::Ne: return negated(compare(BinaryOp::Eq, prim, x, y));
    case BinaryOp::Le: return exact ? negated(basic(BinaryOp::Lt, y, x)) : basic(op, x, y);
    case BinaryOp::Eq:
      if (exact) {
        return terms_.minus(negated(basic(BinaryOp::Lt, x, y)), basic(BinaryOp::Lt, y, x));
      }
      if (y.id < x.id) std::swap(x, y);
      return basic(op, x, y);
    default: return basic(op, x, y);
  }
}

Term Analyser::binary(const Binary& op) {
  Prim prim = storage_.type(op.x)->elem;
  Term x = number(op.x);
  Term y = number(op.y);
  if (is_comparison(op.op)) return compare(op.op, prim, x, y);
  if (is_integer(prim)) {
    switch (op.op) {
      case BinaryOp::Add: return terms_.plus(x, y);
      case BinaryOp::Sub: return terms_.minus(x, y);
      case BinaryOp::Mul: return terms_.times(x, y);
      case BinaryOp::Min:
      case BinaryOp::Max:
        if (x == y) return x;
        if (y.id < x.id) std::swap(x, y);
        break;
      default: break;
    }
  }
  if (prim == Prim::Bool && op.op == BinaryOp::And) return terms_.times(x, y);
  if (prim == Prim::Bool && op.op == BinaryOp::Or)
    return terms_.minus(terms_.plus(x, y), terms_.times(x, y));
  return operation(Kind::Binary, op.op, op_text(op.op), prim, std::vector<Term>{x, y},
                   result_of(op.op, prim));
}

// ---- What a condition says

void Analyser::learn(const Atom& condition, std::span<const Var> checks) {
  auto it = conditions_.find(condition.var);
  if (it == conditions_.end()) return;
  const Binary* op = as<Binary>(it->second);
  if (op == nullptr) return;
  if (op->op == BinaryOp::And) {
    learn(op->x, checks);
    learn(op->y, checks);
  } else if (op->op == BinaryOp::Eq && is_integer(storage_.type(op->x)->elem)) {
    facts_.learn_equal(number(op->x), number(op->y), checks);
  }
}

void Analyser::learn_not(const Atom& condition) {
  auto it = conditions_.find(condition.var);
  if (it == conditions_.end()) return;
  match(
      it->second,
      [&](const Unary& op) {
        if (op.op == UnaryOp::Not) learn(op.x, kNoCertificate);
      },
      [&](const Binary& op) {
        if (op.op == BinaryOp::Ne && is_integer(storage_.type(op.x)->elem))
          facts_.learn_equal(number(op.x), number(op.y), kNoCertificate);
      },
      [](const auto&) {});
}

// ---- Arrays

void Analyser::array_literal(const Stm& stm, const ArrayLit& op) {
  Var var = stm.pattern[0];
  std::vector<Index> needs = needs_of(stm.op);
  Value result = unknown(var, Source::Data, needs);
  if (!op.elems.empty()) {
    Value first = value(op.elems[0]);
    Value all = array_of({}, first, kNoIndex);
    auto is_same = [&](auto get) {
      return std::ranges::all_of(op.elems, [&](const Atom& elem) {
        return facts_.are_equal(get(first), get(value(elem)));
      });
    };
    if (is_same([](const Value& elem) { return elem.element; })) result.element = all.element;
    for (size_t i = 0; i < first.dims.size(); i++) {
      if (is_same([&](const Value& elem) { return elem.dims[i]; }))
        result.dims[i + 1] = all.dims[i + 1];
    }
  }
  bind(var, result);
}

void Analyser::views(const Stm& stm, const Slice& slice) {
  std::vector<Term> indices;
  size_t kept = 0;
  for (const SliceDim& dim : slice.dims) {
    Term at = number(dim.start);
    if (!dim.is_index) {
      Term place = terms_.index(Terms::place(kept++));
      at = terms_.plus(at, terms_.times(number(dim.stride), place));
    }
    indices.push_back(at);
  }
  Value result = part(value(slice.array), indices, kept);
  result.dims.insert(result.dims.begin(), kept, Term{});  // they are fixed, so the type says them
  bind(stm.pattern[0], result);
}

void Analyser::update(const Stm& stm, const Update& op) {
  Var var = stm.pattern[0];
  std::vector<Index> needs = needs_of(stm.op);
  Value array = value(op.array);
  Value result = unknown(var, Source::Data, needs);
  // A row may be replaced by one of another length.
  Value written = value(op.value);
  std::vector<Term> indices;
  bool one_row = true;
  for (const SliceDim& dim : op.dims) {
    one_row &= dim.is_index;
    indices.push_back(number(dim.start));
  }
  Value row = one_row ? part(array, indices) : Value{};
  for (size_t i = 0; i < array.dims.size(); i++) {
    bool kept = i < op.dims.size();
    if (!kept && one_row) {
      size_t inner = i - op.dims.size();
      kept = facts_.are_equal(row.dims[inner], written.dims[inner]);
    }
    if (kept) result.dims[i] = array.dims[i];
  }
  bind(var, result);
}

void Analyser::concat(const Stm& stm, const Concat& op) {
  Var var = stm.pattern[0];
  Value result = unknown(var, Source::Data, needs_of(stm.op));
  Value first = value(op.arrays[0]);
  for (size_t i = 1; i < first.dims.size(); i++) {
    bool same = std::ranges::all_of(op.arrays, [&](Var array) {
      Term dim = value(array).dims[i];
      return !terms_.mentions(dim, Terms::place(0)) && facts_.are_equal(dim, first.dims[i]);
    });
    if (same) result.dims[i] = first.dims[i];
  }
  bind(var, result);
}

void Analyser::coerce(const Stm& stm, const Coerce& op) {
  // The sizes are equal, or the check before would have failed.
  Value array = value(op.array);
  Var var = stm.pattern[0];
  const Type* type = storage_.type(var);
  Value now = typed(var, array);
  for (size_t i = 0; i < now.dims.size(); i++) {
    if (type->dims[i].is_varying()) continue;
    std::vector<Index> places;
    for (size_t k = 0; k < i; k++) places.push_back(Terms::place(k));
    facts_.learn_for_all(array.dims[i], now.dims[i], places, stm.certs);
  }
  bind(var, array);
}

void Analyser::statement(const Stm& stm) {
  place_ = stm.place;
  for (Var var : stm.pattern) {
    if (stm.pattern.size() == 1 && storage_.type(var) == storage_.types.scalar(Prim::Bool))
      conditions_[var] = stm.op;
  }
  auto bind_first = [&](Value value) { bind(stm.pattern[0], std::move(value)); };
  match(
      stm.op, [&](const Same& op) { bind_first(value(op.value)); },
      [&](const Unary& op) { bind_first({{}, unary(op)}); },
      [&](const Binary& op) { bind_first({{}, binary(op)}); },
      [&](const Ternary& op) {
        std::vector<Term> args{number(op.x), number(op.y), number(op.z)};
        Prim prim = storage_.type(op.x)->elem;
        bind_first({{}, operation(Kind::Ternary, op.op, op_text(op.op), prim, args, prim)});
      },
      [&](const Convert& op) {
        Prim from = storage_.type(op.value)->elem;
        Prim to = storage_.type(stm.pattern[0])->elem;
        Term x = number(op.value);
        bool same = from == to || (from == Prim::Bool && is_integer(to));
        bind_first(
            {{},
             same ? x : operation(Kind::Convert, to, "convert", from, std::vector<Term>{x}, to)});
      },
      [&](const FromBits& op) {
        Prim to = storage_.type(stm.pattern[0])->elem;
        bind_first({{},
                    operation(Kind::FromBits, to, "from_bits", Prim::U64,
                              std::vector<Term>{number(op.bits)}, to)});
      },
      [&](const ArrayLit& op) { array_literal(stm, op); },
      [&](const ir::Index& op) {
        std::vector<Term> indices;
        for (const Atom& at : op.indices) indices.push_back(number(at));
        bind_first(part(value(op.array), indices));
      },
      [&](const Slice& op) { views(stm, op); }, [&](const Update& op) { update(stm, op); },
      [&](const FlatSlice&) { bind_all_unknown(stm, Source::Data); },
      [&](const FlatUpdate& op) { write(stm, std::vector<Var>{op.array}); },
      [&](const Iota& op) {
        Term place = terms_.index(Terms::place(0));
        bool exact = is_integer(storage_.type(op.start)->elem);
        if (!exact) return bind_all_unknown(stm, Source::Data);
        bind_first({{{}}, terms_.plus(number(op.start), terms_.times(number(op.step), place))});
      },
      [&](const Replicate& op) {
        Value result = value(op.value);
        for (size_t i = 0; i < op.dims.size(); i++) result = array_of({}, result, kNoIndex);
        bind_first(result);
      },
      [&](const Concat& op) { concat(stm, op); },
      [&](const Reshape&) { bind_all_unknown(stm, Source::Data); },
      [&](const Rearrange& op) {
        Value array = value(op.array);
        std::vector<Terms::Replacement> by;
        Value result;
        for (size_t i = 0; i < op.order.size(); i++) {
          by.push_back({Terms::place(op.order[i]), terms_.index(Terms::place(i))});
          result.dims.push_back(array.dims[op.order[i]]);
        }
        result.element = terms_.substitute(array.element, by);
        bind_first(result);
      },
      [&](const Copy& op) { bind_first(value(op.array)); },
      [&](const Coerce& op) { coerce(stm, op); },
      [&](const RowLengths& op) {
        Value array = value(op.array);
        bind_first({{array.dims[0]}, array.dims[1]});
      },
      [&](const RowLength& op) {
        Value array = value(op.array);
        std::vector<Term> indices;
        for (const Atom& at : op.indices) indices.push_back(number(at));
        bind_first({{}, part(array, indices).dims[0]});
      },
      [&](const EqualRowLength&) { bind_all_unknown(stm, Source::Data); },
      [&](const EqualStep&) { bind_all_unknown(stm, Source::Data); },
      [&](const JoinRows&) { bind_all_unknown(stm, Source::Data); },
      [&](const SplitRows& op) {
        Value result = unknown(stm.pattern[0], Source::Data, needs_of(stm.op));
        result.dims[1] = value(op.lengths).element;
        bind_first(result);
      },
      [&](const If& op) { if_then_else(stm, op); }, [&](const Match& op) { match_cases(stm, op); },
      [&](const Loop& op) { loop(stm, op); }, [&](const Call& op) { call(stm, op); },
      [&](const Check& op) {
        bind_first({{}, terms_.number(0)});
        learn(op.condition, stm.pattern);
      },
      [&](const Trace& op) { bind_first(value(op.value)); },
      [&](const Opaque&) { bind_all_unknown(stm, Source::Unknown); },
      [&](const Tuning&) { bind_all_unknown(stm, Source::Unknown); },
      [&](const Map& op) { map(stm, op); }, [&](const Reduce& op) { reduce(stm, op); },
      [&](const Scan& op) { scan(stm, op); }, [&](const Filter& op) { filter(stm, op); },
      [&](const Hist& op) {
        other_bodies(stm);
        write(stm, op.dests);
      },
      [&](const Scatter& op) {
        other_bodies(stm);
        write(stm, op.dests);
      },
      [&](const UpdateAcc&) { bind_all_unknown(stm, Source::Unknown); },
      [&](const auto&) {
        other_bodies(stm);
        bind_all_unknown(stm, Source::Unknown);
      });
}

}  // namespace planish::shapes
