// What the C API of a program consists of: its types and entry points, with their names in C.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ir/program.h"

namespace planish {

// A sequence has the leaves of an array of its elements.
enum class ApiTypeKind : uint8_t { Scalar, Array, Record, Sum, ArrayOf, Sequence };

struct ApiType;

// What a value consists of: a scalar or an array, regular or not.
struct ApiLeaf {
  Prim prim{};
  std::vector<bool> varying;  // for each dimension

  // How many components it has (runtime/value_components.h).
  size_t component_count() const;
};

// A field of a record (or of the records of an array), or a constructor of a sum.
struct ApiPart {
  std::string_view name;
  std::vector<const ApiType*> types;  // of the field, or of what the constructor holds
  std::vector<uint32_t> slots;        // Sum: the components that keep what the constructor holds
};

struct ApiType {
  std::string name;         // for clients: "[]f32", "point"
  std::string_view prefix;  // of names in C
  ApiTypeKind kind{};
  std::string c_name;               // "f32_1d", "opaque_point"; empty for scalars
  std::vector<ApiLeaf> leaves;      // in the order of their components
  uint32_t rank = 0;                // Array, ArrayOf
  std::vector<bool> varying;        // Array, ArrayOf: for each dimension
  const ApiType* elem = nullptr;    // ArrayOf
  const ApiType* values = nullptr;  // ArrayOf, irregular: the array of all elements
  // Record, Sum; ArrayOf with a record as its element: arrays of the fields.
  std::vector<ApiPart> parts;

  bool is_scalar() const { return kind == ApiTypeKind::Scalar; }
  bool is_sequence() const { return kind == ApiTypeKind::Sequence; }
  bool is_irregular() const;  // itself, not only a part of it
  size_t component_count() const;
  std::string c_struct() const;   // "struct futhark_f32_1d"
  std::string c_context() const;  // "struct futhark_context *ctx"
  // "const float ", "struct futhark_f32_1d *": before the name of a parameter that takes one, or a
  // variable.
  std::string c_type() const;
  std::string c_input() const;
  // Of a sequence: "struct futhark_chunk_f32_1d", "struct futhark_sink_f32_1d".
  std::string c_chunk() const;
  std::string c_sink() const;
};

struct ApiValue {
  const ApiType* type = nullptr;
  std::string_view name;
  bool unique = false;
  uint32_t first = 0;  // of the function's parameters or results
};

struct ApiEntry {
  const ir::Function* function = nullptr;
  std::string c_name;     // futhark_entry_…
  std::string c_context;  // "struct futhark_context *ctx"
  std::vector<ApiValue> inputs;
  std::vector<ApiValue> outputs;
  std::vector<std::string_view> attributes;
};

// How a result that is a tuple is given: as one value, or each component by itself (as Futhark did
// before 0.26).
enum class TupleResults : uint8_t { OneValue, Split };

class ApiTypes {
 public:
  // `prefix` stands before all names in C, and outlives this.
  ApiTypes(const ir::Program& program, TupleResults tuples, std::string_view prefix);

  const std::vector<ApiEntry>& entries() const { return entries_; }
  // All but scalars, in the order of their names; those of arrays before others.
  std::vector<const ApiType*> arrays() const;
  std::vector<const ApiType*> opaques() const;
  std::vector<const ApiType*> sequences() const;

 private:
  const ApiType* type(std::string_view name);
  const ApiType* plain_type(std::string_view name);
  // An array of values of the type; of an array, with more dimensions.
  const ApiType* array_of(const ApiType* elem, std::vector<bool> varying);
  ApiType make_sum(std::string_view name, const ir::EntryType& described);
  ApiType make_record(std::string_view name, const ir::EntryType& described);
  ApiType make_array_of(std::string_view name, const ApiType* elem, std::vector<bool> varying);
  void add_entry(const ir::Function& function, TupleResults tuples);
  const ApiType* sequence_type(const ir::EntryValue& value);
  const ApiType* value_type(const ir::EntryValue& value, std::span<const ir::Param> components);

  const ir::Program& program_;
  std::string_view prefix_;
  std::map<std::string, ApiType, std::less<>> types_;
  std::vector<ApiEntry> entries_;
};

}  // namespace planish
