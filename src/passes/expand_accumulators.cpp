#include "passes/expand_accumulators.h"

#include <algorithm>
#include <unordered_set>

#include "ir/builder.h"
#include "ir/match.h"
#include "ir/walk.h"

namespace planish::passes {

using namespace ir;

namespace {

// Updates that some code makes: one, or as many as `count` says, whose indices and values are arrays then.
struct Updates {
  bool is_one = true;
  Atom count;
  std::vector<Atom> indices;
  std::vector<Atom> values;
};

class ExpandAccumulators : public Rebuild {
 public:
  explicit ExpandAccumulators(const Program& program)
      : Rebuild(*program.storage),
        builder_(storage_),
        sequential_(storage_.names.intern("sequential")) {}

  Program program(const Program& program) {
    Program result = program;
    for (const Function*& fn : result.functions) fn = function_children(fn);
    return result;
  }

  Atom atom(const Atom& old) override {
    auto it = replaced_.find(old.var);
    return old.var && it != replaced_.end() ? it->second : old;
  }

  const Body* body(const Body* old) override {
    builder_.begin();
    bool changed = false;
    for (const Stm& old_stm : old->stms) {
      Stm stm = stm_children(old_stm);
      const auto* with = as<WithAcc>(stm.op);
      if (with != nullptr && !is_sequential(stm) &&
          is_expandable(with->fn->body, with->fn->params[0].var)) {
        expand(stm, *with);
        changed = true;
        continue;
      }
      changed = changed || stm.op != old_stm.op || stm.certs.data() != old_stm.certs.data();
      builder_.add(stm);
    }
    std::vector<Atom> results;
    for (const Atom& result : old->results) results.push_back(atom(result));
    changed = changed || !std::ranges::equal(results, old->results);
    const Body* made = builder_.end(results);
    return changed ? made : old;
  }

 private:
  using Names = std::unordered_set<Var>;  // that an accumulator has in a body

  bool is_sequential(const Stm& stm) const {
    return std::ranges::find(stm.attrs, sequential_) != stm.attrs.end();
  }
  bool is_acc(const Atom& atom) const { return atom.var && storage_.type(atom.var)->is_acc(); }
  bool uses(const Stm& stm, const Names& names) const {
    Body alone{{&stm, 1}, {}};
    return std::ranges::any_of(free_variables(storage_, &alone),
                               [&](Var var) { return names.contains(var); });
  }
  static bool is_among(const Names& names, const Atom& atom) {
    return atom.var && names.contains(atom.var);
  }
  // The one variable bound that is an accumulator; none if there are several.
  Var only_acc(std::span<const Var> vars) const {
    Var found;
    for (Var var : vars) {
      if (!is_acc(var)) continue;
      if (found) return {};
      found = var;
    }
    return found;
  }

  // ---- What can be expanded

  bool is_expandable(const Body* body, Var acc) const {
    Names names{acc};
    for (const Stm& stm : body->stms) {
      if (!uses(stm, names)) continue;
      Var next = only_acc(stm.pattern);
      if (!next || !is_expandable(stm)) return false;
      names.insert(next);
    }
    auto is_current = [&](const Atom& atom) { return is_among(names, atom); };
    return std::ranges::count_if(body->results, is_current) == 1;
  }

  // A statement that uses an accumulator.
  bool is_expandable(const Stm& stm) const {
    if (is_sequential(stm)) return false;
    // The other bodies keep the accumulator of which they are given the name of the code around.
    auto branch = [&](const Body* body) {
      Names free;
      for (Var var : free_variables(storage_, body)) {
        if (is_acc(var)) free.insert(var);
      }
      return free.size() == 1 && is_expandable(body, *free.begin());
    };
    return match(
        stm.op, [](const UpdateAcc&) { return true; }, [](const Same&) { return true; },
        [&](const Map& n) {
          return only_acc(n.arrays) &&
                 is_expandable(n.fn->body, n.fn->params[acc_position(n.arrays)].var);
        },
        [&](const If& n) { return branch(n.then_body) && branch(n.else_body); },
        [&](const Loop& n) {
          if (n.condition != nullptr) return false;
          Var acc = loop_acc(n);
          return acc && is_expandable(n.body, acc) &&
                 (n.params.size() == 1 || has_single_updates(n.body));
        },
        [](const auto&) { return false; });
  }

