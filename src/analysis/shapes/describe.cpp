// Terms, shapes, signatures and reasons as text.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/shapes/analyser.h"

namespace planish::shapes {

using namespace ir;

namespace {

class Describe {
 public:
  // `nest` is what stands around; places are named after its indices.
  Describe(const ShapeState& state, const Nest* nest) : state_(state) {
    for (; nest != nullptr; nest = nest->outer) around_.insert(around_.begin(), nest->index);
  }

  std::string term(Term term) const {
    const Linear& form = state_.terms.linear(term);
    std::string text;
    auto add = [&](Wide factor, const std::string& product) {
      bool negative = factor < 0;
      Wide size = negative ? -factor : factor;
      text += text.empty() ? (negative ? "-" : "") : negative ? " - " : " + ";
      if (product.empty()) {
        text += fmt::format("{}", static_cast<int64_t>(size));
      } else {
        text += size == 1 ? product : fmt::format("{}*{}", static_cast<int64_t>(size), product);
      }
    };
    for (const Linear::Term& part : form.terms()) {
      std::string product;
      for (uint32_t id : part.product) {
        if (id == 0) continue;
        if (!product.empty()) product += "*";
        product += symbol(state_.terms.symbol(id));
      }
      add(part.factor, product);
    }
    if (form.constant() != 0 || text.empty()) add(form.constant(), "");
    return text;
  }

  std::string name(Var var) const {
    const VarInfo& info = state_.storage.vars[var.id];
    std::string_view text = state_.storage.text(info.name);
    return text.empty() ? fmt::format("_{}", var.id) : std::string(text);
  }

 private:
  std::string index(Index index) const {
    size_t number = around_.size() + index.id;
    auto it = std::ranges::find(around_, index);
    if (it != around_.end()) {
      number = static_cast<size_t>(it - around_.begin());
    } else if (!Terms::is_place(index)) {
      return fmt::format("s{}", index.id);
    }
    constexpr std::string_view kLetters = "ijklmnopqrstuvwxyz";
    return number < kLetters.size() ? std::string(1, kLetters[number]) : fmt::format("i{}", number);
  }

  std::string list(std::span<const Term> terms) const {
    std::string text;
    for (Term one : terms) text += (text.empty() ? "" : ", ") + term(one);
    return text;
  }

  std::string symbol(const Terms::Symbol& symbol) const {
    switch (symbol.kind) {
      case Terms::SymbolKind::Index: return index(symbol.index);
      case Terms::SymbolKind::NothingYet: return "nothing";
      case Terms::SymbolKind::Sum:
        return fmt::format("sum({} < {}; {})", index(symbol.index), term(symbol.args[0]),
                           term(symbol.args[1]));
      case Terms::SymbolKind::Apply: break;
    }
    const FunctionInfo& info = state_.terms.info(symbol.function);
    if (!info.name.empty()) return fmt::format("{}({})", info.name, list(symbol.args));
    std::string what = name(info.var);
    if (info.dim) what = "len " + what;
    return symbol.args.empty() ? what : fmt::format("{}({})", what, list(symbol.args));
  }

  const ShapeState& state_;
  std::vector<Index> around_;
};

// What makes the term depend on the index; null: nothing.
const Terms::Symbol* culprit(const Terms& terms, Term term, Index index) {
  for (uint32_t id : terms.symbols_in(term)) {
    const Terms::Symbol& symbol = terms.symbol(id);
    if (std::ranges::find(symbol.free, index) == symbol.free.end()) continue;
    bool exact = symbol.kind == Terms::SymbolKind::Apply &&
                 terms.info(symbol.function).source == Source::Operation;
    if (!exact) return &symbol;
    for (Term arg : symbol.args) {
      if (const Terms::Symbol* inner = culprit(terms, arg, index)) return inner;
    }
  }
  return nullptr;
}

}  // namespace

std::string ShapeAnalysis::text(Term term) const { return Describe(*state_, nullptr).term(term); }

std::string ShapeAnalysis::shape_text(Var var) const {
  const Known& known = state_->known.at(var);
  Describe describe(*state_, known.nest);
  std::string text;
  for (Term dim : known.value.dims) text += fmt::format("[{}]", describe.term(dim));
  const Type* type = state_->storage.type(var);
  return type->is_acc() ? "acc" : text + std::string(prim_name(type->elem));
}

std::string ShapeAnalysis::reason(Var var) const {
  const Known& known = state_->known.at(var);
  Describe describe(*state_, known.nest);
  const Terms& terms = state_->terms;
  for (const Nest* map = known.nest; map != nullptr; map = map->outer) {
    if (map->kind != Nest::Kind::Map) continue;
    for (Term dim : known.value.dims) {
      const Terms::Symbol* symbol = culprit(terms, dim, map->index);
      if (symbol == nullptr) continue;
      if (symbol->kind == Terms::SymbolKind::Sum)
        return "how many elements there are depends on the elements";
      if (symbol->kind == Terms::SymbolKind::Index)
        return "the length depends on the number of the iteration";
      const FunctionInfo& info = terms.info(symbol->function);
      switch (info.source) {
        case Source::Parameter:
          return info.dim ? fmt::format("the row lengths come from the parameter `{}`",
                                        describe.name(info.var))
                          : fmt::format("the length is an element of the parameter `{}`",
                                        describe.name(info.var));
        case Source::Branch:
          return "the branches give different shapes, and the condition differs between iterations";
        case Source::Loop:
          return "the loop changes the shape, and how often differs between iterations";
        case Source::Call: return "the size of what is called is not known";
        default: return "the length is computed from elements of an array";
      }
    }
  }
  switch (known.rule) {
    case Rule::BranchesAgree: return "all branches give the same shape";
    case Rule::BranchIndependent: return "all iterations take the same branch";
    case Rule::LoopKeepsShape: return "the loop keeps the shape";
    case Rule::LoopIndependent: return "the loop changes the shape in all iterations alike";
    default: return "";
  }
}

}  // namespace planish::shapes
