#include "passes/loops/write_out_maps.h"

#include <unordered_set>

#include "analysis/cost.h"
#include "analysis/inner_bodies.h"
#include "ir/match.h"
#include "ir/scalar_eval.h"
#include "passes/common/forward.h"

namespace planish::passes {

using namespace ir;

namespace {

constexpr int64_t kMostIterations = 4;
constexpr size_t kMostStatements = 128;  // of all iterations together
constexpr size_t kMostStatementsOfScan = 16;

bool has_call(const Body* body) {
  return std::ranges::any_of(body->stms, [](const Stm& stm) {
    bool found = stm.op->kind == Kind::Call;
    for_each_inner_body(stm.op, [&](const Body* inner) { found = found || has_call(inner); });
    return found;
  });
}

// Arrays of which something else is used than rows with constant numbers.
void find_used_whole(const Body* body, std::unordered_set<Var>& found) {
  for (const Stm& stm : body->stms) {
    const auto* index = as<Index>(stm.op);
    const bool is_of_row = index != nullptr && index->indices[0].is_const();
    for_each_var_use(stm.op, [&](Var var) {
      if (!is_of_row || !(var == index->array)) found.insert(var);
    });
    for_each_inner_body(stm.op, [&](const Body* inner) { find_used_whole(inner, found); });
  }
  for (const Atom& result : body->results) {
    if (result.var) found.insert(result.var);
  }
}

class WriteOutMaps : public ForwardRewriter {
 public:
  explicit WriteOutMaps(const Program& program) : ForwardRewriter(*program.storage) {
    for (const Function* fn : program.functions) find_used_whole(fn->body, used_whole_);
  }

 protected:
  bool rewrite_early(const Stm& stm) override {
    if (const auto* map = as<Map>(stm.op)) {
      // Rows that are equally long are made where they belong as it is, if they belong together.
      const bool gives_parts = std::ranges::all_of(stm.pattern, [&](Var var) {
        return storage_.type(var)->rank() == 1 || !used_whole_.contains(var);
      });
      if (!gives_parts || !is_short(map->width, map->fn)) return false;
      write_out(stm, *map);
      return true;
    }
    if (const auto* scan = as<Scan>(stm.op)) {
      if (!is_short(*scan)) return false;
      write_out(stm, *scan);
      return true;
    }
    const auto* map = as<FlatMap>(stm.op);
    if (map == nullptr || !is_short(map->width, map->fn)) return false;
    write_out(stm, *map);
    return true;
  }

 private:
  bool is_short(const Atom& old_width, const Lambda* fn) {
    return has_few_statements(old_width, fn, kMostStatements) &&
           std::ranges::none_of(fn->params, &Param::unique) && has_call(fn->body);
  }

  // Of scalars, as where each of a few rows ends: where it begins, and so which row it is, is seen
  // only if the sums are.
  bool is_short(const Scan& scan) {
    return scan.map == nullptr && scan.post == nullptr &&
           std::ranges::all_of(scan.arrays,
                               [&](Var var) { return storage_.type(var)->rank() == 1; }) &&
           has_few_statements(scan.width, scan.op, kMostStatementsOfScan);
  }

  bool has_few_statements(const Atom& old_width, const Lambda* fn, size_t most) {
    const Atom width = atom(old_width);
    if (!width.is_const()) return false;
    const int64_t count = as_int64(width.constant);
    return count >= 1 && count <= kMostIterations &&
           static_cast<size_t>(count) * statement_count(fn->body) <= most;
  }

  // What the function gives for each element.
  std::vector<std::vector<Atom>> iterations(const Stm& stm, const Atom& width, const Lambda* fn,
                                            std::span<const Var> arrays) {
    Stm instead_of = stm;
    instead_of.attrs = {};
    std::vector<std::vector<Atom>> given;
    for (int64_t i = 0; i < as_int64(atom(width).constant); i++) {
      Substitution by;
      for (size_t p = 0; p < arrays.size(); p++)
        bind_element(instead_of, fn->params[p].var, by, arrays[p], i);
      given.push_back(splice(clone_body(storage_, fn->body, by), instead_of));
    }
    return given;
  }

