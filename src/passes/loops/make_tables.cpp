#include "passes/loops/make_tables.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "analysis/cost.h"
#include "analysis/iteration.h"
#include "ir/call_graph.h"
#include "ir/facts.h"
#include "ir/match.h"
#include "passes/common/statement_rewriter.h"
#include "passes/common/total.h"

namespace planish::passes {

using namespace ir;

namespace {

// The inner iterations of an operator or a loop: what they know that is the same in all outer ones.
struct Inner {
  const Op* op = nullptr;
  const Body* body = nullptr;
  Atom count;
  std::vector<Atom> around;  // i64 counts of operators and loops around it, the outer one included
};

// A value that gets a table.
struct Entry {
  Var value;                      // in the inner body
  std::vector<const Stm*> chain;  // what computes it, in order
};

struct Table {
  Inner inner;
  std::vector<Entry> entries;
};

// Finds what the inner iterations of an operator compute again and again.
class TableFinder {
 public:
  TableFinder(const Storage& storage, CostModel& costs, const Op* outer)
      : storage_(storage), costs_(costs) {
    bind_all(outer);
    std::vector<Atom> around;
    look_into(outer, around);
  }

  const std::vector<Table>& tables() const { return tables_; }
  // What an array that is made in the outer operator is, if it is the same each time; null: it is not
  // made there.
  const Iota* known(Var array) const {
    auto found = iotas_.find(array);
    return found == iotas_.end() ? nullptr : found->second;
  }

 private:
  void bind_all(const Op* op) {
    for_each_binder(op, [&](Var var) { inside_.insert(var); });
    for_each_lambda(op, [&](const Lambda* fn) {
      for (const Param& param : fn->params) inside_.insert(param.var);
    });
    for_each_inner_body(op, [&](const Body* body) {
      for (const Stm& stm : body->stms) {
        inside_.insert(stm.pattern.begin(), stm.pattern.end());
        bind_all(stm.op);
      }
    });
  }

  bool is_outside(const Atom& atom) const { return atom.is_const() || !inside_.contains(atom.var); }

  // The bodies that run for each element of an operator, and what stands in them.
  void look_into(const Op* op, std::vector<Atom>& around) {
    for_each_inner_body(op, [&](const Body* body) {
      const Iteration iteration = iteration_of(op, body);
      const size_t before = around.size();
      if (iteration.runs == Runs::ForEach) {
        std::ranges::copy_if(iteration.counts, std::back_inserter(around), [&](const Atom& count) {
          return is_outside(count) && storage_.type(count)->elem == Prim::I64;
        });
      }
      for (const Stm& stm : body->stms) statement(stm, around);
      around.resize(before);
    });
  }

  void statement(const Stm& stm, std::vector<Atom>& around) {
    if (const auto* iota = as<Iota>(stm.op)) {
      if (is_outside(iota->count) && is_outside(iota->start) && is_outside(iota->step))
        iotas_[stm.pattern[0]] = iota;
      return;
    }
    if (reads_tables(stm.op)) {
      if (const Lambda* fn = element_function(stm.op)) inner_operator(stm.op, fn, around);
    } else if (const auto* loop = as<Loop>(stm.op)) {
      if (loop->condition == nullptr && is_outside(loop->bound) &&
          storage_.type(loop->bound)->elem == Prim::I64)
        find({loop, loop->body, loop->bound, around}, {loop->index});
    }
    look_into(stm.op, around);
  }

  // It can be given further arrays.
  static bool reads_tables(const Op* op) {
    return op->kind == Kind::Map || op->kind == Kind::Reduce || op->kind == Kind::Scan;
  }

  void inner_operator(const Op* op, const Lambda* fn, const std::vector<Atom>& around) {
    const Iteration iteration = iteration_of(op, fn->body);
    if (iteration.runs != Runs::ForEach || iteration.counts.size() != 1) return;
    const Atom count = iteration.counts.front();
    if (!is_outside(count)) return;
    const std::span<const Var> arrays = element_arrays(op);
    std::vector<Var> same;
    for (size_t i = 0; i < arrays.size() && i < fn->params.size(); i++) {
      if (is_outside(arrays[i]) || iotas_.contains(arrays[i])) same.push_back(fn->params[i].var);
    }
    if (!same.empty()) find({op, fn->body, count, around}, same);
  }

