#include "driver/build/c_api_manifest.h"

#include <nlohmann/json.hpp>

#include "driver/build/c_api_functions.h"

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

Json array_of(const ApiType& type, std::initializer_list<const char*> names) {
  const std::string elem =
      type.elem != nullptr ? type.elem->name : std::string(prim_name(type.leaves.back().prim));
  Json out = {{"rank", type.rank}, {"elemtype", elem}};
  out.update(operations(type, names));
  return out;
}

// Note [Irregular arrays in manifests]
// The schema of Futhark's manifests knows nothing of irregular arrays. Tools for it find an opaque
// array with those functions that it would have anyway; all others are in an object
// `irregular_array`.
void add_rows(Json& out, const ApiType& type) {
  out["opaque_array"] = array_of(type, {"index", "shape"});
  Json rows = array_of(type, {"index", "shape", "offsets", "values", "new"});
  rows["varying"] = varying(type);
  if (type.kind == ApiTypeKind::Array) {
    rows.update(operations(type, {"values_raw", "new_raw"}));
  } else {
    rows["valuestype"] = type.values->name;
  }
  if (!type.parts.empty()) {
    rows["zip"] = api_name("zip", type);
    rows["fields"] = fields(type);
  }
  out["irregular_array"] = rows;
}

Json opaque(const ApiType& type) {
  Json out = {{"kind", "opaque"},
              {"ctype", type.c_struct() + " *"},
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
        add_rows(out, type);
      } else if (type.parts.empty()) {
        out["opaque_array"] = array_of(type, {"index", "shape", "new", "set"});
      } else {
        out["record_array"] = array_of(type, {"index", "shape", "new", "set", "zip"});
        out["record_array"]["fields"] = fields(type);
      }
      break;
    case ApiTypeKind::Scalar:
    case ApiTypeKind::Array:
    case ApiTypeKind::Sequence: break;
  }
  return out;
}

Json array(const ApiType& type) {
  if (type.is_irregular()) {
    Json rows = {
        {"kind", "opaque"}, {"ctype", type.c_struct() + " *"}, {"ops", operations(type, {"free"})}};
    add_rows(rows, type);
    return rows;
  }
  return {{"kind", "array"},
          {"ctype", type.c_struct() + " *"},
          {"rank", type.rank},
          {"elemtype", prim_name(type.leaves.back().prim)},
          {"ops",
           operations(type, {"free", "shape", "values", "values_raw", "new", "new_raw", "index"})}};
}

// Tools for Futhark find an opaque type that can be freed. `elements` are the components of an
// element, as arrays of all elements of a chunk.
Json sequence(const ApiType& type) {
  Json elements = Json::array();
  for (const ApiLeaf& leaf : type.leaves) {
    Json varying = Json::array();
    for (size_t d = 0; d < leaf.varying.size(); d++) {
      if (leaf.varying[d]) varying.push_back(d);
    }
    elements.push_back(
        {{"elemtype", prim_name(leaf.prim)}, {"rank", leaf.varying.size()}, {"varying", varying}});
  }
  return {{"kind", "opaque"},
          {"ctype", type.c_struct() + " *"},
          {"ops", operations(type, {"free"})},
          {"sequence",
           {{"new", api_name("new", type)},
            {"chunk", type.c_chunk()},
            {"sink", type.c_sink()},
            {"elements", elements}}}};
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

std::string make_manifest(const ApiTypes& types, const ApiDocs& docs, std::string_view backend,
                          std::string_view version) {
  const auto add_doc = [](Json& out, const auto& texts, std::string_view name) {
    if (const auto found = texts.find(name); found != texts.end()) out["doc"] = found->second;
  };
  Json entries = Json::object();
  for (const ApiEntry& of : types.entries()) {
    const std::string_view name = of.function->entry->name;
    Json& made = entries[name] = entry(of);
    add_doc(made, docs.entries, name);
  }
  Json all = Json::object();
  for (const ApiType* type : types.arrays()) all[type->name] = array(*type);
  for (const ApiType* type : types.opaques()) {
    Json& made = all[type->name] = opaque(*type);
    add_doc(made, docs.types, type->name);
  }
  for (const ApiType* type : types.sequences()) all[type->name] = sequence(*type);
  Json manifest = {{"backend", backend},
                   {"version", "planish " + std::string(version)},
                   {"entry_points", entries},
                   {"types", all}};
  return manifest.dump(2) + "\n";
}

}  // namespace planish
