#include "passes/device/sink_scalars.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "analysis/consumed.h"
#include "analysis/host_code.h"
#include "analysis/residence.h"
#include "ir/match.h"
#include "passes/device/flat_code.h"

namespace planish::passes {

using namespace ir;

namespace {

// More scalar code than this is done once, by a thread of its own.
constexpr size_t kMostStatements = 16;

class SinkScalars {
 public:
  explicit SinkScalars(const Program& program)
      : program_(program),
        storage_(*program.storage),
        builder_(storage_),
        code_(builder_),
        residence_(program),
        consumed_(program) {}

  Program run() {
    const HostCode host_code(program_);
    Program result = program_;
    for (const Function*& fn : result.functions) {
      if (!host_code.of(fn->body).launches) continue;
      Function now = *fn;
      now.body = host(fn->body, {});
      if (now.body != fn->body) fn = storage_.arena.make<Function>(now);
    }
    return result;
  }

 private:
  bool is_resident(Var var) const { return residence_.is_resident(var); }
  const Type* one_of(const Type* type) { return code_.array_of(Atom::i64(1), type); }

  // With results of these numbers as arrays of one element.
  const Body* host(const Body* body, std::span<const size_t> as_arrays) {
    builder_.begin();
    bool changed = !as_arrays.empty();
    for (const Stm& stm : body->stms) {
      builder_.place = stm.place;
      changed |= host_stm(stm);
    }
    std::vector<Atom> results(body->results.begin(), body->results.end());
    for (size_t i : as_arrays) results[i] = array_of(results[i]);
    const Body* made = builder_.end(results);
    return changed ? made : body;
  }

  // True if it is not the same statement.
  bool host_stm(const Stm& stm) {
    if (is_control(stm.op)) return control(stm);
    if (is_scalar_code(stm.op) && is_resident(stm.pattern[0])) return keep_code(stm);
    if (const auto* index = as<Index>(stm.op); index != nullptr && is_resident(stm.pattern[0])) {
      keep_element(stm, *index);
      return true;
    }
    Stm now = stm;
    now.op = with_values(stm.op);
    if (const auto* red = as<SegRed>(now.op)) {
      if (keep_totals(now, *red)) return true;
    }
    builder_.add(now);
    return now.op != stm.op;
  }

  // ---- Scalars that stay

  bool keep_code(const Stm& stm) {
    size_t statements = 1;
    bool from_device = false;
    for_each_var_use(stm.op, [&](Var var) {
      if (const auto found = code_of_.find(var); found != code_of_.end())
        statements += found->second.statements;
      from_device |= is_kept(var);
    });
    if (!from_device) {
      builder_.add(stm);
      return false;
    }
    code_of_[stm.pattern[0]] = {stm, statements};
    if (statements > kMostStatements) {
      const Var array = array_of(stm.pattern[0]);
      code_of_.erase(stm.pattern[0]);
      array_of_[stm.pattern[0]] = array;
    }
    return true;
  }

  void keep_element(const Stm& stm, const Index& n) {
    const Var var = stm.pattern[0];
    if (!consumed_.contains(n.array)) {
      code_of_[var] = {stm, 1};
      return;
    }
    // What is there now, even if it is overwritten.
    std::vector<SliceDim> dims;
    for (const Atom& index : n.indices) dims.push_back({true, index, {}, {}});
    dims.back() = {false, n.indices.back(), Atom::i64(1), Atom::i64(1)};
    const Type* type = one_of(storage_.type(var));
    const Var part = builder_.let(
        "part", type, builder_.make(Slice{{}, n.array, builder_.list(dims)}), stm.certs);
    array_of_[var] = builder_.let("kept", type, builder_.make(Copy{{}, part}));
  }

