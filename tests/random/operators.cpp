// Operators for `reduce`, `scan` and `reduce_by_index`, which promise to be associative.

#include "generator.h"

namespace planish::random_programs {

std::optional<Operator> Generator::associative_operator(const TypePtr& type, OperatorLaw law) {
  const std::string& name = type->text;
  switch (type->kind) {
    case TypeKind::Prim: {
      std::vector<Operator> operators;
      if (type->prim == Prim::Bool) {
        operators = {{"(&&)", "true"}, {"(||)", "false"}, {"(!=)", "false"}};
      } else if (is_float(type->prim)) {
        operators = {{name + ".min", name + ".inf"}, {name + ".max", "(-" + name + ".inf)"}};
      } else {
        operators = {{"(+)", "0"},
                     {"(*)", "1"},
                     {name + ".min", name + ".highest"},
                     {"(|)", "0"},
                     {"(^)", "0"},
                     {name + ".max", name + ".lowest"},
                     {fmt::format("(\\(x: {0}) (y: {0}) -> x + y)", name), "0"}};
      }
      return random_.pick(operators);
    }
    case TypeKind::Tuple:
    case TypeKind::Record: {
      const std::vector<TypePtr>& parts = type->parts;
      bool same = parts.size() == 2 && parts[0]->is_integer() && parts[0]->text == parts[1]->text;
      if (same && type->kind == TypeKind::Tuple && law == OperatorLaw::Associative &&
          random_.chance(60)) {
        // One linear function after the other.
        return Operator{fmt::format("(\\((a, b): {0}) ((c, d): {0}) -> (a * c, b * c + d))", name),
                        "(1, 0)"};
      }
      std::string body, neutral;
      for (size_t i = 0; i < parts.size(); i++) {
        std::optional<Operator> op = associative_operator(parts[i], law);
        if (!op) return std::nullopt;
        bool record = type->kind == TypeKind::Record;
        std::string label = record ? type->labels[i] : std::to_string(i);
        std::string before = fmt::format("{}{}", i == 0 ? "" : ", ", record ? label + " = " : "");
        body += fmt::format("{}{} x.{} y.{}", before, op->function, label, label);
        neutral += before + op->neutral;
      }
      if (type->kind == TypeKind::Record)
        return Operator{fmt::format("(\\(x: {0}) (y: {0}) -> {{{1}}})", name, body),
                        "{" + neutral + "}"};
      return Operator{fmt::format("(\\(x: {0}) (y: {0}) -> ({1}))", name, body),
                      "(" + neutral + ")"};
    }
    case TypeKind::Array: {
      if (is_irregular(type)) return std::nullopt;
      // Matrices of whole numbers, two by two: their product does not commute.
      if (type->size == "2" && type->element()->kind == TypeKind::Array &&
          type->element()->size == "2" && type->element()->element()->is_integer() &&
          law == OperatorLaw::Associative) {
        return Operator{
            fmt::format("(\\(x: {0}) (y: {0}) : {0} -> map (\\r -> map (\\c -> reduce (+) 0 "
                        "(map2 (*) r c)) (transpose y)) x)",
                        name),
            "[[1, 0], [0, 1]]"};
      }
      std::optional<Operator> op = associative_operator(type->element(), law);
      if (!op) return std::nullopt;
      return Operator{
          fmt::format("(\\(x: {0}) (y: {0}) : {0} -> map2 {1} x y)", name, op->function),
          fmt::format("(replicate {} {})", type->size, op->neutral)};
    }
    case TypeKind::Sum:
    case TypeKind::Opaque:
    case TypeKind::Function: break;
  }
  return std::nullopt;
}

}  // namespace planish::random_programs
