// Maps whose rows are maps of the rows of their operands, as one map over all elements.
//
// Note [Maps over all elements]
// If the function of a map ends with maps over rows that it gets, and they need nothing but the
// elements, then the rows need not be known:
//
//   let ys: [n][?]f32 = map n (ks, xs) \(k, x: [k]f32) {                 let ys' data: [t]f32 = map t (xs' data) \e { … e … }
//     let y: [k]f32 = map k (x) \e { … e … }                   ==>
//     in y
//   }
//
// The result shares the offsets of the operand. If the elements are rows again, so is what the maps
// inside are given: `map (map (map f))` is `map (map f)` over the rows of the second level, which
// is `map f` over the data.
//
// Everything else that the function does is a map before. The checks of that map are all made
// before those of the elements. So they are kept together if both have some.
#include <algorithm>
#include <unordered_set>

#include "passes/rows/row_representer.h"

namespace planish::passes {

using namespace ir;

// A map that is being taken apart.
class ElementMap {
 public:
  ElementMap(RowOperators& operators, const Stm& stm, const Map& op)
      : operators_(operators),
        storage_(operators.storage_),
        make_(operators.make_),
        values_(operators.values_),
        stm_(stm),
        op_(op) {}

  bool can_be_taken_apart();
  void take_apart();

 private:
  bool is_bound_inside(Var var) const { return inside_.contains(var); }
  // The array of which a parameter is the element; none: it is no parameter.
  Var array_of(Var param) const {
    auto found = params_.find(param);
    return found == params_.end() ? Var() : op_.arrays[found->second];
  }
  bool find_makers();
  bool needs_only_elements(const Stm& maker) const;
  bool lengths_of_operand(const Stm& stm) const;
  Var source(const Map& maker) const;

  void map_before();
  void map_all(const Stm& maker);
  const std::pair<Atom, Atom>& range(const Rows& rows);
  Var all_elements(Var row);

