// The functions of irregular arrays.

#include <fmt/format.h>

#include "driver/build/c_api_functions.h"
#include "driver/build/c_api_names.h"

namespace planish {
namespace {

std::string self(const ApiType& type) { return type.c_struct() + " *"; }

// ", const int64_t *offsets1, int64_t dim0": the offsets of dimensions that vary, and the sizes of
// those that do not.
std::string level_params(const ApiType& type, std::string_view offsets_type) {
  std::string offsets, dims;
  for (size_t i = 0; i < type.varying.size(); i++) {
    if (type.varying[i]) {
      offsets += fmt::format(", {}offsets{}", offsets_type, i);
    } else {
      dims += fmt::format(", int64_t dim{}", i);
    }
  }
  return offsets + dims;
}

// The statements that make arrays of them.
std::string level_arrays(const ApiType& type) {
  std::vector<std::string> offsets, dims;
  for (size_t i = 0; i < type.varying.size(); i++) {
    if (type.varying[i]) offsets.push_back(fmt::format("offsets{}", i));
    dims.push_back(type.varying[i] ? "0" : fmt::format("dim{}", i));
  }
  return fmt::format(
      "  const int64_t *const offsets[] = {{{}}};\n  const int64_t dims[] = {{{}}};\n",
      fmt::join(offsets, ", "), fmt::join(dims, ", "));
}

// What those of primitives, records and sums have.
void add_common(const ApiType& type, ApiFunctions& out) {
  out.push_back({fmt::format("const int64_t *{}({}, {}arr, int dim)", api_name("offsets", type),
                             type.c_context(), self(type)),
                 fmt::format("  return planish_value_offsets({}, &rows_{}, (const planish_value "
                             "*)arr, dim);\n",
                             kClient, type.c_name)});
  out.push_back(
      {fmt::format("const int64_t *{}({}, {}arr)", api_name("shape", type), type.c_context(),
                   self(type)),
       fmt::format("  return planish_value_rows_shape({}, &rows_{}, (const planish_value *)arr);\n",
                   kClient, type.c_name)});
}

// `call` is the beginning of the call that does it.
ApiFunction index_function(const ApiType& type, std::string_view out, std::string_view call) {
  std::string params;
  std::vector<std::string> indices;
  for (uint32_t i = 0; i < type.rank; i++) {
    indices.push_back(fmt::format("i{}", i));
    params += fmt::format(", int64_t i{}", i);
  }
  return {fmt::format("int {}({}, {} *out, {}arr{})", api_name("index", type), type.c_context(),
                      out, self(type), params),
          fmt::format("  const int64_t is[] = {{{}}};\n"
                      "  return {}(const planish_value *)arr, is);\n",
                      fmt::join(indices, ", "), call)};
}

}  // namespace

std::string rows_table(const ApiType& type) {
  std::vector<std::string_view> dims;
  for (const bool varies : type.varying)
    dims.push_back(varies ? "PLANISH_VARYING" : "PLANISH_ANY_SIZE");
  return fmt::format(
      "static const int64_t rows_dims_{0}[] = {{{1}}};\n"
      "static const planish_leaf_table rows_{0} = {{{2}, {3}, rows_dims_{0}}};\n",
      type.c_name, fmt::join(dims, ", "), static_cast<int>(type.leaves.back().prim), type.rank);
}

ApiFunctions rows_functions(const ApiType& type, ApiMemory memory) {
  const std::string_view scalar = c_scalar_type(type.leaves.back().prim);
  auto make = [&](std::string_view operation, std::string_view data,
                  std::string_view offsets) -> ApiFunction {
    return {fmt::format("{}{}({}, {}data{})", self(type), api_name(operation, type),
                        type.c_context(), data, level_params(type, offsets)),
            level_arrays(type) +
                fmt::format("  return ({})planish_value_{}_rows({}, &rows_{}, dims, offsets, "
                            "(void *)data);\n",
                            self(type), operation, kClient, type.c_name)};
  };
  ApiFunctions out = {
      make("new", fmt::format("const {} *", scalar), "const int64_t *"),
      make("new_raw", raw_memory(memory), "int64_t *"),
      {fmt::format("int {}({}, {}arr)", api_name("free", type), type.c_context(), self(type)),
       fmt::format("  return planish_value_free({}, (planish_value *)arr);\n", kClient)},
      {fmt::format("int {}({}, {}arr, {} *data)", api_name("values", type), type.c_context(),
                   self(type), scalar),
       fmt::format("  return planish_value_elements({}, (const planish_value *)arr, data);\n",
                   kClient)},
      index_function(
          type, scalar,
          fmt::format("planish_value_rows_element({}, out, &rows_{}, ", kClient, type.c_name)),
      {fmt::format("{}{}({}, {}arr)", raw_memory(memory), api_name("values_raw", type),
                   type.c_context(), self(type)),
       fmt::format("  return ({})planish_value_raw({}, (const planish_value *)arr);\n",
                   raw_memory(memory), kClient)},
  };
  add_common(type, out);
  return out;
}

ApiFunctions opaque_rows_functions(const ApiType& type) {
  ApiFunctions out = {
      {fmt::format("int {}({}, {} **out, const {} *values{})", api_name("new", type),
                   type.c_context(), type.c_struct(), type.values->c_struct(),
                   level_params(type, "const int64_t *")),
       level_arrays(type) +
           fmt::format("  return planish_value_new_rows_of({}, (planish_value **)out, &rows_{}, "
                       "&type_{}, dims, offsets, (const planish_value *)values);\n",
                       kClient, type.c_name, type.elem->c_name)},
      {fmt::format("int {}({}, {} **out, {}arr)", api_name("values", type), type.c_context(),
                   type.values->c_struct(), self(type)),
       fmt::format("  return planish_value_rows_values({}, (planish_value **)out, &rows_{}, "
                   "&type_{}, (const planish_value *)arr);\n",
                   kClient, type.c_name, type.elem->c_name)},
      index_function(type, type.elem->c_struct() + " *",
                     fmt::format("planish_value_rows_index({}, (planish_value **)out, &rows_{}, "
                                 "&type_{}, ",
                                 kClient, type.c_name, type.elem->c_name)),
  };
  add_common(type, out);
  return out;
}

}  // namespace planish
