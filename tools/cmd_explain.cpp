// planish explain: what became of the parallel operators of a program.

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "command.h"
#include "diag/snippet.h"
#include "driver/explain.h"
#include "driver/session.h"
#include "driver/type_queries.h"
#include "lower/lower.h"
#include "output.h"
#include "pipeline/passes.h"
#include "pipeline/runner.h"

namespace planish::tools {
namespace {

using Json = nlohmann::ordered_json;
using shapes::Regularity;

constexpr OptionSpec kOptions[] = {
    kJsonOption,
    kColorOption,
};

std::string_view text_of(Fate fate) {
  switch (fate) {
    case Fate::Parallel: return "parallel";
    case Fate::Fused: return "fused";
    case Fate::Sequential: return "sequential";
    case Fate::Gone: return "gone";
  }
  return "";
}

std::string_view text_of(Regularity regularity) {
  return regularity == Regularity::Irregular ? "irregular" : "regular";
}

std::string position_text(const ir::Storage& storage, const ir::Place& place) {
  return fmt::format("{}:{}:{}", storage.text(place.file), place.line, place.column);
}

// ---- Text

std::string levels_text(const ExplainedOperator& one) {
  std::string text;
  for (const std::string& level : one.levels) text += (text.empty() ? "" : ", ") + level;
  return text;
}

// What is said below the source, a line each.
std::vector<std::string> lines_of(const ir::Storage& storage, const Construct& one) {
  std::vector<std::string> lines;
  for (const ExplainedOperator& op : one.operators) {
    std::string line = op.parallel ? fmt::format("parallel: {} over ({})", op.kind, levels_text(op))
                                   : fmt::format("sequential: a loop ({}) in one thread", op.kind);
    if (!op.why.empty()) line += fmt::format(", since {}", op.why);
    if (op.irregular) line += ", cut into equal shares of rows and elements";
    if (op.joined_to)
      line += fmt::format("; one loop with what stands at {}: nothing is written in between",
                          position_text(storage, *op.joined_to));
    if (!op.writes.empty()) line += fmt::format("; writes {}", op.writes);
    if (!op.version.empty()) line += fmt::format("; if {}", op.version);
    lines.push_back(std::move(line));
  }
  if (one.fate == Fate::Fused)
    lines.push_back(fmt::format("fused into what stands at {}: nothing is written in between",
                                position_text(storage, *one.fused_into)));
  if (one.fate == Fate::Gone) lines.emplace_back("no code is left of it");
  return lines;
}

void write_text(Session& session, const SourceFile& file, const ir::Storage& storage,
                const std::vector<Construct>& all, Color color) {
  Style style;
  if (color == Color::Always)
    style = {"\x1b[1;36m", "\x1b[1m", "\x1b[34m", "\x1b[36m", "\x1b[32m", "\x1b[0m"};
  std::string out;
  for (const Construct& one : all) {
    std::string what = fmt::format("{}, {}", one.shape, text_of(one.regularity));
    if (!one.reason.empty()) what += fmt::format(": {}", one.reason);
    if (!out.empty()) out += "\n";
    out += fmt::format("{}{}{}{}: {}{}\n", style.severity, one.kind, style.reset, style.message,
                       what, style.reset);
    uint32_t gutter = 1;
    std::optional<uint32_t> start;
    std::optional<uint32_t> end;
    if (storage.text(one.source.file) == file.path) {
      start = offset_at(session.sources(), file, one.source.line, one.source.column);
      end = offset_at(session.sources(), file, one.source.end_line, one.source.end_column - 1);
    }
    if (start && end) {
      Snippet snippet{
          &file, {make_mark(session.sources(), file, {*start, *end + 1}, MarkRole::Primary, "")}};
      gutter = static_cast<uint32_t>(std::to_string(last_line(snippet)).size());
      render_snippet(out, session.sources(), snippet, gutter, style, {.color = color});
    } else {
      out += fmt::format("  {}\n", position_text(storage, one.source));
    }
    for (const std::string& line : lines_of(storage, one))
      out += fmt::format("{:{}} {}={} {}\n", "", gutter, style.gutter, style.reset, line);
  }
  if (out.empty()) out = "there are no parallel operators in the entry points\n";
  write_stdout(out);
}

// ---- JSON

Json place_json(const ir::Storage& storage, const ir::Place& place) {
  return {{"file", std::string(storage.text(place.file))},
          {"start", {{"line", place.line}, {"column", place.column}}},
          {"end", {{"line", place.end_line}, {"column", place.end_column}}}};
}

void write_json(const ir::Storage& storage, const std::vector<Construct>& all) {
  Json list = Json::array();
  for (const Construct& one : all) {
    Json operators = Json::array();
    for (const ExplainedOperator& op : one.operators) {
      Json described{{"kind", op.kind},       {"parallel", op.parallel},
                     {"levels", op.levels},   {"irregular", op.irregular},
                     {"version", op.version}, {"writes", op.writes},
                     {"why", op.why}};
      if (op.joined_to) described["joined_to"] = place_json(storage, *op.joined_to);
      operators.push_back(std::move(described));
    }
    Json json{{"kind", one.kind},         {"place", place_json(storage, one.source)},
              {"function", one.function}, {"depth", one.depth},
              {"shape", one.shape},       {"regularity", std::string(text_of(one.regularity))},
              {"reason", one.reason},     {"fate", std::string(text_of(one.fate))},
              {"operators", operators}};
    if (one.fused_into) json["fused_into"] = place_json(storage, *one.fused_into);
    list.push_back(std::move(json));
  }
  Json document{{"constructs", list}};
  write_stdout(document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

ir::Program passed(const ir::Program& program, std::span<const Pass> passes) {
  PipelineResult result = run_pipeline(program, passes);
  if (result.failure) throw std::logic_error(failure_text(*result.failure));
  return std::move(result.program);
}

ExitStatus run(const Arguments& arguments) {
  Session session;
  const SourceFile* file = load_operand(session, arguments.operands.front());
  if (file == nullptr) return report_errors(session, arguments);
  CheckedProgram program = session.check(*file);
  if (session.diags().has_errors()) return report_errors(session, arguments);
  ir::Program lowered = lower_program(session.context(), program);
  if (session.diags().has_errors()) return report_errors(session, arguments);
  ir::Program core = passed(lowered, standard_pipeline());
  // The pipeline of the CPU begins with the standard one. Of operators that become one loop of a thread both are shown,
  // and that they do.
  const std::span<const Pass> further = cpu_pipeline().subspan(standard_pipeline().size());
  std::vector<Pass> passes(further.begin(), further.end());
  std::erase_if(passes, [](const Pass& pass) { return pass.name == "fuse_scans"; });
  ir::Program flat = passed(core, passes);
  std::vector<Construct> all = explain(core, flat);
  if (arguments.has(Option::Json)) {
    write_json(*core.storage, all);
  } else {
    write_text(session, *file, *core.storage, all, color_for(arguments, 1));
  }
  return kSuccess;
}

}  // namespace

const Command kExplainCommand{
    .name = "explain",
    .summary = "Show what became of the parallel operators of a program",
    .operand = Operand::File,
    .examples =
        "  planish explain prog.fut              shapes, fusion, what runs in parallel, versions\n"
        "  planish explain --json prog.fut       the same for tools\n",
    .options = kOptions,
    .run = run,
};

}  // namespace planish::tools
