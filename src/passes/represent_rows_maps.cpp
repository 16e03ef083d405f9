// Maps that give rows, as flat_maps.
//
// Note [Rows of a flat_map]
// An element of a result with L levels is given level by level. Each level is a group: its length is how many elements
// the level has in this iteration, and its row says how long the rows of the next level are, or is the data if it is the
// last one. If the dimension after the outer one does not vary, the lengths of level 0 are an element like any other.
//
//   [n][?]t       k; x: [k]t                          [n][m][?]t    j; x: [j]t; lengths: [m]i64
//   [n][?][?]t    k, j; lengths: [k]i64, x: [j]t
//
// Rows with the same length have the same group.
#include <algorithm>

#include "passes/row_representer.h"

namespace planish::passes {

using namespace ir;

class RowRepresenter::FlatMapBuilder {
 public:
  FlatMapBuilder(RowRepresenter& around, const Stm& stm, const Map& op)
      : around_(around), storage_(around.storage_), make_(around.make_), stm_(stm), op_(op) {}

  void represent() {
    Inputs in = around_.inputs(op_.width, op_.arrays, op_.fn->params);
    const Lambda* fn = around_.lambda_of(op_.fn, op_.arrays, in, [&](std::span<const Atom> given) {
      for (size_t i = 0; i < given.size(); i++) give(stm_.pattern[i], given[i]);
      return results();
    });
    List<Var> pattern = bound();
    List<uint32_t> counts;
    for (const Group& group : groups_) counts.push_back(static_cast<uint32_t>(group.rows.size()));
    make_.add(pattern,
              make_.make(FlatMap{{}, op_.width, fn, make_.list(in.arrays), make_.list(counts)}),
              stm_.attrs);
    for (Result& result : results_) bind(result);
  }

 private:
  using Index = size_t;
  // Something that the function gives, and what it becomes.
  struct Given {
    Atom inside;
    Var outside;
    std::span<const Dim> dims;  // after the outer one
    Prim elem{};
    std::string_view name;
  };
  struct Group {
    Atom length;
    List<Given> rows;
    Var total;
    Var lengths;
    Var offsets;  // of the rows, once they are needed
  };
  struct Place {
    Index group;
    Index row;
  };
  struct Result {
    Var var;
    std::optional<Index> first;  // the element with the lengths of level 0, if it is no row itself
    List<Place> rows;            // by level; the last one is the data
  };

  Index group_of(const Atom& length) {
    auto found = std::ranges::find(groups_, length, &Group::length);
    if (found != groups_.end()) return static_cast<Index>(found - groups_.begin());
    groups_.push_back({length, {}, {}, {}, {}});
    return groups_.size() - 1;
  }
  Place add_row(const Atom& length, Var row, std::string_view name, std::span<const Dim> dims) {
    Index group = group_of(length);
    groups_[group].rows.push_back({row, {}, dims, storage_.type(row)->elem, name});
    return {group, groups_[group].rows.size() - 1};
  }
  // The fixed dimensions between a level (or the outer dimension) and the next one.
  static std::span<const Dim> between(std::span<const Dim> dims, size_t first, size_t end) {
    return dims.subspan(first, end - first);
  }

  // ---- Inside of the function

  void give(Var var, const Atom& element) {
    const Type* type = storage_.type(var);
    Levels levels(type->dims);
    if (levels.count() == 0) {
      elements_.push_back(
          {around_.regular_element(var, element), var, type->dims.subspan(1), type->elem, {}});
      return;
    }
    const Type* inner = around_.element_type(type, storage_.type(element));
    RowsValue value = around_.as(inner, around_.value(element), around_.dims(element));
    Result result{var, {}, {}};
    if (!value.rows) {
      result.rows.push_back(add_row(Builder::atom(inner->dims[0]), value.atom.var, "data",
                                    type->dims.subspan(levels.last_dim() + 1)));
      results_.push_back(result);
      return;
    }
    Rows rows = make_.pack(*value.rows, inner->dims);
    size_t level = 0;
    Atom count;  // of elements of the level before
    auto lengths = [&](std::vector<Dim> shape) {
      return make_.reshape(make_.lengths_of(rows.offsets[level], make_.product(shape)), shape);
    };
    // Levels of the element are those of the array, without the first if the element is a row.
    if (levels.dim(0) == 1) {
      count = Builder::atom(inner->dims[0]);
    } else {
      result.first = elements_.size();
      std::span<const Dim> dims = between(type->dims, 1, levels.dim(0));
      Var all = lengths({dims.begin(), dims.end()});
      elements_.push_back({all, {}, dims, Prim::I64, "lengths"});
      count = elements(rows, level++);
    }
    for (size_t of_array = 1; of_array < levels.count(); of_array++, level++) {
      std::span<const Dim> dims =
          between(type->dims, levels.dim(of_array - 1) + 1, levels.dim(of_array));
      std::vector<Dim> shape{Builder::dim(count)};
      shape.insert(shape.end(), dims.begin(), dims.end());
      result.rows.push_back(add_row(count, lengths(shape), "lengths", dims));
      count = elements(rows, level);
    }
    result.rows.push_back(
        add_row(count, rows.data, "data", type->dims.subspan(levels.last_dim() + 1)));
    results_.push_back(result);
  }
  // How many a level of a packed array has.
  Atom elements(const Rows& rows, size_t level) {
    if (level + 1 == rows.offsets.size()) return make_.size(rows.data);
    return make_.index(rows.offsets[level], make_.row_count(rows, level));
  }

