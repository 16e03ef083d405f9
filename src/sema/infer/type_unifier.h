// Unification of types without sizes.
#pragma once

#include "sema/infer/type_variables.h"

namespace planish {

class TypeUnifier : public TypeVariables {
 public:
  using TypeVariables::TypeVariables;

  bool unify_or_report(const Type* expected, const Type* found, const Reason& reason);

  // Why the last unification failed.
  enum class Cause : uint8_t { None, Mismatch, Infinite, TooLarge, Escape, Field, Constructor };
  struct Failure {
    Cause cause = Cause::None;
    const Type* a = nullptr;
    const Type* b = nullptr;
    Name name;  // Escape, Field, Constructor
  };
  const Failure& failure() const { return failure_; }

 private:
  bool unify(const Type* a, const Type* b);
  bool unify_meta(const MetaType* meta, const Type* type);
  bool merge_metas(const MetaType* a, const MetaType* b);
  bool unify_fields(const MetaType* meta, const RecordType* record);
  bool unify_constructors(const MetaType* meta, const SumType* sum);
  bool occurs(const MetaType* meta, const Type* type);
  void make_unlifted(const Type* type);
  bool fail(const Type* a, const Type* b);

  Failure failure_;
  uint32_t parts_ = 0;  // of the type that is looked at, so far: occurs
};

}  // namespace planish