  // Statements that only need `same` and what is outside. Their last ones get tables, if that pays.
  void find(const Inner& inner, const std::vector<Var>& same) {
    std::unordered_map<Var, const Stm*> made;
    std::unordered_set<Var> known(same.begin(), same.end());
    std::vector<Var> needed;  // by others
    const auto need = [&](Var var) {
      if (made.contains(var) && std::ranges::find(needed, var) == needed.end())
        needed.push_back(var);
    };
    for (const Stm& stm : inner.body->stms) {
      if (is_same(stm, known)) {
        made[stm.pattern[0]] = &stm;
        known.insert(stm.pattern[0]);
      } else {
        for (Var var : used_by(stm)) need(var);
      }
    }
    for (const Atom& result : inner.body->results) need(result.var);
    Table table{inner, {}};
    for (Var var : needed) {
      Entry entry{var, {}};
      double nanoseconds = 0;
      gather(var, made, entry.chain);
      for (const Stm* stm : entry.chain) nanoseconds += costs_.of(*stm).nanoseconds;
      if (nanoseconds > Cost::kCheapNanoseconds) table.entries.push_back(std::move(entry));
    }
    if (!table.entries.empty()) tables_.push_back(std::move(table));
  }

  bool is_same(const Stm& stm, const std::unordered_set<Var>& known) {
    if (stm.pattern.size() != 1 || !stm.certs.empty() || !is_scalar(stm)) return false;
    bool same = is_total(storage_, stm.op);
    for_each_atom(stm.op, [&](const Atom& atom) {
      same = same && (is_outside(atom) || known.contains(atom.var));
    });
    return same;
  }

  bool is_scalar(const Stm& stm) const {
    switch (stm.op->kind) {
      case Kind::Unary:
      case Kind::Binary:
      case Kind::Ternary:
      case Kind::Convert: return storage_.type(stm.pattern[0])->is_scalar();
      default: return false;
    }
  }

  static void uses_in(const Op* op, std::vector<Var>& uses) {
    for_each_var_use(op, [&](Var var) { uses.push_back(var); });
    for_each_inner_body(op, [&](const Body* body) {
      for (const Stm& stm : body->stms) uses_in(stm.op, uses);
      for (const Atom& result : body->results) uses.push_back(result.var);
    });
  }
  static std::vector<Var> used_by(const Stm& stm) {
    std::vector<Var> uses;
    uses_in(stm.op, uses);
    return uses;
  }

  // The statements that make a value, those first that others need.
  static void gather(Var var, const std::unordered_map<Var, const Stm*>& made,
                     std::vector<const Stm*>& chain) {
    auto found = made.find(var);
    if (found == made.end() || std::ranges::find(chain, found->second) != chain.end()) return;
    for_each_var_use(found->second->op, [&](Var used) { gather(used, made, chain); });
    chain.push_back(found->second);
  }

  const Storage& storage_;
  CostModel& costs_;
  std::unordered_set<Var> inside_;  // bound in the outer operator
  std::unordered_map<Var, const Iota*> iotas_;
  std::vector<Table> tables_;
};

// The outer operator, whose inner ones read tables.
class TableReader : public Rebuild {
 public:
  struct Column {
    Var value;
    Var table;
  };

  TableReader(Storage& storage, std::unordered_map<const Op*, std::vector<Column>> columns)
      : Rebuild(storage), builder_(storage), columns_(std::move(columns)) {}

  Stm stm(const Stm& old) override {
    Stm now = stm_children(old);
    auto found = columns_.find(old.op);
    if (found == columns_.end()) return now;
    now.op = match(
        now.op, [&](const Loop& n) { return of_loop(n, found->second); },
        [&](const Map& n) { return of_operator(n, &Map::fn, found->second); },
        [&](const Reduce& n) { return of_operator(n, &Reduce::map, found->second); },
        [&](const Scan& n) { return of_operator(n, &Scan::map, found->second); },
        [&](const auto&) { return now.op; });
    return now;
  }

 private:
  // The statements that compute a value go; the others follow the ones that are given.
  const Body* without(const Body* body, const std::vector<Column>& columns, std::vector<Stm> stms) {
    for (const Stm& stm : body->stms) {
      const bool is_read = std::ranges::any_of(columns, [&](const Column& column) {
        return stm.pattern.size() == 1 && stm.pattern[0] == column.value;
      });
      if (!is_read) stms.push_back(stm);
    }
    return storage_.arena.make<Body>(Body{storage_.arena.copy(stms), body->results});
  }