  bool keep_totals(const Stm& stm, const SegRed& n) {
    const std::span<const Var> combined = stm.pattern.first(n.neutral.size());
    if (n.space.levels.size() != 1 ||
        std::ranges::none_of(combined, [&](Var var) { return is_resident(var); }) ||
        !std::ranges::all_of(combined, [&](Var var) { return storage_.type(var)->is_scalar(); }))
      return false;
    SegRed now = n;
    now.space = {builder_.list<Level>({code_.level(Atom::i64(1)), n.space.levels[0]})};
    std::vector<Var> pattern;
    for (Var var : stm.pattern)
      pattern.push_back(storage_.new_var(storage_.vars[var.id].name, one_of(storage_.type(var))));
    Stm made = stm;
    made.pattern = builder_.list(pattern);
    made.op = builder_.make(now);
    builder_.add(made);
    for (size_t i = 0; i < pattern.size(); i++) give(stm.pattern[i], pattern[i]);
    return true;
  }

  // The variable is the element of the array. It is kept there, or read.
  void give(Var var, Var array) {
    array_of_[var] = array;
    if (is_resident(var)) return;
    builder_.add({&var, 1}, builder_.make(Index{{}, array, builder_.list<Atom>({Atom::i64(0)})}));
  }

  // ---- Their values

  bool is_kept(Var var) const {
    return is_resident(var) && (array_of_.contains(var) || code_of_.contains(var));
  }

  // In a kernel, whose statements are being added.
  Atom value(const Atom& atom, Substitution& known) {
    if (!atom.var || !is_kept(atom.var)) return atom;
    if (const auto found = known.find(atom.var); found != known.end()) return found->second;
    Atom made;
    if (const auto array = array_of_.find(atom.var); array != array_of_.end()) {
      made = code_.element(array->second, {Atom::i64(0)});
    } else {
      Stm stm = code_of_.at(atom.var).stm;
      Substitution operands;
      for_each_var_use(stm.op, [&](Var var) {
        const Atom operand = value(var, known);
        if (operand != Atom(var)) operands[var] = operand;
      });
      const Body alone{{&stm, 1}, {}};
      const Body* clone = clone_body(storage_, &alone, operands);
      builder_.add(clone->stms[0]);
      made = clone->stms[0].pattern[0];
    }
    known[atom.var] = made;
    return made;
  }

  // An array of one element with the value.
  Var array_of(const Atom& atom) {
    if (atom.var) {
      if (const auto found = array_of_.find(atom.var); found != array_of_.end())
        return found->second;
    }
    const Type* type = storage_.type(atom);
    if (!atom.var || !is_kept(atom.var))
      return builder_.let("one", one_of(type),
                          builder_.make(ArrayLit{{}, builder_.list<Atom>({atom})}));
    return code_.segmap({code_.level(Atom::i64(1))}, {&type, 1}, [&] {
      Substitution known;
      return std::vector<Atom>{value(atom, known)};
    })[0];
  }

  // The operator, where its body has values of scalars that are kept.
  const Op* with_values(const Op* op) {
    return match(op, [&]<class T>(const T& n) -> const Op* {
      if constexpr (requires {
                      n.space;
                      n.body;
                    }) {
        const Body* body = with_values(n.body);
        if (body == n.body) return op;
        T now = n;
        now.body = body;
        return builder_.make(now);
      } else {
        return op;
      }
    });
  }
  const Body* with_values(const Body* body) {
    std::vector<Var> kept = free_variables(storage_, body);
    std::erase_if(kept, [&](Var var) { return !is_kept(var); });
    if (kept.empty()) return body;
    builder_.begin();
    Substitution known;
    for (Var var : kept) value(var, known);
    const Body* inside = substitute(storage_, body, known);
    for (const Stm& stm : inside->stms) builder_.add(stm);
    return builder_.end({inside->results.begin(), inside->results.end()});
  }

  // ---- Branches and loops

