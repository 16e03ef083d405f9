#include <algorithm>

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

void Printer::word(std::string_view text) {
  out += ' ';
  out += text;
}
void Printer::atom(const Atom& atom) { word(atom_text(storage_, atom)); }
void Printer::var(Var var) { word(var_text(storage_, var)); }
void Printer::name(Name name) { word(name_text(storage_.text(name))); }
void Printer::vars(std::span<const Var> vars) {
  out += " (";
  separated(vars, [&](Var var) { out += var_text(storage_, var); });
  out += ')';
}
void Printer::neutral(std::span<const Atom> atoms) {
  out += " {";
  separated(atoms, [&](const Atom& atom) { out += atom_text(storage_, atom); });
  out += '}';
}
void Printer::list(std::span<const Atom> atoms) {
  out += " [";
  separated(atoms, [&](const Atom& atom) { out += atom_text(storage_, atom); });
  out += ']';
}
void Printer::slice(Var array, std::span<const SliceDim> dims) {
  var(array);
  out += " [";
  separated(dims, [&](const SliceDim& dim) {
    out += atom_text(storage_, dim.start);
    if (dim.is_index) return;
    out += " +: " + atom_text(storage_, dim.count) + " by " + atom_text(storage_, dim.stride);
  });
  out += ']';
}
void Printer::flat(Var array, const Atom& offset, std::span<const FlatDim> dims) {
  var(array);
  out += " [" + atom_text(storage_, offset) + " +: ";
  separated(dims, [&](const FlatDim& dim) {
    out += atom_text(storage_, dim.count) + " by " + atom_text(storage_, dim.stride);
  });
  out += ']';
}
void Printer::message(std::span<const MessagePart> parts) {
  out += " (";
  separated(parts, [&](const MessagePart& part) {
    out += part.text.empty() ? atom_text(storage_, part.value) : quoted(part.text);
  });
  out += ')';
}
void Printer::numbers(std::span<const uint32_t> numbers) {
  out += " [";
  separated(numbers, [&](uint32_t number) { out += std::to_string(number); });
  out += ']';
}
void Printer::space(const Space& space) {
  out += " (";
  separated(space.levels, [&](const Level& level) {
    binder(level.index);
    out += " < " + atom_text(storage_, level.bound);
    if (level.offsets) out += " by " + var_text(storage_, level.offsets);
  });
  out += ')';
}

// What a hist or a scatter goes through: indices and values, or what the function makes these of.
void Printer::written(size_t index_count, std::span<const Var> arrays, const Lambda* map) {
  if (map == nullptr) {
    index_count = std::min(index_count, arrays.size());
    word("at");
    vars(arrays.first(index_count));
    arrays = arrays.subspan(index_count);
  }
  word("with");
  vars(arrays);
}

// The operator that combines, and the function applied before; either may be missing.
void Printer::combine(const Lambda* op, const Lambda* map) {
  if (op != nullptr) lambda(op);
  if (map == nullptr) return;
  word("of");
  lambda(map);
}

void Printer::then(const Lambda* post) {
  if (post == nullptr) return;
  word("then");
  lambda(post);
}

