#include "ir/parse/op_reader.h"

#include <algorithm>
#include <unordered_map>

#include "ir/parse/text_parser.h"
#include "ir/print.h"

namespace planish::ir {

namespace {

// What the word at the beginning of an operation stands for.
struct Word {
  Kind kind{};
  UnaryOp unary{};
  BinaryOp binary{};
  TernaryOp ternary{};
};

const Word* find_word(std::string_view text) {
  using Words = std::unordered_map<std::string_view, Word>;
  static const Words kWords = [] {
    Words words;
#define UNARY(K, text, operands, result) words[text] = {Kind::Unary, UnaryOp::K, {}, {}};
#define BINARY(K, text, operands, result) words[text] = {Kind::Binary, {}, BinaryOp::K, {}};
#define TERNARY(K, text, operands, result) words[text] = {Kind::Ternary, {}, {}, TernaryOp::K};
#include "ir/scalar_ops.def"
#define NODE(K, text, stages) words[text] = {Kind::K, {}, {}, {}};
#include "ir/node.def"
    // Scalar operations are written with their own words.
    for (Kind kind : {Kind::Unary, Kind::Binary, Kind::Ternary}) words.erase(kind_text(kind));
    return words;
  }();
  auto it = kWords.find(text);
  return it == kWords.end() ? nullptr : &it->second;
}

}  // namespace

std::span<const SliceDim> OpReader::slice_dims() {
  return list<SliceDim>("[", "]", [this] {
    SliceDim dim;
    dim.start = atom();
    dim.is_index = !accept("+:");
    if (dim.is_index) return dim;
    dim.count = atom();
    expect("by");
    dim.stride = atom();
    return dim;
  });
}

void OpReader::flat_dims(Atom& offset, std::span<const FlatDim>& dims) {
  expect("[");
  offset = atom();
  dims = list<FlatDim>("+:", "]", [this] {
    FlatDim dim;
    dim.count = atom();
    expect("by");
    dim.stride = atom();
    return dim;
  });
}

std::span<const uint32_t> OpReader::numbers(std::string_view what) {
  return list<uint32_t>("[", "]", [&] { return number(what); });
}

Space OpReader::space() {
  return {list<Level>("(", ")", [this] {
    Level level;
    level.index = binder();
    expect("<");
    level.bound = atom();
    if (accept("by")) level.offsets = var();
    return level;
  })};
}

const Op* OpReader::op() {
  const Word* word = peek().kind == TextToken::Word ? find_word(peek().text) : nullptr;
  if (word == nullptr) {
    fail("an operation");
    return make(Same{});
  }
  at_++;
  switch (word->kind) {
    // Atoms are read in the order in which they stand: braces keep it.
    case Kind::Same: return make(Same{{}, atom()});
    case Kind::Unary: return make(Unary{{}, word->unary, atom()});
    case Kind::Binary: return make(Binary{{}, word->binary, atom(), atom()});
    case Kind::Ternary: return make(Ternary{{}, word->ternary, atom(), atom(), atom()});
    case Kind::Convert: return make(Convert{{}, atom()});
    case Kind::FromBits: return make(FromBits{{}, atom()});
    default: break;
  }
  if (word->kind < Kind::If) return array_node(word->kind);
  if (word->kind < Kind::Map) return control_node(word->kind);
  return word->kind < Kind::SegMap ? nested_node(word->kind) : flat_node(word->kind);
}

const Op* OpReader::array_node(Kind kind) {
  switch (kind) {
    case Kind::ArrayLit: return make(ArrayLit{{}, shape()});
    case Kind::Index: return make(Index{{}, var(), shape()});
    case Kind::Slice: return make(Slice{{}, var(), slice_dims()});
    case Kind::Update: {
      Update n{};
      n.array = var();
      n.dims = slice_dims();
      expect("with");
      n.value = atom();
      return make(n);
    }
    case Kind::FlatSlice: {
      FlatSlice n{};
      n.array = var();
      flat_dims(n.offset, n.dims);
      return make(n);
    }
    case Kind::FlatUpdate: {
      FlatUpdate n{};
      n.array = var();
      flat_dims(n.offset, n.dims);
      expect("with");
      n.value = var();
      return make(n);
    }
    case Kind::Iota: {
      Iota n{};
      n.count = atom();
      expect("from");
      n.start = atom();
      expect("by");
      n.step = atom();
      return make(n);
    }
    case Kind::Replicate: return make(Replicate{{}, shape(), atom()});
    case Kind::Concat: return make(Concat{{}, vars()});
    case Kind::Reshape: {
      Reshape n{};
      n.dims = shape();
      n.array = var();
      return make(n);
    }
    case Kind::Rearrange: {
      Rearrange n{};
      n.order = numbers("the number of a dimension");
      n.array = var();
      return make(n);
    }
    case Kind::Copy: return make(Copy{{}, var()});
    case Kind::Coerce: return make(Coerce{{}, var()});
    case Kind::RowLengths: return make(RowLengths{{}, var()});
    case Kind::RowLength: return make(RowLength{{}, var(), shape()});
    case Kind::JoinRows: return make(JoinRows{{}, var()});
    case Kind::SplitRows: return make(SplitRows{{}, var(), var()});
    case Kind::EqualRowLength:
      return make(EqualRowLength{{}, number("the number of a dimension that varies"), var()});
    case Kind::EqualStep: return make(EqualStep{{}, var()});
    default: __builtin_unreachable();
  }
}

const Op* OpReader::control_node(Kind kind) {
  switch (kind) {
    case Kind::If: {
      If n{};
      n.condition = atom();
      n.then_body = body();
      expect("else");
      n.else_body = body();
      return make(n);
    }
    case Kind::Match: return match_node();
    case Kind::Loop: return loop_node();
    case Kind::Call: return make(Call{{}, name("the name of a function"), atoms("(", ")")});
    case Kind::Check: return check_node();
    case Kind::Trace: {
      Trace n{};
      n.tag = string_view("a tag in quotes");
      n.value = atom();
      return make(n);
    }
    case Kind::Opaque: return make(Opaque{{}, atom()});
    case Kind::Tuning: {
      Tuning n{};
      n.name = string_view("a name in quotes");
      n.value = atom();
      if (at("(")) n.compared = atoms("(", ")");
      return make(n);
    }
    case Kind::Foreign: return foreign_node();
    default: __builtin_unreachable();
  }
}

const Op* OpReader::foreign_node() {
  Foreign n{};
  n.symbol = string_view("a symbol in quotes");
  if (accept("lifted")) n.lifted = string_view("a symbol in quotes");
  for (ForeignUse use : {ForeignUse::Serial, ForeignUse::Performs, ForeignUse::Device}) {
    if (accept(foreign_use_text(use))) n.use = use;
  }
  if (accept("cost")) n.cost = number("nanoseconds");
  n.args = atoms("(", ")");
  if (accept("with")) n.dests = vars();
  return make(n);
}

const Op* OpReader::match_node() {
  Match n{};
  n.value = atom();
  std::vector<MatchCase> cases;
  while (accept("case")) cases.push_back(MatchCase{constant(), body()});
  n.cases = arena().copy(cases);
  if (accept("else")) n.otherwise = body();
  return make(n);
}

const Op* OpReader::loop_node() {
  Loop n{};
  n.params = list<LoopParam>("(", ")", [this] {
    LoopParam param;
    param.param = this->param();
    expect("=");
    param.init = atom();
    return param;
  });
  if (accept("for")) {
    n.index = binder();
    expect("<");
    n.bound = atom();
  } else {
    if (!accept("while")) fail("`for` or `while`");
    n.condition = body();
    expect("do");
  }
  n.body = body();
  return make(n);
}

const Op* OpReader::check_node() {
  Check n{};
  bool found = false;
  for (auto check = CheckKind::Bounds; check <= CheckKind::Other && !found;
       check = static_cast<CheckKind>(static_cast<int>(check) + 1)) {
    found = accept(check_kind_text(check));
    if (found) n.check = check;
  }
  if (!found) fail("the kind of a check");
  n.condition = atom();
  n.message = list<MessagePart>("(", ")", [this] {
    MessagePart part;
    if (peek().kind != TextToken::String) {
      part.value = atom();
      return part;
    }
    uint32_t offset = peek().start;
    part.text = string_view("a text");
    if (part.text.empty()) fail_at(offset, "a piece of a message must not be empty");
    return part;
  });
  return make(n);
}

// The arrays that a hist or a scatter goes through: (indices) and (values), or what a function
// makes these of.
std::span<const Var> OpReader::written() {
  std::vector<Var> arrays;
  if (accept("at")) std::ranges::copy(vars(), std::back_inserter(arrays));
  expect("with");
  std::ranges::copy(vars(), std::back_inserter(arrays));
  return arena().copy(arrays);
}

const Op* OpReader::nested_node(Kind kind) {
  switch (kind) {
    case Kind::Map: {
      Map n{};
      n.width = atom();
      n.arrays = vars();
      n.fn = lambda();
      return make(n);
    }
    case Kind::Reduce: {
      Reduce n{};
      n.commutative = accept("commutative");
      n.width = atom();
      n.arrays = vars();
      n.neutral = neutral();
      n.op = lambda();
      n.map = lambda_of();
      return make(n);
    }
    case Kind::Scan: {
      Scan n{};
      n.width = atom();
      n.arrays = vars();
      n.neutral = neutral();
      n.op = lambda();
      n.map = lambda_of();
      n.post = lambda_then();
      return make(n);
    }
    case Kind::Hist: {
      Hist n{};
      n.width = atom();
      n.shape = shape();
      n.dests = vars();
      n.arrays = written();
      n.neutral = neutral();
      n.op = lambda();
      n.map = lambda_of();
      return make(n);
    }
    case Kind::Scatter: {
      Scatter n{};
      n.last = accept("last");
      n.width = atom();
      n.shape = shape();
      n.dests = vars();
      n.arrays = written();
      n.map = lambda_of();
      return make(n);
    }
    case Kind::Filter: {
      Filter n{};
      n.width = atom();
      n.arrays = vars();
      n.predicate = lambda();
      return make(n);
    }
    case Kind::FlatMap: {
      FlatMap n{};
      n.width = atom();
      n.groups = numbers("the number of rows");
      n.arrays = vars();
      n.fn = lambda();
      return make(n);
    }
    case Kind::StreamMap: {
      StreamMap n{};
      n.width = atom();
      n.arrays = vars();
      n.fn = lambda();
      return make(n);
    }
    case Kind::StreamRed: {
      StreamRed n{};
      n.commutative = accept("commutative");
      n.width = atom();
      n.arrays = vars();
      n.neutral = neutral();
      n.op = lambda();
      expect("of");
      n.fn = lambda();
      return make(n);
    }
    case Kind::StreamSeq: {
      StreamSeq n{};
      n.width = atom();
      n.arrays = vars();
      n.init = neutral();
      n.fn = lambda();
      return make(n);
    }
    case Kind::WithAcc: {
      WithAcc n{};
      n.shape = shape();
      n.arrays = vars();
      n.neutral = neutral();
      n.op = optional_lambda();
      expect("of");
      n.fn = lambda();
      return make(n);
    }
    case Kind::UpdateAcc: {
      UpdateAcc n{};
      n.acc = var();
      n.indices = shape();
      expect("with");
      n.values = neutral();
      return make(n);
    }
    default: __builtin_unreachable();
  }
}

const Op* OpReader::flat_node(Kind kind) {
  switch (kind) {
    case Kind::SegMap: return make(SegMap{{}, space(), body()});
    case Kind::SegRed: {
      SegRed n{};
      n.commutative = accept("commutative");
      n.space = space();
      n.neutral = neutral();
      n.op = lambda();
      n.body = body_of();
      return make(n);
    }
    case Kind::SegScan: {
      SegScan n{};
      n.space = space();
      n.neutral = neutral();
      n.op = lambda();
      n.body = body_of();
      n.post = lambda_then();
      return make(n);
    }
    case Kind::SegHist: {
      SegHist n{};
      n.space = space();
      n.shape = shape();
      n.dests = vars();
      n.neutral = neutral();
      n.op = lambda();
      n.body = body_of();
      return make(n);
    }
    case Kind::SegScatter: {
      SegScatter n{};
      n.last = accept("last");
      n.space = space();
      n.shape = shape();
      n.dests = vars();
      n.body = body_of();
      return make(n);
    }
    case Kind::SegFilter: return make(SegFilter{{}, space(), body()});
    case Kind::SegPartition: return make(SegPartition{{}, space(), atom(), body()});
    case Kind::SegFlatMap:
      return make(SegFlatMap{{}, space(), numbers("the number of rows"), body()});
    default: __builtin_unreachable();
  }
}

}  // namespace planish::ir
