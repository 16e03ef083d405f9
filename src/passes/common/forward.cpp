#include "passes/common/forward.h"

namespace planish::passes {

using namespace ir;

Program ForwardRewriter::program(const Program& program) {
  Program result = program;
  for (const Function*& fn : result.functions) fn = function_children(fn);
  return result;
}

Atom ForwardRewriter::atom(const Atom& atom) {
  if (atom.is_const()) return atom;
  auto it = by_.find(atom.var);
  return it == by_.end() ? atom : it->second;
}

Var ForwardRewriter::binder(Var var) {
  const Type* type = new_type(var);
  if (type == storage_.type(var)) return var;
  Var made = storage_.new_var(storage_.vars[var.id].name, type);
  by_[var] = made;
  return made;
}

namespace {

template <class T>
bool same_list(std::span<const T> a, std::span<const T> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}
bool same(const Stm& a, const Stm& b) {
  return a.op == b.op && a.place == b.place && same_list(a.pattern, b.pattern) &&
         same_list(a.certs, b.certs) && same_list(a.attrs, b.attrs);
}

}  // namespace

const Body* ForwardRewriter::body(const Body* body) {
  open_.emplace_back();
  for (const Stm& stm : body->stms) visit(stm);
  std::vector<Atom> results;
  for (const Atom& result : body->results) results.push_back(atom(result));
  std::vector<Stm> stms = std::move(open_.back());
  open_.pop_back();
  if (std::equal(stms.begin(), stms.end(), body->stms.begin(), body->stms.end(), same) &&
      same_list(std::span<const Atom>(results), body->results)) {
    return body;
  }
  return storage_.arena.make<Body>(Body{storage_.arena.copy(stms), storage_.arena.copy(results)});
}

void ForwardRewriter::visit(const Stm& stm) {
  if (rewrite_early(stm)) return;
  Stm now = stm;
  now.certs = certificates(stm.certs);
  now.op = op_children(stm.op);
  rewrite(now);
}

void ForwardRewriter::emit(Stm stm) {
  std::vector<Var> pattern;
  for (Var var : stm.pattern) pattern.push_back(binder(var));
  if (!same_list(std::span<const Var>(pattern), stm.pattern))
    stm.pattern = storage_.arena.copy(pattern);
  open_.back().push_back(stm);
}

Var ForwardRewriter::let(std::string_view name, const Type* type, const Op* op, const Stm& like) {
  Var var = storage_.new_var(storage_.names.intern(name), type);
  open_.back().push_back(
      {storage_.arena.copy({var}), op, certificates(like.certs), {}, like.place});
  return var;
}

std::vector<Atom> ForwardRewriter::splice(const Body* body, const Stm& instead_of) {
  for (Stm stm : body->stms) {
    stm.certs = joined(stm.certs, instead_of.certs);
    stm.attrs = joined(stm.attrs, instead_of.attrs);
    visit(stm);
  }
  std::vector<Atom> results;
  for (const Atom& result : body->results) results.push_back(atom(result));
  return results;
}

void ForwardRewriter::bind(Var var, const Atom& to, const Stm& like) {
  const Type* type = new_type(var);
  if (type_of(to) == type || !type->is_array()) {
    replace(var, to);
  } else {
    emit({storage_.arena.copy({var}),
          make(Coerce{{}, to.var}),
          certificates(like.certs),
          {},
          like.place});
  }
}

void ForwardRewriter::bind(std::span<const Var> vars, const std::vector<Atom>& to,
                           const Stm& like) {
  for (size_t i = 0; i < vars.size(); i++) bind(vars[i], to[i], like);
}

std::span<const Var> ForwardRewriter::certificates(std::span<const Var> certs) {
  std::vector<Var> kept;
  for (Var cert : certs) {
    Var now = use(cert);
    if (now && std::find(kept.begin(), kept.end(), now) == kept.end()) kept.push_back(now);
  }
  return same_list(std::span<const Var>(kept), certs) ? certs : storage_.arena.copy(kept);
}

}  // namespace planish::passes
