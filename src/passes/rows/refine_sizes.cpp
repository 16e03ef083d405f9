#include "passes/rows/refine_sizes.h"

#include <unordered_set>

#include "analysis/shapes/shapes.h"
#include "passes/common/forward.h"
#include "passes/common/size_slice.h"

namespace planish::passes {

using namespace ir;
using shapes::ShapeAnalysis;
using shapes::Term;
using shapes::Terms;

namespace {

bool is_size(const Type* type) { return type->is_scalar() && type->elem == Prim::I64; }

// The checks that a body makes itself, and those that are made before it.
std::vector<Var> certificates_of(const Body& body) {
  std::vector<Var> certs;
  for (const Stm& stm : body.stms) {
    if (as<Check>(stm.op) != nullptr) certs.push_back(stm.pattern[0]);
  }
  return certs;
}

// Does it cost next to nothing?
bool is_arithmetic(const Body& body) {
  return std::ranges::all_of(body.stms, [](const Stm& stm) {
    return as<Same>(stm.op) != nullptr || as<Unary>(stm.op) != nullptr ||
           as<Binary>(stm.op) != nullptr;
  });
}

class RefineSizes : public ForwardRewriter {
 public:
  explicit RefineSizes(const Program& program)
      : ForwardRewriter(*program.storage), program_(program), shapes_(program) {}

  Program run() {
    for (const Function* fn : program_.functions) find_known_results(*fn);
    Program result = program_;
    for (const Function*& fn : result.functions) fn = function(fn);
    return result;
  }

  Var binder(Var var) override {
    Var now = ForwardRewriter::binder(var);
    note(var, now);
    return now;
  }

  const Body* body(const Body* old) override {
    Extent extent(*this);
    return ForwardRewriter::body(old);
  }

 protected:
  bool rewrite_early(const Stm& stm) override {
    if (replace_number(stm)) return true;
    if (const Loop* loop = as<Loop>(stm.op)) return rewrite_loop(stm, *loop);
    if (const Call* call = as<Call>(stm.op)) return rewrite_call(stm, *call);
    if (use_regular(stm)) return true;
    if (const Map* map = as<Map>(stm.op)) return rewrite_map(stm, *map);
    Stm now = stm;
    now.certs = certificates(stm.certs);
    now.op = inside(stm.op);
    if (as<If>(stm.op) != nullptr || as<Match>(stm.op) != nullptr) {
      rewrite_branches(now);
    } else {
      emit(now);
      note_certificate(now);
      note_coercion(stm);
    }
    return true;
  }

 private:
  // ---- Numbers in scope

  struct Extent {
    explicit Extent(RefineSizes& all)
        : pass(all), numbers(all.numbers_.size()), certs(all.certs_.size()) {}
    ~Extent() {
      pass.forget(numbers);
      pass.certs_.resize(certs);
    }
    Extent(const Extent&) = delete;
    Extent& operator=(const Extent&) = delete;
    RefineSizes& pass;
    size_t numbers;
    size_t certs;
  };

  // `var` is of the old program.
  void note(Var var, const Atom& now) {
    const shapes::ShapedValue* value = shapes_.find(var);
    if (value == nullptr || !is_size(storage_.type(var))) return;
    if (shapes_.checks(var).empty() && by_term_.try_emplace(value->element, now).second)
      numbers_.push_back(value->element);
  }
  void forget(size_t count) {
    for (; numbers_.size() > count; numbers_.pop_back()) by_term_.erase(numbers_.back());
  }
  void note_certificate(const Stm& stm) {
    if (as<Check>(stm.op) != nullptr) certs_.push_back(use(stm.pattern[0]));
  }
  std::optional<Atom> known(Term term) const {
    if (shapes_.terms().has_nothing_yet(term)) return std::nullopt;
    if (std::optional<Wide> number = shapes_.terms().as_number(term)) {
      bool fits = *number >= INT64_MIN && *number <= INT64_MAX;
      return fits ? std::optional(Atom::i64(static_cast<int64_t>(*number))) : std::nullopt;
    }
    auto it = by_term_.find(term);
    return it == by_term_.end() ? std::nullopt : std::optional(it->second);
  }
  // A variable of the old program that is equal to something in scope, whatever has been checked.
  std::optional<Atom> known(Var var) const {
    const shapes::ShapedValue* value = shapes_.find(var);
    bool usable = value != nullptr && is_size(storage_.type(var)) && shapes_.checks(var).empty();
    return usable ? known(value->element) : std::nullopt;
  }
  // The checks that something relies on, all of which are in scope; nothing, if they are not.
  std::optional<std::vector<Var>> checks_in_scope(Var var) {
    std::vector<Var> now;
    for (Var check : shapes_.checks(var)) {
      if (!check) return std::nullopt;
      Atom cert = atom(check);
      if (!cert.var) continue;  // it was not needed
      if (std::ranges::find(certs_, cert.var) == certs_.end()) return std::nullopt;
      now.push_back(cert.var);
    }
    return now;
  }

