// Prints what operations consist of, bodies excepted. Each part writes a space before itself.
#pragma once

#include <initializer_list>
#include <span>
#include <string>

#include "ir/print.h"

namespace planish::ir {

class OperandPrinter {
 public:
  explicit OperandPrinter(const Storage& storage) : storage_(storage) {}

  std::string out;

 protected:
  void word(std::string_view text);
  void atom(const Atom& atom);
  void atoms(std::initializer_list<Atom> atoms);
  void var(Var var);
  void name(Name name);
  void vars(std::span<const Var> vars);         // (a, b)
  void arguments(std::span<const Atom> atoms);  // (a, b)
  void neutral(std::span<const Atom> atoms);    // {a, b}
  void list(std::span<const Atom> atoms);       // [a, b]
  void numbers(std::span<const uint32_t> numbers);
  void slice(Var array, std::span<const SliceDim> dims);
  void flat(Var array, const Atom& offset, std::span<const FlatDim> dims);
  void message(std::span<const MessagePart> parts);
  void space(const Space& space);
  void foreign(const Foreign& call);
  void through(const Atom& width, std::span<const Var> arrays);
  void written(size_t index_count, std::span<const Var> arrays, const Lambda* map);

  // These two write no space.
  void binder(Var var);
  template <class T, class F>
  void separated(std::span<const T> items, F each) {
    for (size_t i = 0; i < items.size(); i++) {
      if (i > 0) out += ", ";
      each(items[i]);
    }
  }

  const Storage& storage_;

 private:
  void bracketed(char open, std::span<const Atom> atoms, char close);
};

}  // namespace planish::ir
