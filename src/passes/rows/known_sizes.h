// The numbers and checks that are in scope while a program is rewritten.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "analysis/shapes/shapes.h"

namespace planish::passes {

inline bool is_size(const ir::Type* type) { return type->is_scalar() && type->elem == Prim::I64; }

class KnownSizes {
 public:
  KnownSizes(const ir::Storage& storage, shapes::ShapeAnalysis& shapes)
      : storage_(storage), shapes_(shapes) {}

  // What comes into scope while one lives leaves it with it.
  class Extent {
   public:
    explicit Extent(KnownSizes& known)
        : known_(known), numbers_(known.numbers_.size()), checks_(known.checks_.size()) {}
    ~Extent() { known_.forget(numbers_, checks_); }
    Extent(const Extent&) = delete;
    Extent& operator=(const Extent&) = delete;

   private:
    KnownSizes& known_;
    size_t numbers_;
    size_t checks_;
  };

  // A variable of the old program, and what it is now.
  void note(ir::Var var, const ir::Atom& now);
  void note(shapes::Term term, const ir::Atom& now);
  // Of the new program.
  void note_check(ir::Var cert) { checks_.push_back(cert); }
  void forget_checks() { checks_.clear(); }

  std::optional<ir::Atom> find(shapes::Term term) const;
  // Something in scope that a variable of the old program is equal to, whatever has been checked.
  std::optional<ir::Atom> find(ir::Var var) const;
  const std::vector<ir::Var>& checks() const { return checks_; }

 private:
  void forget(size_t numbers, size_t checks);

  const ir::Storage& storage_;
  shapes::ShapeAnalysis& shapes_;
  std::unordered_map<shapes::Term, ir::Atom> by_term_;
  std::vector<shapes::Term> numbers_;  // of by_term_, in the order in which they came into scope
  std::vector<ir::Var> checks_;        // of the new program
};

}  // namespace planish::passes