  // None: there are several.
  Var loop_acc(const Loop& loop) const {
    std::vector<Var> params;
    for (const LoopParam& param : loop.params) params.push_back(param.param.var);
    return only_acc(params);
  }

  // As many updates in each iteration.
  bool has_single_updates(const Body* body) const {
    return std::ranges::all_of(body->stms, [&](const Stm& stm) {
      if (!only_acc(stm.pattern)) return true;
      const auto* branch = as<If>(stm.op);
      if (branch != nullptr)
        return has_single_updates(branch->then_body) && has_single_updates(branch->else_body);
      return stm.op->kind == Kind::UpdateAcc || stm.op->kind == Kind::Same;
    });
  }

  size_t acc_position(std::span<const Var> arrays) const {
    return size_t(std::ranges::find_if(arrays, [&](Var var) { return is_acc(var); }) -
                  arrays.begin());
  }

  // ---- Gathering

  // Adds the statements of the body without the accumulator. Gives what it updates, and its other results.
  std::vector<Updates> gather(const Body* body, Var acc, std::vector<Atom>& others) {
    Names names{acc};
    std::vector<Updates> all;
    for (const Stm& stm : body->stms) {
      if (!uses(stm, names)) {
        builder_.add(stm);
        continue;
      }
      names.insert(only_acc(stm.pattern));
      builder_.place = stm.place;
      std::vector<Updates> made = match(
          stm.op,
          [&](const UpdateAcc& n) -> std::vector<Updates> {
            return {{true,
                     Atom::i64(1),
                     {n.indices.begin(), n.indices.end()},
                     {n.values.begin(), n.values.end()}}};
          },
          [&](const Map& n) { return gather_map(stm, n); },
          [&](const If& n) { return gather_if(stm, n, names); },
          [&](const Loop& n) { return gather_loop(stm, n); },
          [](const auto&) -> std::vector<Updates> { return {}; });
      all.insert(all.end(), made.begin(), made.end());
    }
    for (const Atom& result : body->results) {
      if (!is_among(names, result)) others.push_back(result);
    }
    return all;
  }

  const Type* index_type() { return storage_.types.scalar(Prim::I64); }
  const Type* value_type(size_t number) const { return values_[number]; }
  template <class F>
  void for_each_part(Updates& updates, F f) {
    for (Atom& index : updates.indices) f(index, index_type());
    for (size_t i = 0; i < updates.values.size(); i++) f(updates.values[i], value_type(i));
  }

  std::vector<Updates> gather_map(const Stm& stm, const Map& map) {
    size_t position = acc_position(map.arrays);
    std::vector<Param> params(map.fn->params.begin(), map.fn->params.end());
    std::vector<Var> arrays(map.arrays.begin(), map.arrays.end());
    Var acc = params[position].var;
    params.erase(params.begin() + ptrdiff_t(position));
    arrays.erase(arrays.begin() + ptrdiff_t(position));
    std::vector<Var> others;
    std::ranges::copy_if(stm.pattern, std::back_inserter(others),
                         [&](Var var) { return !is_acc(var); });
    return gather_rows(stm, map.width, {map.fn->body, acc}, params, arrays, others);
  }

  std::vector<Updates> gather_loop(const Stm& stm, const Loop& loop) {
    const Type* type = storage_.type(loop.index);
    Atom count = loop.bound;
    if (type->elem != Prim::I64) count = builder_.convert(Prim::I64, count, "count");
    Atom width = builder_.binary(BinaryOp::Max, count, Atom::i64(0), "count");
    if (loop.params.size() > 1) return gather_carrying(stm, loop, width);
    Dim dim = Builder::dim(width);
    Var indices =
        builder_.let("indices", storage_.types.with_outer({&dim, 1}, type),
                     builder_.make(Iota{{}, width, Const{type->elem, 0}, Const{type->elem, 1}}));
    return gather_rows(stm, width, {loop.body, loop.params[0].param.var}, {{loop.index}}, {indices},
                       {});
  }

