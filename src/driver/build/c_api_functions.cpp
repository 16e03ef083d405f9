#include "driver/build/c_api_functions.h"

#include <fmt/format.h>

#include "driver/build/c_api_names.h"

namespace planish {
namespace {

std::string component(const ApiType& array) {
  return fmt::format("(planish_component){{{}, {}}}", static_cast<int>(array.leaves[0].prim),
                     array.rank);
}

// ", int64_t dim0, int64_t dim1" and the statement that makes an array of them.
std::string index_params(std::string_view name, uint32_t rank) {
  std::string out;
  for (uint32_t i = 0; i < rank; i++) out += fmt::format(", int64_t {}{}", name, i);
  return out;
}
std::string index_array(std::string_view name, uint32_t rank) {
  std::string out = fmt::format("  const int64_t {}s[] = {{", name);
  for (uint32_t i = 0; i < rank; i++) out += fmt::format("{}{}{}", i > 0 ? ", " : "", name, i);
  return out + "};\n";
}

// The initialiser of a planish_argument.
std::string argument(const ApiType& type, std::string_view name) {
  if (type.is_sequence()) return "{NULL, -1, 0}";
  if (!type.is_scalar()) return fmt::format("{{(const planish_value *){}, -1, 0}}", name);
  return fmt::format("{{NULL, {}, planish_bits(&{}, sizeof {})}}",
                     static_cast<int>(type.leaves[0].prim), name, name);
}

// The initialiser of a planish_result, for a pointer to what the client gets.
std::string result(const ApiType& type, std::string_view name, uint32_t first) {
  if (type.is_scalar()) return fmt::format("{{NULL, {}, {}, 1}}", name, first);
  return fmt::format("{{(planish_value **){}, NULL, {}, {}}}", name, first, type.component_count());
}

std::string list(std::string_view declaration, const std::vector<std::string>& items) {
  if (items.empty()) return "";
  return fmt::format("  const {}[] = {{{}}};\n", declaration, fmt::join(items, ", "));
}
std::string_view list_name(std::string_view name, const std::vector<std::string>& items) {
  return items.empty() ? "NULL" : name;
}

// ---- Records

ApiFunction record_from_fields(const ApiType& type, std::string_view operation) {
  std::string params;
  std::vector<std::string> arguments;
  for (const ApiPart& field : type.parts) {
    std::string name = "f_" + c_identifier(field.name);
    params += fmt::format(", {}{}", field.types[0]->c_input(), name);
    arguments.push_back(argument(*field.types[0], name));
  }
  std::string call =
      type.is_irregular()
          ? fmt::format("planish_value_zip_rows({}, (planish_value **)out, &rows_{}, &type_{}, ",
                        kClient, type.c_name, type.c_name)
      : operation == "zip"
          ? fmt::format("planish_value_zip({}, (planish_value **)out, {}, &type_{}, ", kClient,
                        type.rank, type.c_name)
          : fmt::format("planish_value_new_record({}, (planish_value **)out, ", kClient);
  return {fmt::format("int {}({}, {} **out{})", api_name(operation, type), type.c_context(),
                      type.c_struct(), params),
          list("planish_argument fields", arguments) + fmt::format("  return {}{}, {});\n", call,
                                                                   list_name("fields", arguments),
                                                                   arguments.size())};
}

void add_projections(const ApiType& type, ApiFunctions& out) {
  uint32_t first = 0;
  for (const ApiPart& field : type.parts) {
    const ApiType& of = *field.types[0];
    out.push_back(
        {fmt::format("int {}({}, {}*out, const {} *obj)", api_name("project", type, field.name),
                     type.c_context(), of.c_type(), type.c_struct()),
         fmt::format("  const planish_result result = {};\n"
                     "  return planish_value_parts({}, (const planish_value *)obj, NULL, &result, "
                     "1);\n",
                     result(of, "out", first), kClient)});
    first += static_cast<uint32_t>(of.component_count());
  }
}

// ---- Sums

ApiFunction sum_constructor(const ApiType& type, size_t number) {
  const ApiPart& part = type.parts[number];
  std::string params;
  std::vector<std::string> arguments;
  for (size_t i = 0; i < part.types.size(); i++) {
    std::string name = fmt::format("v{}", i);
    params += fmt::format(", {}{}", part.types[i]->c_input(), name);
    arguments.push_back(argument(*part.types[i], name));
  }
  std::string slots = part.slots.empty() ? ""
                                         : fmt::format("  static const int32_t slots[] = {{{}}};\n",
                                                       fmt::join(part.slots, ", "));
  return {fmt::format("int {}({}, {} **out{})", api_name("new", type, part.name), type.c_context(),
                      type.c_struct(), params),
          slots + list("planish_argument arguments", arguments) +
              fmt::format("  return planish_value_new_sum({}, (planish_value **)out, "
                          "&type_{}, {}, {}, {}, {});\n",
                          kClient, type.c_name, number, part.slots.empty() ? "NULL" : "slots",
                          list_name("arguments", arguments), arguments.size())};
}

ApiFunction sum_destructor(const ApiType& type, size_t number) {
  const ApiPart& part = type.parts[number];
  std::string params;
  std::vector<std::string> results;
  uint32_t first = 0;
  for (size_t i = 0; i < part.types.size(); i++) {
    std::string name = fmt::format("v{}", i);
    params += fmt::format(", {}*{}", part.types[i]->c_type(), name);
    results.push_back(result(*part.types[i], name, first));
    first += static_cast<uint32_t>(part.types[i]->component_count());
  }
  std::string body = fmt::format(
      "  int code = planish_value_check_constructor({}, (const planish_value *)obj, {});\n",
      kClient, number);
  if (results.empty()) {
    body += "  return code;\n";
  } else {
    body += fmt::format("  static const int32_t slots[] = {{{}}};\n", fmt::join(part.slots, ", "));
    body += list("planish_result results", results);
    body += fmt::format(
        "  return code != 0 ? code : planish_value_parts({}, (const planish_value *)obj, slots, "
        "results, {});\n",
        kClient, results.size());
  }
  return {fmt::format("int {}({}{}, const {} *obj)", api_name("destruct", type, part.name),
                      type.c_context(), params, type.c_struct()),
          body};
}

// ---- Arrays of records and sums

void add_array_operations(const ApiType& type, ApiFunctions& out) {
  const std::string elem = type.elem->c_struct();
  const std::string array = fmt::format("{} *arr", type.c_struct());
  const std::string indices = index_params("i", type.rank);
  out.push_back({fmt::format("int {}({}, {} **out, {}{})", api_name("index", type),
                             type.c_context(), elem, array, indices),
                 index_array("i", type.rank) +
                     fmt::format("  return planish_value_index({}, (planish_value **)out, (const "
                                 "planish_value *)arr, &type_{}, {}, is);\n",
                                 kClient, type.elem->c_name, type.rank)});
  out.push_back({fmt::format("int {}({}, {}, {} *elem{})", api_name("set", type), type.c_context(),
                             array, elem, indices),
                 index_array("i", type.rank) +
                     fmt::format("  return planish_value_set({}, (planish_value *)arr, (const "
                                 "planish_value *)elem, &type_{}, {}, is);\n",
                                 kClient, type.elem->c_name, type.rank)});
  out.push_back(
      {fmt::format("const int64_t *{}({}, {})", api_name("shape", type), type.c_context(), array),
       fmt::format("  return planish_value_shape({}, (const planish_value *)arr);\n", kClient)});
  out.push_back(
      {fmt::format("int {}({}, {} **out, {} **elems{})", api_name("new", type), type.c_context(),
                   type.c_struct(), elem, index_params("dim", type.rank)),
       index_array("dim", type.rank) +
           fmt::format("  return planish_value_new_array_of({}, (planish_value **)out, {}, dims, "
                       "&type_{}, (const planish_value *const *)elems);\n",
                       kClient, type.rank, type.elem->c_name)});
}

}  // namespace

std::string api_name(std::string_view operation, const ApiType& type, std::string_view part) {
  std::string name = fmt::format("{}_{}_{}", type.prefix, operation, type.c_name);
  return part.empty() ? name : name + "_" + c_identifier(part);
}

std::string ApiFunction::name() const {
  const size_t end = prototype.find('(');
  const size_t before = prototype.find_last_of(" *", end);
  return prototype.substr(before + 1, end - before - 1);
}

ApiFunctions array_functions(const ApiType& type, ApiMemory memory) {
  if (type.is_irregular()) return rows_functions(type, memory);
  const std::string self = type.c_struct() + " *";
  const std::string_view scalar = c_scalar_type(type.leaves[0].prim);
  const std::string dims = index_params("dim", type.rank);
  const std::string dim_array = index_array("dim", type.rank);
  const std::string arr = fmt::format("{}, {}arr", type.c_context(), self);
  const std::string value = "(const planish_value *)arr";
  return {
      {fmt::format("{}{}({}, const {} *data{})", self, api_name("new", type), type.c_context(),
                   scalar, dims),
       dim_array + fmt::format("  return ({})planish_value_new_array({}, {}, dims, data);\n", self,
                               kClient, component(type))},
      {fmt::format("{}{}({}, {}data{})", self, api_name("new_raw", type), type.c_context(),
                   raw_memory(memory), dims),
       dim_array +
           fmt::format("  return ({})planish_value_new_raw_array({}, {}, dims, (void *)data);\n",
                       self, kClient, component(type))},
      {fmt::format("int {}({})", api_name("free", type), arr),
       fmt::format("  return planish_value_free({}, (planish_value *)arr);\n", kClient)},
      {fmt::format("int {}({}, {} *data)", api_name("values", type), arr, scalar),
       fmt::format("  return planish_value_elements({}, {}, data);\n", kClient, value)},
      {fmt::format("int {}({}, {} *out, {}arr{})", api_name("index", type), type.c_context(),
                   scalar, self, index_params("i", type.rank)),
       index_array("i", type.rank) +
           fmt::format("  return planish_value_element({}, {}, is, out);\n", kClient, value)},
      {fmt::format("{}{}({})", raw_memory(memory), api_name("values_raw", type), arr),
       fmt::format("  return ({})planish_value_raw({}, {});\n", raw_memory(memory), kClient,
                   value)},
      {fmt::format("const int64_t *{}({})", api_name("shape", type), arr),
       fmt::format("  return planish_value_shape({}, {});\n", kClient, value)},
  };
}

ApiFunctions opaque_functions(const ApiType& type) {
  const std::string self = fmt::format("{} *", type.c_struct());
  ApiFunctions out;
  out.push_back({fmt::format("int {}({}, {}obj)", api_name("free", type), type.c_context(), self),
                 fmt::format("  return planish_value_free({}, (planish_value *)obj);\n", kClient)});
  out.push_back(
      {fmt::format("int {}({}, const {}obj, void **p, size_t *n)", api_name("store", type),
                   type.c_context(), self),
       fmt::format("  return planish_value_store({}, (const planish_value *)obj, p, n);\n",
                   kClient)});
  out.push_back(
      {fmt::format("{}{}({}, const void *p)", self, api_name("restore", type), type.c_context()),
       fmt::format("  return ({})planish_value_restore({}, &type_{}, p);\n", self, kClient,
                   type.c_name)});
  switch (type.kind) {
    case ApiTypeKind::Record:
      add_projections(type, out);
      out.push_back(record_from_fields(type, "new"));
      break;
    case ApiTypeKind::Sum:
      for (size_t i = 0; i < type.parts.size(); i++) {
        out.push_back(sum_constructor(type, i));
        out.push_back(sum_destructor(type, i));
      }
      out.push_back(
          {fmt::format("int {}({}, const {}v)", api_name("variant", type), type.c_context(), self),
           fmt::format("  return planish_value_constructor({}, (const planish_value *)v);\n",
                       kClient)});
      break;
    case ApiTypeKind::ArrayOf:
      if (!type.parts.empty()) {
        add_projections(type, out);
        out.push_back(record_from_fields(type, "zip"));
      }
      if (type.is_irregular()) {
        ApiFunctions more = opaque_rows_functions(type);
        out.insert(out.end(), more.begin(), more.end());
      } else {
        add_array_operations(type, out);
      }
      break;
    case ApiTypeKind::Scalar:
    case ApiTypeKind::Array:
    case ApiTypeKind::Sequence: break;
  }
  return out;
}

ApiFunction entry_function(const ApiEntry& entry, size_t index) {
  std::string params;
  std::vector<std::string> results, arguments;
  for (size_t i = 0; i < entry.outputs.size(); i++) {
    std::string name = fmt::format("out{}", i);
    if (entry.outputs[i].type->is_sequence()) {
      params += fmt::format(", const {} *{}", entry.outputs[i].type->c_sink(), name);
      continue;
    }
    params += fmt::format(", {}*{}", entry.outputs[i].type->c_type(), name);
    results.push_back(result(*entry.outputs[i].type, name, entry.outputs[i].first));
  }
  for (size_t i = 0; i < entry.inputs.size(); i++) {
    std::string name = fmt::format("in{}", i);
    params += fmt::format(", {}{}", entry.inputs[i].type->c_input(), name);
    arguments.push_back(argument(*entry.inputs[i].type, name));
  }
  const bool streams = has_sequences(entry);
  return {fmt::format("int {}({}{})", entry.c_name, entry.c_context, params),
          list("planish_argument arguments", arguments) + list("planish_result results", results) +
              (streams ? streams_of(entry) : "") +
              fmt::format("  return planish_client_{}({}, &planish_entries[{}], {}, {}, {}{});\n",
                          streams ? "stream" : "call", kClient, index,
                          list_name("arguments", arguments), list_name("results", results),
                          results.size(), streams ? ", sources, sinks" : "")};
}

ApiFunctions context_functions(std::string_view prefix, ApiMemory memory) {
  const std::string config = fmt::format("struct {}_context_config *", prefix);
  const std::string context = fmt::format("struct {}_context *", prefix);
  const auto function = [&](std::string_view type, std::string_view name, std::string_view params,
                            std::string body) -> ApiFunction {
    return {fmt::format("{}{}_{}({})", type, prefix, name, params), std::move(body)};
  };
  const auto setter = [&](std::string_view type, std::string_view name, std::string_view params,
                          std::string body) {
    return function(type, fmt::format("context_config_{}", name),
                    fmt::format("{}cfg{}", config, params), std::move(body));
  };
  const auto flag = [&](std::string_view name, std::string_view constant) {
    return setter(
        "void ", fmt::format("set_{}", name), ", int flag",
        fmt::format("  planish_client_config_set_flag((planish_client_config *)cfg, {}, flag);\n",
                    constant));
  };
  ApiFunctions out = {
      function(config, "context_config_new", "void",
               fmt::format("  return ({})planish_client_config_new(&planish_program);\n", config)),
      setter("void ", "free", "", "  planish_client_config_free((planish_client_config *)cfg);\n"),
      flag("debugging", "PLANISH_DEBUGGING"),
      flag("profiling", "PLANISH_PROFILING"),
      flag("logging", "PLANISH_LOGGING"),
      setter("void ", "set_num_threads", ", int n",
             "  planish_client_config_set_threads((planish_client_config *)cfg, n);\n"),
      setter("void ", "set_cache_file", ", const char *f",
             "  planish_client_config_set_cache_file((planish_client_config *)cfg, f);\n"),
      setter("int ", "set_tuning_param", ", const char *param_name, size_t new_value",
             "  return planish_client_config_set_tuning_param((planish_client_config *)cfg, "
             "param_name, new_value);\n"),
      function("int ", "get_tuning_param_count", "void",
               "  return planish_client_tuning_param_count(&planish_program);\n"),
      function("const char *", "get_tuning_param_name", "int i",
               "  return planish_client_tuning_param_name(&planish_program, i);\n"),
      function("const char *", "get_tuning_param_class", "int i",
               "  return planish_client_tuning_param_class(&planish_program, i);\n"),
      function(
          context, "context_new", config + "cfg",
          fmt::format("  return ({})planish_client_new((planish_client_config *)cfg);\n", context)),
      function("void ", "context_free", context + "ctx",
               fmt::format("  planish_client_free({});\n", kClient)),
  };
  if (memory == ApiMemory::Host) return out;
  out.push_back(setter("void ", "set_device", ", const char *s",
                       "  planish_client_config_set_device((planish_client_config *)cfg, s);\n"));
  out.push_back(setter("void ", "dump_ptx_to", ", const char *s",
                       "  planish_client_config_dump_ptx_to((planish_client_config *)cfg, s);\n"));
  // What clients of Futhark may set, and what nothing depends on here.
  for (const char* name : {"thread_block_size", "group_size", "grid_size", "num_groups",
                           "tile_size", "reg_tile_size", "registers", "cache", "threshold"})
    out.push_back(setter("void ", fmt::format("set_default_{}", name), ", int size",
                         "  (void)cfg;\n  (void)size;\n"));
  out.push_back(
      setter("void ", "add_nvrtc_option", ", const char *opt", "  (void)cfg;\n  (void)opt;\n"));
  out.push_back(
      setter("void ", "set_unified_memory", ", int flag", "  (void)cfg;\n  (void)flag;\n"));
  return out;
}

ApiFunctions miscellaneous_functions(std::string_view prefix) {
  auto call = [&](std::string_view type, std::string_view name, std::string_view params,
                  std::string_view body) -> ApiFunction {
    return {
        fmt::format("{0}{1}_context_{2}(struct {1}_context *ctx{3})", type, prefix, name, params),
        fmt::format("  {}\n", body)};
  };
  return {
      call("int ", "sync", "", "return planish_client_sync((planish_client *)ctx);"),
      call("char *", "get_error", "", "return planish_client_get_error((planish_client *)ctx);"),
      call("void ", "set_logging_file", ", FILE *f",
           "planish_client_set_logging_file((planish_client *)ctx, f);"),
      call("void ", "pause_profiling", "",
           "planish_client_set_profiling_paused((planish_client *)ctx, 1);"),
      call("void ", "unpause_profiling", "",
           "planish_client_set_profiling_paused((planish_client *)ctx, 0);"),
      call("char *", "report", "", "return planish_client_report((planish_client *)ctx);"),
      call("int ", "clear_caches", "",
           "return planish_client_clear_caches((planish_client *)ctx);"),
  };
}

ApiFunction cancel_function(std::string_view prefix) {
  return {fmt::format("int {0}_context_cancel(struct {0}_context *ctx)", prefix),
          fmt::format("  return planish_client_cancel({});\n", kClient)};
}

}  // namespace planish