  bool replace_number(const Stm& stm) {
    if (stm.pattern.size() != 1) return false;
    bool is_scalar_op = match(
        stm.op, [](const Same&) { return true; }, [](const Unary&) { return true; },
        [](const Binary&) { return true; }, [](const RowLength&) { return true; },
        [](const ir::Index&) { return true; }, [](const auto&) { return false; });
    if (!is_scalar_op) return false;
    Var var = stm.pattern[0];
    const Type* type = storage_.type(var);
    if (type == storage_.types.scalar(Prim::Bool)) {
      const shapes::ShapedValue* value = shapes_.find(var);
      if (value == nullptr || !shapes_.checks(var).empty()) return false;
      std::optional<Wide> truth = shapes_.terms().as_number(value->element);
      if (!truth) return false;
      replace(var, Atom::boolean(*truth != 0));
      return true;
    }
    std::optional<Atom> other = known(var);
    if (!other) return false;
    replace(var, *other);
    return true;
  }

  // ---- Adding coercions

  const Stm coercion(Var to, Var from, std::span<const Var> certs, PlaceId place) {
    return {
        storage_.arena.copy({to}), make(Coerce{{}, from}), storage_.arena.copy(certs), {}, place};
  }

  // The body with results of these types; null: the result is left out.
  const Body* with_results(const Body* now, const std::vector<const Type*>& types,
                           std::span<const Var> more_certs, PlaceId place) {
    std::vector<Stm> stms(now->stms.begin(), now->stms.end());
    std::vector<Var> certs = certificates_of(*now);
    certs.insert(certs.end(), more_certs.begin(), more_certs.end());
    std::vector<Atom> results;
    for (size_t i = 0; i < now->results.size(); i++) {
      if (types[i] == nullptr) continue;
      Atom result = now->results[i];
      if (types[i]->is_array() && type_of(result) != types[i]) {
        Var regular = regular_of(result.var);
        if (regular && storage_.type(regular) == types[i]) {
          result = regular;
        } else {
          Var made = storage_.new_var(storage_.vars[result.var.id].name, types[i]);
          stms.push_back(coercion(made, result.var, certs, place));
          result = made;
        }
      }
      results.push_back(result);
    }
    return storage_.arena.make<Body>(Body{storage_.arena.copy(stms), storage_.arena.copy(results)});
  }

  // ---- Branches

  void rewrite_branches(const Stm& stm) {
    std::vector<const Type*> types;
    std::vector<Var> pattern;
    bool changed = false;
    for (Var var : stm.pattern) {
      if (std::optional<Atom> other = known(var)) {
        replace(var, *other);
        types.push_back(nullptr);
        changed = true;
        continue;
      }
      types.push_back(regular_type(var));
      changed |= types.back() != storage_.type(var);
      pattern.push_back(var);
    }
    if (!changed) return emit(stm);
    for (const Type*& type : types) {
      // Sizes that are results themselves are bound by the statement, so they mean nothing in the
      // branches.
      if (type != nullptr && mentions_any(type, pattern)) type = nullptr;
    }
    Stm now = stm;
    auto of = [&](const Body* inner) {
      std::vector<const Type*> wanted;
      for (size_t i = 0; i < types.size(); i++) {
        bool dropped = std::ranges::find(pattern, stm.pattern[i]) == pattern.end();
        const Type* as_is = type_of(inner->results[i]);
        wanted.push_back(dropped ? nullptr : types[i] == nullptr ? as_is : types[i]);
      }
      return with_results(inner, wanted, certs_, stm.place);
    };
    now.op = match(
        stm.op,
        [&](const If& op) -> const Op* {
          return make(If{{}, op.condition, of(op.then_body), of(op.else_body)});
        },
        [&](const Match& op) -> const Op* {
          std::vector<MatchCase> cases;
          for (const MatchCase& one : op.cases) cases.push_back({one.value, of(one.body)});
          const Body* otherwise = op.otherwise == nullptr ? nullptr : of(op.otherwise);
          return make(Match{{}, op.value, storage_.arena.copy(cases), otherwise});
        },
        [&](const auto&) { return stm.op; });
    emit_regular(now, pattern, types_of_kept(stm.pattern, pattern, types));
  }

