#include "passes/loops/write_out_maps.h"

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

bool has_call(const Body* body) {
  return std::ranges::any_of(body->stms, [](const Stm& stm) {
    bool found = stm.op->kind == Kind::Call;
    for_each_inner_body(stm.op, [&](const Body* inner) { found = found || has_call(inner); });
    return found;
  });
}

class WriteOutMaps : public ForwardRewriter {
 public:
  explicit WriteOutMaps(const Program& program) : ForwardRewriter(*program.storage) {}

 protected:
  bool rewrite_early(const Stm& stm) override {
    if (const auto* map = as<Map>(stm.op)) {
      // Rows that are equally long are made where they belong as it is.
      const bool gives_scalars = std::ranges::all_of(
          stm.pattern, [&](Var var) { return storage_.type(var)->rank() == 1; });
      if (!gives_scalars || !is_short(map->width, map->fn)) return false;
      write_out(stm, *map);
      return true;
    }
    const auto* map = as<FlatMap>(stm.op);
    if (map == nullptr || !is_short(map->width, map->fn)) return false;
    write_out(stm, *map);
    return true;
  }

 private:
  bool is_short(const Atom& old_width, const Lambda* fn) {
    const Atom width = atom(old_width);
    if (!width.is_const()) return false;
    const int64_t count = as_int64(width.constant);
    return count >= 1 && count <= kMostIterations &&
           static_cast<size_t>(count) * statement_count(fn->body) <= kMostStatements &&
           std::ranges::none_of(fn->params, &Param::unique) && has_call(fn->body);
  }

  // What the function gives for each element.
  std::vector<std::vector<Atom>> iterations(const Stm& stm, const Atom& width, const Lambda* fn,
                                            std::span<const Var> arrays) {
    Stm instead_of = stm;
    instead_of.attrs = {};
    std::vector<std::vector<Atom>> given;
    for (int64_t i = 0; i < as_int64(atom(width).constant); i++) {
      Substitution by;
      for (size_t p = 0; p < arrays.size(); p++) {
        const VarInfo info = storage_.vars[fn->params[p].var.id];
        Var own = storage_.new_var(info.name, substitute(storage_, info.type, by));
        by[fn->params[p].var] = own;
        const Atom place = Atom::i64(i);
        const Op* element = make(Index{{}, atom(arrays[p]).var, storage_.arena.copy({place})});
        bind(own, let(storage_.text(info.name), new_type(own), element, instead_of), instead_of);
      }
      given.push_back(splice(clone_body(storage_, fn->body, by), instead_of));
    }
    return given;
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
};

}  // namespace

Program write_out_maps(const Program& program) { return WriteOutMaps(program).program(program); }

}  // namespace planish::passes
