// Equality of sizes: what two types that must be equal say about metavariables.
#pragma once

#include <set>

#include "sema/sizes/size_variables.h"
#include "sema/types/type_walk.h"

namespace planish {

// Is the metavariable a part of the size?
inline bool occurs(const SizeMeta* meta, const Size* size) {
  return size->has_meta && any_part(size, [&](const Size* part) {
           return part->kind == SizeKind::Meta && part->meta == meta;
         });
}

class SizeUnifier : public SizeVariables {
 public:
  using SizeVariables::SizeVariables;

  bool unify(const Type* expected, const Type* actual);
  bool unify_size(const Size* expected, const Size* actual);
  bool unify_or_report(const Type* expected, const Type* actual, const Reason& reason);
  bool solve(SizeMeta* meta, const Size* size);

  // Why the last comparison failed.
  struct Failure {
    const Size* expected = nullptr;
    const Size* actual = nullptr;
    ValueSymbol* escaping = nullptr;
    const SizeMeta* escaping_into = nullptr;  // what would have to be that size
  };
  const Failure& failure() const { return failure_; }

 private:
  bool unify_arrows(const ArrowType* expected, const ArrowType* actual);
  bool unify_varying(const Size* expected, const Size* a, const Size* b);
  bool becomes_varying(const Size* expected) const;
  bool absorb(SizeMeta* meta, ValueSymbol* bound);
  bool fail(const Size* expected, const Size* actual);
  bool is_bound(const ValueSymbol* symbol) const;
  bool mentions_bound(const Size* size) const;

  // While two types at an annotated place are compared: a `?` accepts any dimension.
  bool coerce_varying_ = false;
  int array_depth_ = 0;  // while two types are compared: arrays around the place
  // Names bound by the function types being compared.
  struct BoundPair {
    ValueSymbol* expected;  // either may be null
    ValueSymbol* actual;
  };
  std::vector<BoundPair> bound_;
  struct BoundExists {
    ValueSymbol* symbol;
    bool expected;  // of the expected type: accepts any size
    const Size* equals = nullptr;
  };
  std::vector<BoundExists> bound_exists_;
  // Large sizes that have been found to be equal, with what is bound now.
  std::set<std::pair<const Size*, const Size*>> equal_;
  Failure failure_;
};

}  // namespace planish