  static std::vector<const Type*> types_of_kept(std::span<const Var> all,
                                                const std::vector<Var>& kept,
                                                const std::vector<const Type*>& types) {
    std::vector<const Type*> result;
    for (size_t i = 0; i < all.size(); i++) {
      if (std::ranges::find(kept, all[i]) != kept.end()) result.push_back(types[i]);
    }
    return result;
  }

  static bool mentions_any(const Type* type, const std::vector<Var>& vars) {
    bool found = false;
    for_each_var_in(type, [&](Var var) { found |= std::ranges::find(vars, var) != vars.end(); });
    return found;
  }

  // Emits a statement whose results have these types now (null: what they had), and gives what the
  // old variables stand for their old types.
  void emit_regular(Stm stm, const std::vector<Var>& pattern,
                    const std::vector<const Type*>& types) {
    std::vector<Var> made;
    for (size_t i = 0; i < pattern.size(); i++) {
      const Type* type = new_type(pattern[i]);
      bool regular = types[i] != nullptr && types[i] != type && type->is_irregular();
      made.push_back(regular ? storage_.new_var(storage_.vars[pattern[i].id].name, types[i])
                             : pattern[i]);
    }
    stm.pattern = storage_.arena.copy(made);
    emit(stm);
    for (size_t i = 0; i < pattern.size(); i++) {
      if (made[i] == pattern[i]) continue;
      emit(coercion(pattern[i], made[i], stm.certs, stm.place));
      regular_[use(pattern[i])] = made[i];
    }
  }

  // ---- Regular arrays

  // A regular array that is made an irregular one.
  void note_coercion(const Stm& stm) {
    const Coerce* op = as<Coerce>(stm.op);
    if (op == nullptr || !new_type(stm.pattern[0])->is_irregular()) return;
    const Var from = use(op->array);
    if (!storage_.type(from)->is_irregular()) regular_[use(stm.pattern[0])] = from;
  }

  Var regular_of(Var now) const {
    auto it = regular_.find(now);
    return it == regular_.end() ? Var{} : it->second;
  }

  // The type of a variable of the old program, with dimensions that vary fixed where the analysis
  // knows them.
  const Type* regular_type(Var var) {
    const Type* type = new_type(var);
    if (type->is_acc() || !type->is_irregular() || shapes_.find(var) == nullptr) return type;
    return regular_type(type, shapes_.find(var)->dims, shapes_.checks(var));
  }
  const Type* regular_type(const Type* type, std::span<const Term> terms,
                           std::span<const Var> checks) {
    if (!checks.empty()) return type;
    std::vector<Dim> dims(type->dims.begin(), type->dims.end());
    for (size_t i = 0; i < dims.size(); i++) {
      if (!dims[i].is_varying()) continue;
      std::optional<Atom> size = known(terms[i]);
      // All or nothing: an array is represented by offsets as soon as one dimension varies.
      if (!size) return type;
      dims[i] = size->is_const() ? Dim::constant(static_cast<int64_t>(size->constant.bits))
                                 : Dim::variable(size->var);
    }
    return storage_.types.array(type->elem, dims);
  }

