// The state of represent_rows while it goes through a program. Functions, branches, loops and calls
// are in represent_rows.cpp, entry points in represent_rows_entries.cpp, operations on arrays in
// represent_rows_arrays.cpp, parallel operators in represent_rows_parallel.cpp.
#pragma once

#include <unordered_map>
#include <vector>

#include "analysis/effects.h"
#include "ir/match.h"
#include "ir/walk.h"
#include "passes/common/flat_map_builder.h"
#include "passes/common/rows.h"
#include "passes/rows/row_collector.h"

namespace planish::passes {

class RowRepresenter : public ir::Rebuild {
 public:
  explicit RowRepresenter(const ir::Program& program);
  ir::Program run();

  ir::Atom atom(const ir::Atom& atom) override { return now(atom); }
  const ir::Body* body(const ir::Body* body) override;  // irregular results become several

 private:
  template <class T>
  using List = std::vector<T>;

  // ---- Values
  bool is_irregular(const ir::Atom& atom) const {
    return !atom.is_const() && storage_.type(atom.var)->is_irregular();
  }
  std::span<const ir::Dim> dims(const ir::Atom& atom) const { return storage_.type(atom)->dims; }
  RowsValue value(const ir::Atom& atom) const;
  ir::Atom now(const ir::Atom& atom) const;  // of what is regular
  const Rows& rows(ir::Var var) const { return rows_of_.at(var); }
  // The value as one of a type; `from` are the dimensions it has now.
  RowsValue as(const ir::Type* type, const RowsValue& value, std::span<const ir::Dim> from) {
    return make_.convert(value, from, type);
  }
  // From now on the variable of the old program has this value.
  void bind(ir::Var var, const RowsValue& value, std::span<const ir::Dim> from);
  void bind(ir::Var var, const ir::Atom& atom) { bind(var, value(atom), dims(atom)); }
  std::string_view name_of(ir::Var var) const;
  // A fresh array of the same elements.
  RowsValue copied(const RowsValue& value, std::span<const ir::Dim> dims);
  // The type of an element of an array, given the type of one that is stored there or taken from
  // it.
  const ir::Type* element_type(const ir::Type* array, const ir::Type* element);

  // ---- Where arrays are passed on: the components that take the place of one
  struct Components {
    List<ir::Param> sizes;
    List<ir::Param> arrays;
    Rows rows;
  };
  Components components(const ir::Param& param);
  List<ir::Param> expanded(std::span<const ir::Param> params);  // and binds them
  static List<ir::Param> params_of(std::span<const ir::Var> pattern);
  static List<ir::Var> vars_of(std::span<const ir::Param> params);
  List<ir::Var> expanded_pattern(std::span<const ir::Var> pattern);
  void add_sizes(const Rows& rows, List<ir::Atom>& to);
  void add_arrays(const Rows& rows, List<ir::Atom>& to);
  List<ir::Atom> expanded(std::span<const ir::Atom> atoms);

  // ---- Functions
  bool touches_rows(const ir::Body* body) const;
  bool touches_rows(const ir::Stm& stm) const;
  bool any_irregular(std::span<const ir::Param> params) const;
  bool changes_signature(const ir::Function& fn) const;
  const ir::Function* function(const ir::Function& fn);
  struct EntrySide {
    List<ir::Param> params;
    std::span<const ir::EntryValue> values;
    List<std::pair<ir::Var, Components>> rows;  // those of irregular arrays
  };
  EntrySide entry_side(std::span<const ir::Param> params, std::span<const ir::EntryValue> values);
  const ir::Op* call_of(const ir::Call& op);  // with the arguments as the function takes them

  // ---- Entry points (represent_rows_entries.cpp)
  // What to do with offsets of rows that are known to be equally long.
  enum class EvenOffsets : uint8_t { Made, LeftOut };
  struct EntryAtoms {
    List<ir::Atom> sizes;
    List<ir::Atom> arrays;
  };
  Components entry_components(const ir::Param& param);
  Rows from_entry_components(const Components& components);
  Rows from_entry_results(const Components& components);
  void add_entry_components(const Rows& rows, std::span<const ir::Dim> dims, EvenOffsets even,
                            EntryAtoms& to);
  List<ir::Atom> entry_components(std::span<const ir::Atom> atoms, EvenOffsets even);
  // Is it an entry point, or does it end one?
  bool gives_entry_results(const ir::Function& fn) const;
  // Adds the statements of the body of such a function, or of a branch that ends it.
  List<ir::Atom> entry_results(const ir::Body* body);
  const ir::Op* with_entry_results(const ir::If& op);

