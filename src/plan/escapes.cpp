#include "plan/escapes.h"

#include "ir/match.h"
#include "ir/walk.h"

namespace planish::plan {
namespace {

class Escapes {
 public:
  Escapes(const ir::Program& program, const PlacedResults& placed,
          std::unordered_set<uint32_t>& found)
      : storage_(*program.storage), placed_(placed), found_(found) {}

  void function(const ir::Function& fn) {
    body(fn.body);
    for (size_t k = 0; k < fn.results.size(); k++) {
      if (!placed_.contains(fn.name, k)) escape(fn.body->results[k]);
    }
    while (!work_.empty()) {
      const uint32_t var = work_.back();
      work_.pop_back();
      for (uint32_t from : may_be_[var]) mark(from);
    }
  }

 private:
  void mark(uint32_t var) {
    if (found_.insert(var).second) work_.push_back(var);
  }
  void escape(const ir::Atom& atom) {
    if (atom.var) mark(atom.var.id);
  }
  void may_be(ir::Var var, const ir::Atom& other) {
    if (other.var) may_be_[var.id].push_back(other.var.id);
  }

  void body(const ir::Body* body) {
    for (const ir::Stm& stm : body->stms) {
      statement(stm);
      ir::for_each_body(stm.op, [&](const ir::Body* inner) { this->body(inner); });
      ir::for_each_lambda(stm.op, [&](const ir::Lambda* inner) { this->body(inner->body); });
    }
  }

  void statement(const ir::Stm& stm) {
    const auto branch = [&](const ir::Body* from) {
      for (size_t k = 0; k < stm.pattern.size(); k++) may_be(stm.pattern[k], from->results[k]);
    };
    ir::match(
        stm.op,
        [&](const ir::If& n) {
          branch(n.then_body);
          branch(n.else_body);
        },
        [&](const ir::Match& n) {
          for (const ir::MatchCase& one : n.cases) branch(one.body);
          if (n.otherwise != nullptr) branch(n.otherwise);
        },
        [&](const ir::Loop& n) {
          for (size_t k = 0; k < n.params.size(); k++) {
            for (ir::Var var : {n.params[k].param.var, stm.pattern[k]}) {
              may_be(var, n.params[k].init);
              may_be(var, n.body->results[k]);
            }
          }
          for (const ir::Atom& result : n.body->results) escape(result);
        },
        [&](const auto&) {
          // Whatever it uses: more than needed, but the operations that are left are rare.
          for (size_t k = 0; k < stm.pattern.size(); k++) {
            if (storage_.type(stm.pattern[k])->is_scalar() || makes_copy(stm.op, k)) continue;
            ir::for_each_var_use(stm.op, [&](ir::Var used) { may_be(stm.pattern[k], used); });
          }
        });
  }

  // Whatever it gives is memory of its own.
  bool makes_copy(const ir::Op* op, size_t k) const {
    return ir::match(
        op, [](const ir::Map&) { return true; }, [](const ir::Filter&) { return true; },
        [](const ir::Iota&) { return true; }, [](const ir::Replicate&) { return true; },
        [](const ir::Copy&) { return true; }, [](const ir::Concat&) { return true; },
        [](const ir::ArrayLit&) { return true; },
        [&](const ir::Call& call) { return placed_.contains(call.fn, k); },
        [](const auto&) { return false; });
  }

  const ir::Storage& storage_;
  const PlacedResults& placed_;
  std::unordered_set<uint32_t>& found_;
  std::unordered_map<uint32_t, std::vector<uint32_t>> may_be_;
  std::vector<uint32_t> work_;
};

}  // namespace

void find_escaping(const ir::Program& program, const PlacedResults& placed,
                   std::unordered_set<uint32_t>& found) {
  for (const ir::Function* fn : program.functions) Escapes(program, placed, found).function(*fn);
}

}  // namespace planish::plan
