#include "driver/c_api_manifest.h"

#include <nlohmann/json.hpp>

#include "driver/c_api_functions.h"

namespace planish {
namespace {

using Json = nlohmann::ordered_json;

Json operations(const ApiType& type, std::initializer_list<const char*> names) {
  Json out = Json::object();
  for (const char* name : names) out[name] = api_name(name, type);
  return out;
}

Json fields(const ApiType& type) {
  Json out = Json::array();
  for (const ApiPart& field : type.parts) {
    out.push_back({{"name", field.name},
                   {"project", api_name("project", type, field.name)},
                   {"type", field.types[0]->name}});
  }
  return out;
}

Json variants(const ApiType& type) {
  Json out = Json::array();
  for (const ApiPart& part : type.parts) {
    Json payload = Json::array();
    for (const ApiType* of : part.types) payload.push_back(of->name);
    out.push_back({{"name", part.name},
                   {"construct", api_name("new", type, part.name)},
                   {"destruct", api_name("destruct", type, part.name)},
                   {"payload", payload}});
  }
  return out;
}

// The dimensions that vary.
Json varying(const ApiType& type) {
  Json out = Json::array();
  for (size_t i = 0; i < type.varying.size(); i++) {
    if (type.varying[i]) out.push_back(i);
  }
  return out;
}

Json array_of(const ApiType& type) {
  Json out = {{"elemtype", type.elem->name}, {"rank", type.rank}};
  if (type.is_irregular()) {
    out["varying"] = varying(type);
    out["valuestype"] = type.values->name;
    out.update(operations(type, {"index", "shape", "offsets", "values", "new"}));
  } else {
    out.update(operations(type, {"index", "shape", "new", "set"}));
  }
  return out;
}

Json opaque(const ApiType& type) {
  Json out = {{"kind", "opaque"},
              {"ctype", "struct futhark_" + type.c_name + " *"},
              {"ops", operations(type, {"free", "store", "restore"})}};
  switch (type.kind) {
    case ApiTypeKind::Record:
      out["record"] = {{"new", api_name("new", type)}, {"fields", fields(type)}};
      break;
    case ApiTypeKind::Sum:
      out["sum"] = {{"variant", api_name("variant", type)}, {"variants", variants(type)}};
      break;
    case ApiTypeKind::ArrayOf:
      if (type.is_irregular()) {
        out["irregular_array"] = array_of(type);
        if (type.parts.empty()) break;
        out["irregular_array"]["zip"] = api_name("zip", type);
        out["irregular_array"]["fields"] = fields(type);
      } else if (type.parts.empty()) {
        out["opaque_array"] = array_of(type);
      } else {
        out["record_array"] = array_of(type);
        out["record_array"]["zip"] = api_name("zip", type);
        out["record_array"]["fields"] = fields(type);
      }
      break;
    case ApiTypeKind::Scalar:
    case ApiTypeKind::Array: break;
  }
  return out;
}

// Tools that know nothing of irregular arrays do not know this kind, either.
Json array(const ApiType& type) {
  Json out = {{"kind", type.is_irregular() ? "irregular_array" : "array"},
              {"ctype", "struct futhark_" + type.c_name + " *"},
              {"rank", type.rank}};
  if (type.is_irregular()) out["varying"] = varying(type);
  out["elemtype"] = prim_name(type.leaves.back().prim);
  out["ops"] =
      operations(type, {"free", "shape", "values", "values_raw", "new", "new_raw", "index"});
  if (type.is_irregular()) out["ops"]["offsets"] = api_name("offsets", type);
  return out;
}

Json value(const ApiValue& value) { return {{"type", value.type->name}, {"unique", value.unique}}; }

Json entry(const ApiEntry& entry) {
  Json inputs = Json::array();
  for (const ApiValue& of : entry.inputs) {
    inputs.push_back({{"name", of.name.empty() ? "_" : of.name},
                      {"type", of.type->name},
                      {"unique", of.unique}});
  }
  Json outputs = Json::array();
  for (const ApiValue& of : entry.outputs) outputs.push_back(value(of));
  Json out = {{"cfun", entry.c_name},
              {"tuning_params", Json::array()},
              {"attributes", entry.attributes},
              {"inputs", inputs}};
  // Tools for Futhark before 0.26 look for the list, later ones for the one value.
  if (entry.outputs.size() == 1) out["output"] = outputs[0];
  out["outputs"] = outputs;
  return out;
}

}  // namespace

std::string make_manifest(const ApiTypes& types, std::string_view version) {
  Json entries = Json::object();
  for (const ApiEntry& of : types.entries()) entries[of.function->entry->name] = entry(of);
  Json all = Json::object();
  for (const ApiType* type : types.arrays()) all[type->name] = array(*type);
  for (const ApiType* type : types.opaques()) all[type->name] = opaque(*type);
  Json manifest = {{"backend", "multicore"},
                   {"version", "planish " + std::string(version)},
                   {"entry_points", entries},
                   {"types", all}};
  return manifest.dump(2) + "\n";
}

}  // namespace planish
