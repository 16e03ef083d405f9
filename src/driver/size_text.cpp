#include "driver/size_text.h"

#include <fmt/format.h>

#include "analysis/inner_bodies.h"
#include "ir/match.h"

namespace planish {

using namespace ir;

namespace {

// Sizes that are computed from others are written out to this depth.
constexpr size_t kDepth = 4;

template <class F>
void for_each_bound(const Body* body, F& f) {
  for (const Stm& stm : body->stms) {
    for (Var var : stm.pattern) f(var);
    for_each_inner_body(stm.op, [&](const Body* inner) { for_each_bound(inner, f); });
  }
}

std::string_view sign_of(BinaryOp op) {
  switch (op) {
    case BinaryOp::Lt: return "<";
    case BinaryOp::Le: return "<=";
    case BinaryOp::Gt: return ">";
    case BinaryOp::Ge: return ">=";
    case BinaryOp::Eq: return "==";
    case BinaryOp::Ne: return "!=";
    default: return "";
  }
}

// The comparison that is true when the other one is not, and the one with its sides exchanged.
BinaryOp negated(BinaryOp op) {
  switch (op) {
    case BinaryOp::Lt: return BinaryOp::Ge;
    case BinaryOp::Le: return BinaryOp::Gt;
    case BinaryOp::Gt: return BinaryOp::Le;
    case BinaryOp::Ge: return BinaryOp::Lt;
    case BinaryOp::Eq: return BinaryOp::Ne;
    default: return BinaryOp::Eq;
  }
}
BinaryOp mirrored(BinaryOp op) {
  switch (op) {
    case BinaryOp::Lt: return BinaryOp::Gt;
    case BinaryOp::Le: return BinaryOp::Ge;
    case BinaryOp::Gt: return BinaryOp::Lt;
    case BinaryOp::Ge: return BinaryOp::Le;
    default: return op;
  }
}

int size_of(Prim prim) {
  switch (prim) {
    case Prim::I64:
    case Prim::U64:
    case Prim::F64: return 8;
    case Prim::I32:
    case Prim::U32:
    case Prim::F32: return 4;
    case Prim::I16:
    case Prim::U16:
    case Prim::F16: return 2;
    default: return 1;
  }
}

}  // namespace

SizeText::SizeText(const Program& core, const Program& flat) : storage_(*core.storage) {
  auto add = [&](Var var) { named_.insert(var); };
  for (const Function* fn : core.functions) {
    for (const Param& param : fn->params) add(param.var);
    for_each_bound(fn->body, add);
  }
  for (const Function* fn : flat.functions) {
    if (fn->entry != nullptr) name_entry(*fn);
    define(fn->body);
  }
}

// An irregular parameter is an array of units, offsets and data for each level (represent_rows).
void SizeText::name_entry(const Function& fn) {
  for (const EntryValue& value : fn.entry->params) {
    if (value.types.empty()) continue;
    for (uint32_t i = value.first; i < value.first + value.count; i++) {
      Var part = fn.params[i].var;
      const Type* type = storage_.type(part);
      if (!type->is_array()) continue;
      std::string owner(value.name);
      bool is_data = i + 1 == value.first + value.count;
      if (!is_data && type->elem == Prim::I64) rows_[part] = owner;
      for (const Dim& dim : type->dims) {
        if (dim.kind != DimKind::Var || named_.contains(dim.var)) continue;
        sizes_.try_emplace(dim.var, is_data ? fmt::format("sum of the row lengths of {}", owner)
                                            : fmt::format("rows of {} + 1", owner));
      }
    }
  }
}

void SizeText::define(const Body* body) {
  for (const Stm& stm : body->stms) {
    for (Var var : stm.pattern) definitions_[var] = stm.op;
    for_each_inner_body(stm.op, [&](const Body* inner) { define(inner); });
  }
}

std::string SizeText::rows_name(Var offsets) const {
  for (size_t i = 0; i < kDepth; i++) {
    if (auto it = rows_.find(offsets); it != rows_.end()) return it->second;
    auto definition = definitions_.find(offsets);
    if (definition == definitions_.end()) return "";
    if (const auto* coerce = as<Coerce>(definition->second)) {
      offsets = coerce->array;
    } else if (const auto* slice = as<Slice>(definition->second)) {
      offsets = slice->array;
    } else {
      return "";
    }
  }
  return "";
}

std::string SizeText::name(Var var) const {
  Name written = storage_.vars[var.id].name;
  return std::string(storage_.text(written));
}

std::string SizeText::size(const Atom& atom) const { return expression(atom, 0); }

std::string SizeText::expression(const Atom& atom, size_t depth) const {
  if (atom.is_const()) return fmt::format("{}", static_cast<int64_t>(atom.constant.bits));
  if (auto it = sizes_.find(atom.var); it != sizes_.end()) return it->second;
  std::string own = name(atom.var);
  if (named_.contains(atom.var) && !own.empty()) return own;
  // What flattening counts.
  if (own == "points" || own == "kept") return "points of a branch";
  if (own == "active") return "points that are still in the loop";
  if (own == "largest") return "the longest row";
  if (own == "row_length") return "length of all rows";
  auto definition = definitions_.find(atom.var);
  if (definition == definitions_.end() || depth >= kDepth) return own.empty() ? "a size" : own;
  auto side = [&](const Atom& x) { return expression(x, depth + 1); };
  std::string text = match(
      definition->second, [&](const Same& n) { return side(n.value); },
      [&](const Binary& n) {
        std::string x = side(n.x);
        std::string y = side(n.y);
        switch (n.op) {
          case BinaryOp::Add: return fmt::format("{} + {}", x, y);
          case BinaryOp::Sub: return fmt::format("{} - {}", x, y);
          case BinaryOp::Mul: return fmt::format("{} * {}", x, y);
          case BinaryOp::Max: return fmt::format("max({}, {})", x, y);
          case BinaryOp::Min: return fmt::format("min({}, {})", x, y);
          default: return std::string();
        }
      },
      [&](const Index& n) {
        std::string rows = rows_name(n.array);
        return rows.empty() ? std::string() : fmt::format("sum of the row lengths of {}", rows);
      },
      [&](const Call& n) {
        // The sum of lengths, together with the offsets.
        if (own != "total" || n.args.empty() || !n.args.back().var) return std::string();
        std::string lengths = name(n.args.back().var);
        return named_.contains(n.args.back().var) && !lengths.empty()
                   ? fmt::format("sum of {}", lengths)
                   : std::string("sum of the row lengths");
      },
      [&](const SegRed&) {
        return own == "total" ? std::string("all rows together") : std::string();
      },
      [&](const SegFlatMap&) { return std::string("sum of the row lengths"); },
      [&](const SegFilter&) { return std::string("elements that are kept"); },
      [](const auto&) { return std::string(); });
  if (!text.empty()) return text;
  return own.empty() ? "a size" : own;
}

std::string SizeText::row_length(Var offsets, const std::string& index) const {
  auto definition = definitions_.find(offsets);
  const auto* call = definition == definitions_.end() ? nullptr : as<Call>(definition->second);
  if (call != nullptr && !call->args.empty()) {
    // They were made of lengths.
    Var lengths = call->args.back().var;
    if (lengths && named_.contains(lengths) && !name(lengths).empty())
      return fmt::format("{}[{}]", name(lengths), index);
  }
  std::string rows = rows_name(offsets);
  return rows.empty() ? "length of the row" : fmt::format("length of {}[{}]", rows, index);
}

std::string SizeText::condition(const Atom& atom) const { return condition(atom, When::True, 0); }
std::string SizeText::opposite(const Atom& atom) const { return condition(atom, When::False, 0); }

std::string SizeText::condition(const Atom& atom, When when, size_t depth) const {
  auto definition = definitions_.find(atom.var);
  if (!atom.var || definition == definitions_.end() || depth > kDepth) return "";
  const auto* op = as<Binary>(definition->second);
  if (op == nullptr) return "";
  if (op->op == BinaryOp::And || op->op == BinaryOp::Or) {
    std::string x = condition(op->x, when, depth + 1);
    std::string y = condition(op->y, when, depth + 1);
    if (x.empty() || y.empty()) return "";
    // It is not true that both are if one is not.
    bool both = (op->op == BinaryOp::And) == (when == When::True);
    std::string text = fmt::format("{} {} {}", x, both ? "and" : "or", y);
    return depth == 0 || both ? text : fmt::format("({})", text);
  }
  if (sign_of(op->op).empty()) return "";
  // The constant comes last.
  bool turned = op->x.is_const();
  BinaryOp sign = turned ? mirrored(op->op) : op->op;
  if (when == When::False) sign = negated(sign);
  // passes/equal_rows.h
  if (name((turned ? op->y : op->x).var) == "row_length")
    return sign == BinaryOp::Ge || sign == BinaryOp::Eq ? "all rows are equally long"
                                                        : "rows differ in length";
  return fmt::format("{} {} {}", expression(turned ? op->y : op->x, 0), sign_of(sign),
                     expression(turned ? op->x : op->y, 0));
}

std::string SizeText::memory(const Stm& stm) const {
  std::string all;
  for (Var var : stm.pattern) {
    const Type* type = storage_.type(var);
    if (!type->is_array()) continue;
    std::string one;
    for (const Dim& dim : type->dims) {
      std::string count = size(dim.kind == DimKind::Var ? Atom(dim.var) : Atom::i64(dim.value));
      bool is_word = count.find(' ') == std::string::npos;
      one += is_word ? fmt::format("{} x ", count) : fmt::format("({}) x ", count);
    }
    all += fmt::format("{}{}{} bytes", all.empty() ? "" : ", ", one, size_of(type->elem));
  }
  return all;
}

}  // namespace planish