void Printer::foreign(const Foreign& call) {
  word(quoted(call.symbol));
  if (!call.lifted.empty()) {
    word("lifted");
    word(quoted(call.lifted));
  }
  if (call.use != ForeignUse::Pure) word(foreign_use_text(call.use));
  if (call.cost != 0) {
    word("cost");
    word(std::to_string(call.cost));
  }
  out += " (";
  separated(call.args, [&](const Atom& atom) { out += atom_text(storage_, atom); });
  out += ')';
  if (call.dests.empty()) return;
  word("with");
  vars(call.dests);
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

void Printer::op(const Op* op) {
  word(op_text(op));
  match(
      op, [&](const Same& n) { atom(n.value); }, [&](const Unary& n) { atom(n.x); },
      [&](const Binary& n) {
        atom(n.x);
        atom(n.y);
      },
      [&](const Ternary& n) {
        atom(n.x);
        atom(n.y);
        atom(n.z);
      },
      [&](const Convert& n) { atom(n.value); }, [&](const FromBits& n) { atom(n.bits); },
      [&](const ArrayLit& n) { list(n.elems); },
      [&](const Index& n) {
        var(n.array);
        list(n.indices);
      },
      [&](const Slice& n) { slice(n.array, n.dims); },
      [&](const Update& n) {
        slice(n.array, n.dims);
        word("with");
        atom(n.value);
      },
      [&](const FlatSlice& n) { flat(n.array, n.offset, n.dims); },
      [&](const FlatUpdate& n) {
        flat(n.array, n.offset, n.dims);
        word("with");
        var(n.value);
      },
      [&](const Iota& n) {
        atom(n.count);
        word("from");
        atom(n.start);
        word("by");
        atom(n.step);
      },
      [&](const Replicate& n) {
        list(n.dims);
        atom(n.value);
      },
      [&](const Concat& n) { vars(n.arrays); },
      [&](const Reshape& n) {
        list(n.dims);
        var(n.array);
      },
      [&](const Rearrange& n) {
        numbers(n.order);
        var(n.array);
      },
      [&](const Copy& n) { var(n.array); }, [&](const Coerce& n) { var(n.array); },
      [&](const RowLengths& n) { var(n.array); },
      [&](const RowLength& n) {
        var(n.array);
        list(n.indices);
      },
      [&](const JoinRows& n) { var(n.array); },
      [&](const SplitRows& n) {
        var(n.lengths);
        var(n.array);
      },
      [&](const EqualRowLength& n) {
        word(std::to_string(n.level));
        var(n.array);
      },
      [&](const EqualStep& n) { var(n.array); },
      [&](const If& n) {
        atom(n.condition);
        body(n.then_body);
        word("else");
        body(n.else_body);
      },
      [&](const Match& n) { cases(n); }, [&](const Loop& n) { loop(n); },
      [&](const Call& n) {
        name(n.fn);
        out += " (";
        separated(n.args, [&](const Atom& atom) { out += atom_text(storage_, atom); });
        out += ')';
      },
      [&](const Check& n) {
        word(check_kind_text(n.check));
        atom(n.condition);
        message(n.message);
      },
      [&](const Trace& n) {
        word(quoted(n.tag));
        atom(n.value);
      },
      [&](const Opaque& n) { atom(n.value); },
      [&](const Tuning& n) {
        word(quoted(n.name));
        atom(n.value);
        if (n.compared.empty()) return;
        out += " (";
        separated(n.compared, [&](const Atom& value) { out += atom_text(storage_, value); });
        out += ')';
      },
      [&](const Foreign& n) { foreign(n); },
      [&](const Map& n) {
        atom(n.width);
        vars(n.arrays);
        lambda(n.fn);
      },
      [&](const Reduce& n) {
        if (n.commutative) word("commutative");
        atom(n.width);
        vars(n.arrays);
        neutral(n.neutral);
        combine(n.op, n.map);
      },
      [&](const Scan& n) {
        atom(n.width);
        vars(n.arrays);
        neutral(n.neutral);
        combine(n.op, n.map);
        then(n.post);
      },
      [&](const Hist& n) {
        atom(n.width);
        list(n.shape);
        vars(n.dests);
        written(n.shape.size(), n.arrays, n.map);
        neutral(n.neutral);
        combine(n.op, n.map);
      },
      [&](const Scatter& n) {
        atom(n.width);
        list(n.shape);
        vars(n.dests);
        written(n.shape.size(), n.arrays, n.map);
        combine(nullptr, n.map);
      },
      [&](const Filter& n) {
        atom(n.width);
        vars(n.arrays);
        lambda(n.predicate);
      },
      [&](const FlatMap& n) {
        atom(n.width);
        numbers(n.groups);
        vars(n.arrays);
        lambda(n.fn);
      },
      [&](const StreamMap& n) {
        atom(n.width);
        vars(n.arrays);
        lambda(n.fn);
      },
      [&](const StreamRed& n) {
        if (n.commutative) word("commutative");
        atom(n.width);
        vars(n.arrays);
        neutral(n.neutral);
        combine(n.op, n.fn);
      },
      [&](const StreamSeq& n) {
        atom(n.width);
        vars(n.arrays);
        neutral(n.init);
        lambda(n.fn);
      },
      [&](const WithAcc& n) {
        list(n.shape);
        vars(n.arrays);
        neutral(n.neutral);
        combine(n.op, n.fn);
      },
      [&](const UpdateAcc& n) {
        var(n.acc);
        list(n.indices);
        word("with");
        neutral(n.values);
      },
      [&](const SegMap& n) {
        space(n.space);
        body(n.body);
      },
      [&](const SegRed& n) {
        if (n.commutative) word("commutative");
        space(n.space);
        neutral(n.neutral);
        lambda(n.op);
        word("of");
        body(n.body);
      },
      [&](const SegScan& n) {
        space(n.space);
        neutral(n.neutral);
        lambda(n.op);
        word("of");
        body(n.body);
        then(n.post);
      },
      [&](const SegHist& n) {
        space(n.space);
        list(n.shape);
        vars(n.dests);
        neutral(n.neutral);
        lambda(n.op);
        word("of");
        body(n.body);
      },
      [&](const SegScatter& n) {
        space(n.space);
        list(n.shape);
        vars(n.dests);
        word("of");
        body(n.body);
      },
      [&](const SegFilter& n) {
        space(n.space);
        body(n.body);
      },
      [&](const SegPartition& n) {
        space(n.space);
        atom(n.classes);
        body(n.body);
      },
      [&](const SegFlatMap& n) {
        space(n.space);
        numbers(n.groups);
        body(n.body);
      });
}

}  // namespace planish::ir