  // ---- Statements
  void statements(const ir::Body* body);
  void statement(const ir::Stm& stm);
  template <class T>
  void represent(const ir::Stm& stm, const T& op);  // all kinds that have nothing to do with rows
  void represent(const ir::Stm& stm, const ir::Same& op);
  void represent(const ir::Stm& stm, const ir::Opaque& op);
  void represent(const ir::Stm& stm, const ir::Trace& op);
  void represent(const ir::Stm& stm, const ir::Check& op);
  void represent(const ir::Stm& stm, const ir::ArrayLit& op);
  void represent(const ir::Stm& stm, const ir::Index& op);
  void represent(const ir::Stm& stm, const ir::Slice& op);
  void represent(const ir::Stm& stm, const ir::Update& op);
  void represent(const ir::Stm& stm, const ir::FlatSlice& op);
  void represent(const ir::Stm& stm, const ir::FlatUpdate& op);
  void represent(const ir::Stm& stm, const ir::Replicate& op);
  void represent(const ir::Stm& stm, const ir::Concat& op);
  void represent(const ir::Stm& stm, const ir::Copy& op);
  void represent(const ir::Stm& stm, const ir::Coerce& op);
  void represent(const ir::Stm& stm, const ir::RowLengths& op);
  void represent(const ir::Stm& stm, const ir::RowLength& op);
  void represent(const ir::Stm& stm, const ir::EqualRowLength& op);
  void represent(const ir::Stm& stm, const ir::JoinRows& op);
  void represent(const ir::Stm& stm, const ir::SplitRows& op);
  void represent(const ir::Stm& stm, const ir::If& op);
  void represent(const ir::Stm& stm, const ir::Match& op);
  void represent(const ir::Stm& stm, const ir::Loop& op);
  void represent(const ir::Stm& stm, const ir::Call& op);
  void represent(const ir::Stm& stm, const ir::Map& op);
  void represent(const ir::Stm& stm, const ir::Reduce& op);
  void represent(const ir::Stm& stm, const ir::Scan& op);
  void represent(const ir::Stm& stm, const ir::Filter& op);
  void represent(const ir::Stm& stm, const ir::Scatter& op);
  void represent(const ir::Stm& stm, const ir::Hist& op);
  void represent(const ir::Stm& stm, const ir::StreamMap& op);
  void represent(const ir::Stm& stm, const ir::StreamRed& op);
  void represent(const ir::Stm& stm, const ir::StreamSeq& op);

  // ---- Arrays
  // The number of the unit that indices lead to, for indices of the dimensions up to the last
  // level.
  ir::Atom unit(const Rows& rows, std::span<const ir::Dim> dims, std::span<const ir::Atom> indices);
  // The numbers of those that some dimensions of a slice lead to.
  ir::Var units(const Rows& rows, std::span<const ir::Dim> dims,
                std::span<const ir::SliceDim> slice);
  ir::Var flat_units(const ir::Atom& offset, std::span<const ir::FlatDim> dims);
  std::optional<Units> neighbours(const Rows& rows, std::span<const ir::Dim> dims,
                                  std::span<const ir::SliceDim> slice);
  void update_elements(ir::Var var, const ir::Update& op);
  void update_row(ir::Var var, const ir::Update& op);
  // Units at the numbers are replaced by those of a value, which may have other lengths.
  Rows replaced(const Rows& rows, std::span<const ir::Dim> dims, size_t depth, ir::Var numbers,
                const RowsValue& value, std::span<const ir::Dim> value_dims);
  Rows with_rows(const Rows& rows, std::span<const ir::Dim> dims, size_t level, ir::Var numbers,
                 const Rows& with);