  // A use of an irregular array for which there is a regular one.
  bool use_regular(const Stm& stm) {
    auto regular = [&](Var old) { return regular_of(use(old)); };
    auto replaced = [&](const Op* op) {
      Stm now = stm;
      now.certs = certificates(stm.certs);
      now.op = op;
      emit(now);
      return true;
    };
    return match(
        stm.op,
        [&](const RowLengths& op) {
          Var array = regular(op.array);
          if (!array) return false;
          std::span<const Dim> dims = storage_.type(array)->dims;
          return replaced(make(Replicate{{}, storage_.arena.copy({size(dims[0])}), size(dims[1])}));
        },
        [&](const RowLength& op) {
          Var array = regular(op.array);
          if (!array) return false;
          replace(stm.pattern[0], size(storage_.type(array)->dims[op.indices.size()]));
          return true;
        },
        [&](const EqualRowLength& op) {
          Var array = regular(op.array);
          if (!array) return false;
          replace(stm.pattern[0], size(dim_of_level(op, array)));
          return true;
        },
        [&](const ir::Index& op) {
          Var array = regular(op.array);
          if (!array || new_type(stm.pattern[0])->is_irregular()) return false;
          std::vector<Atom> indices;
          for (const Atom& index : op.indices) indices.push_back(atom(index));
          return replaced(make(ir::Index{{}, array, storage_.arena.copy(indices)}));
        },
        [&](const JoinRows& op) {
          Var array = regular(op.array);
          const Type* type = new_type(stm.pattern[0]);
          if (!array || type->is_irregular()) return false;
          std::vector<Atom> dims;
          for (const Dim& dim : type->dims) dims.push_back(size(dim));
          return replaced(make(Reshape{{}, array, storage_.arena.copy(dims)}));
        },
        [&](const Coerce& op) {
          Var array = regular(op.array);
          if (!array) return false;
          const Type* type = new_type(stm.pattern[0]);
          if (!type->is_irregular()) return replaced(make(Coerce{{}, array}));
          // Sizes that do not vary become others: the regular array has these, too.
          std::vector<Dim> dims(type->dims.begin(), type->dims.end());
          for (size_t i = 0; i < dims.size(); i++) {
            if (dims[i].is_varying()) dims[i] = storage_.type(array)->dims[i];
          }
          Var made =
              let("regular", storage_.types.array(type->elem, dims), make(Coerce{{}, array}), stm);
          replaced(make(Coerce{{}, made}));
          regular_[use(stm.pattern[0])] = made;
          return true;
        },
        [](const auto&) { return false; });
  }

  // The size that the regular array has where the other one varies.
  const Dim& dim_of_level(const EqualRowLength& op, Var regular) const {
    std::span<const Dim> dims = storage_.type(op.array)->dims;
    size_t at = 0;
    for (uint32_t level = 0; !dims[at].is_varying() || level++ < op.level; at++) {
    }
    return storage_.type(regular)->dims[at];
  }

  static Atom size(const Dim& dim) {
    return dim.kind == DimKind::Var ? Atom(dim.var) : Atom::i64(dim.value);
  }

  // ---- Maps

  bool rewrite_map(const Stm& stm, const Map& op) {
    Stm now = stm;
    now.certs = certificates(stm.certs);
    std::vector<Var> arrays;
    std::unordered_set<Var> irregular;  // the sizes of rows that are taken from irregular arrays
    for (size_t i = 0; i < op.arrays.size(); i++) {
      Var array = use(op.arrays[i]);
      Var regular = regular_of(array);
      arrays.push_back(regular ? regular : array);
      if (storage_.type(arrays.back())->is_irregular())
        for_each_var_in(storage_.type(op.fn->params[i].var),
                        [&](Var var) { irregular.insert(var); });
    }
    Map made = op;
    made.width = atom(op.width);
    made.arrays = storage_.arena.copy(arrays);
    std::vector<const Type*> row_types;
    {
      Extent extent(*this);
      for (const Param& param : op.fn->params) {
        std::optional<Atom> other = known(param.var);
        if (other && !irregular.contains(param.var)) replace(param.var, *other);
      }
      made.fn = lambda(with_regular_rows(op.fn, arrays, stm.place));
    }
    for (size_t i = 0; i < stm.pattern.size(); i++) {
      const Atom& row = op.fn->body->results[i];
      if (row.var && new_type(stm.pattern[i])->is_irregular()) compute_sizes(stm, op, row.var);
    }
    {
      // What is known outside of the function, by checks that it may have made.
      Extent extent(*this);
      std::vector<Var> certs = certificates_of(*made.fn->body);
      certs_.insert(certs_.end(), certs.begin(), certs.end());
      for (size_t i = 0; i < stm.pattern.size(); i++) {
        row_types.push_back(row_type(stm.pattern[i], op.fn->body->results[i]));
      }
    }
    std::vector<const Type*> types;
    bool changed = false;
    for (size_t i = 0; i < row_types.size(); i++) {
      const Type* type = new_type(stm.pattern[i]);
      types.push_back(type);
      if (row_types[i] == nullptr) {
        row_types[i] = type_of(made.fn->body->results[i]);
        continue;
      }
      types[i] = storage_.types.with_outer(type->dims.first(1), row_types[i]);
      changed = true;
    }
    if (changed) {
      Lambda copy = *made.fn;
      copy.body = with_results(copy.body, row_types, {}, stm.place);
      made.fn = storage_.arena.make<Lambda>(copy);
    }
    now.op = make(made);
    emit_regular(now, {stm.pattern.begin(), stm.pattern.end()}, types);
    return true;
  }

