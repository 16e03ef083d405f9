#include "interp/foreign.h"

#include <bit>
#include <unordered_map>

#include "interp/values.h"

namespace planish::interp {

namespace {

using runtime::Value;

int64_t number(const Value& value) { return static_cast<int64_t>(scalar_from_value(value)); }
std::string text(const Value& value) {
  return {reinterpret_cast<const char*>(value.data.data()), value.data.size()};
}
Value of(int64_t value) { return to_value(Prim::I64, static_cast<uint64_t>(value)); }
Value of(const std::string& text) {
  Value value;
  value.prim = Prim::U8;
  value.dims.push_back({false, static_cast<int64_t>(text.size()), {}});
  const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
  value.data.assign(bytes, bytes + text.size());
  return value;
}

const std::unordered_map<std::string_view, ForeignFunction> kFunctions = {
    {"planish_world_open",
     [](ForeignCall& call) {
       int64_t stream = 0;
       const auto mode = static_cast<runtime::OpenMode>(number(call.args[2]));
       const int64_t failed = call.world.open(text(call.args[1]), mode, stream);
       call.results = {of(stream), of(failed)};
     }},
    {"planish_world_close",
     [](ForeignCall& call) { call.results = {of(call.world.close(number(call.args[0])))}; }},
    {"planish_world_read",
     [](ForeignCall& call) {
       int64_t end = 0;
       const int64_t failed =
           call.world.read(text(call.args[1]), number(call.args[2]), number(call.args[3]), end);
       const auto count = static_cast<int64_t>(call.world.text().size());
       call.results = {of(count), of(end), of(failed)};
     }},
    {"planish_world_write",
     [](ForeignCall& call) {
       call.results = {of(call.world.write(text(call.args[1]), number(call.args[2])))};
     }},
    {"planish_world_environment",
     [](ForeignCall& call) {
       call.world.environment(text(call.args[1]));
       call.results = {of(static_cast<int64_t>(call.world.text().size()))};
     }},
    {"planish_world_text", [](ForeignCall& call) { call.results = {of(call.world.text())}; }},
    {"planish_world_message", [](ForeignCall& call) { call.results = {of(call.world.message())}; }},
    {"planish_world_seconds",
     [](ForeignCall& call) {
       call.results = {to_value(Prim::F64, std::bit_cast<uint64_t>(runtime::World::seconds()))};
     }},
    {"planish_world_error", [](ForeignCall& call) { call.failure = text(call.args[1]); }},
};

}  // namespace

ForeignFunction find_foreign_function(std::string_view symbol) {
  const auto found = kFunctions.find(symbol);
  return found == kFunctions.end() ? nullptr : found->second;
}

}  // namespace planish::interp