  const Op* of_loop(Loop loop, const std::vector<Column>& columns) {
    std::vector<Stm> reads;
    for (const Column& column : columns) {
      const Atom index = loop.index;
      const Index read{{}, column.table, builder_.list({index})};
      reads.push_back({builder_.list({column.value}), builder_.make(read), {}, {}, {}});
    }
    loop.body = without(loop.body, columns, std::move(reads));
    return builder_.make(loop);
  }

  template <class Operator>
  const Op* of_operator(Operator op, const Lambda* Operator::* fn,
                        const std::vector<Column>& columns) {
    Lambda lambda = *(op.*fn);
    std::vector<Param> params(lambda.params.begin(), lambda.params.end());
    std::vector<Var> arrays(op.arrays.begin(), op.arrays.end());
    for (const Column& column : columns) {
      params.push_back({column.value, false});
      arrays.push_back(column.table);
    }
    lambda.params = builder_.list(params);
    lambda.body = without(lambda.body, columns, {});
    op.*fn = storage_.arena.make<Lambda>(lambda);
    op.arrays = builder_.list(arrays);
    return builder_.make(op);
  }

  Builder builder_;
  std::unordered_map<const Op*, std::vector<Column>> columns_;
};

// Functions that are called for each element of an operator: their operators run in its threads.
std::unordered_set<Name> called_by_operators(const Program& program) {
  const CallGraph calls(program);
  std::unordered_set<Name> called;
  const auto look = [&](auto& self, const Body* body, bool in_operator) -> void {
    for (const Stm& stm : body->stms) {
      const auto* call = as<Call>(stm.op);
      if (call != nullptr && in_operator && called.insert(call->fn).second) {
        for (const Function* fn : calls.reached_from(call->fn)) called.insert(fn->name);
      }
      const bool inner = in_operator || operator_parts(stm.op).has_value();
      for_each_inner_body(stm.op, [&](const Body* part) { self(self, part, inner); });
    }
  };
  for (const Function* fn : program.functions) look(look, fn->body, false);
  return called;
}

class MakeTables : public StatementRewriter {
 public:
  MakeTables(const Program& program, const Target& target)
      : StatementRewriter(program),
        costs_(program, target.costs),
        most_statements_(target.flatten.inner_version_statements) {}

  Program program(const Program& program) {
    const std::unordered_set<Name> called = called_by_operators(program);
    Program result = program;
    for (const Function*& fn : result.functions) {
      if (!called.contains(fn->name)) fn = function_children(fn);
    }
    return result;
  }

 protected:
  bool rewrite(const Stm& old) override {
    if (is_control(old.op)) {
      const Stm now = stm_children(old);
      builder_.add(now);
      return now.op != old.op;
    }
    if (!is_operator(old.op)) return keep(old);
    const TableFinder finder(storage_, costs_, old.op);
    if (finder.tables().empty()) return keep(old);
    const Atom few = are_few(finder.tables());
    if (few.is_const() && few.constant.bits == 0) return keep(old);
    if (!few.is_const() && size_of(old.op) > most_statements_) return keep(old);
    if (few.is_const()) {
      add_with_tables(old, old.pattern, finder);
    } else {
      add_versions(old, few, finder);
    }
    return true;
  }

 private:
  bool keep(const Stm& stm) {
    builder_.add(stm);
    return false;
  }

  // What is in it is not done in the threads of an operator.
  static bool is_control(const Op* op) {
    return op->kind == Kind::If || op->kind == Kind::Match || op->kind == Kind::Loop;
  }
  // Those whose inner code can read a table, and that consume nothing.
  static bool is_operator(const Op* op) {
    switch (op->kind) {
      case Kind::Map:
      case Kind::Reduce:
      case Kind::Scan:
      case Kind::Filter:
      case Kind::FlatMap: return true;
      default: return false;
    }
  }

  // Note [How large tables may be]
  Atom are_few(const std::vector<Table>& tables) {
    Atom all = Atom::boolean(true);
    const auto both = [&](const Atom& a, const Atom& b) {
      return a.is_const() && a.constant.bits != 0 ? b : builder_.binary(BinaryOp::And, a, b, "few");
    };
    for (const Table& table : tables) {
      const std::vector<Atom>& counts = table.inner.around;
      Atom around = counts.empty() ? Atom::i64(1) : counts.front();
      for (size_t i = 1; i < counts.size(); i++)
        around = builder_.binary(BinaryOp::Mul, around, counts[i], "around");
      const Atom& count = table.inner.count;
      all = both(all, builder_.binary(BinaryOp::Le, Atom::i64(0), count, "some"));
      all = both(all, builder_.binary(BinaryOp::Le, count, around, "few"));
    }
    return all;
  }

