#include "lower/decision_tree.h"

#include "lower/lowering.h"
#include "syntax/ast_match.h"

namespace planish::lower {

DecisionTree::DecisionTree(Lowering& lowering, const ast::Match& match, const AtomTree* scrutinee,
                           Scope& scope)
    : l_(lowering),
      match_(match),
      scrutinee_(scrutinee),
      scope_(scope),
      reached_(match.cases.size()) {
  std::vector<Row> rows;
  for (size_t i = 0; i < match.cases.size(); i++) {
    Row row;
    row.number = i;
    add_tests(match.cases[i].pattern, scrutinee, row.tests);
    rows.push_back(std::move(row));
  }
  root_ = make(rows);
}

const Trees& DecisionTree::parts(const ast::ConstrPat& pattern, const AtomTree* value) {
  auto [it, fresh] = parts_.try_emplace({value, pattern.name.name});
  if (fresh) {
    const Shape* sum = sum_of(pattern);
    for (const ConstructorLayout& layout : sum->constructors) {
      if (layout.name == pattern.name.name) it->second = l_.trees.payload(layout, value);
    }
  }
  return it->second;
}

void DecisionTree::add_tests(const ast::Pattern* pattern, const AtomTree* value,
                             std::vector<Test>& tests) {
  ast::match(
      pattern, [&](const ast::NamePat&) {}, [&](const ast::WildcardPat&) {},
      [&](const ast::TuplePat& p) {
        for (size_t i = 0; i < p.elems.size(); i++)
          add_tests(p.elems[i], l_.trees.field(value, l_.cx.names.number(static_cast<uint32_t>(i))),
                    tests);
      },
      [&](const ast::RecordPat& p) {
        for (const ast::FieldPat& f : p.fields)
          add_tests(f.pattern, l_.trees.field(value, f.name.name), tests);
      },
      [&](const ast::ParensPat& p) { add_tests(p.inner, value, tests); },
      [&](const ast::AscribePat& p) { add_tests(p.inner, value, tests); },
      [&](const ast::LiteralPat& p) { add_test(p, value, tests); },
      [&](const ast::ConstrPat& p) { add_test(p, value, tests); },
      [&](const ast::AttrPat& p) { add_tests(p.inner, value, tests); });
}

void DecisionTree::add_test(const ast::Pattern& pattern, const AtomTree* value,
                            std::vector<Test>& tests) {
  Test test{&pattern, value, {}};
  test.asked = asked(test);
  tests.push_back(test);
}

const Shape* DecisionTree::sum_of(const ast::Pattern& pattern) {
  const Shape*& shape = sums_[pattern.type];
  if (shape == nullptr) shape = l_.shapes.open_shape(pattern.type, scope_);
  return shape;
}

Atom DecisionTree::tested(const Test& test) {
  const AtomTree* value = test.value;
  if (value->kind == TreeKind::Constructed) {
    const Shape* sum = sum_of(*test.pattern);
    for (size_t i = 0; i < sum->constructors.size(); i++) {
      if (sum->constructors[i].name == value->names[0]) return ir::Const{sum->prim, i};
    }
  }
  return value->kind == TreeKind::Sum ? value->parts[0]->atom : value->atom;
}

ir::Const DecisionTree::asked(const Test& test) {
  if (auto* lit = ast::as<ast::LiteralPat>(test.pattern))
    return l_.data.literal(lit->literal, l_.builder.prim(tested(test)));
  auto* constr = ast::as<ast::ConstrPat>(test.pattern);
  const Shape* sum = sum_of(*constr);
  for (size_t i = 0; i < sum->constructors.size(); i++) {
    if (sum->constructors[i].name == constr->name.name) return {sum->prim, i};
  }
  l_.places.bug("a pattern with an unknown constructor");
}

size_t DecisionTree::value_count(const Test& test) {
  if (auto* constr = ast::as<ast::ConstrPat>(test.pattern))
    return sum_of(*constr)->constructors.size();
  return l_.builder.prim(tested(test)) == Prim::Bool ? 2 : 0;
}

const DecisionTree::Node* DecisionTree::leaf(size_t number) {
  reached_[number]++;
  Node node;
  node.leaf = true;
  node.number = number;
  return &nodes_.emplace_back(std::move(node));
}

const DecisionTree::Node* DecisionTree::make(const std::vector<Row>& rows) {
  if (rows[0].tests.empty()) return leaf(rows[0].number);
  const Test first = rows[0].tests[0];
  Atom atom = tested(first);
  auto test_of = [&](const Row& row) -> const Test* {
    for (const Test& test : row.tests) {
      if (test.value == first.value) return &test;
    }
    return nullptr;
  };
  std::vector<ir::Const> values;
  for (const Row& row : rows) {
    const Test* test = test_of(row);
    if (test == nullptr) continue;
    ir::Const value = test->asked;
    if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  }
  Node node;
  node.atom = atom;
  for (ir::Const value : values) {
    std::vector<Row> left;
    for (const Row& row : rows) {
      const Test* test = test_of(row);
      if (test != nullptr && !(test->asked == value)) continue;
      Row rest;
      rest.number = row.number;
      for (const Test& other : row.tests) {
        if (&other != test) {
          rest.tests.push_back(other);
          continue;
        }
        if (auto* constr = ast::as<ast::ConstrPat>(test->pattern)) {
          const Trees& args = parts(*constr, test->value);
          for (size_t i = 0; i < args.size(); i++) add_tests(constr->args[i], args[i], rest.tests);
        }
      }
      left.push_back(std::move(rest));
    }
    node.edges.push_back({value, make(left)});
  }
  if (values.size() != value_count(first)) {
    std::vector<Row> left;
    for (const Row& row : rows) {
      if (test_of(row) == nullptr) left.push_back(row);
    }
    // None left: the checker has seen that the cases are all there are.
    if (!left.empty()) node.otherwise = make(left);
  }
  return &nodes_.emplace_back(std::move(node));
}

// ---- Emitting

template <class OnLeaf>
const AtomTree* DecisionTree::emit(const Node* node, const Type* type, OnLeaf on_leaf) {
  if (node->leaf) return on_leaf(node->number);
  if (node->atom.is_const()) {
    for (const Edge& edge : node->edges) {
      if (edge.value == node->atom.constant) return emit(edge.to, type, on_leaf);
    }
    if (node->otherwise != nullptr) return emit(node->otherwise, type, on_leaf);
  }
  Builder& b = l_.builder;
  Signature signature = l_.signatures.signature(type, scope_, SignatureOf::Local);
  auto body = [&](const Node* to) {
    return l_.emit.body([&] {
      return l_.signatures.results_for(signature,
                                       l_.coercions.conform(emit(to, type, on_leaf), type, scope_));
    });
  };
  Prim prim = b.prim(node->atom);
  const ir::Op* op = nullptr;
  const Node* last = node->otherwise != nullptr ? node->otherwise : node->edges.back().to;
  size_t tested = node->otherwise != nullptr ? node->edges.size() : node->edges.size() - 1;
  if (tested == 0) return emit(last, type, on_leaf);
  if (tested == 1 || is_float(prim)) {
    Atom same = b.binary(ir::BinaryOp::Eq, node->atom, node->edges[0].value);
    const ir::Body* then_body = body(node->edges[0].to);
    Node rest = *node;
    rest.edges.erase(rest.edges.begin());
    const ir::Body* else_body = tested == 1 ? body(last) : body(&rest);
    op = b.make(ir::If{{}, same, then_body, else_body});
  } else {
    std::vector<ir::MatchCase> cases;
    for (const Edge& edge : node->edges) cases.push_back({edge.value, body(edge.to)});
    const ir::Body* otherwise = node->otherwise != nullptr ? body(node->otherwise) : nullptr;
    op = b.make(ir::Match{{}, node->atom, l_.arena.copy(cases), otherwise});
  }
  b.add(signature.pattern(), op);
  return l_.signatures.value(signature);
}

const AtomTree* DecisionTree::case_body(size_t number) {
  const ast::Case& chosen = match_.cases[number];
  l_.patterns.bind(chosen.pattern, scrutinee_, scope_);
  return l_.expressions.expr(chosen.body, scope_);
}

const AtomTree* DecisionTree::emit() {
  bool once = true;
  for (int count : reached_) once = once && count <= 1;
  if (once) return emit(root_, match_.type, [&](size_t number) { return case_body(number); });

  Builder& b = l_.builder;
  const Type* i64 = l_.cx.types.prim(Prim::I64);
  const AtomTree* chosen =
      emit(root_, i64, [&](size_t number) { return l_.trees.i64(static_cast<int64_t>(number)); });
  Signature signature = l_.signatures.signature(match_.type, scope_, SignatureOf::Local);
  std::vector<ir::MatchCase> cases;
  for (size_t i = 0; i < match_.cases.size(); i++) {
    if (reached_[i] == 0) continue;
    const ir::Body* body = l_.emit.body([&] {
      return l_.signatures.results_for(signature,
                                       l_.coercions.conform(case_body(i), match_.type, scope_));
    });
    cases.push_back({ir::Const{Prim::I64, i}, body});
  }
  b.add(signature.pattern(), b.make(ir::Match{{}, chosen->atom, l_.arena.copy(cases), nullptr}));
  return l_.signatures.value(signature);
}

}  // namespace planish::lower
