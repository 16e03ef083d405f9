// The types of entry points as clients of libraries see them: tuples, datatypes and vectors of them
// have names, by which the C API knows them (ir/entry_type.h).
//
//   datatype point(float, float)      "point", a record with the fields 0 and 1
//   (int, [char])                     "(i64, []u8)"
//   [(int, [char])]                   "[](i64, [?]u8)"
//   [[point]]                         "[][?]point"
//   datatype word([char])             "word"; in [word] "([?]u8)", as the lengths of words vary there
#pragma once

#include <span>
#include <string>

#include "ir/program.h"
#include "nesl/types/type_table.h"
#include "support/name.h"

namespace planish::nesl {

class ClientTypes {
 public:
  ClientTypes(ir::Storage& storage, TypeTable& types, const Interner& names)
      : storage_(storage), types_(types), names_(names) {}

  // The name of a type whose values consist of these leaves; its description is in the storage then.
  // Empty for scalars and vectors of them, which need none.
  std::string_view name(const Type* type, std::span<const ir::Param> leaves);

 private:
  // Takes the leaves of a part, around which there are so many vectors.
  std::string_view describe(const Type* type, size_t depth);
  std::string_view describe_record(const Type* type, size_t depth);

  ir::Storage& storage_;
  TypeTable& types_;
  const Interner& names_;
  std::span<const ir::Param> leaves_;  // that are still to be taken
};

}  // namespace planish::nesl