  bool control(const Stm& stm) {
    return match(
        stm.op, [&](const Loop& n) { return loop(stm, n); },
        [&](const If& n) {
          const std::vector<size_t> kept = kept_results(stm);
          const Body* then_body = host(n.then_body, kept);
          const Body* else_body = host(n.else_body, kept);
          if (then_body == n.then_body && else_body == n.else_body) return same(stm);
          return branches(stm, builder_.make(If{{}, n.condition, then_body, else_body}), kept);
        },
        [&](const Match& n) {
          const std::vector<size_t> kept = kept_results(stm);
          Match now = n;
          std::vector<MatchCase> cases(n.cases.begin(), n.cases.end());
          bool changed = false;
          for (MatchCase& one : cases) {
            const Body* old = one.body;
            one.body = host(old, kept);
            changed |= one.body != old;
          }
          now.cases = builder_.list(cases);
          if (n.otherwise != nullptr) now.otherwise = host(n.otherwise, kept);
          changed |= now.otherwise != n.otherwise;
          if (!changed) return same(stm);
          return branches(stm, builder_.make(now), kept);
        },
        [&](const auto&) { return same(stm); });
  }

  bool same(const Stm& stm) {
    builder_.add(stm);
    return false;
  }

  std::vector<size_t> kept_results(const Stm& stm) const {
    std::vector<size_t> kept;
    for (size_t i = 0; i < stm.pattern.size(); i++) {
      if (storage_.type(stm.pattern[i])->is_scalar() && is_resident(stm.pattern[i]))
        kept.push_back(i);
    }
    return kept;
  }

  bool branches(const Stm& stm, const Op* op, std::span<const size_t> kept) {
    Stm now = stm;
    now.op = op;
    std::vector<Var> pattern(stm.pattern.begin(), stm.pattern.end());
    for (size_t i : kept) pattern[i] = builder_.new_var("one", one_of(storage_.type(pattern[i])));
    now.pattern = builder_.list(pattern);
    builder_.add(now);
    for (size_t i : kept) array_of_[stm.pattern[i]] = pattern[i];
    return true;
  }

  bool loop(const Stm& stm, const Loop& n) {
    std::vector<size_t> kept;
    std::vector<LoopParam> params(n.params.begin(), n.params.end());
    for (size_t i = 0; i < params.size(); i++) {
      const Var param = params[i].param.var;
      if (!storage_.type(param)->is_scalar() || !is_resident(param)) continue;
      kept.push_back(i);
      params[i].init = array_of(params[i].init);
      params[i].param.var = builder_.new_var("one", one_of(storage_.type(param)));
      array_of_[param] = params[i].param.var;
    }
    Loop now = n;
    now.params = kept.empty() ? n.params : builder_.list(params);
    if (n.condition != nullptr) now.condition = host(n.condition, {});
    now.body = host(n.body, kept);
    if (kept.empty() && now.body == n.body && now.condition == n.condition) return same(stm);
    Stm made = stm;
    made.op = builder_.make(now);
    std::vector<Var> pattern(stm.pattern.begin(), stm.pattern.end());
    for (size_t i : kept) pattern[i] = builder_.new_var("one", one_of(storage_.type(pattern[i])));
    made.pattern = builder_.list(pattern);
    builder_.add(made);
    for (size_t i : kept) give(stm.pattern[i], pattern[i]);
    return true;
  }

  // Scalar code that kernels do themselves, together with what it is made of.
  struct Code {
    Stm stm;
    size_t statements = 0;
  };

  const Program& program_;
  Storage& storage_;
  Builder builder_;
  FlatCode code_;
  const Residence residence_;
  ConsumedArrays consumed_;
  std::unordered_map<Var, Var> array_of_;  // of one element
  std::unordered_map<Var, Code> code_of_;
};

}  // namespace

Program sink_scalars(const Program& program) {
  if (program.stage != Stage::Flat || has_irregular_arrays(program)) return program;
  return SinkScalars(program).run();
}

}  // namespace planish::passes