  // Rows of rows are regular, too, if the array is.
  const Lambda* with_regular_rows(const Lambda* fn, const std::vector<Var>& arrays, PlaceId place) {
    std::vector<Param> params(fn->params.begin(), fn->params.end());
    std::vector<Stm> stms;
    for (size_t i = 0; i < params.size(); i++) {
      const Type* array = storage_.type(arrays[i]);
      if (!storage_.type(params[i].var)->is_irregular() || array->is_irregular()) continue;
      Var made = storage_.new_var(storage_.vars[params[i].var.id].name,
                                  storage_.types.without_outer(array, 1));
      stms.push_back(coercion(params[i].var, made, {}, place));
      params[i].var = made;
    }
    if (stms.empty()) return fn;
    stms.insert(stms.end(), fn->body->stms.begin(), fn->body->stms.end());
    Lambda copy = *fn;
    copy.params = storage_.arena.copy(params);
    copy.body = storage_.arena.make<Body>(Body{storage_.arena.copy(stms), fn->body->results});
    return storage_.arena.make<Lambda>(copy);
  }

  // If all rows of a map have sizes that can be computed without the elements of its operands, but
  // are not known yet, computes them before the map.
  void compute_sizes(const Stm& stm, const Map& op, Var row) {
    const shapes::ShapedValue* value = shapes_.find(row);
    const Type* type = storage_.type(row);
    if (value == nullptr || type->is_acc() || type->is_irregular()) return;
    for (size_t i = 0; i < type->dims.size(); i++) {
      if (type->dims[i].kind != DimKind::Var || known(value->dims[i])) continue;
      const Body* slice = size_slice(storage_, op.fn->body, type->dims[i].var);
      if (slice == nullptr) continue;
      std::vector<Var> free = free_variables(storage_, slice);
      // A length that all rows of an operand have is known outside.
      auto is_element = [&](const Param& param) {
        return std::ranges::find(free, param.var) != free.end() &&
               atom(param.var) == Atom(param.var);
      };
      bool is_bound = std::ranges::any_of(op.fn->body->stms, [&](const Stm& inner) {
        return std::ranges::find(inner.pattern, type->dims[i].var) != inner.pattern.end();
      });
      if (!is_bound || std::ranges::any_of(op.fn->params, is_element)) continue;
      Atom size;
      if (is_arithmetic(*slice)) {
        Stm here = stm;
        here.attrs = {};
        size = splice(clone_body(storage_, slice), here)[0];
      } else {
        // Where there are no rows it need not have an end.
        Var some = let("some", storage_.types.scalar(Prim::Bool),
                       make(Binary{{}, BinaryOp::Lt, Atom::i64(0), atom(op.width)}), stm);
        const Body* none = storage_.arena.make<Body>(Body{{}, storage_.arena.copy({Atom::i64(0)})});
        const Op* guarded = make(If{{}, some, clone_body(storage_, slice), none});
        size = let("size", storage_.types.scalar(Prim::I64), inside(guarded), stm);
      }
      if (by_term_.try_emplace(value->dims[i], size).second) numbers_.push_back(value->dims[i]);
    }
  }

  // The type of the rows of a map's result, if they vary and all are of one size that is known
  // outside; null otherwise.
  const Type* row_type(Var result, const Atom& row) {
    const Type* type = new_type(result);
    if (type->is_acc() || !type->is_irregular() || row.is_const()) return nullptr;
    if (!checks_in_scope(row.var)) return nullptr;
    const Type* rows = storage_.types.without_outer(type, 1);
    const Type* regular = regular_type(rows, shapes_.find(row.var)->dims, {});
    return regular->is_irregular() ? nullptr : regular;
  }

