#include "driver/explain/decision_text.h"

#include <fmt/format.h>

namespace planish::explain {

std::string because_text(const Because& because) {
  switch (because.ground) {
    case Ground::Asked: return fmt::format("#[{}] asks for it", attribute_text(because.attribute));
    case Ground::Shows: return "what it shows has to come in order";
    case Ground::Accumulates: return "it adds to several accumulators at once";
    case Ground::Irregular: return "its arrays are irregular";
    case Ground::FewElements:
      return fmt::format("{} {} too little work for several threads", because.count,
                         because.count == 1 ? "element is" : "elements are");
    case Ground::Called: return "its function is called in each of many threads";
    case Ground::InOperator:
      return fmt::format("it is in an operator, which is applied to {} elements or more at once",
                         because.limit);
    case Ground::InLoop: return "the loop around it is in one thread already";
    case Ground::EnoughAround: return "there is enough work for all cores around it";
    case Ground::NothingToDo: return "there is nothing to do around it";
    case Ground::ManyVersions: return "there would be too many versions of the code around it";
    case Ground::LongBody:
      return fmt::format(
          "the code around it is too long to be made in two versions: {} "
          "statements, and {} may be",
          because.count, because.limit);
    case Ground::NotTakenApart: return "the code around it stays in one piece";
    case Ground::FewAround:
      return fmt::format("{} iterations are too few for all cores, which want {}", because.count,
                         because.limit);
    case Ground::Tiles: return "it can be done in tiles then";
    case Ground::Everything: return "all parallelism is wanted";
    case Ground::CalledForAll: return "a foreign function in it is called once for all rows";
    case Ground::EnoughPoints:
    case Ground::Spread:
    case Ground::EnoughElements:
    case Ground::EnoughColumns: return version_text(because, {}).when;
  }
  __builtin_unreachable();
}

std::string_view code_of(Ground ground) {
  switch (ground) {
    case Ground::Asked: return "asked";
    case Ground::Shows: return "shows";
    case Ground::Accumulates: return "accumulates";
    case Ground::Irregular: return "irregular";
    case Ground::FewElements: return "few-elements";
    case Ground::Called: return "called";
    case Ground::InOperator: return "in-operator";
    case Ground::InLoop: return "in-loop";
    case Ground::EnoughAround: return "enough-around";
    case Ground::NothingToDo: return "nothing-to-do";
    case Ground::ManyVersions: return "many-versions";
    case Ground::LongBody: return "long-body";
    case Ground::NotTakenApart: return "not-taken-apart";
    case Ground::FewAround: return "few-around";
    case Ground::Tiles: return "tiles";
    case Ground::Everything: return "everything";
    case Ground::CalledForAll: return "called-for-all";
    case Ground::EnoughPoints: return "enough-points";
    case Ground::Spread: return "spread";
    case Ground::EnoughElements: return "enough-elements";
    case Ground::EnoughColumns: return "enough-columns";
  }
  __builtin_unreachable();
}

VersionText version_text(const Because& because, VersionText condition) {
  // What is counted while the program runs is long, and always of this kind.
  if (because.ground == Ground::Spread)
    return {"the work is spread over many rows", "few rows have most of the work"};
  if (!condition.when.empty() && !condition.otherwise.empty()) return condition;
  const std::string_view what = because.ground == Ground::EnoughColumns ? "columns" : "elements";
  return {fmt::format("there are {} {} or more", because.limit, what),
          fmt::format("there are fewer than {} {}", because.limit, what)};
}

std::string_view strategy_words(plan::Strategy strategy) {
  switch (strategy) {
    case plan::Strategy::Tile: return "in tiles that stay in registers and the cache";
    case plan::Strategy::SharedTile: return "in tiles that threads share";
    case plan::Strategy::ShortRows:
    case plan::Strategy::MaskedRows:
    case plan::Strategy::EqualRows: return "several elements of a row at once";
    case plan::Strategy::Counts: return "counted in narrow numbers, several elements at once";
    case plan::Strategy::RowsInLanes: return "several rows at once where they are short";
    case plan::Strategy::Streams: return "several parts of a range at once";
    case plan::Strategy::Strips: return "several neighbours at once, step by step";
    case plan::Strategy::Neighbours: return "several neighbours in a thread";
    case plan::Strategy::Lanes: return "several neighbours at once, each on its own way";
    case plan::Strategy::ColumnScan: return "column beside column";
    case plan::Strategy::VectorScan:
    case plan::Strategy::VectorFilter:
    case plan::Strategy::ShortFilter: return "several elements at once";
    case plan::Strategy::RegisterCounts: return "counted in registers";
    case plan::Strategy::LengthsFirst: return "lengths first, then each row in its place";
    case plan::Strategy::ComputedElements:
    case plan::Strategy::Pieces: return "without making an array";
    case plan::Strategy::Split:
      return "in parts, in each of which conditions on the index are known";
    case plan::Strategy::EndChecks: return "checked at both ends of a range only";
    case plan::Strategy::Clamps: return "clamped at the ends of a range only";
    case plan::Strategy::Prefetch: return "rows asked for ahead";
    case plan::Strategy::ScalarLoop:
    case plan::Strategy::InOrder: return "one element after the other";
    case plan::Strategy::Plain: return "";
  }
  __builtin_unreachable();
}

bool is_notable(plan::Strategy strategy) {
  switch (strategy) {
    case plan::Strategy::Tile:
    case plan::Strategy::SharedTile:
    case plan::Strategy::Strips:
    case plan::Strategy::Lanes:
    case plan::Strategy::ColumnScan: return true;
    default: return false;
  }
}

}  // namespace planish::explain