  void add_versions(const Stm& old, const Atom& few, const TableFinder& finder) {
    Substitution names;
    const auto copy_of_pattern = [&] {
      std::vector<Var> pattern;
      names.clear();
      for (Var var : old.pattern) {
        const Type* type = substitute(storage_, storage_.type(var), names);
        pattern.push_back(storage_.new_var(storage_.vars[var.id].name, type));
        names[var] = pattern.back();
      }
      return pattern;
    };
    const Body* with = builder_.body([&] {
      const std::vector<Var> pattern = copy_of_pattern();
      add_with_tables(old, builder_.list(pattern), finder);
      return std::vector<Atom>(pattern.begin(), pattern.end());
    });
    const Body* without = builder_.body([&] {
      const std::vector<Var> pattern = copy_of_pattern();
      Stm stm = old;
      stm.pattern = builder_.list(pattern);
      builder_.add(stm);
      return std::vector<Atom>(pattern.begin(), pattern.end());
    });
    const Op* versions = builder_.make(If{{}, few, clone_body(storage_, with), without});
    builder_.add(old.pattern, versions);
  }

  void add_with_tables(const Stm& old, std::span<const Var> pattern, const TableFinder& finder) {
    std::unordered_map<const Op*, std::vector<TableReader::Column>> columns;
    for (const Table& table : finder.tables()) columns[table.inner.op] = add_tables(table, finder);
    Stm stm = TableReader(storage_, std::move(columns)).stm(old);
    stm.pattern = pattern;
    builder_.add(stm);
  }

  // One map that gives all tables of an inner operator.
  std::vector<TableReader::Column> add_tables(const Table& table, const TableFinder& finder) {
    const Inner& inner = table.inner;
    std::vector<Param> params;
    std::vector<Var> arrays;
    const auto add_array = [&](Var param, const Iota& numbers) {
      const Dim dim = Builder::dim(numbers.count);
      const Type* type = storage_.types.with_outer({&dim, 1}, storage_.type(numbers.start));
      params.push_back({param, false});
      arrays.push_back(builder_.let("numbers", type, builder_.make(numbers)));
    };
    if (const auto* loop = as<Loop>(inner.op)) {
      add_array(loop->index, {{}, loop->bound, Atom::i64(0), Atom::i64(1)});
    } else {
      const std::span<const Var> sources = element_arrays(inner.op);
      const std::span<const Param> own = element_function(inner.op)->params;
      for (size_t i = 0; i < sources.size(); i++) {
        if (!is_used(own[i].var, table)) continue;
        if (const Iota* iota = finder.known(sources[i])) {
          add_array(own[i].var, *iota);
        } else {
          params.push_back({own[i].var, false});
          arrays.push_back(sources[i]);
        }
      }
    }
    std::vector<Stm> stms;
    std::vector<Atom> values;
    std::vector<Var> pattern;
    std::vector<TableReader::Column> columns;
    const Dim dim = Builder::dim(inner.count);
    for (const Entry& entry : table.entries) {
      for (const Stm* stm : entry.chain) {
        const bool is_new =
            std::ranges::none_of(stms, [&](const Stm& other) { return other.op == stm->op; });
        if (is_new) stms.push_back(*stm);
      }
      values.push_back(entry.value);
      const Type* type = storage_.types.with_outer({&dim, 1}, storage_.type(entry.value));
      pattern.push_back(builder_.new_var("table", type));
      columns.push_back({entry.value, pattern.back()});
    }
    Lambda fn;
    fn.params = builder_.list(params);
    fn.body = storage_.arena.make<Body>(Body{builder_.list(stms), builder_.list(values)});
    fn.place = builder_.place;
    const Lambda* copy = clone_lambda(storage_, &fn);
    builder_.add(pattern, builder_.make(Map{{}, inner.count, copy, builder_.list(arrays)}));
    return columns;
  }

  static bool is_used(Var param, const Table& table) {
    bool used = false;
    for (const Entry& entry : table.entries) {
      for (const Stm* stm : entry.chain)
        for_each_var_use(stm->op, [&](Var var) { used = used || var == param; });
    }
    return used;
  }

  static size_t size_of(const Op* op) {
    size_t size = 0;
    for_each_inner_body(op, [&](const Body* body) { size += statement_count(body); });
    return size;
  }

  CostModel costs_;
  const size_t most_statements_;  // that are made twice
};

}  // namespace

Program make_tables(const Program& program, const Target& target) {
  return MakeTables(program, target).program(program);
}

}  // namespace planish::passes
