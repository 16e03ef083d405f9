#include "plan/strided_params.h"

#include <algorithm>
#include <utility>

#include "ir/match.h"
#include "ir/walk.h"

namespace planish::plan {
namespace {

// What a function does with an array that it is given.
struct ParamUses {
  bool reads_elements = false;  // or anything else for which it should be dense
  bool reads_single = false;    // elements that are not read in a loop
  bool is_taken_apart = false;  // by slices with a stride
  std::vector<std::pair<Name, size_t>> calls;

  bool want_dense() const { return reads_elements || (reads_single && !is_taken_apart); }
};

class ParamUseFinder {
 public:
  ParamUseFinder(const ir::Function& fn, ir::Var param) {
    names_.push_back(param);
    // Names that are given later stand after those that they are given to, but for branches, which
    // are looked into first.
    visit(*fn.body);
  }
  const ParamUses& uses() const { return uses_; }

 private:
  bool is_name(ir::Var var) const { return std::ranges::find(names_, var) != names_.end(); }
  bool is_name(const ir::Atom& atom) const { return atom.var && is_name(atom.var); }

  void visit(const ir::Body& body) {
    for (const ir::Stm& stm : body.stms) visit(stm);
  }

  void visit(const ir::Stm& stm) {
    const bool was_repeated = std::exchange(is_repeated_, is_repeated_ || repeats(stm.op));
    ir::for_each_body(stm.op, [&](const ir::Body* inner) { visit(*inner); });
    ir::for_each_lambda(stm.op, [&](const ir::Lambda* fn) {
      visit(*fn->body);
      give(*fn->body);
    });
    is_repeated_ = was_repeated;
    ir::match(
        stm.op,
        [&](const ir::If& n) {
          name_results(stm, *n.then_body);
          name_results(stm, *n.else_body);
        },
        [&](const ir::Match& n) {
          for (const ir::MatchCase& one : n.cases) name_results(stm, *one.body);
          if (n.otherwise != nullptr) name_results(stm, *n.otherwise);
        },
        [&](const ir::Same& n) { name_if(stm, n.value.var); },
        [&](const ir::Coerce& n) { name_if(stm, n.array); },
        [&](const ir::Slice& n) { has_stride(n) ? take_apart(n.array) : name_if(stm, n.array); },
        [&](const ir::Index& n) {
          if (is_name(n.array)) (is_repeated_ ? uses_.reads_elements : uses_.reads_single) = true;
        },
        [&](const ir::Call& n) {
          for (size_t k = 0; k < n.args.size(); k++) {
            if (is_name(n.args[k])) uses_.calls.emplace_back(n.fn, k);
          }
        },
        [&](const ir::Loop& n) {
          use(stm.op);
          give(*n.body);
        },
        [&](const auto&) { use(stm.op); });
  }

  // Elements of what it gives do not lie side by side anyway.
  static bool has_stride(const ir::Slice& slice) {
    const ir::SliceDim& last = slice.dims.back();
    return !last.is_index && last.stride.is_const() && last.stride.constant.bits != 1;
  }

  // Does it do more than once what is inside of it?
  static bool repeats(const ir::Op* op) {
    return op->kind != ir::Kind::If && op->kind != ir::Kind::Match;
  }

  void take_apart(ir::Var array) { uses_.is_taken_apart |= is_name(array); }
  void use(const ir::Op* op) {
    ir::for_each_var_use(op, [&](ir::Var var) { uses_.reads_elements |= is_name(var); });
  }
  void give(const ir::Body& body) {
    for (const ir::Atom& result : body.results) uses_.reads_elements |= is_name(result);
  }
  void name_if(const ir::Stm& stm, ir::Var var) {
    if (var && is_name(var)) names_.push_back(stm.pattern[0]);
  }
  void name_results(const ir::Stm& stm, const ir::Body& body) {
    for (size_t k = 0; k < body.results.size(); k++) {
      if (is_name(body.results[k])) names_.push_back(stm.pattern[k]);
    }
  }

  std::vector<ir::Var> names_;  // of the array, or of parts of it
  bool is_repeated_ = false;    // what is visited
  ParamUses uses_;
};

}  // namespace

StridedParams::StridedParams(const ir::Program& program, const PlacedResults& placed) {
  const ir::Storage& storage = *program.storage;
  struct Candidate {
    Name function;
    size_t param;
    ParamUses uses;
  };
  std::vector<Candidate> candidates;
  for (const ir::Function* fn : program.functions) {
    if (!has_attribute(fn->attrs, AttributeKind::Sequential) || !placed.contains_all(*fn)) continue;
    std::vector<char>& strided = strided_[fn->name];
    strided.resize(fn->params.size());
    for (size_t k = 0; k < fn->params.size(); k++) {
      const ir::Param& param = fn->params[k];
      if (!storage.type(param.var)->is_array() || storage.type(param.var)->rank() != 1 ||
          param.unique)
        continue;
      candidates.push_back({fn->name, k, ParamUseFinder(*fn, param.var).uses()});
      strided[k] = 1;
    }
  }
  // What is handed on to a function that wants it dense is wanted dense.
  for (bool changed = true; changed;) {
    changed = false;
    for (const Candidate& one : candidates) {
      char& strided = strided_[one.function][one.param];
      const bool is_wanted_dense = std::ranges::any_of(
          one.uses.calls, [&](const auto& call) { return !contains(call.first, call.second); });
      if (strided == 0 || (!one.uses.want_dense() && !is_wanted_dense)) continue;
      strided = 0;
      changed = true;
    }
  }
}

bool StridedParams::contains(Name function, size_t param) const {
  auto found = strided_.find(function);
  return found != strided_.end() && found->second[param] != 0;
}

}  // namespace planish::plan