  // A loop that carries other things besides: its updates are written to arrays, one element for each iteration.
  std::vector<Updates> gather_carrying(const Stm& stm, const Loop& loop, const Atom& width) {
    Var acc = loop_acc(loop);
    std::vector<Updates> all;
    std::vector<Var> buffers;
    Dim dim = Builder::dim(width);
    Loop made = loop;
    made.body = builder_.body([&] {
      std::vector<Atom> results;
      all = gather(loop.body, acc, results);
      builder_.place = stm.place;
      Atom at = loop.index;
      if (storage_.type(at) != index_type()) at = builder_.convert(Prim::I64, at, "at");
      for (Updates& updates : all) {
        for_each_part(updates, [&](const Atom& part, const Type* type) {
          const Type* rows = storage_.types.with_outer({&dim, 1}, type);
          buffers.push_back(builder_.new_var("updates", rows));
          SliceDim place{true, at, {}, {}};
          results.emplace_back(builder_.let(
              "updates", rows,
              builder_.make(Update{{}, buffers.back(), builder_.list<SliceDim>({place}), part})));
        });
      }
      return results;
    });
    builder_.place = stm.place;
    std::vector<LoopParam> params;
    std::vector<Var> pattern;
    for (size_t i = 0; i < loop.params.size(); i++) {
      if (loop.params[i].param.var == acc) continue;
      params.push_back(loop.params[i]);
      pattern.push_back(stm.pattern[i]);
    }
    for (Var buffer : buffers) params.push_back({{buffer, true}, zero(storage_.type(buffer))});
    auto next = buffers.begin();
    for (Updates& updates : all) {
      updates.is_one = false;
      updates.count = width;
      for_each_part(updates, [&](Atom& part, const Type*) {
        Var rows = builder_.new_var("updates", storage_.type(*next++));
        pattern.push_back(rows);
        part = rows;
      });
    }
    made.params = builder_.list(params);
    Stm now = stm;
    now.pattern = builder_.list(pattern);
    now.op = builder_.make(made);
    builder_.add(now);
    return all;
  }

  struct Code {
    const Body* body;
    Var acc;
  };
  // A map of the code: what it updates for all elements.
  std::vector<Updates> gather_rows(const Stm& stm, const Atom& width, Code code,
                                   const std::vector<Param>& params, const std::vector<Var>& arrays,
                                   std::vector<Var> pattern) {
    std::vector<Updates> all;
    const Body* body = builder_.body([&] {
      std::vector<Atom> results;
      all = gather(code.body, code.acc, results);
      for (Updates& updates : all) {
        for_each_part(updates, [&](const Atom& part, const Type*) { results.push_back(part); });
      }
      return results;
    });
    Names inside;
    for (const Param& param : params) inside.insert(param.var);
    for (const Stm& inner : body->stms) inside.insert(inner.pattern.begin(), inner.pattern.end());

    builder_.place = stm.place;
    for (Updates& updates : all) {
      bool varies = is_among(inside, updates.count);
      for_each_part(updates, [&](Atom& part, const Type* type) {
        std::vector<Dim> dims{Builder::dim(width)};
        if (!updates.is_one) dims.push_back(varies ? Dim::varying() : Builder::dim(updates.count));
        Var rows = builder_.new_var("updates", storage_.types.with_outer(dims, type));
        pattern.push_back(rows);
        part = rows;
      });
    }
    Lambda fn{builder_.list(params), body, stm.place};
    Stm made = stm;
    made.pattern = builder_.list(pattern);
    made.op = builder_.make(Map{{}, width, storage_.arena.make<Lambda>(fn), builder_.list(arrays)});
    builder_.add(made);
    for (Updates& updates : all) {
      if (!updates.is_one) {
        join(updates, width, is_among(inside, updates.count) ? Lengths::Vary : Lengths::Equal);
      } else {
        updates.count = width;
      }
      updates.is_one = false;
    }
    return all;
  }

