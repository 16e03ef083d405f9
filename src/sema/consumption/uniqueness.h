// The `*` of function types: where it is inferred, copied, and asked for.
#pragma once

#include "sema/consumption/ledger.h"

namespace planish::consumption {

// Whether a call consumes the argument. Functions are never consumed.
inline bool consumes(const ArrowType* arrow) {
  return arrow != nullptr && arrow->consumes && arrow->param->kind != TypeKind::Arrow;
}

// Why a function may not stand where another type is asked for.
enum class Misfit : uint8_t { None, Consumes, NotUnique };

class Uniqueness : public Ledger {
 public:
  using Ledger::Ledger;

  static const Type* result_after(const Type* fn, size_t params);
  const Type* with_result(const Type* fn, size_t params, const Type* result);
  const Type* infer_unique(const Type* type, const Aliases* value);
  const Type* copy_uniqueness(const Type* to, const Type* from);
  static Misfit misfit(const Type* expected, const Type* actual);

 private:
  const Type* infer_unique(const Type* type, const Aliases* value, std::span<const OwnerId> shared);
  static bool unique_where(const Type* expected, const Type* actual);
};

}  // namespace planish::consumption
