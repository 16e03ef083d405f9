#include "passes/flatten/value_gatherer.h"

#include <algorithm>

#include "passes/flatten/flattening.h"

namespace planish::passes {

using namespace ir;

ValueGatherer::ValueGatherer(Flattening& all)
    : storage_(all.storage),
      builder_(all.builder),
      vars_(all.vars),
      arrays_(all.arrays),
      points_(all.points),
      layout_(all.layout) {}

std::vector<Lifted> ValueGatherer::gather(const Nest& nest, std::span<const Stm> stms,
                                          std::span<const Atom> results) {
  const Groups groups = by_size(nest, results);
  return groups.rows.empty() ? gather_elements(nest, stms, results)
                             : gather_rows(nest, stms, results, groups);
}

ValueGatherer::Groups ValueGatherer::by_size(const Nest& nest, std::span<const Atom> results) {
  Groups groups;
  for (size_t i = 0; i < results.size(); i++) {
    std::vector<Atom> sizes = layout_.row_sizes(nest, storage_.type(results[i]));
    if (sizes.empty()) {
      groups.elements.push_back(i);
      continue;
    }
    auto same = [&](const Group& group) { return group.sizes == sizes; };
    auto it = std::ranges::find_if(groups.rows, same);
    if (it == groups.rows.end()) it = groups.rows.insert(groups.rows.end(), {sizes, {}});
    it->results.push_back(i);
  }
  return groups;
}

std::vector<Lifted> ValueGatherer::gather_elements(const Nest& nest, std::span<const Stm> stms,
                                                   std::span<const Atom> results) {
  std::vector<Var> arrays;
  std::vector<Lifted> made;
  for (const Atom& result : results) {
    arrays.push_back(vars_.array_over(nest, result));
    made.push_back({arrays.back(), {}});
  }
  Body body{storage_.arena.copy(stms), storage_.arena.copy(results)};
  points_.add_segmap(nest, &body, arrays);
  return made;
}

// The function of a segflatmap gives the lengths of all groups, then rows, then elements.
std::vector<Lifted> ValueGatherer::gather_rows(Nest nest, std::span<const Stm> stms,
                                               std::span<const Atom> results,
                                               const Groups& groups) {
  std::vector<Lifted> made(results.size());
  // Sizes are computed, and rows of several dimensions made one, at the end of the code.
  Nest after = nest;
  after.stms.clear();
  std::vector<Atom> given;
  std::vector<uint32_t> counts;
  for (const Group& group : groups.rows) {
    given.push_back(layout_.product(after, group.sizes));
    counts.push_back(static_cast<uint32_t>(group.results.size()));
  }
  const Type* i64 = storage_.types.scalar(Prim::I64);
  std::vector<Var> totals;
  std::vector<Var> lengths;
  for (size_t g = 0; g < groups.rows.size(); g++) totals.push_back(builder_.new_var("total", i64));
  for (size_t g = 0; g < groups.rows.size(); g++)
    lengths.push_back(builder_.new_var("lengths", storage_.types.array(Prim::I64, nest.dims())));
  std::vector<Var> pattern = totals;
  pattern.insert(pattern.end(), lengths.begin(), lengths.end());
  for (size_t g = 0; g < groups.rows.size(); g++) {
    for (size_t i : groups.rows[g].results) {
      const Type* type = storage_.type(results[i]);
      Atom row = results[i];
      if (groups.rows[g].sizes.size() > 1) {
        const Type* flat = layout_.rows_type(nest, type, given[g]);
        Var reshaped = builder_.new_var("row", flat);
        after.add({builder_.list<Var>({reshaped}),
                   arrays_.reshape(results[i].var, flat),
                   {},
                   {},
                   nest.place});
        row = reshaped;
      }
      given.push_back(row);
      made[i].array = builder_.new_var("rows", layout_.rows_type(nest, type, totals[g]));
      pattern.push_back(made[i].array);
    }
  }
  for (size_t i : groups.elements) {
    given.push_back(results[i]);
    made[i].array = vars_.array_over(nest, results[i]);
    pattern.push_back(made[i].array);
  }
  std::vector<Stm> all(stms.begin(), stms.end());
  for (const Stm& stm : after.stms) {
    all.push_back(stm);
    nest.bind(stm.pattern);
  }
  Piece code = points_.piece(nest, all, given);
  arrays_.add(pattern, builder_.make(SegFlatMap{{}, code.space, builder_.list(counts), code.body}),
              nest);
  for (size_t g = 0; g < groups.rows.size(); g++) {
    Segments rows{layout_.segments_of(nest, lengths[g]).offsets, totals[g]};
    for (size_t i : groups.rows[g].results) made[i].rows = rows;
  }
  return made;
}

}  // namespace planish::passes