  // ---- Loops

  // Sizes that stay what they are at first are no parameters any more, and arrays whose rows do are
  // regular ones.
  bool rewrite_loop(const Stm& stm, const Loop& op) {
    std::vector<LoopParam> params;
    std::vector<Atom> results;
    std::vector<Var> pattern;
    auto stays_the_same = [&](const LoopParam& one) {
      Var param = one.param.var;
      return is_size(storage_.type(param)) && shapes_.find(param) != nullptr &&
             shapes_.checks(param).empty() &&
             shapes_.find(param)->element == shapes_.number(one.init);
    };
    // Note [Loops without an end] in simplify.cpp
    const bool may_be_left_out =
        op.condition != nullptr && std::ranges::all_of(op.params, stays_the_same);
    for (size_t i = 0; i < op.params.size(); i++) {
      Var param = op.params[i].param.var;
      const Atom& init = op.params[i].init;
      if (!may_be_left_out && stays_the_same(op.params[i])) {
        replace(param, atom(init));
        replace(stm.pattern[i], atom(init));
      } else {
        params.push_back(op.params[i]);
        results.push_back(op.body->results[i]);
        pattern.push_back(stm.pattern[i]);
      }
    }
    const std::vector<const Type*> regular_types = regular_params(params);
    Stm now = stm;
    now.certs = certificates(stm.certs);
    if (params.size() == op.params.size() &&
        std::ranges::all_of(regular_types, [](const Type* type) { return type == nullptr; })) {
      now.op = inside(stm.op);
      emit(now);
      return true;
    }
    std::vector<Stm> stms;
    for (size_t i = 0; i < params.size(); i++) {
      if (regular_types[i] == nullptr) continue;
      Param& param = params[i].param;
      params[i].init = as_regular(use(params[i].init.var), regular_types[i], now);
      Var made = storage_.new_var(storage_.vars[param.var.id].name, regular_types[i]);
      stms.push_back(coercion(param.var, made, {}, stm.place));
      param.var = made;
    }
    const auto after_coercions = [&](const Body* body, std::span<const Atom> gives) {
      std::vector<Stm> all = stms;
      all.insert(all.end(), body->stms.begin(), body->stms.end());
      return storage_.arena.make<Body>(Body{storage_.arena.copy(all), storage_.arena.copy(gives)});
    };
    Loop made = op;
    made.params = storage_.arena.copy(params);
    made.body = after_coercions(op.body, results);
    if (op.condition != nullptr)
      made.condition = after_coercions(op.condition, op.condition->results);
    made = *as<Loop>(inside(make(made)));
    // The coercions bind the same variables as those in the body.
    if (made.condition != nullptr && !stms.empty())
      made.condition = clone_body(storage_, made.condition);
    std::vector<const Type*> types;
    std::vector<Var> bound;
    for (const LoopParam& param : made.params) bound.push_back(param.param.var);
    for (size_t i = 0; i < made.params.size(); i++) {
      const Type* type = storage_.type(made.params[i].param.var);
      bool own = type->is_acc() || mentions_any(type, bound);
      types.push_back(own ? type_of(made.body->results[i]) : type);
    }
    made.body = with_results(made.body, types, certs_, stm.place);
    now.op = make(made);
    emit_regular(now, pattern, regular_types);
    return true;
  }

  // The types of parameters that become regular; null: as before.
  std::vector<const Type*> regular_params(const std::vector<LoopParam>& params) {
    std::vector<Var> all;
    for (const LoopParam& param : params) all.push_back(param.param.var);
    std::vector<const Type*> types;
    for (Var param : all) {
      const Type* type = regular_type(param);
      const bool applies = type != new_type(param) && !mentions_any(type, all);
      types.push_back(applies ? type : nullptr);
    }
    return types;
  }

  // An array of the new program with a regular type, which it has.
  Var as_regular(Var array, const Type* type, const Stm& here) {
    Var regular = regular_of(array);
    if (regular && storage_.type(regular) == type) return regular;
    Var made = storage_.new_var(storage_.vars[array.id].name, type);
    emit(coercion(made, array, here.certs, here.place));
    return made;
  }

  // The operation with its parts rewritten; what it binds is known inside of it only.
  const Op* inside(const Op* op) {
    Extent extent(*this);
    return op_children(op);
  }

