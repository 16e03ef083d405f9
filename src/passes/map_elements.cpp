// Maps whose rows are maps themselves, as one map over all elements.
//
// Note [Maps over all elements]
// The function of a map that gives rows ends with what makes them: maps over the length of the row, `iota` or
// `replicate`. If nothing else uses these rows, the map is taken apart:
//
//   let ys: [n][?]f32 = map n (ks, xs, fs) \(k, x: [k]f32, f) {      let (l: [n]i64, ss: [n]f32) = map n (ks, xs, fs) \… {
//     let s: f32 = reduce k (x) …                                      let s: f32 = reduce k (x) …
//     let y: [k]f32 = map k (x) \e { … e … s … }             ==>       in k, s
//     in y                                                           }
//   }                                                                let data: [t]f32 = map t (xs' data, rows, numbers) \(e, r, j) {
//                                                                      let s: f32 = index ss [r]
//                                                                      … e … s …
//                                                                    }
//
// The first map makes what the rows need: numbers and arrays that are no views; it may give rows itself, and is taken
// apart in turn. Views are made again for each element, which costs nothing. If the length is that of the rows of an
// operand, the result shares its offsets, and the elements of that operand need not be looked up.
//
// The checks of the first map are all made before those of the second. So they are kept together if both have some.
#include <algorithm>
#include <unordered_set>

#include "passes/row_representer.h"

namespace planish::passes {

using namespace ir;

namespace {

using VarSet = std::unordered_set<Var>;

// What makes rows element by element.
bool makes_rows(const Storage& storage, const Op* op) {
  return match(
      op,
      [&](const Map& map) {
        return std::ranges::none_of(map.fn->params, [&](const Param& param) {
          const Type* type = storage.type(param.var);
          return param.unique || type->is_acc() || type->is_irregular();
        });
      },
      [&](const Iota& iota) { return is_integer(storage.type(iota.start)->elem); },
      [&](const Replicate& replicate) { return replicate.dims.size() == 1; },
      [](const auto&) { return false; });
}

Atom row_length(const Op* op) {
  return match(
      op, [](const Map& map) { return map.width; }, [](const Iota& iota) { return iota.count; },
      [](const Replicate& replicate) { return replicate.dims[0]; },
      [](const auto&) { return Atom(); });
}

bool is_view(const Op* op) {
  return match(
      op, [](const Index&) { return true; }, [](const Slice&) { return true; },
      [](const FlatSlice&) { return true; }, [](const Rearrange&) { return true; },
      [](const Coerce&) { return true; }, [](const auto&) { return false; });
}

// Leaves out certificates: what they certify has been checked before.
class WithoutCertificates : public Rebuild {
 public:
  WithoutCertificates(Storage& storage, const VarSet& certs) : Rebuild(storage), certs_(certs) {}
  Stm stm(const Stm& old) override {
    Stm copy = stm_children(old);
    std::vector<Var> kept;
    for (Var cert : old.certs) {
      if (!certs_.contains(cert)) kept.push_back(cert);
    }
    if (kept.size() != old.certs.size()) copy.certs = storage_.arena.copy(kept);
    return copy;
  }

 private:
  const VarSet& certs_;
};

}  // namespace

// A map that is being taken apart.
class RowRepresenter::ElementMap {
 public:
  ElementMap(RowRepresenter& around, const Stm& stm, const Map& op)
      : around_(around), storage_(around.storage_), make_(around.make_), stm_(stm), op_(op) {}

  bool can_be_taken_apart();
  void take_apart();

 private:
  bool is_bound_inside(Var var) const { return inside_.contains(var); }
  bool find_rows();
  // False: it cannot be had outside.
  bool need(Var var);
  bool need_free_variables(const Stm& stm);