  RowOperators& operators_;
  Storage& storage_;
  RowsBuilder& make_;
  RepresentedValues& values_;
  const Stm& stm_;
  const Map& op_;
  std::unordered_set<Var> inside_;                         // bound by the function
  std::unordered_map<Var, size_t> params_;                 // which parameter it is
  std::unordered_map<Var, const Stm*> bound_;              // by which statement
  std::vector<const Stm*> makers_;                         // of rows
  std::unordered_set<Var> rows_;                           // that they make
  std::vector<Stm> before_;                                // all other statements
  std::unordered_map<Var, Var> all_;                       // elements of all rows, by the parameter
  std::unordered_map<Var, std::pair<Atom, Atom>> ranges_;  // by offsets
};

bool RowOperators::map_elements(const Stm& stm, const Map& op) {
  ElementMap map(*this, stm, op);
  if (!map.can_be_taken_apart()) return false;
  map.take_apart();
  return true;
}

// ---- Can it be done?

bool ElementMap::can_be_taken_apart() {
  for (size_t i = 0; i < op_.arrays.size(); i++) {
    const Param& param = op_.fn->params[i];
    if (param.unique) return false;
    params_[param.var] = i;
    inside_.insert(param.var);
  }
  for (const Stm& stm : op_.fn->body->stms) {
    for (Var var : stm.pattern) {
      bound_[var] = &stm;
      inside_.insert(var);
    }
  }
  if (!find_makers()) return false;
  if (!std::ranges::all_of(makers_, [&](const Stm* maker) { return needs_only_elements(*maker); }))
    return false;
  int with_effects = 0;
  for (const Stm* maker : makers_) with_effects += operators_.effects().has_effect(maker->op);
  for (const Stm& stm : op_.fn->body->stms) {
    if (std::ranges::find(makers_, &stm) == makers_.end()) before_.push_back(stm);
  }
  with_effects += std::ranges::any_of(
      before_, [&](const Stm& stm) { return operators_.effects().has_effect(stm.op); });
  return with_effects <= 1;
}

// All irregular results are made by maps at the end, and used nowhere else.
bool ElementMap::find_makers() {
  std::span<const Atom> results = op_.fn->body->results;
  for (size_t i = 0; i < results.size(); i++) {
    if (!values_.is_irregular(stm_.pattern[i])) continue;
    auto bound = bound_.find(results[i].var);
    if (bound == bound_.end() || bound->second->op->kind != Kind::Map) return false;
    // The result varies where its rows do, and in the dimension that they are.
    std::span<const Dim> all = values_.dims(stm_.pattern[i]);
    std::span<const Dim> row = values_.dims(results[i]);
    for (size_t k = 1; k < row.size(); k++) {
      if (row[k].is_varying() != all[k + 1].is_varying()) return false;
    }
    if (!all[1].is_varying() || !rows_.insert(results[i].var).second) return false;
    if (std::ranges::find(makers_, bound->second) == makers_.end())
      makers_.push_back(bound->second);
  }
  for (const Stm* maker : makers_) {
    if (!std::ranges::all_of(maker->pattern, [&](Var var) { return rows_.contains(var); }))
      return false;
  }
  bool used = false;
  auto use = [&](Var var) { used = used || rows_.contains(var); };
  for (const Stm& stm : op_.fn->body->stms) {
    for_each_var_use(stm.op, use);
    for_each_body(stm.op, [&](const Body* body) {
      for (Var var : free_variables(storage_, body)) use(var);
    });
    for_each_lambda(stm.op, [&](const Lambda* fn) {
      for (Var var : free_variables(storage_, fn)) use(var);
    });
  }
  size_t given = 0;
  for (const Atom& result : results) given += result.var && rows_.contains(result.var) ? 1 : 0;
  return !used && given == rows_.size();
}

// The offsets of the operands whose rows the maker goes over; none: it goes over something else.
Var ElementMap::source(const Map& maker) const {
  Var lengths = array_of(maker.width.var);
  if (!lengths) return {};
  return operators_.lengths_.offsets_of(values_.now(lengths).var);
}

// The lengths of the rows in a row of an operand, which are known for all rows together.
bool ElementMap::lengths_of_operand(const Stm& stm) const {
  const RowLengths* lengths = ir::as<RowLengths>(stm.op);
  return lengths != nullptr && array_of(lengths->array);
}

bool ElementMap::needs_only_elements(const Stm& maker) const {
  const Map& map = *ir::as<Map>(maker.op);
  Var offsets = source(map);
  if (!offsets || map.arrays.empty()) return false;
  for (size_t i = 0; i < map.arrays.size(); i++) {
    if (map.fn->params[i].unique) return false;
    Var array = array_of(map.arrays[i]);
    if (!array && bound_.contains(map.arrays[i]) && lengths_of_operand(*bound_.at(map.arrays[i])))
      array = array_of(ir::as<RowLengths>(bound_.at(map.arrays[i])->op)->array);
    if (!array || !values_.is_irregular(array) || !values_.dims(array)[1].is_varying())
      return false;
    if (values_.rows(array).offsets[0] != offsets) return false;
  }
  auto inside = [&](Var var) { return is_bound_inside(var); };
  return std::ranges::none_of(free_variables(storage_, map.fn), inside) &&
         std::ranges::none_of(maker.certs, inside);
}

// ---- Doing it

void ElementMap::take_apart() {
  map_before();
  for (const Stm* maker : makers_) map_all(*maker);
}

// The other results, and the effects of the other statements.
void ElementMap::map_before() {
  std::vector<Var> pattern;
  std::vector<Atom> results;
  for (size_t i = 0; i < stm_.pattern.size(); i++) {
    if (values_.is_irregular(stm_.pattern[i])) continue;
    pattern.push_back(stm_.pattern[i]);
    results.push_back(op_.fn->body->results[i]);
  }
  bool has_effect = std::ranges::any_of(
      before_, [&](const Stm& stm) { return operators_.effects().has_effect(stm.op); });
  if (pattern.empty() && !has_effect) return;
  Lambda fn = *op_.fn;
  fn.body = storage_.arena.make<Body>(Body{make_.list(before_), make_.list(results)});
  Stm first = stm_;
  first.pattern = make_.list(pattern);
  first.op = make_.make(Map{{}, op_.width, storage_.arena.make<Lambda>(fn), op_.arrays});
  operators_.representer_.statement(first);
}

// Where the elements of all rows begin, and how many there are.
const std::pair<Atom, Atom>& ElementMap::range(const Rows& rows) {
  auto [found, is_new] = ranges_.try_emplace(rows.offsets[0]);
  if (!is_new) return found->second;
  if (rows.packed && rows.offsets.size() == 1)
    return found->second = {Atom::i64(0), make_.size(rows.data)};
  Atom start = rows.packed ? Atom::i64(0) : make_.index(rows.offsets[0], Atom::i64(0));
  Atom end = make_.index(rows.offsets[0], make_.row_count(rows, 0));
  return found->second = {start, make_.minus(end, start)};
}

// The elements of all rows, as an array of the old program.
Var ElementMap::all_elements(Var row) {
  Var& made = all_[row];
  if (made) return made;
  if (!array_of(row)) {
    Var of = all_elements(ir::as<RowLengths>(bound_.at(row)->op)->array);
    made = storage_.new_var(storage_.vars[row.id].name,
                            make_.numbers(Builder::atom(values_.dims(of)[0])));
    Stm lengths = *bound_.at(row);
    lengths.pattern = make_.list<Var>({made});
    lengths.op = make_.make(RowLengths{{}, of});
    operators_.representer_.statement(lengths);
    return made;
  }
  Var array = array_of(row);
  const Rows& rows = values_.rows(array);
  const Type* type = storage_.type(array);
  const auto& [start, total] = range(rows);
  made = storage_.new_var(storage_.vars[row.id].name,
                          make_.array_type(type->elem, total, type->dims.subspan(2)));
  std::vector<Dim> inner(type->dims.begin() + 1, type->dims.end());
  inner[0] = Builder::dim(total);
  RowsValue all = make_.part(rows, type->dims, {2, start, total});
  if (all.rows) all.rows->packed = rows.packed;
  values_.bind(made, all, inner);
  return made;
}

void ElementMap::map_all(const Stm& maker) {
  const Map& map = *ir::as<Map>(maker.op);
  std::vector<Var> arrays;
  for (Var row : map.arrays) arrays.push_back(all_elements(row));
  Atom total = Builder::atom(values_.dims(arrays[0])[0]);
  std::vector<Var> pattern;
  std::vector<Var> results;
  for (Var var : maker.pattern) {
    auto at = std::ranges::find(op_.fn->body->results, Atom(var)) - op_.fn->body->results.begin();
    results.push_back(stm_.pattern[static_cast<size_t>(at)]);
    const Type* type = storage_.type(results.back());
    pattern.push_back(
        make_.builder.new_var("data", make_.array_type(type->elem, total, type->dims.subspan(2))));
  }
  Stm all = maker;
  all.pattern = make_.list(pattern);
  std::vector<Var> waits(maker.certs.begin(), maker.certs.end());
  for (Var cert : stm_.certs) {
    if (std::ranges::find(waits, cert) == waits.end()) waits.push_back(cert);
  }
  all.certs = make_.list(waits);
  all.op = make_.make(Map{{}, total, map.fn, make_.list(arrays)});
  operators_.representer_.statement(all);
  Var offsets =
      operators_.lengths_.packed_offsets(values_.now(array_of(map.width.var)).var, op_.arrays);
  for (size_t i = 0; i < pattern.size(); i++) {
    Rows made;
    made.packed = true;
    made.offsets.push_back(offsets);
    RowsValue value = values_.value(pattern[i]);
    if (value.rows) {
      Rows inner = make_.pack(*value.rows, values_.dims(pattern[i]));
      made.offsets.insert(made.offsets.end(), inner.offsets.begin(), inner.offsets.end());
      made.data = inner.data;
    } else {
      made.data = value.atom.var;
    }
    values_.set_rows(results[i], made);
  }
}

}  // namespace planish::passes
