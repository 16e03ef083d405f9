#include "driver/explain/size_text.h"

#include <fmt/format.h>

#include "analysis/inner_bodies.h"
#include "ir/match.h"

namespace planish::explain {

using namespace ir;

namespace {

// Sizes that are computed from others are written out to this depth.
constexpr size_t kWrittenDepth = 4;

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

}  // namespace

size_t bytes_of(Prim prim) {
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

SizeText::SizeText(const Program& core, const Program& flat, const SourceNames& names)
    : storage_(*core.storage), names_(names) {
  for (const Program* program : {&core, &flat}) {
    for (const Function* fn : program->functions) {
      for (const Param& param : fn->params) name_lengths(param.var);
      if (program == &flat && fn->entry != nullptr) name_entry(*fn);
      define(fn->body);
    }
  }
}

// An irregular parameter is an array of units, offsets and data for each level (represent_rows).
void SizeText::name_entry(const Function& fn) {
  for (const EntryValue& value : fn.entry->params) {
    if (value.types.empty()) continue;
    for (uint32_t i = value.first; i < value.first + value.count; i++) {
      Var part = fn.params[i].var;
      const ir::Type* type = storage_.type(part);
      if (!type->is_array()) continue;
      std::string owner(value.name);
      const ComponentKind kind = component_kind(fn.entry->params, i);
      if (kind == ComponentKind::Offsets) rows_[part] = owner;
      for (const Dim& dim : type->dims) {
        if (dim.kind != DimKind::Var || !names_.name(dim.var).empty()) continue;
        sizes_.try_emplace(dim.var,
                           kind == ComponentKind::Data ? fmt::format("all elements of {}", owner)
                           : kind == ComponentKind::Offsets ? fmt::format("length of {} + 1", owner)
                                                            : fmt::format("length of {}", owner));
      }
    }
  }
}

void SizeText::name_lengths(Var array) {
  const ir::Type* type = storage_.type(array);
  if (!type->is_array() || names_.name(array).empty()) return;
  const Dim& outer = type->dims[0];
  if (outer.kind == DimKind::Var) lengths_.try_emplace(outer.var, names_.name(array));
}

void SizeText::define(const Body* body) {
  for (const Stm& stm : body->stms) {
    for (Var var : stm.pattern) {
      definitions_[var] = stm.op;
      name_lengths(var);
    }
    if (const auto* joined = as<JoinRows>(stm.op)) {
      const Dim& all = storage_.type(stm.pattern[0])->dims[0];
      std::string_view rows = names_.name(joined->array);
      if (all.kind == DimKind::Var && !rows.empty())
        sizes_.try_emplace(all.var, fmt::format("all elements of {}", rows));
    }
    for_each_binder(stm.op, [&](Var var) { name_lengths(var); });
    for_each_lambda(stm.op, [&](const Lambda* lambda) {
      for (const Param& param : lambda->params) name_lengths(param.var);
    });
    for_each_inner_body(stm.op, [&](const Body* inner) { define(inner); });
  }
}

const Op* SizeText::definition(Var var) const {
  auto it = definitions_.find(var);
  return it == definitions_.end() ? nullptr : it->second;
}

std::string SizeText::rows_name(Var offsets) const {
  for (size_t i = 0; i < kWrittenDepth; i++) {
    if (auto it = rows_.find(offsets); it != rows_.end()) return it->second;
    const Op* op = definition(offsets);
    if (op == nullptr) return "";
    if (const auto* coerce = as<Coerce>(op)) {
      offsets = coerce->array;
    } else if (const auto* slice = as<Slice>(op)) {
      offsets = slice->array;
    } else {
      return "";
    }
  }
  return "";
}

// By which passes call it.
std::string_view SizeText::made_up_name(Var var) const {
  if (!var || !names_.name(var).empty()) return "";
  return storage_.text(storage_.vars[var.id].name);
}

std::string SizeText::size(const Atom& atom) const { return expression(atom, 0); }

std::string SizeText::known_size(const Atom& atom) const {
  std::string text = size(atom);
  return text.empty() ? "?" : text;
}

std::string SizeText::counted_by_flattening(Var var) const {
  const std::string_view own = made_up_name(var);
  if (own == "points" || own == "kept") return "elements in this branch";
  if (own == "active") return "elements still in the loop";
  if (own == "largest") return "the longest row";
  if (own == "row_length") return "the length of the rows";
  if (own == "total") return "all rows together";
  if (own == "depth") return "the depth of the recursion";
  return "";
}

std::string SizeText::expression(const Atom& atom, size_t depth) const {
  if (atom.is_const()) return fmt::format("{}", static_cast<int64_t>(atom.constant.bits));
  if (auto it = sizes_.find(atom.var); it != sizes_.end()) return it->second;
  if (std::string_view own = names_.name(atom.var); !own.empty()) return std::string(own);
  const Op* op = depth >= kWrittenDepth ? nullptr : definition(atom.var);
  auto side = [&](const Atom& x) { return expression(x, depth + 1); };
  auto of_two = [&](const Binary& n, std::string_view form) {
    const bool is_product = n.op == BinaryOp::Mul;
    // `2 * r`, whatever order passes prefer.
    const bool is_turned = is_product && n.y.is_const();
    std::string x = side(is_turned ? n.y : n.x);
    std::string y = side(is_turned ? n.x : n.y);
    // Two counts that the same words would stand for.
    if (x == y && x.find(' ') != std::string::npos) return std::string();
    if (x.empty() || y.empty()) return std::string();
    auto bracketed = [&](const std::string& text) {
      return is_product && text.find(' ') != std::string::npos ? fmt::format("({})", text) : text;
    };
    return fmt::format(fmt::runtime(form), bracketed(x), bracketed(y));
  };
  std::string text;
  if (op != nullptr) {
    text = match(
        op, [&](const Same& n) { return side(n.value); },
        [&](const Convert& n) { return side(n.value); },
        [&](const Binary& n) {
          switch (n.op) {
            case BinaryOp::Add: return of_two(n, "{} + {}");
            case BinaryOp::Sub: return of_two(n, "{} - {}");
            case BinaryOp::Mul: return of_two(n, "{} * {}");
            case BinaryOp::Max: return of_two(n, "max({}, {})");
            case BinaryOp::Min: return of_two(n, "min({}, {})");
            default: return std::string();
          }
        },
        [&](const Index& n) {
          std::string rows = rows_name(n.array);
          if (!rows.empty()) return fmt::format("all elements of {}", rows);
          const bool is_end = made_up_name(n.array).starts_with("offsets");
          return std::string(is_end ? "all rows together" : "");
        },
        [](const auto&) { return std::string(); });
  }
  if (!text.empty()) return text;
  if (auto it = lengths_.find(atom.var); it != lengths_.end())
    return fmt::format("length of {}", it->second);
  if (op != nullptr && as<SegFlatMap>(op) != nullptr) return "all rows together";
  if (op != nullptr && (as<SegFilter>(op) != nullptr || as<Filter>(op) != nullptr))
    return "elements that are kept";
  return counted_by_flattening(atom.var);
}

std::string SizeText::row_length(Var offsets, const std::string& index) const {
  const Op* op = definition(offsets);
  const auto* call = op == nullptr ? nullptr : as<ir::Call>(op);
  if (call != nullptr && !call->args.empty() && call->args.back().var) {
    // They were made of lengths.
    std::string_view lengths = names_.name(call->args.back().var);
    if (!lengths.empty()) return fmt::format("{}[{}]", lengths, index);
  }
  std::string rows = rows_name(offsets);
  return rows.empty() ? "length of the row" : fmt::format("length of {}[{}]", rows, index);
}

VersionText SizeText::condition(const Atom& atom) const {
  return {condition(atom, When::True, 0), condition(atom, When::False, 0)};
}

std::string SizeText::condition(const Atom& atom, When when, size_t depth) const {
  const Op* defined = atom.var ? definition(atom.var) : nullptr;
  const auto* op = defined == nullptr || depth > kWrittenDepth ? nullptr : as<Binary>(defined);
  if (op == nullptr) return "";
  if (op->op == BinaryOp::And || op->op == BinaryOp::Or) {
    std::string x = condition(op->x, when, depth + 1);
    std::string y = condition(op->y, when, depth + 1);
    if (x.empty() || y.empty()) return "";
    if (x == y) return x;
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
  std::string x = expression(turned ? op->y : op->x, 0);
  std::string y = expression(turned ? op->x : op->y, 0);
  if (x.empty()) x = "the number of elements";
  return y.empty() ? "" : fmt::format("{} {} {}", x, sign_of(sign), y);
}

std::string SizeText::memory(Var array) const {
  const ir::Type* type = storage_.type(array);
  std::string text;
  for (const Dim& dim : type->dims) {
    std::string count = known_size(dim.kind == DimKind::Var ? Atom(dim.var) : Atom::i64(dim.value));
    bool is_word = count.find(' ') == std::string::npos;
    text += is_word ? fmt::format("{} x ", count) : fmt::format("({}) x ", count);
  }
  return fmt::format("{}{} bytes", text, bytes_of(type->elem));
}

std::string SizeText::memory(const Stm& stm) const {
  std::string all;
  for (Var var : stm.pattern) {
    if (storage_.type(var)->is_array())
      all += fmt::format("{}{}", all.empty() ? "" : ", ", memory(var));
  }
  return all;
}

}  // namespace planish::explain
