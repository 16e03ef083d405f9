#include "driver/explain/shape_text.h"

#include <fmt/format.h>

namespace planish::explain {

using namespace ir;
using shapes::Term;
using shapes::Terms;

namespace {

// Empty: not all that it is made of has a name of the source.
std::string symbol_text(const Context& cx, const Terms::Symbol& symbol) {
  if (symbol.kind != Terms::SymbolKind::Apply || !symbol.args.empty()) return "";
  const shapes::FunctionInfo& info = cx.shapes.terms().info(symbol.function);
  if (!info.var || info.dim || !info.name.empty()) return "";
  return std::string(cx.names.name(info.var));
}

std::string term_text(const Context& cx, Term term) {
  const Terms& terms = cx.shapes.terms();
  const Linear& form = terms.linear(term);
  std::string text;
  auto add = [&](Wide factor, const std::string& product) {
    const bool negative = factor < 0;
    const auto size = static_cast<int64_t>(negative ? -factor : factor);
    text += text.empty() ? (negative ? "-" : "") : negative ? " - " : " + ";
    text += product.empty() ? fmt::format("{}", size)
            : size == 1     ? product
                            : fmt::format("{} * {}", size, product);
  };
  for (const Linear::Term& part : form.terms()) {
    std::string product;
    for (uint32_t id : part.product) {
      if (id == 0) continue;
      std::string symbol = symbol_text(cx, terms.symbol(id));
      if (symbol.empty()) return "";
      product += (product.empty() ? "" : " * ") + symbol;
    }
    add(part.factor, product);
  }
  if (form.constant() != 0 || text.empty()) add(form.constant(), "");
  return text;
}

}  // namespace

std::string shape_text(const Context& cx, Var var) {
  const ir::Type* type = cx.storage.type(var);
  if (type->is_acc()) return "acc";
  const shapes::ShapedValue* value = cx.shapes.find(var);
  std::string text;
  for (size_t i = 0; value != nullptr && i < value->dims.size(); i++) {
    // Rows differ if the length depends on which row it is.
    bool differs = false;
    for (shapes::Index index : cx.shapes.terms().indices(value->dims[i]))
      differs |= i > 0 && Terms::is_place(index);
    text += fmt::format("[{}]", differs ? "?" : term_text(cx, value->dims[i]));
  }
  return text + std::string(prim_name(type->elem));
}

}  // namespace planish::explain
