#include "nesl/lower/tail_loops.h"

#include "nesl/lower/lowering.h"
#include "nesl/syntax/ast_match.h"

namespace planish::nesl {

TailLoops::TailLoops(Lowering& lowering) : l_(lowering) {}

const AtomTree* TailLoops::lower(const FunctionForm& form, const AtomTree* argument,
                                 const Shape* structure) {
  if (const auto* branch = as<If>(plain(form.body))) {
    const bool then_ends = !has_tail_call(branch->then_branch);
    const bool else_ends = !has_tail_call(branch->else_branch);
    const Expr* other = then_ends ? branch->else_branch : branch->then_branch;
    if (then_ends != else_ends && only_tail_calls(other))
      return simple(form, *branch, argument, structure);
  }
  return general(form, argument, structure);
}

// ---- Random numbers: the key is carried before the argument

const AtomTree* TailLoops::with_key(const AtomTree* argument) {
  if (!l_.frame->key) return argument;
  return l_.values.trees.tuple({l_.values.trees.leaf(*l_.frame->key), argument});
}

const Shape* TailLoops::with_key(const Shape* structure) {
  if (!l_.frame->key) return structure;
  return l_.layouts.tuple({l_.values.shapes.scalar(Prim::U64), structure});
}

const AtomTree* TailLoops::bind(const FunctionForm& form, const AtomTree* carried) {
  const AtomTree* argument = carried;
  if (l_.frame->key) {
    l_.frame->key = carried->parts[0]->atom;
    l_.frame->sites = 0;
    argument = carried->parts[1];
  }
  l_.expressions.bind(form.parameter, argument);
  return argument;
}

const AtomTree* TailLoops::call(const Apply& apply) {
  const AtomTree* argument = l_.expressions.lower(apply.passed);
  if (!l_.frame->key) return argument;
  return l_.values.trees.tuple({l_.values.trees.leaf(l_.random.next_key()), argument});
}

// ---- The two forms

const AtomTree* TailLoops::next(const Expr* expr, const Shape* carried) {
  expr = plain(expr);
  if (const auto* let = as<Let>(expr)) {
    l_.expressions.bind_all(*let);
    return next(let->body, carried);
  }
  if (const auto* branch = as<If>(expr)) {
    const Atom condition = l_.expressions.scalar(branch->condition);
    return l_.joins.branch(
        condition, carried, [&] { return next(branch->then_branch, carried); },
        [&] { return next(branch->else_branch, carried); });
  }
  return call(*as<Apply>(expr));
}

const AtomTree* TailLoops::simple(const FunctionForm& form, const If& branch,
                                  const AtomTree* argument, const Shape* structure) {
  const bool then_ends = !has_tail_call(branch.then_branch);
  const Expr* last = then_ends ? branch.then_branch : branch.else_branch;
  const Expr* again = then_ends ? branch.else_branch : branch.then_branch;
  const Shape* carried = with_key(structure);
  const AtomTree* end = loop(
      carried, with_key(argument),
      [&](const AtomTree* now) -> Atom {
        bind(form, now);
        const Atom condition = l_.expressions.scalar(branch.condition);
        return then_ends ? l_.builder.unary(ir::UnaryOp::Not, condition) : condition;
      },
      [&](const AtomTree* now) {
        bind(form, now);
        return next(again, carried);
      });
  bind(form, end);
  return l_.expressions.lower(last);
}

const AtomTree* TailLoops::round(const Expr* expr, const AtomTree* now, const Shape* carried) {
  values::TreeMaker& trees = l_.values.trees;
  const Expr* inner = plain(expr);
  if (const auto* let = as<Let>(inner); let != nullptr && has_tail_call(inner)) {
    l_.expressions.bind_all(*let);
    return round(let->body, now, carried);
  }
  if (const auto* branch = as<If>(inner); branch != nullptr && has_tail_call(inner)) {
    const Atom condition = l_.expressions.scalar(branch->condition);
    return l_.joins.branch(
        condition, carried, [&] { return round(branch->then_branch, now, carried); },
        [&] { return round(branch->else_branch, now, carried); });
  }
  if (const auto* apply = as<Apply>(inner); apply != nullptr && apply->tail_self)
    return trees.tuple({trees.leaf(Atom::boolean(true)), call(*apply), now->parts[2]});
  return trees.tuple({trees.leaf(Atom::boolean(false)), now->parts[1], l_.expressions.lower(expr)});
}

const AtomTree* TailLoops::general(const FunctionForm& form, const AtomTree* argument,
                                   const Shape* structure) {
  values::TreeMaker& trees = l_.values.trees;
  const Shape* result = l_.layouts.structure(l_.expressions.type_of(form.body));
  const Shape* carried =
      l_.layouts.tuple({l_.values.shapes.scalar(Prim::Bool), with_key(structure), result});
  const AtomTree* first =
      trees.tuple({trees.leaf(Atom::boolean(true)), with_key(argument), l_.layouts.zero(result)});
  const AtomTree* end = loop(
      carried, first, [](const AtomTree* now) { return now->parts[0]->atom; },
      [&](const AtomTree* now) {
        bind(form, now->parts[1]);
        return round(form.body, now, carried);
      });
  return end->parts[2];
}

// ---- Loops

// Note [Sizes of loops]
// A size is first taken to be the same in all rounds. If the body gives another, the size is carried
// by the loop, or varies, and the body is made again.
const AtomTree* TailLoops::loop(const Shape* structure, const AtomTree* first, Condition condition,
                                Step body) {
  const std::vector<Level> given = l_.layouts.levels(structure, first);
  Join join{structure, {}, 0};
  for (const Level& level : given) {
    JoinedLevel& made = join.levels.emplace_back();
    made.kind = level.dim.is_varying() ? LevelKind::Varying : LevelKind::Known;
    made.known = level.dim;
  }
  const Frame before = *l_.frame;
  for (;;) {
    join.sizes = 0;
    for (JoinedLevel& level : join.levels) {
      if (level.kind == LevelKind::Sized) level.size = join.sizes++;
    }
    *l_.frame = before;
    const JoinedValue now = l_.joins.variables(join, "x");
    const ir::Body* test =
        l_.values.emit.body([&] { return std::vector<Atom>{condition(now.value)}; });
    *l_.frame = before;
    const AtomTree* after = nullptr;
    bool fits = true;
    const ir::Body* made = l_.values.emit.body([&]() -> std::vector<Atom> {
      after = body(now.value);
      const std::vector<Level> levels = l_.layouts.levels(structure, after);
      for (size_t i = 0; i < levels.size(); i++) {
        JoinedLevel& level = join.levels[i];
        const bool varies = levels[i].dim.is_varying();
        if (level.kind == LevelKind::Known && levels[i].dim != level.known) {
          level.kind = varies ? LevelKind::Varying : LevelKind::Sized;
          fits = false;
        } else if (level.kind == LevelKind::Sized && varies) {
          level.kind = LevelKind::Varying;
          fits = false;
        }
      }
      return fits ? l_.joins.results(join, after) : std::vector<Atom>{};
    });
    if (!fits) continue;
    *l_.frame = before;
    const std::vector<Atom> inits = l_.joins.results(join, first);
    std::vector<ir::LoopParam> params;
    for (size_t i = 0; i < inits.size(); i++)
      params.push_back({{now.variables[i], false}, inits[i]});
    ir::Loop loop{};
    loop.params = l_.builder.list(params);
    loop.condition = test;
    loop.body = made;
    const JoinedValue results = l_.joins.variables(join, "x");
    l_.builder.add(results.variables, l_.builder.make(loop));
    return results.value;
  }
}

}  // namespace planish::nesl
