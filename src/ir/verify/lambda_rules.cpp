#include "ir/verify/lambda_rules.h"

#include <algorithm>

#include "ir/build/builder.h"
#include "ir/verify/bodies.h"

namespace planish::ir {

std::optional<std::vector<Shape>> LambdaRules::rows(std::span<const Var> arrays,
                                                    const Atom& width) {
  is_i64(width, "width");
  std::vector<Shape> rows;
  for (Var array : arrays) {
    Shape shape = storage_.type(array);
    if (shape.acc != nullptr) {
      rows.push_back(shape);
      continue;
    }
    if (!is_array(array)) return std::nullopt;
    fits(shape.inside(1).within(Builder::dim(width)), shape, "operand", array);
    rows.push_back(shape.inside(1));
  }
  return rows;
}

void LambdaRules::only_arrays(std::span<const Shape> operands) {
  for (const Shape& operand : operands) {
    if (operand.acc != nullptr) return error(Rule::Types, word() + ": takes only arrays");
  }
}

void LambdaRules::gathers(size_t index, std::span<const Dim> outer, const Shape& elem) {
  if (elem.acc != nullptr) {
    gives(index, elem);
  } else {
    gives(index, elem.within(outer), outer.size());
  }
}

std::vector<Shape> LambdaRules::shapes(std::span<const Atom> atoms) const {
  std::vector<Shape> shapes;
  for (const Atom& atom : atoms) shapes.emplace_back(type(atom));
  return shapes;
}

// An operator that takes two of each of these values and gives one.
void LambdaRules::combines(const Lambda* op, std::span<const Shape> values) {
  std::vector<Shape> operands(values.begin(), values.end());
  operands.insert(operands.end(), values.begin(), values.end());
  apply(op, operands, [&](std::span<const Atom> results) {
    if (!count(values.size(), results.size(), "results of the operator")) return;
    for (size_t i = 0; i < values.size(); i++) {
      fits(values[i], type(results[i]), "result", results[i]);
    }
  });
}

// No operator holds values whose sizes change.
void LambdaRules::combines_regular(std::span<const Shape> values) {
  for (const Shape& value : values) {
    if (std::ranges::any_of(value.dims, &Dim::is_varying))
      return error(Rule::Types, word() + ": values that are combined must be regular");
  }
}

// The first results are combined, as the neutral elements say; the others are gathered.
void LambdaRules::mapped_results(std::span<const Shape> results, std::span<const Atom> neutral,
                                 std::span<const Dim> combined_outer, std::span<const Dim> outer,
                                 const Lambda* post) {
  if (results.size() < neutral.size()) {
    count(neutral.size(), results.size(), "values to combine");
    return;
  }
  if (post != nullptr) return post_results(results, neutral, outer, post);
  if (!binds(results.size())) return;
  for (size_t i = 0; i < results.size(); i++) {
    if (i >= neutral.size()) {
      gathers(i, outer, results[i]);
      continue;
    }
    Shape value = type(neutral[i]);
    fits(value, results[i], "value to combine with", neutral[i], 0);
    gathers(i, combined_outer, value);
  }
}

// `post` takes what is combined and some of the values after it; what it gives and the other values
// are gathered.
void LambdaRules::post_results(std::span<const Shape> results, std::span<const Atom> neutral,
                               std::span<const Dim> outer, const Lambda* post) {
  const size_t taken = post->params.size();
  if (taken < neutral.size() || taken > results.size()) {
    count(results.size(), taken, "parameters of the function applied afterwards");
    return;
  }
  std::vector<Shape> operands = shapes(neutral);
  for (size_t i = 0; i < taken; i++) {
    if (i < neutral.size()) {
      fits(operands[i], results[i], "value to combine with", neutral[i], 0);
    } else {
      operands.push_back(results[i]);
    }
    if (operands[i].acc != nullptr || !operands[i].dims.empty()) {
      return error(Rule::Types, word() + ": the function applied afterwards takes scalars only");
    }
  }
  apply(post, operands, [&](std::span<const Atom> given) {
    if (!binds(given.size() + results.size() - taken)) return;
    for (size_t i = 0; i < given.size(); i++) gathers(i, outer, type(given[i]));
    for (size_t i = taken; i < results.size(); i++)
      gathers(given.size() + i - taken, outer, results[i]);
  });
}

void LambdaRules::flat_mapped(std::span<const uint32_t> groups, std::span<const Atom> results,
                              std::span<const Dim> outer) {
  size_t row_count = 0;
  for (uint32_t rows : groups) row_count += rows;
  if (results.size() < groups.size() + row_count) {
    count(groups.size() + row_count, results.size(), "lengths and rows");
    return;
  }
  if (!binds(results.size() + groups.size())) return;
  size_t result = groups.size();
  for (size_t g = 0; g < groups.size(); g++) {
    is_i64(results[g], "length");
    gives(g, Prim::I64);
    gives(groups.size() + g, Shape(Prim::I64).within(outer));
    for (uint32_t row = 0; row < groups[g]; row++, result++) {
      Shape found = type(results[result]);
      if (found.acc != nullptr || found.dims.empty()) {
        return error(Rule::Types, word() + ": row " + text(results[result]) + " must be an array");
      }
      Shape inner = found.inside(1);
      fits(inner.within(Builder::dim(results[g])), found, "row", results[result]);
      gives(result + groups.size(), inner.within(Dim::variable(state_.pattern[g])));
    }
  }
  for (; result < results.size(); result++)
    gathers(result + groups.size(), outer, type(results[result]));
}

std::vector<Shape> LambdaRules::written(std::span<const Atom> shape, std::span<const Var> dests) {
  is_i64(shape, "dimension");
  std::vector<Shape> elems;
  if (!binds(dests.size())) return elems;
  for (size_t i = 0; i < dests.size(); i++) {
    if (!is_array(dests[i], shape.size())) return {};
    Shape dest = storage_.type(dests[i]);
    elems.push_back(dest.inside(shape.size()));
    fits(elems.back().within(dims_of(shape)), dest, "destination", dests[i]);
    gives(i, dest);
  }
  return elems;
}

void LambdaRules::writes_elements(std::span<const Atom> results, size_t index_count,
                                  std::span<const Shape> elems) {
  if (!count(index_count + elems.size(), results.size(), "results")) return;
  is_i64(results.subspan(0, index_count), "index");
  for (size_t i = 0; i < elems.size(); i++) {
    const Atom& value = results[index_count + i];
    fits(elems[i], type(value), "value", value);
  }
}

}  // namespace planish::ir