  // ---- Functions and calls

  // The number of the parameter that a result of a function is equal to.
  using KnownResult = std::optional<size_t>;

  void find_known_results(const Function& fn) {
    std::vector<KnownResult>& all = results_[fn.name];
    all.resize(fn.results.size());
    if (fn.entry != nullptr || fn.constant) return;
    const shapes::Signature& signature = shapes_.signature(fn.name);
    for (size_t i = 0; i < fn.results.size(); i++) {
      if (!is_size(storage_.type(fn.results[i].var))) continue;
      Term term = signature.results[i].element;
      for (size_t k = 0; k < fn.params.size() && !all[i]; k++) {
        Var param = fn.params[k].var;
        if (is_size(storage_.type(param)) && shapes_.number(param) == term) all[i] = k;
      }
    }
  }

  const Function* function(const Function* fn) {
    Extent extent(*this);
    certs_.clear();
    const std::vector<KnownResult>& known_results = results_.at(fn->name);
    if (std::ranges::none_of(known_results, [](const auto& one) { return one.has_value(); }))
      return function_children(fn);
    Function copy = *function_children(fn);
    Substitution by;
    for (size_t i = 0; i < copy.results.size(); i++) {
      if (known_results[i]) by[copy.results[i].var] = copy.params[*known_results[i]].var;
    }
    std::vector<Param> results;
    std::vector<const Type*> types;
    std::vector<Var> bound;
    for (size_t i = 0; i < copy.results.size(); i++) {
      if (known_results[i]) continue;
      Param result = copy.results[i];
      const Type* type = substitute(storage_, storage_.type(result.var), by);
      if (type != storage_.type(result.var))
        result.var = storage_.new_var(storage_.vars[result.var.id].name, type);
      results.push_back(result);
      bound.push_back(result.var);
    }
    size_t next = 0;
    for (size_t i = 0; i < copy.results.size(); i++) {
      if (known_results[i]) {
        types.push_back(nullptr);
        continue;
      }
      const Type* type = storage_.type(results[next++].var);
      bool own = type->is_acc() || mentions_any(type, bound);
      types.push_back(own ? type_of(copy.body->results[i]) : type);
    }
    copy.body = with_results(copy.body, types, {}, fn->place);
    copy.results = storage_.arena.copy(results);
    return storage_.arena.make<Function>(copy);
  }

  bool rewrite_call(const Stm& stm, const Call& op) {
    Stm now = stm;
    now.certs = certificates(stm.certs);
    now.op = op_children(stm.op);
    const std::vector<KnownResult>& known_results = results_.at(op.fn);
    std::vector<Var> kept;
    std::vector<Var> sizes;  // that are known here
    for (size_t i = 0; i < stm.pattern.size(); i++) {
      Var var = stm.pattern[i];
      if (known_results[i]) {
        replace(var, atom(op.args[*known_results[i]]));
        continue;
      }
      kept.push_back(var);
      if (known(var)) sizes.push_back(var);
    }
    if (sizes.empty()) {
      now.pattern = storage_.arena.copy(kept);
      emit(now);
      return true;
    }
    // Its sizes get names of their own, and the arrays are coerced to those that are known.
    Substitution by;
    std::vector<Var> made;
    for (Var var : kept) {
      const Type* type = substitute(storage_, new_type(var), by);
      made.push_back(storage_.new_var(storage_.vars[var.id].name, type));
      by[var] = made.back();
    }
    now.pattern = storage_.arena.copy(made);
    emit(now);
    for (Var var : sizes) replace(var, *known(var));
    for (size_t i = 0; i < kept.size(); i++) {
      if (std::ranges::find(sizes, kept[i]) == sizes.end()) bind(kept[i], made[i], stm);
    }
    return true;
  }

  Program program_;
  ShapeAnalysis shapes_;
  std::unordered_map<Term, Atom> by_term_;
  std::vector<Term> numbers_;             // of by_term_, in the order in which they came into scope
  std::vector<Var> certs_;                // in scope, of the new program
  std::unordered_map<Var, Var> regular_;  // by the irregular array of the new program
  std::unordered_map<Name, std::vector<KnownResult>> results_;
};

}  // namespace

Program refine_sizes(const Program& program) { return RefineSizes(program).run(); }

}  // namespace planish::passes