  // Rows of updates as one row.
  enum class Lengths : uint8_t { Equal, Vary };
  void join(Updates& updates, const Atom& width, Lengths row_lengths) {
    const Type* i64 = index_type();
    if (row_lengths == Lengths::Vary) {
      Dim dim = Builder::dim(width);
      Var lengths = builder_.let("lengths", storage_.types.array(Prim::I64, {&dim, 1}),
                                 builder_.make(RowLengths{{}, updates.indices[0].var}));
      std::vector<Param> params{{builder_.new_var("a", i64)}, {builder_.new_var("b", i64)}};
      const Body* sum = builder_.body([&] {
        return std::vector<Atom>{
            builder_.binary(BinaryOp::Add, params[0].var, params[1].var, "sum")};
      });
      Lambda plus{builder_.list(params), sum, builder_.place};
      Reduce reduce{};
      reduce.width = width;
      reduce.commutative = true;
      reduce.op = storage_.arena.make<Lambda>(plus);
      reduce.neutral = builder_.list<Atom>({Atom::i64(0)});
      reduce.arrays = builder_.list<Var>({lengths});
      updates.count = builder_.let("count", i64, builder_.make(reduce));
    } else {
      updates.count = builder_.binary(BinaryOp::Mul, width, updates.count, "count");
    }
    Dim count = Builder::dim(updates.count);
    for_each_part(updates, [&](Atom& part, const Type* type) {
      const Type* joined = storage_.types.with_outer({&count, 1}, type);
      if (row_lengths == Lengths::Vary) {
        part = builder_.let("updates", joined, builder_.make(JoinRows{{}, part.var}));
        return;
      }
      std::vector<Atom> dims;
      for (const Dim& dim : joined->dims) dims.push_back(Builder::atom(dim));
      part = builder_.let("updates", joined,
                          builder_.make(Reshape{{}, part.var, builder_.list(dims)}));
    });
  }

  // ---- Branches

  // An update to nowhere, or no updates.
  Updates nothing_like(const Updates& like) {
    Updates none = like;
    if (!like.is_one) none.count = Atom::i64(0);
    for (Atom& index : none.indices) index = Atom::i64(-1);
    for (size_t i = 0; i < none.values.size(); i++) none.values[i] = neutral_[i];
    if (like.is_one) return none;
    Dim dim = Dim::constant(0);
    for_each_part(none, [&](Atom& part, const Type* type) {
      part = builder_.let("none", storage_.types.with_outer({&dim, 1}, type),
                          builder_.make(ArrayLit{{}, {}}));
    });
    return none;
  }

  std::vector<Updates> gather_if(const Stm& stm, const If& op, const Names& names) {
    struct Branch {
      std::vector<Atom> results;
      std::vector<Updates> one;   // each is one update
      std::vector<Updates> many;  // those that are rows
    };
    auto fill = [&](const Body* body, Branch& branch) {
      Var acc;
      for (Var var : free_variables(storage_, body)) {
        if (names.contains(var)) acc = var;
      }
      for (Updates& updates : gather(body, acc, branch.results))
        (updates.is_one ? branch.one : branch.many).push_back(updates);
    };
    Branch sides[2];
    builder_.begin();
    fill(op.then_body, sides[0]);
    const Body* first = builder_.end({});
    builder_.begin();
    fill(op.else_body, sides[1]);
    const Body* second = builder_.end({});

    // Single updates of both share a place. Rows do not: they may be of different lengths.
    size_t singles = std::max(sides[0].one.size(), sides[1].one.size());
    std::vector<Updates> rows = sides[0].many;
    rows.insert(rows.end(), sides[1].many.begin(), sides[1].many.end());
    auto finish = [&](size_t side, const Body* code) {
      builder_.begin();
      for (const Stm& inner : code->stms) builder_.add(inner);
      Branch& own = sides[side];
      const Branch& other = sides[1 - side];
      std::vector<Updates> all = own.one;
      for (size_t i = all.size(); i < singles; i++) all.push_back(nothing_like(other.one[i]));
      for (size_t i = 0; i < rows.size(); i++) {
        bool is_own = (i < sides[0].many.size()) == (side == 0);
        all.push_back(is_own ? rows[i] : nothing_like(rows[i]));
      }
      std::vector<Atom> results = own.results;
      for (Updates& updates : all) {
        if (!updates.is_one) results.push_back(updates.count);
        for_each_part(updates, [&](const Atom& part, const Type*) { results.push_back(part); });
      }
      return builder_.end(results);
    };
    const Body* then_body = finish(0, first);
    const Body* else_body = finish(1, second);

    builder_.place = stm.place;
    std::vector<Var> pattern;
    std::ranges::copy_if(stm.pattern, std::back_inserter(pattern),
                         [&](Var var) { return !is_acc(var); });
    const std::vector<Updates>& longer =
        sides[0].one.size() == singles ? sides[0].one : sides[1].one;
    std::vector<Updates> all = longer;
    all.insert(all.end(), rows.begin(), rows.end());
    for (Updates& updates : all) {
      std::vector<Dim> dims;
      if (!updates.is_one) {
        Var count = builder_.new_var("count", index_type());
        pattern.push_back(count);
        updates.count = count;
        dims.push_back(Dim::variable(count));
      }
      for_each_part(updates, [&](Atom& part, const Type* type) {
        Var var = builder_.new_var("updates", storage_.types.with_outer(dims, type));
        pattern.push_back(var);
        part = var;
      });
    }
    Stm made = stm;
    made.pattern = builder_.list(pattern);
    made.op = builder_.make(If{{}, op.condition, then_body, else_body});
    builder_.add(made);
    return all;
  }

