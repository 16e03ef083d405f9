// Code of CORE that does what an operator does, by operators that are simpler to flatten or to
// lift. It binds the variables of the statement that it takes the place of.
#pragma once

#include <functional>
#include <vector>

#include "ir/build/builder.h"
#include "passes/flatten/parallelism.h"

namespace planish::passes {

class HostArrays;
struct Flattening;

class CoreCode {
 public:
  explicit CoreCode(Flattening& all);

  // ---- The function that is applied first as a map of its own
  const ir::Body* map_before(const ir::Stm& stm);
  // Adds the map. Gives the arrays to combine; elements that are just gathered are bound to the
  // last of the variables.
  std::vector<ir::Var> mapped_elements(const ir::Stm& stm, std::span<const ir::Var> to);
  // The operator, of these arrays and without a function before it.
  const ir::Op* without_map(const ir::Op* op, std::span<const ir::Var> arrays);

  // ---- Scans: what is applied to what a scan gives (`then`) as a map of its own
  static bool has_post(const ir::Stm& stm);
  const ir::Body* scan_and_map(const ir::Stm& stm);

  // ---- Elements whose sizes differ
  // What is kept of all points is one array, whose elements are of one size. Where they are not,
  // numbers are kept first:
  //   filter n (xs) p   ==>   let (k, is) = filter n (iota n, xs) { p, i }   in k, map k (is) \i { xs[i] }
  const ir::Body* filtered_by_number(const ir::Stm& stm);
  // A scatter of rows as one of their elements:
  //   scatter n [k] (dest) (is, rows)   ==>   scatter (n * m) [k, m] (dest) of \e { is[e / m], e % m, rows[e / m, e % m] }
  const ir::Body* scattered_elements(const ir::Stm& stm);
  // Note [Histograms that differ] in write_lifter.h.
  const ir::Body* histogram_by_sorting(const ir::Stm& stm);

  // ---- Maps of numbers below the width
  using Fill = std::function<std::vector<ir::Atom>(const ir::Atom&)>;
  // Gives values of the same types as these,
  std::vector<ir::Var> map_numbers(const ir::Atom& width, std::span<const ir::Atom> like,
                                   const Fill& fill);
  // or binds the variables.
  void map_numbers_to(std::span<const ir::Var> to, const ir::Atom& width, const Fill& fill);

 private:
  // Adds a map of the function before the operator, which binds the variables.
  void add_map(const ir::Stm& stm, const OperatorParts& parts, const std::vector<ir::Var>& to);
  // The arrays of indices and values that are written.
  std::vector<ir::Var> mapped_for_writes(const ir::Stm& stm);
  // What a filter keeps, and code that decides for one element of the arrays.
  struct Decisions {
    std::vector<ir::Var> elements;
    std::vector<ir::Var> arrays;
    std::vector<ir::Param> params;
    std::span<const ir::Stm> code;
    ir::Atom keeps;
  };
  Decisions decisions_of(const ir::Stm& stm);
  // The scatter of the elements of one destination.
  void scatter_elements(const ir::Stm& stm, std::span<const ir::Var> arrays, size_t dest);
  // The reduction of one bin, of all values in the order of the bins.
  std::vector<ir::Atom> reduce_bin(const ir::Stm& stm, const std::vector<ir::Var>& all,
                                   ir::Var order, const ir::Atom& start, const ir::Atom& count);

  ir::Storage& storage_;
  ir::Builder& builder_;
  HostArrays& arrays_;
};

}  // namespace planish::passes