  void first_map();
  void map_rows(const Stm& made);
  struct Shape {
    Var source;   // the offsets that are shared, if there are any
    Var offsets;  // of the result; they begin with 0
    Atom total;
    Var rows;  // by element, if it was needed already
  };
  Shape& shape(const Atom& length);
  // The elements of one place of the rows; `by` says what stands for variables of the function.
  List<Atom> elements(const Stm& maker, Builder& old, Substitution by, Var row, Var number,
                      const Shape& shape, const List<size_t>& looked_up);
  bool is_direct(const Shape& shape, Var operand) const;

  RowRepresenter& around_;
  Storage& storage_;
  RowsBuilder& make_;
  const Stm& stm_;
  const Map& op_;
  VarSet inside_;                              // bound by the function
  std::unordered_map<Var, size_t> params_;     // which parameter it is
  std::unordered_map<Var, const Stm*> bound_;  // by which statement
  VarSet certs_;                               // of its checks
  List<const Stm*> makers_;                    // of rows
  VarSet rows_;                                // that they make
  List<Stm> before_;                           // all other statements
  VarSet needed_params_;
  List<const Stm*> needed_views_;  // each after those that it needs
  VarSet seen_;
  List<Var> needed_values_;                // of the first map
  std::unordered_map<Var, Var> gathered_;  // arrays of needed values, and of lengths
  std::unordered_map<Var, Shape> shapes_;  // by the variable of the length
  std::unordered_map<int64_t, Shape> constant_shapes_;
};

bool RowRepresenter::map_elements(const Stm& stm, const Map& op) {
  ElementMap map(*this, stm, op);
  if (!map.can_be_taken_apart()) return false;
  map.take_apart();
  return true;
}

// ---- Can it be done?

bool RowRepresenter::ElementMap::can_be_taken_apart() {
  for (size_t i = 0; i < op_.arrays.size(); i++) {
    const Param& param = op_.fn->params[i];
    if (param.unique || storage_.type(param.var)->is_acc()) return false;
    params_[param.var] = i;
    inside_.insert(param.var);
  }
  for (const Stm& stm : op_.fn->body->stms) {
    for (Var var : stm.pattern) {
      bound_[var] = &stm;
      inside_.insert(var);
      if (stm.op->kind == Kind::Check) certs_.insert(var);
    }
  }
  if (!find_rows()) return false;
  int with_effects = 0;
  for (const Stm* maker : makers_) with_effects += around_.effects().has_effect(maker->op);
  for (const Stm& stm : op_.fn->body->stms) {
    if (std::ranges::find(makers_, &stm) == makers_.end()) before_.push_back(stm);
  }
  with_effects += std::ranges::any_of(
      before_, [&](const Stm& stm) { return around_.effects().has_effect(stm.op); });
  if (with_effects > 1) return false;
  return std::ranges::all_of(makers_,
                             [&](const Stm* maker) { return need_free_variables(*maker); });
}

// All irregular results are rows that are made at the end, and used nowhere else.
bool RowRepresenter::ElementMap::find_rows() {
  std::span<const Atom> results = op_.fn->body->results;
  for (size_t i = 0; i < results.size(); i++) {
    if (!around_.is_irregular(stm_.pattern[i])) continue;
    Levels levels(around_.dims(stm_.pattern[i]));
    if (levels.count() != 1 || levels.dim(0) != 1 || around_.is_irregular(results[i])) return false;
    auto bound = bound_.find(results[i].var);
    if (bound == bound_.end() || !makes_rows(storage_, bound->second->op)) return false;
    if (!rows_.insert(results[i].var).second) return false;
    if (std::ranges::find(makers_, bound->second) == makers_.end())
      makers_.push_back(bound->second);
  }
  for (const Stm* maker : makers_) {
    if (!std::ranges::all_of(maker->pattern, [&](Var var) { return rows_.contains(var); }))
      return false;
  }
  VarSet used;
  auto use = [&](Var var) {
    if (rows_.contains(var)) used.insert(var);
  };
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
  return used.empty() && given == rows_.size();
}

bool RowRepresenter::ElementMap::need_free_variables(const Stm& stm) {
  bool found = true;
  for_each_var_use(stm.op, [&](Var var) { found = found && need(var); });
  for_each_lambda(stm.op, [&](const Lambda* fn) {
    for (Var var : free_variables(storage_, fn)) found = found && need(var);
  });
  for (Var var : stm.pattern)
    for_each_var_in(storage_.type(var), [&](Var dim) { found = found && need(dim); });
  return found;
}

bool RowRepresenter::ElementMap::need(Var var) {
  if (!is_bound_inside(var) || !seen_.insert(var).second) return true;
  const Type* type = storage_.type(var);
  bool found = true;
  for_each_var_in(type, [&](Var dim) { found = found && need(dim); });
  if (!found) return false;
  if (params_.contains(var)) {
    needed_params_.insert(var);
    return true;
  }
  const Stm& stm = *bound_.at(var);
  // A certificate.
  if (type->is_scalar() && type->elem == Prim::Unit) return true;
  if (type->is_array() && !type->is_irregular() && is_view(stm.op)) {
    if (!need_free_variables(stm)) return false;
    needed_views_.push_back(&stm);
    return true;
  }
  // As an array of values, only the outermost dimension may differ from row to row.
  if (type->is_acc() || type->is_irregular()) return false;
  for (size_t i = 1; i < type->rank(); i++) {
    if (type->dims[i].kind == DimKind::Var && is_bound_inside(type->dims[i].var)) return false;
  }
  needed_values_.push_back(var);
  return true;
}

// ---- Doing it

void RowRepresenter::ElementMap::take_apart() {
  first_map();
  for (const Stm* maker : makers_) map_rows(*maker);
}

// What the rows need, the other results, and all effects of the other statements.
void RowRepresenter::ElementMap::first_map() {
  List<Var> pattern;
  List<Atom> results;
  for (size_t i = 0; i < stm_.pattern.size(); i++) {
    if (around_.is_irregular(stm_.pattern[i])) continue;
    pattern.push_back(stm_.pattern[i]);
    results.push_back(op_.fn->body->results[i]);
  }
  for (Var value : needed_values_) {
    auto given = std::ranges::find(results, Atom(value));
    if (given != results.end()) {
      gathered_[value] = pattern[static_cast<size_t>(given - results.begin())];
      continue;
    }
    const Type* type = storage_.type(value);
    List<Dim> dims{Builder::dim(op_.width)};
    for (const Dim& dim : type->dims)
      dims.push_back(dim.kind == DimKind::Var && is_bound_inside(dim.var) ? Dim::varying() : dim);
    Var array =
        storage_.new_var(storage_.vars[value.id].name, storage_.types.array(type->elem, dims));
    pattern.push_back(array);
    results.emplace_back(value);
    gathered_[value] = array;
  }
  bool has_effect = std::ranges::any_of(
      before_, [&](const Stm& stm) { return around_.effects().has_effect(stm.op); });
  if (pattern.empty() && !has_effect) return;
  Lambda fn = *op_.fn;
  fn.body = storage_.arena.make<Body>(Body{make_.list(before_), make_.list(results)});
  Stm first = stm_;
  first.pattern = make_.list(pattern);
  first.op = make_.make(Map{{}, op_.width, storage_.arena.make<Lambda>(fn), op_.arrays});
  around_.statement(first);
}

// Where the rows of this length begin.
RowRepresenter::ElementMap::Shape& RowRepresenter::ElementMap::shape(const Atom& length) {
  Shape& made = length.is_const() ? constant_shapes_[static_cast<int64_t>(length.constant.bits)]
                                  : shapes_[length.var];
  if (made.offsets) return made;
  auto& known = around_.offsets_of_lengths_;
  Var lengths;
  if (auto param = params_.find(length.var); param != params_.end()) {
    lengths = around_.now(op_.arrays[param->second]).var;
    // Offsets that need not begin with 0; the rows themselves say how they are to be packed.
    for (Var array : op_.arrays) {
      if (!known.contains(lengths) || !around_.is_irregular(array)) continue;
      const Rows& rows = around_.rows(array);
      if (rows.offsets[0] != known.at(lengths) || rows.offsets.size() != 1) continue;
      made.source = rows.offsets[0];
      made.offsets = make_.pack(rows, around_.dims(array)).offsets[0];
      break;
    }
  } else if (gathered_.contains(length.var)) {
    lengths = around_.now(gathered_.at(length.var)).var;
    if (known.contains(lengths)) made.offsets = known.at(lengths);
  } else {
    lengths = make_.let("lengths", make_.numbers(op_.width),
                        make_.make(Replicate{{}, make_.builder.list({op_.width}), length}));
  }
  if (!made.offsets) {
    made.offsets = make_.offsets_of(lengths, RowsBuilder::Lengths::Lent);
    known.try_emplace(lengths, made.offsets);
  }
  made.total = make_.index(made.offsets, op_.width);
  return made;
}

// Is it a row of an operand with just this shape?
bool RowRepresenter::ElementMap::is_direct(const Shape& shape, Var operand) const {
  Var array;
  if (auto param = params_.find(operand); param != params_.end()) {
    array = op_.arrays[param->second];
  } else if (auto value = gathered_.find(operand); value != gathered_.end()) {
    array = value->second;
  } else {
    return false;
  }
  if (!around_.is_irregular(array)) return false;
  const Rows& rows = around_.rows(array);
  Levels levels(around_.dims(array));
  if (levels.count() != 1 || levels.dim(0) != 1) return false;
  return rows.offsets[0] == shape.offsets || rows.offsets[0] == shape.source;
}

void RowRepresenter::ElementMap::map_rows(const Stm& maker) {
  Shape& shape = this->shape(row_length(maker.op));
  const Map* map = ir::as<Map>(maker.op);
  Builder& builder = make_.builder;
  // The function is made of operations of the old program, and is represented in the end.
  Builder old(storage_);
  old.place = maker.place;
  List<Var> arrays;
  List<Param> params;
  Substitution by;
  List<size_t> looked_up;  // operands whose elements are not given directly
  VarSet whole;            // what is used as a whole
  for (size_t i = 0; map != nullptr && i < map->arrays.size(); i++) {
    if (!is_direct(shape, map->arrays[i])) {
      looked_up.push_back(i);
      whole.insert(map->arrays[i]);
      continue;
    }
    auto param = params_.find(map->arrays[i]);
    Var array = param != params_.end() ? op_.arrays[param->second] : gathered_.at(map->arrays[i]);
    const Rows& rows = around_.rows(array);
    Atom start = rows.packed ? Atom::i64(0) : make_.index(rows.offsets[0], Atom::i64(0));
    arrays.push_back(make_.slice(rows.data, start, shape.total));
    Var element = map->fn->params[i].var;
    Var fresh = storage_.new_var(storage_.vars[element.id].name, storage_.type(element));
    params.push_back({fresh});
    by[element] = fresh;
  }
  if (map != nullptr) {
    for (Var var : free_variables(storage_, map->fn)) whole.insert(var);
  } else {
    for_each_var_use(maker.op, [&](Var var) { whole.insert(var); });
  }
  bool uses_row = !looked_up.empty() || map == nullptr ||
                  std::ranges::any_of(whole, [&](Var var) { return is_bound_inside(var); });
  Var row;
  Var number;
  if (uses_row) {
    if (!shape.rows) shape.rows = make_.rows_of_elements(shape.offsets, shape.total);
    row = builder.new_var("row", make_.i64());
    number = builder.new_var("number", make_.i64());
    arrays.push_back(shape.rows);
    params.push_back({row});
    arrays.push_back(make_.iota(shape.total));
    params.push_back({number});
  }
  // A parameter or value of the first map, for the row.
  auto element = [&](Var var, Var array) {
    const Type* type = substitute(storage_, storage_.type(var), by);
    Var found = old.let("", type, old.make(Index{{}, array, old.list({Atom(row)})}));
    by[var] = found;
  };
  const Body* body = old.body([&] {
    if (uses_row) {
      // Sizes come before what has them.
      for (bool arrays_now : {false, true}) {
        for (const Param& param : op_.fn->params) {
          if (needed_params_.contains(param.var) &&
              storage_.type(param.var)->is_array() == arrays_now)
            element(param.var, op_.arrays[params_.at(param.var)]);
        }
        for (Var value : needed_values_) {
          if (storage_.type(value)->is_array() == arrays_now) element(value, gathered_.at(value));
        }
      }
      WithoutCertificates plain(storage_, certs_);
      for (const Stm* view : needed_views_) {
        Stm copy = plain.stm(*view);
        Body one{{&copy, 1}, {}};
        const Body* cloned = clone_body(storage_, &one, by);
        by[view->pattern[0]] = cloned->stms[0].pattern[0];
        old.add(cloned->stms[0]);
      }
    }
    return elements(maker, old, by, row, number, shape, looked_up);
  });
  List<Var> pattern;
  List<Var> results;
  for (Var var : maker.pattern) {
    auto at = std::ranges::find(op_.fn->body->results, Atom(var)) - op_.fn->body->results.begin();
    results.push_back(stm_.pattern[static_cast<size_t>(at)]);
    const Type* type = storage_.type(results.back());
    pattern.push_back(
        builder.new_var("data", make_.array_type(type->elem, shape.total, type->dims.subspan(2))));
  }
  Stm all = maker;
  all.pattern = make_.list(pattern);
  List<Var> waits;
  for (const std::span<const Var>& list : {maker.certs, stm_.certs}) {
    for (Var cert : list) {
      bool is_new = std::ranges::find(waits, cert) == waits.end();
      if (!certs_.contains(cert) && is_new) waits.push_back(cert);
    }
  }
  all.certs = make_.list(waits);
  const Lambda* fn = storage_.arena.make<Lambda>(Lambda{make_.list(params), body, maker.place});
  all.op = make_.make(Map{{}, shape.total, fn, make_.list(arrays)});
  around_.statement(all);
  for (size_t i = 0; i < pattern.size(); i++)
    around_.rows_of_[results[i]] = {{shape.offsets}, around_.now(pattern[i]).var, true};
}

RowRepresenter::List<Atom> RowRepresenter::ElementMap::elements(const Stm& maker, Builder& old,
                                                                Substitution by, Var row,
                                                                Var number, const Shape& shape,
                                                                const List<size_t>& looked_up) {
  auto now = [&](const Atom& atom) {
    auto it = by.find(atom.var);
    return it == by.end() ? atom : it->second;
  };
  auto place = [&] {
    Var start =
        old.let("start", make_.i64(), old.make(Index{{}, shape.offsets, old.list({Atom(row)})}));
    return old.binary(BinaryOp::Sub, number, start);
  };
  if (const auto* iota = ir::as<Iota>(maker.op)) {
    Atom at = old.convert(storage_.type(iota->start)->elem, place());
    Atom distance = old.binary(BinaryOp::Mul, at, now(iota->step));
    return {old.binary(BinaryOp::Add, now(iota->start), distance)};
  }
  if (const auto* replicate = ir::as<Replicate>(maker.op)) return {now(replicate->value)};
  const Map& map = *ir::as<Map>(maker.op);
  Atom at = looked_up.empty() ? Atom() : place();
  for (size_t i : looked_up) {
    Var param = map.fn->params[i].var;
    const Type* type = substitute(storage_, storage_.type(param), by);
    by[param] = old.let("", type, old.make(Index{{}, now(map.arrays[i]).var, old.list({at})}));
  }
  WithoutCertificates plain(storage_, certs_);
  const Body* body = clone_body(storage_, plain.body(map.fn->body), by);
  for (const Stm& stm : body->stms) old.add(stm);
  return {body->results.begin(), body->results.end()};
}

}  // namespace planish::passes
