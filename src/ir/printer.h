// The state of printing a program; print.cpp prints what stands around operations, print_op.cpp
// operations.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "ir/print.h"

namespace planish::ir {

class Printer {
 public:
  Printer(const Storage& storage, const PrintOptions& options)
      : storage_(storage), options_(options) {}

  void function(const Function& fn);
  void entry_types();
  void places();
  void body(const Body* body);
  std::string out;

 private:
  void stm(const Stm& stm);
  void op(const Op* op);
  void lambda(const Lambda* lambda);
  void attrs(std::span<const Attribute> attrs);
  void place(PlaceId place);
  uint32_t number(PlaceId place);
  void entry(const Entry& entry);
  void entry_values(std::span<const EntryValue> values);
  static std::string client_type(std::string_view name);
  void params(std::span<const Param> params);
  void param(const Param& param);
  void binder(Var var);
  void line();

  // Parts of operations; each writes a space before itself.
  void word(std::string_view text);
  void atom(const Atom& atom);
  void var(Var var);
  void name(Name name);
  void vars(std::span<const Var> vars);       // (a, b)
  void neutral(std::span<const Atom> atoms);  // {a, b}
  void list(std::span<const Atom> atoms);     // [a, b]
  void slice(Var array, std::span<const SliceDim> dims);
  void flat(Var array, const Atom& offset, std::span<const FlatDim> dims);
  void message(std::span<const MessagePart> parts);
  void space(const Space& space);
  void numbers(std::span<const uint32_t> numbers);
  void written(size_t index_count, std::span<const Var> arrays, const Lambda* map);
  void combine(const Lambda* op, const Lambda* map);
  void then(const Lambda* post);  // of a scan
  void loop(const Loop& loop);
  void foreign(const Foreign& call);
  void cases(const Match& match);

  template <class T, class F>
  void separated(std::span<const T> items, F each) {
    for (size_t i = 0; i < items.size(); i++) {
      if (i > 0) out += ", ";
      each(items[i]);
    }
  }

  const Storage& storage_;
  PrintOptions options_;
  int depth_ = 0;
  // Places are numbered in the order in which they are met, callers before what was inlined into
  // them.
  std::unordered_map<uint32_t, uint32_t> place_numbers_;
  std::vector<PlaceId> placed_;
};

}  // namespace planish::ir
