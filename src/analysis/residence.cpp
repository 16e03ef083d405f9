#include "analysis/residence.h"

#include <algorithm>

#include "analysis/host_code.h"
#include "analysis/inner_bodies.h"
#include "ir/match.h"
#include "ir/walk.h"

namespace planish {

using namespace ir;

bool is_scalar_code(const Op* op) {
  return match(
      op, [](const Same&) { return true; }, [](const Unary&) { return true; },
      [](const Binary&) { return true; }, [](const Ternary&) { return true; },
      [](const Convert&) { return true; }, [](const FromBits&) { return true; },
      [](const auto&) { return false; });
}

Residence::Residence(const Program& program)
    : storage_(*program.storage),
      needed_(storage_.vars.size()),
      made_(storage_.vars.size()),
      needs_(storage_.vars.size()),
      gives_(storage_.vars.size()) {
  const HostCode code(program);
  for (const Function* fn : program.functions) {
    if (code.of_function(fn->name).launches || (fn->constant && code.of(fn->body).launches))
      function(*fn);
  }
  spread();
}

void Residence::need(const Atom& atom) {
  if (atom.var) needed_[atom.var.id] = true;
}
void Residence::comes_from(Var a, const Atom& b) {
  if (b.var) gives_[b.var.id].push_back(a.id);
}
void Residence::made_of(Var a, const Atom& b) {
  if (b.var) needs_[a.id].push_back(b.var.id);
  comes_from(a, b);
}

void Residence::spread() {
  auto along = [](std::vector<bool>& marked, const std::vector<std::vector<uint32_t>>& arrows) {
    std::vector<uint32_t> open;
    for (uint32_t i = 0; i < marked.size(); i++) {
      if (marked[i]) open.push_back(i);
    }
    while (!open.empty()) {
      const uint32_t from = open.back();
      open.pop_back();
      for (uint32_t to : arrows[from]) {
        if (marked[to]) continue;
        marked[to] = true;
        open.push_back(to);
      }
    }
  };
  along(needed_, needs_);
  along(made_, gives_);
}

void Residence::function(const Function& fn) {
  body(fn.body);
  for (const Atom& result : fn.body->results) need(result);
  for (const Param& result : fn.results)
    for_each_var_in(storage_.type(result.var), [&](Var size) { need(size); });
}

void Residence::types_of(std::span<const Var> vars) {
  for (Var var : vars) for_each_var_in(storage_.type(var), [&](Var size) { need(size); });
}
void Residence::types_in(const Body* body) {
  for (const Stm& stm : body->stms) {
    types_of(stm.pattern);
    for_each_binder(stm.op, [&](Var var) { types_of({&var, 1}); });
    for_each_lambda(stm.op, [&](const Lambda* lambda) {
      for (const Param& param : lambda->params) types_of({&param.var, 1});
    });
    for_each_inner_body(stm.op, [&](const Body* inner) { types_in(inner); });
  }
}

void Residence::body(const Body* body) {
  for (const Stm& s : body->stms) stm(s);
}

void Residence::stm(const Stm& stm) {
  types_of(stm.pattern);
  for_each_binder(stm.op, [&](Var var) { types_of({&var, 1}); });
  if (is_control(stm.op)) return control(stm);
  if (is_scalar_code(stm.op)) {
    for_each_atom(stm.op, [&](const Atom& atom) { made_of(stm.pattern[0], atom); });
    return;
  }
  for_each_atom(stm.op, [&](const Atom& atom) { need(atom); });
  if (stm.op->kind == Kind::Index && storage_.type(stm.pattern[0])->is_scalar())
    made_[stm.pattern[0].id] = true;
  kernel(stm);
}

void Residence::kernel(const Stm& stm) {
  for_each_body(stm.op, [&](const Body* inner) { types_in(inner); });
  for_each_lambda(stm.op, [&](const Lambda* lambda) {
    for (Var var : free_variables(storage_, lambda)) need(var);
  });
  const auto* red = as<SegRed>(stm.op);
  if (red == nullptr || red->space.levels.size() != 1) return;
  const std::span<const Var> combined = stm.pattern.first(red->neutral.size());
  if (!std::ranges::all_of(combined, [&](Var var) { return is_scalar(var); })) return;
  for (Var var : combined) made_[var.id] = true;
}

void Residence::control(const Stm& stm) {
  for_each_body(stm.op, [&](const Body* inner) { body(inner); });
  match(
      stm.op,
      [&](const Loop& n) {
        if (n.condition != nullptr) {
          for (const Atom& result : n.condition->results) need(result);
        } else {
          need(n.bound);
        }
        for (size_t i = 0; i < n.params.size(); i++) {
          const Var param = n.params[i].param.var;
          const Atom& result = n.body->results[i];
          if (!is_scalar(param)) continue;
          made_of(param, n.params[i].init);
          made_of(param, result);
          // What a loop gives can be read after it. Where it carries a scalar of the host, it
          // gives one.
          comes_from(stm.pattern[i], param);
        }
      },
      [&](const If& n) {
        need(n.condition);
        for (size_t i = 0; i < stm.pattern.size(); i++) {
          if (!is_scalar(stm.pattern[i])) continue;
          made_of(stm.pattern[i], n.then_body->results[i]);
          made_of(stm.pattern[i], n.else_body->results[i]);
        }
      },
      [&](const Match& n) {
        need(n.value);
        for_each_body(&n, [&](const Body* inner) {
          for (size_t i = 0; i < stm.pattern.size(); i++) {
            if (is_scalar(stm.pattern[i])) made_of(stm.pattern[i], inner->results[i]);
          }
        });
      },
      [](const auto&) {});
}

}  // namespace planish
