// planish types: what the checker found out.

#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>

#include "command.h"
#include "driver/session/session.h"
#include "driver/session/type_queries.h"
#include "nesl_commands.h"
#include "output.h"

namespace planish::tools {
namespace {

using Json = nlohmann::ordered_json;

constexpr OptionSpec kTypesOptions[] = {
    {Option::At, "--at", "LINE:COL", "the type of the innermost expression at this place"},
    kJsonOption,
    kColorOption,
    kNeslOption,
};

// Of the form LINE:COL.
std::optional<Position> parse_position(std::string_view text) {
  Position place;
  const char* end = text.data() + text.size();
  auto line = std::from_chars(text.data(), end, place.line);
  if (line.ec != std::errc() || line.ptr == end || *line.ptr != ':') return std::nullopt;
  auto column = std::from_chars(line.ptr + 1, end, place.column);
  if (column.ec != std::errc() || column.ptr != end || place.line == 0 || place.column == 0)
    return std::nullopt;
  return place;
}

Json range_json(const SourceMap& sources, Loc loc) {
  Position from = sources.begin(loc);
  Position to = sources.end(loc);
  return {{"start", {{"line", from.line}, {"column", from.column}}},
          {"end", {{"line", to.line}, {"column", to.column}}}};
}

void write_json(const Json& json) {
  write_stdout(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

void write_definitions(Session& session, const ImportedFile& file, const Arguments& arguments) {
  std::vector<TypedDefinition> definitions = definition_types(session.context(), file);
  if (!arguments.has(Option::Json)) {
    std::string out;
    for (const TypedDefinition& d : definitions)
      out += fmt::format("{} {} {}\n", d.keyword, d.name, d.scheme);
    write_stdout(out);
    return;
  }
  Json list = Json::array();
  for (const TypedDefinition& d : definitions) {
    list.push_back({{"name", d.name},
                    {"keyword", d.keyword},
                    {"type", d.scheme.starts_with(": ") ? d.scheme.substr(2) : d.scheme},
                    {"range", range_json(session.sources(), d.loc)}});
  }
  write_json({{"definitions", list}});
}

// False: nothing with a type is there.
bool write_type_at(Session& session, const ImportedFile& file, Position place,
                   const Arguments& arguments) {
  std::optional<uint32_t> offset =
      offset_at(session.sources(), *file.source, place.line, place.column);
  std::optional<TypedRange> found;
  if (offset) found = type_at(session.context(), file, *offset);
  if (arguments.has(Option::Json)) {
    Json json;
    json["type"] = found ? Json(found->type) : Json(nullptr);
    json["range"] = found ? range_json(session.sources(), found->loc) : Json(nullptr);
    write_json(json);
  } else if (found) {
    write_stdout(found->type + "\n");
  } else {
    write_stderr(fmt::format("planish: nothing at {}:{} of {} has a type\n", place.line,
                             place.column, file.source->path));
  }
  return found.has_value();
}

ExitStatus run_types(const Arguments& arguments) {
  std::optional<Position> place;
  if (arguments.has(Option::At)) {
    place = parse_position(arguments.value(Option::At));
    if (!place) {
      usage_error(fmt::format("`{}` is not a place in a file", arguments.value(Option::At)),
                  "write a line and a column, as in --at 3:14");
      return kUsage;
    }
  }
  if (is_nesl(arguments, arguments.operands.front())) return types_nesl(arguments);
  Session session;
  bool found = true;
  if (const SourceFile* file = load_operand(session, arguments.operands.front())) {
    CheckedProgram program = session.check(*file);
    if (!program.files.empty() && program.files.back()->source == file) {
      if (place) {
        found = write_type_at(session, *program.files.back(), *place, arguments);
      } else {
        write_definitions(session, *program.files.back(), arguments);
      }
    }
  }
  ExitStatus status = report_errors(session, arguments);
  return found ? status : kFailure;
}

}  // namespace

const Command kTypesCommand{
    .name = "types",
    .summary = "Show the types of definitions and expressions",
    .operand = Operand::File,
    .examples =
        "  planish types prog.fut                the type of every definition\n"
        "  planish types --at 3:14 prog.fut      the type of what stands in line 3, column 14\n"
        "  planish types --json prog.fut         the same for editors\n",
    .options = kTypesOptions,
    .run = run_types,
};

}  // namespace planish::tools
