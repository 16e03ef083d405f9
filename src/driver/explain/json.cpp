// The facts for other programs.
#include <nlohmann/json.hpp>

#include "driver/explain/decision_text.h"
#include "driver/explain/device_facts.h"
#include "driver/explain/explain.h"
#include "driver/explain/sentences.h"

namespace planish::explain {

namespace {

using Json = nlohmann::ordered_json;

Json place_json(const ir::Storage& storage, const ir::Place& place) {
  return {{"file", std::string(storage.text(place.file))},
          {"start", {{"line", place.line}, {"column", place.column}}},
          {"end", {{"line", place.end_line}, {"column", place.end_column}}}};
}

// Both the words and what they are made of.
Json because_json(const Because& because) {
  Json json{{"code", std::string(code_of(because.ground))}, {"text", because_text(because)}};
  if (because.count != 0) json["count"] = because.count;
  if (because.limit != 0) json["limit"] = because.limit;
  return json;
}

Json how_json(const plan::Decision& decision) {
  return {{"strategy", std::string(plan::strategy_text(decision.strategy))},
          {"taken", decision.taken},
          {"obstacle", decision.is_obstacle},
          {"text", decision.text}};
}

Json work_json(const ir::Storage& storage, const Work& work) {
  Json json{{"kind", work.kind},
            {"parallel", work.parallel},
            {"sizes", work.sizes},
            {"irregular", work.irregular},
            {"usual", work.path == Path::Usual},
            {"version", work.version},
            {"writes", work.writes},
            {"why", work.why ? because_text(*work.why) : ""},
            {"count", work.count}};
  if (work.why) json["reason"] = because_json(*work.why);
  json["how"] = Json::array();
  for (const plan::Decision& decision : work.how) json["how"].push_back(how_json(decision));
  if (!work.kernels.empty()) {
    json["kernels"] = Json::array();
    for (const KernelWay& kernel : work.kernels)
      json["kernels"].push_back({{"how", kernel.how}, {"when", kernel.when}});
  }
  if (work.joined_to) json["joined_to"] = place_json(storage, *work.joined_to);
  return json;
}

Json call_json(const ir::Storage& storage, const Call& call) {
  const bool irregular = call.regularity == shapes::Regularity::Irregular;
  Json works = Json::array();
  for (const Work& work : call.works) works.push_back(work_json(storage, work));
  Json json{{"name", call.name},     {"place", place_json(storage, call.source)},
            {"shape", call.shape},   {"regularity", irregular ? "irregular" : "regular"},
            {"reason", call.reason}, {"fate", std::string(fate_text(call.fate))},
            {"works", works}};
  if (call.inside) json["inside"] = *call.inside;
  if (call.taken_apart) json["taken_apart"] = because_json(*call.taken_apart);
  if (call.fused_into) json["fused_into"] = place_json(storage, *call.fused_into);
  return json;
}

Json device_json(const ir::Storage& storage, const DeviceFacts& device) {
  Json kernels = Json::array();
  for (const KernelAt& at : device.kernels) {
    kernels.push_back({{"name", at.kernel.name},
                       {"body", at.kernel.body},
                       {"place", place_json(storage, at.place)},
                       {"loop", at.loop},
                       {"one_thread", at.threads == Threads::One},
                       {"allocates", at.kernel.allocates},
                       {"recurses", at.kernel.recurses},
                       {"how", at.kernel.how},
                       {"when", at.kernel.when}});
  }
  Json waits = Json::array();
  for (const Wait& wait : device.waits) {
    waits.push_back({{"for", std::string(wait_words(wait.kind))},
                     {"place", place_json(storage, wait.place)},
                     {"loop", wait.loop}});
  }
  Json copies = Json::array();
  for (const DeviceCopy& copy : device.copies) {
    copies.push_back({{"array", copy.array},
                      {"memory", copy.memory},
                      {"place", place_json(storage, copy.place)},
                      {"loop", copy.loop}});
  }
  return {{"kernels", kernels}, {"waits", waits}, {"transposed", copies}};
}

}  // namespace

std::string as_json(const std::vector<Entry>& entries, const ir::Storage& storage) {
  Json list = Json::array();
  for (const Entry& entry : entries) {
    Json causes = Json::array();
    for (const Cause& cause : entry.causes) {
      causes.push_back({{"code", std::string(code_of(cause.kind))},
                        {"place", place_json(storage, cause.place)},
                        {"message", cause.message},
                        {"advice", cause.advice}});
    }
    Json calls = Json::array();
    for (const Call& call : entry.calls) calls.push_back(call_json(storage, call));
    list.push_back({{"name", entry.name},
                    {"place", place_json(storage, entry.place)},
                    {"summary",
                     {{"parallel", entry.summary.parallel},
                      {"sequential", entry.summary.sequential},
                      {"memory", entry.summary.memory},
                      {"waits", entry.summary.waits}}},
                    {"causes", causes},
                    {"calls", calls}});
    if (entry.device) list.back()["device"] = device_json(storage, *entry.device);
  }
  Json document{{"entries", list}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace planish::explain