  List<Atom> results() const {
    List<Atom> made;
    for (const Group& group : groups_) made.push_back(group.length);
    for (const Group& group : groups_) {
      for (const Given& row : group.rows) made.push_back(row.inside);
    }
    for (const Given& element : elements_) made.push_back(element.inside);
    return made;
  }

  // ---- Outside of it

  List<Var> bound() {
    List<Var> made;
    for (Group& group : groups_)
      made.push_back(group.total = make_.builder.new_var("total", make_.i64()));
    for (Group& group : groups_)
      made.push_back(group.lengths = make_.builder.new_var("lengths", make_.numbers(op_.width)));
    auto bind = [&](Given& given, const Atom& outer) {
      if (!given.outside)
        given.outside =
            make_.builder.new_var(given.name, make_.array_type(given.elem, outer, given.dims));
      made.push_back(given.outside);
    };
    for (Group& group : groups_) {
      for (Given& row : group.rows) bind(row, group.total);
    }
    for (Given& element : elements_) bind(element, op_.width);
    return made;
  }

  Var flat(Var lengths) {
    Dim all = Builder::dim(make_.product(storage_.type(lengths)->dims));
    return make_.reshape(lengths, {&all, 1});
  }

  void bind(const Result& result) {
    Rows rows;
    rows.packed = true;
    for (size_t i = 0; i < result.rows.size(); i++) {
      const Place& place = result.rows[i];
      Group& group = groups_[place.group];
      Var row = group.rows[place.row].outside;
      if (i == 0) {
        rows.offsets.push_back(result.first
                                   ? make_.offsets_of(flat(elements_[*result.first].outside),
                                                      RowsBuilder::Lengths::Kept)
                                   : offsets(group));
      }
      if (i + 1 == result.rows.size())
        rows.data = row;
      else
        rows.offsets.push_back(make_.offsets_of(flat(row), RowsBuilder::Lengths::Kept));
    }
    around_.bind(result.var, {{}, rows}, around_.dims(result.var));
  }

  // Those of an operand, if the rows have its lengths.
  Var offsets(Group& group) {
    if (group.offsets) return group.offsets;
    const auto params = op_.fn->params;
    auto param = std::ranges::find(params, group.length.var, &Param::var);
    Var lengths;
    if (param != params.end()) {
      lengths = around_.now(op_.arrays[static_cast<size_t>(param - params.begin())]).var;
      group.offsets = around_.packed_offsets(lengths, op_.arrays);
    }
    if (!group.offsets) {
      group.offsets = make_.offsets_of(group.lengths, RowsBuilder::Lengths::Kept);
      if (lengths) around_.offsets_of_lengths_.try_emplace(lengths, group.offsets);
    }
    return group.offsets;
  }

  RowRepresenter& around_;
  Storage& storage_;
  RowsBuilder& make_;
  const Stm& stm_;
  const Map& op_;
  List<Group> groups_;
  List<Given> elements_;
  List<Result> results_;
};

Var RowRepresenter::packed_offsets(Var lengths, std::span<const Var> arrays) {
  auto known = offsets_of_lengths_.find(lengths);
  if (known == offsets_of_lengths_.end()) return {};
  for (Var array : arrays) {
    if (!is_irregular(array) || !dims(array)[1].is_varying()) continue;
    const Rows& of = rows(array);
    if (of.offsets[0] != known->second) continue;
    if (of.packed) return of.offsets[0];
    Atom first = make_.index(of.offsets[0], Atom::i64(0));
    return make_.map("offsets", make_.size(of.offsets[0]), {of.offsets[0]},
                     [&](const std::vector<Atom>& at) { return make_.minus(at[0], first); });
  }
  return {};
}

void RowRepresenter::flat_map(const Stm& stm, const Map& op) {
  FlatMapBuilder(*this, stm, op).represent();
}

}  // namespace planish::passes