  // ---- Parallel operators
  // What a lambda needs to find its elements.
  struct Inputs {
    List<ir::Var> arrays;
    List<ir::Param> params;
    List<ir::Var>
        places;  // by operand: the parameter from which its row is found, if it is no operand any more
  };
  Inputs inputs(const ir::Atom& width, std::span<const ir::Var> arrays,
                std::span<const ir::Param> params);
  void bind_rows(const Inputs& inputs, std::span<const ir::Var> arrays,
                 std::span<const ir::Param> params);
  void bind_row(ir::Var array, const ir::Param& param, const ir::Atom& place);
  void bind_element(ir::Var array, const ir::Param& param, const ir::Atom& index);
  void bind_values(std::span<const ir::Param> params, std::span<const RowsValue> values,
                   std::span<const ir::Type* const> types);
  // The lambda with such parameters; `results` makes the results after the statements of the body.
  template <class Results>
  const ir::Lambda* lambda_of(const ir::Lambda* fn, std::span<const ir::Var> arrays,
                              const Inputs& inputs, Results results);
  bool gives_rows(std::span<const ir::Var> pattern) const;
  ir::Atom regular_element(ir::Var array, const ir::Atom& element);
  class ElementMap;
  bool map_elements(const ir::Stm& stm, const ir::Map& op);  // map_elements.cpp
  void flat_map(const ir::Stm& stm, const ir::Map& op);
  // The offsets of one of these arrays, or of what was asked for the lengths, if its rows have the
  // lengths: packed, that is, from 0 on.
  ir::Var packed_offsets(ir::Var lengths, std::span<const ir::Var> arrays);
  // With accumulators.
  void map_in_order(const ir::Stm& stm, const ir::Map& op);
  std::vector<RowCollector> collectors(CarriedLoop& loop, std::span<const ir::Var> pattern,
                                       std::span<const ir::Atom> elements);
  void append(RowCollector& collector, ir::Var array, const ir::Atom& index,
              const ir::Atom& element);
  // ---- Equal lengths (represent_rows_equal.cpp)
  // Deals with a comparison of all lengths of two arrays.
  bool compares_offsets(const ir::Stm& stm);
  // Deals with the sum of all lengths of an array, or the smallest.
  bool combines_lengths(const ir::Stm& stm);
  void share_offsets(const ir::Check& check);

  template <class Combine>
  void combine(const ir::Stm& stm, const Combine& op);
  void filter_values(const ir::Stm& stm, const ir::Filter& op);
  void keep_rows(const ir::Stm& stm, ir::Var flags, std::span<const ir::Var> arrays);
  template <class Write>
  void write_regular(const ir::Stm& stm, Write op);
  void whole_chunk(const ir::Stm& stm, const ir::Lambda* fn, const ir::Atom& width,
                   std::span<const ir::Atom> carried, std::span<const ir::Var> arrays);

  const Effects& effects() {
    if (!effects_) effects_.emplace(program_);
    return *effects_;
  }

  const ir::Program& program_;
  std::optional<Effects> effects_;
  ir::Functions functions_;
  RowsBuilder make_;
  std::unordered_map<ir::Var, Rows> rows_of_;
  std::unordered_map<ir::Var, ir::Var> arrays_;              // regular ones that others stand for
  std::unordered_map<ir::Var, ir::Var> offsets_of_lengths_;  // what row_lengths gave
  std::unordered_map<ir::Var, ir::Var> array_of_lengths_;    // of what it was asked
  // By the condition that says so: their rows are of the same lengths.
  std::unordered_map<ir::Var, std::pair<ir::Var, ir::Var>> equal_rows_;
};

template <class Results>
const ir::Lambda* RowRepresenter::lambda_of(const ir::Lambda* fn, std::span<const ir::Var> arrays,
                                            const Inputs& inputs, Results results) {
  const ir::Body* body = make_.builder.body([&] {
    bind_rows(inputs, arrays, fn->params);
    statements(fn->body);
    return results(fn->body->results);
  });
  return storage_.arena.make<ir::Lambda>(ir::Lambda{make_.list(inputs.params), body, fn->place});
}

}  // namespace planish::passes
