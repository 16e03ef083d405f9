#include <nlohmann/json.hpp>

#include "diag/display_text.h"
#include "diag/render.h"
#include "diag/snippet.h"

namespace planish {
namespace {

using Json = nlohmann::ordered_json;

Json position_json(const SourceMap& sources, const SourceFile& file, uint32_t offset) {
  Position at = sources.position(file, std::clamp(offset, file.base, file.whole().end));
  return {{"line", at.line}, {"column", at.column}};
}

// Adds "file" and "range", both null when the location is in no file.
void add_place(Json& json, const SourceMap& sources, Loc loc) {
  const SourceFile* file = file_at(sources, loc);
  if (file == nullptr) {
    json["file"] = nullptr;
    json["range"] = nullptr;
    return;
  }
  json["file"] = valid_utf8(file->path);
  json["range"] = {{"start", position_json(sources, *file, loc.begin)},
                   {"end", position_json(sources, *file, std::max(loc.begin, loc.end))}};
}

Json place_with_text(const SourceMap& sources, Loc loc, std::string_view key,
                     std::string_view text) {
  Json json;
  json[std::string(key)] = valid_utf8(text);
  add_place(json, sources, loc);
  return json;
}

Json diagnostic_json(const Diagnostic& d, const SourceMap& sources) {
  Json json;
  json["code"] = info(d.kind).code;
  json["severity"] = d.severity == Severity::Error ? "error" : "warning";
  json["message"] = valid_utf8(d.message);
  add_place(json, sources, d.labels.empty() ? Loc{} : d.labels.front().loc);
  json["labels"] = Json::array();
  for (const Label& label : d.labels) {
    if (label.loc.valid())
      json["labels"].push_back(place_with_text(sources, label.loc, "message", label.text));
  }
  json["notes"] = Json::array();
  for (const Note& note : d.notes)
    json["notes"].push_back(place_with_text(sources, note.loc, "message", note.text));
  json["hint"] = d.hint.empty() ? Json(nullptr) : Json(valid_utf8(d.hint));
  // An empty text at a valid location is a deletion.
  json["replacement"] = d.replacement_loc.valid()
                            ? place_with_text(sources, d.replacement_loc, "text", d.replacement)
                            : Json(nullptr);
  return json;
}

}  // namespace

std::string render_json(std::span<const Diagnostic* const> diagnostics, const SourceMap& sources) {
  Json list = Json::array();
  size_t errors = 0;
  for (const Diagnostic* d : diagnostics) {
    list.push_back(diagnostic_json(*d, sources));
    if (d->severity == Severity::Error) errors++;
  }
  Json document;
  document["diagnostics"] = std::move(list);
  document["errors"] = errors;
  document["warnings"] = diagnostics.size() - errors;
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace planish
