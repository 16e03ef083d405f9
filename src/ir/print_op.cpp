#include "ir/match.h"
#include "ir/printer.h"

namespace planish::ir {

std::string_view kind_text(Kind kind) {
  constexpr std::string_view kTexts[] = {
#define NODE(T, text, stages) text,
#include "ir/node.def"
  };
  return kTexts[static_cast<size_t>(kind)];
}

std::string_view check_kind_text(CheckKind kind) {
  constexpr std::string_view kTexts[] = {"bounds", "size",   "division", "range",
                                         "assert", "coerce", "other"};
  return kTexts[static_cast<size_t>(kind)];
}

std::string_view foreign_use_text(ForeignUse use) {
  constexpr std::string_view kTexts[] = {"pure", "serial", "performs", "device"};
  return kTexts[static_cast<size_t>(use)];
}

std::string_view op_text(const Op* op) {
  if (const auto* unary = as<Unary>(op)) return op_text(unary->op);
  if (const auto* binary = as<Binary>(op)) return op_text(binary->op);
  if (const auto* ternary = as<Ternary>(op)) return op_text(ternary->op);
  return kind_text(op->kind);
}

// The operator that combines, and the function applied before; either may be missing.
void Printer::combine(const Lambda* op, const Lambda* map) {
  if (op != nullptr) lambda(op);
  if (map == nullptr) return;
  word("of");
  lambda(map);
}

void Printer::of(const Body* inner) {
  word("of");
  body(inner);
}

void Printer::then(const Lambda* post) {
  if (post == nullptr) return;
  word("then");
  lambda(post);
}

void Printer::loop(const Loop& loop) {
  out += " (";
  separated(loop.params, [&](const LoopParam& p) {
    param(p.param);
    out += " = " + atom_text(storage_, p.init);
  });
  out += ')';
  if (loop.index) {
    out += " for ";
    binder(loop.index);
    out += " < " + atom_text(storage_, loop.bound);
  } else {
    word("while");
    body(loop.condition);
    word("do");
  }
  body(loop.body);
}

void Printer::cases(const Match& match) {
  atom(match.value);
  for (const MatchCase& one : match.cases) {
    word("case");
    word(constant_text(one.value));
    body(one.body);
  }
  if (match.otherwise == nullptr) return;
  word("else");
  body(match.otherwise);
}

// Note [Sets of operands]
// Every kind of operation prints its operands in its own way. A set holds those of some related
// kinds; `op` matches against all sets together, so a kind that is in none does not compile.

auto Printer::scalar_operands() {
  return Overloaded{
      [this](const Same& n) { atom(n.value); },
      [this](const Unary& n) { atom(n.x); },
      [this](const Binary& n) { atoms({n.x, n.y}); },
      [this](const Ternary& n) { atoms({n.x, n.y, n.z}); },
      [this](const Convert& n) { atom(n.value); },
      [this](const FromBits& n) { atom(n.bits); },
  };
}

auto Printer::array_operands() {
  return Overloaded{
      [this](const ArrayLit& n) { list(n.elems); },
      [this](const Index& n) {
        var(n.array);
        list(n.indices);
      },
      [this](const Slice& n) { slice(n.array, n.dims); },
      [this](const Update& n) {
        slice(n.array, n.dims);
        word("with");
        atom(n.value);
      },
      [this](const FlatSlice& n) { flat(n.array, n.offset, n.dims); },
      [this](const FlatUpdate& n) {
        flat(n.array, n.offset, n.dims);
        word("with");
        var(n.value);
      },
      [this](const Iota& n) {
        atom(n.count);
        word("from");
        atom(n.start);
        word("by");
        atom(n.step);
      },
      [this](const Replicate& n) {
        list(n.dims);
        atom(n.value);
      },
      [this](const Concat& n) { vars(n.arrays); },
      [this](const Reshape& n) {
        list(n.dims);
        var(n.array);
      },
      [this](const Rearrange& n) {
        numbers(n.order);
        var(n.array);
      },
      [this](const Copy& n) { var(n.array); },
      [this](const Coerce& n) { var(n.array); },
  };
}

auto Printer::row_operands() {
  return Overloaded{
      [this](const RowLengths& n) { var(n.array); },
      [this](const RowLength& n) {
        var(n.array);
        list(n.indices);
      },
      [this](const JoinRows& n) { var(n.array); },
      [this](const SplitRows& n) {
        var(n.lengths);
        var(n.array);
      },
      [this](const EqualRowLength& n) {
        word(std::to_string(n.level));
        var(n.array);
      },
      [this](const EqualStep& n) { var(n.array); },
  };
}

auto Printer::control_operands() {
  return Overloaded{
      [this](const If& n) {
        atom(n.condition);
        body(n.then_body);
        word("else");
        body(n.else_body);
      },
      [this](const Match& n) { cases(n); },
      [this](const Loop& n) { loop(n); },
      [this](const Call& n) {
        name(n.fn);
        arguments(n.args);
      },
      [this](const Check& n) {
        word(check_kind_text(n.check));
        atom(n.condition);
        message(n.message);
      },
      [this](const Trace& n) {
        word(quoted(n.tag));
        atom(n.value);
      },
      [this](const Opaque& n) { atom(n.value); },
      [this](const Tuning& n) {
        word(quoted(n.name));
        atom(n.value);
        if (!n.compared.empty()) arguments(n.compared);
      },
      [this](const Foreign& n) { foreign(n); },
  };
}

auto Printer::parallel_operands() {
  return Overloaded{
      [this](const Map& n) {
        through(n.width, n.arrays);
        lambda(n.fn);
      },
      [this](const Reduce& n) {
        if (n.commutative) word("commutative");
        through(n.width, n.arrays);
        neutral(n.neutral);
        combine(n.op, n.map);
      },
      [this](const Scan& n) {
        through(n.width, n.arrays);
        neutral(n.neutral);
        combine(n.op, n.map);
        then(n.post);
      },
      [this](const Hist& n) {
        atom(n.width);
        list(n.shape);
        vars(n.dests);
        written(n.shape.size(), n.arrays, n.map);
        neutral(n.neutral);
        combine(n.op, n.map);
      },
      [this](const Scatter& n) {
        if (n.last) word("last");
        atom(n.width);
        list(n.shape);
        vars(n.dests);
        written(n.shape.size(), n.arrays, n.map);
        combine(nullptr, n.map);
      },
      [this](const Filter& n) {
        through(n.width, n.arrays);
        lambda(n.predicate);
      },
      [this](const FlatMap& n) {
        atom(n.width);
        numbers(n.groups);
        vars(n.arrays);
        lambda(n.fn);
      },
      [this](const WithAcc& n) {
        list(n.shape);
        vars(n.arrays);
        neutral(n.neutral);
        combine(n.op, n.fn);
      },
      [this](const UpdateAcc& n) {
        var(n.acc);
        list(n.indices);
        word("with");
        neutral(n.values);
      },
  };
}

auto Printer::stream_operands() {
  return Overloaded{
      [this](const StreamMap& n) {
        through(n.width, n.arrays);
        lambda(n.fn);
      },
      [this](const StreamRed& n) {
        if (n.commutative) word("commutative");
        through(n.width, n.arrays);
        neutral(n.neutral);
        combine(n.op, n.fn);
      },
      [this](const StreamSeq& n) {
        through(n.width, n.arrays);
        neutral(n.init);
        lambda(n.fn);
      },
  };
}

auto Printer::flat_operands() {
  return Overloaded{
      [this](const SegMap& n) {
        space(n.space);
        body(n.body);
      },
      [this](const SegRed& n) {
        if (n.commutative) word("commutative");
        space(n.space);
        neutral(n.neutral);
        lambda(n.op);
        of(n.body);
      },
      [this](const SegScan& n) {
        space(n.space);
        neutral(n.neutral);
        lambda(n.op);
        of(n.body);
        then(n.post);
      },
      [this](const SegHist& n) {
        space(n.space);
        list(n.shape);
        vars(n.dests);
        neutral(n.neutral);
        lambda(n.op);
        of(n.body);
      },
      [this](const SegScatter& n) {
        if (n.last) word("last");
        space(n.space);
        list(n.shape);
        vars(n.dests);
        of(n.body);
      },
      [this](const SegFilter& n) {
        space(n.space);
        body(n.body);
      },
      [this](const SegPartition& n) {
        space(n.space);
        atom(n.classes);
        body(n.body);
      },
      [this](const SegFlatMap& n) {
        space(n.space);
        numbers(n.groups);
        body(n.body);
      },
  };
}

void Printer::op(const Op* op) {
  word(op_text(op));
  match(op, scalar_operands(), array_operands(), row_operands(), control_operands(),
        parallel_operands(), stream_operands(), flat_operands());
}

}  // namespace planish::ir