  // What the operator gives up to each element.
  std::vector<std::vector<Atom>> prefixes(const Stm& stm, const Scan& scan) {
    Stm instead_of = stm;
    instead_of.attrs = {};
    const size_t count = scan.neutral.size();
    std::vector<Atom> before;
    for (const Atom& neutral : scan.neutral) before.push_back(atom(neutral));
    std::vector<std::vector<Atom>> given;
    for (int64_t i = 0; i < as_int64(atom(scan.width).constant); i++) {
      Substitution by;
      for (size_t k = 0; k < count; k++) {
        bind(own_param(scan.op->params[k].var, by), before[k], instead_of);
        bind_element(instead_of, scan.op->params[count + k].var, by, scan.arrays[k], i);
      }
      before = splice(clone_body(storage_, scan.op->body, by), instead_of);
      given.push_back(before);
    }
    return given;
  }

  // The variable that takes the place of a parameter in one iteration.
  Var own_param(Var param, Substitution& by) {
    const VarInfo info = storage_.vars[param.id];
    const Var own = storage_.new_var(info.name, substitute(storage_, info.type, by));
    by[param] = own;
    return own;
  }

  void bind_element(const Stm& instead_of, Var param, Substitution& by, Var array, int64_t i) {
    const Var own = own_param(param, by);
    const Op* element = make(Index{{}, atom(array).var, storage_.arena.copy({Atom::i64(i)})});
    bind(own, let(storage_.text(storage_.vars[own.id].name), new_type(own), element, instead_of),
         instead_of);
  }

  static std::vector<Atom> column(const std::vector<std::vector<Atom>>& given, size_t result) {
    std::vector<Atom> all;
    for (const std::vector<Atom>& one : given) all.push_back(one[result]);
    return all;
  }

  void bind_op(const Stm& stm, Var var, const Op* op) {
    bind(var, let(storage_.text(storage_.vars[var.id].name), new_type(var), op, stm), stm);
  }
  void gather(const Stm& stm, Var var, const std::vector<Atom>& elements) {
    bind_op(stm, var, make(ArrayLit{{}, storage_.arena.copy(elements)}));
  }

  void write_out(const Stm& stm, const Map& map) {
    const auto given = iterations(stm, map.width, map.fn, map.arrays);
    for (size_t i = 0; i < stm.pattern.size(); i++) gather(stm, stm.pattern[i], column(given, i));
  }

  void write_out(const Stm& stm, const Scan& scan) {
    const auto given = prefixes(stm, scan);
    for (size_t i = 0; i < stm.pattern.size(); i++) gather(stm, stm.pattern[i], column(given, i));
  }

  void write_out(const Stm& stm, const FlatMap& map) {
    const auto given = iterations(stm, map.width, map.fn, map.arrays);
    const size_t groups = map.groups.size();
    size_t rows = 0;
    for (uint32_t count : map.groups) rows += count;
    const Type* number = storage_.types.scalar(Prim::I64);
    for (size_t i = 0; i < groups; i++) {
      Atom total = given[0][i];
      for (size_t k = 1; k < given.size(); k++)
        total = let("total", number, make(Binary{{}, BinaryOp::Add, total, given[k][i]}), stm);
      bind(stm.pattern[i], total, stm);
    }
    for (size_t i = 0; i < given[0].size(); i++) {
      const Var var = stm.pattern[groups + i];
      if (i < groups || i >= groups + rows) {
        gather(stm, var, column(given, i));
        continue;
      }
      std::vector<Var> parts;
      for (const Atom& row : column(given, i)) parts.push_back(row.var);
      bind_op(stm, var, make(Concat{{}, storage_.arena.copy(parts)}));
    }
  }

  std::unordered_set<Var> used_whole_;
};

}  // namespace

Program write_out_maps(const Program& program) { return WriteOutMaps(program).program(program); }

}  // namespace planish::passes