  // ---- All at once

  void expand(const Stm& stm, const WithAcc& op) {
    builder_.place = stm.place;
    size_t arrays = op.arrays.size();
    values_.clear();
    neutral_.clear();
    for (size_t i = 0; i < arrays; i++) {
      values_.push_back(storage_.types.without_outer(storage_.type(op.arrays[i]), op.shape.size()));
      neutral_.push_back(i < op.neutral.size() ? op.neutral[i] : zero(values_[i]));
    }
    std::vector<Atom> others;
    std::vector<Updates> all = gather(op.fn->body, op.fn->params[0].var, others);
    builder_.place = stm.place;
    std::vector<Var> dests(op.arrays.begin(), op.arrays.end());
    for (Updates& updates : all) {
      std::vector<Var> from;
      Dim one = Dim::constant(1);
      for_each_part(updates, [&](const Atom& part, const Type* type) {
        from.push_back(updates.is_one
                           ? builder_.let("update", storage_.types.with_outer({&one, 1}, type),
                                          builder_.make(ArrayLit{{}, builder_.list<Atom>({part})}))
                           : part.var);
      });
      std::vector<Var> written;
      for (Var dest : dests) written.push_back(builder_.new_var("written", storage_.type(dest)));
      std::span<const Var> to = builder_.list(dests);
      std::span<const Var> source = builder_.list(from);
      const Op* write = nullptr;
      if (op.op == nullptr) {
        write = builder_.make(Scatter{{}, updates.count, op.shape, to, nullptr, source});
      } else {
        write = builder_.make(Hist{{},
                                   updates.count,
                                   op.shape,
                                   clone_lambda(storage_, op.op),
                                   op.neutral,
                                   to,
                                   nullptr,
                                   source});
      }
      builder_.add(written, write, stm.certs);
      dests = written;
    }
    for (size_t i = 0; i < arrays; i++) replaced_[stm.pattern[i]] = dests[i];
    for (size_t i = arrays; i < stm.pattern.size(); i++)
      builder_.add(stm.pattern.subspan(i, 1), builder_.make(Same{{}, others[i - arrays]}));
  }

  Atom zero(const Type* type) {
    Const value{type->elem, 0};
    if (type->is_scalar()) return value;
    std::vector<Atom> dims;
    for (const Dim& dim : type->dims) dims.push_back(Builder::atom(dim));
    return builder_.let("nothing", type, builder_.make(Replicate{{}, builder_.list(dims), value}));
  }

  Builder builder_;
  Name sequential_;
  Substitution replaced_;  // arrays that accumulators give
  // Of the accumulator that is being expanded: the types of values, and those that stand for none.
  std::vector<const Type*> values_;
  std::vector<Atom> neutral_;
};

}  // namespace

Program expand_accumulators(const Program& program) {
  return ExpandAccumulators(program).program(program);
}

}  // namespace planish::passes
