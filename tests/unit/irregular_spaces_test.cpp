// Machine code for operators over iteration spaces with irregular levels, against loops over all
// points.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "backends/native.h"
#include "codegen/codegen.h"
#include "codegen/loader.h"
#include "ir/parse.h"
#include "ir/verify.h"

namespace planish {
namespace {

struct TestLevel {
  int64_t bound = 0;             // regular
  std::vector<int64_t> lengths;  // irregular: of the rows, one for each point of the levels before
  bool irregular = false;
  int64_t base = 0;      // the first offset
  bool strided = false;  // the offsets are every other element of an array

  int64_t total() const {
    return irregular ? std::accumulate(lengths.begin(), lengths.end(), int64_t{0}) : bound;
  }
};
using TestSpace = std::vector<TestLevel>;
using Point = std::vector<int64_t>;

// For each point of the levels before the last, the points of its row.
std::vector<std::vector<Point>> rows_of(const TestSpace& space) {
  std::vector<Point> points{{}};
  std::vector<std::vector<Point>> rows;
  for (const TestLevel& level : space) {
    rows.clear();
    for (size_t p = 0; p < points.size(); p++) {
      std::vector<Point>& row = rows.emplace_back();
      const int64_t length = level.irregular ? level.lengths[p] : level.bound;
      for (int64_t j = 0; j < length; j++) {
        row.push_back(points[p]);
        row.back().push_back(j);
      }
    }
    points.clear();
    for (const auto& row : rows) points.insert(points.end(), row.begin(), row.end());
  }
  return rows;
}

constexpr int64_t kFactors[] = {1009, 101, 17, 3};
constexpr int64_t kBins = 8;

int64_t value_at(const Point& point) {
  int64_t value = 5;
  for (size_t k = 0; k < point.size(); k++) value += kFactors[k] * point[k];
  return value;
}

// ---- A program with all operators over one space

std::string dims(const TestSpace& space, size_t levels) {
  std::string text;
  for (size_t k = 0; k < levels; k++) {
    if (space[k].irregular) text.clear();
    text += fmt::format("[b{}]", k);
  }
  return text;
}

std::string levels_text(const TestSpace& space, std::string_view suffix) {
  std::string text;
  for (size_t k = 0; k < space.size(); k++) {
    text += fmt::format("{}i{}{}: i64 < b{}", k == 0 ? "" : ", ", k, suffix, k);
    if (space[k].irregular) text += fmt::format(" by s{}", k);
  }
  return text;
}

// Statements that compute value_at: v followed by the suffix.
std::string value_text(const TestSpace& space, std::string_view suffix) {
  std::string text;
  std::string sum = "5";
  for (size_t k = 0; k < space.size(); k++) {
    const bool last = k + 1 == space.size();
    const std::string next = last ? fmt::format("v{}", suffix) : fmt::format("w{}{}", k, suffix);
    text += fmt::format("let p{0}{1}: i64 = mul i{0}{1} {2}\n", k, suffix, kFactors[k]);
    text += fmt::format("let {}: i64 = add {} p{}{}\n", next, sum, k, suffix);
    sum = next;
  }
  return text;
}

std::string program_text(const TestSpace& space) {
  std::string params;
  std::string entry;
  std::string start;
  size_t number = 0;
  const auto param = [&](const std::string& name, const std::string& type) {
    params += fmt::format("{}{}: {}", number == 0 ? "" : ", ", name, type);
    return number++;
  };
  const auto value = [&](const std::string& name, const std::string& type, const char* shown) {
    const size_t at = param(name, type);
    entry +=
        fmt::format("{}\"{}\": \"{}\" from {} count 1", entry.empty() ? "" : ", ", name, shown, at);
  };
  for (size_t k = 0; k < space.size(); k++) {
    value(fmt::format("b{}", k), "i64", "i64");
    if (!space[k].irregular) continue;
    param(fmt::format("m{}", k), "i64");
    value(fmt::format("o{}", k), fmt::format("[m{}]i64", k), "[]i64");
    value(fmt::format("r{}", k), "i64", "i64");
    start += fmt::format("let s{0}: [r{0}]i64 = slice o{0} [0 +: r{0} by {1}]\n", k,
                         space[k].strided ? 2 : 1);
  }
  const std::string all = dims(space, space.size());
  const std::string outer = dims(space, space.size() - 1);
  const auto shown = [](const std::string& of) {
    std::string text;
    for (char c : of) text += c == '[' ? "[]" : "";
    return text + "i64";
  };
  const std::string results[] = {all, outer, all, all, outer, outer, all, all, outer, outer, outer};
  std::string result_params;
  std::string entry_results;
  for (size_t k = 0; k < std::size(results); k++) {
    result_params += fmt::format("x{}: {}i64, ", k, results[k]);
    entry_results += fmt::format("\"{}\" from {} count 1, ", shown(results[k]), k);
  }
  const std::string plus = R"({0} \(a?: i64, c?: i64) { let d?: i64 = add a? c? in d? })";
  // Composition of linear functions, which is not commutative.
  const std::string compose =
      R"({1, 0} \(ax?: i64, ay?: i64, bx?: i64, by?: i64) {
  let cx?: i64 = mul ax? bx?
  let cz?: i64 = mul ay? bx?
  let cy?: i64 = add cz? by?
  in cx?, cy?
})";
  const auto named = [](std::string text, std::string_view suffix) {
    for (size_t at = text.find('?'); at != std::string::npos; at = text.find('?'))
      text.replace(at, 1, suffix);
    return text;
  };
  const auto over = [&](const std::string& text, std::string_view suffix) {
    return fmt::format(fmt::runtime(text), fmt::arg("space", levels_text(space, suffix)),
                       fmt::arg("value", value_text(space, suffix)), fmt::arg("all", all),
                       fmt::arg("outer", outer));
  };
  std::string text = fmt::format(
      "flat\nentry \"main\" ({}) -> ({}\"[]i64\" from {} count 1, \"[]i64\" from {} count 1)\n",
      entry, entry_results, std::size(results), std::size(results) + 1);
  text += fmt::format("fn main({}) -> ({}h: [{}]i64, k: [256]i64) {{\n{}", params, result_params,
                      kBins, start);
  text += over("let map: {all}i64 = segmap ({space}) {{ {value} in vm }}\n", "m");
  text += over("let (red: {outer}i64, also: {all}i64) = segred ({space}) ", "r") +
          named(plus, "r") + over(" of {{ {value} let wr: i64 = mul vr 2 in vr, wr }}\n", "r");
  text += over("let scan: {all}i64 = segscan ({space}) ", "s") + named(plus, "s") +
          over(" of {{ {value} in vs }}\n", "s");
  text += over("let (slopes: {outer}i64, shifts: {outer}i64) = segred ({space}) ", "t") +
          named(compose, "t") + over(" of {{ {value} let ot: i64 = or vt 1 in ot, vt }}\n", "t");
  text += over("let (all_slopes: {all}i64, all_shifts: {all}i64) = segscan ({space}) ", "u") +
          named(compose, "u") + over(" of {{ {value} let ou: i64 = or vu 1 in ou, vu }}\n", "u");
  // Sums in vectors, sums of elements at computed places, and an operator of which there are no
  // vectors.
  const size_t last = space.size() - 1;
  text += over("let sums: {outer}i64 = segred ({space}) ", "v") + named(plus, "v") +
          over(" of {{ {value} in vv }}\n", "v");
  text += fmt::format("let most: i64 = add b{} 1\n", last);
  text += "let table: [most]i64 = iota most from 7 by 3\n";
  text += fmt::format("let back: [most]i64 = iota most from b{} by -1\n", last);
  text += over("let gathered: {outer}i64 = segred ({space}) ", "g") + named(plus, "g") +
          over(" of {{ {value} ", "g") + fmt::format("let atg: i64 = index back [i{}g] ", last) +
          "let xg: i64 = index table [atg] let yg: i64 = add xg vg in yg }\n";
  text += over("let least: {outer}i64 = segred ({space}) ", "l") +
          "{1000000000} \\(al: i64, cl: i64) { let dl: i64 = min al cl in dl }" +
          over(" of {{ {value} in vl }}\n", "l");
  text += fmt::format("let bins: [{0}]i64 = replicate [{0}] 100\n", kBins);
  text += over("let hist: [8]i64 = seghist ({space}) [8] (bins) ", "h") + named(plus, "h") +
          over(" of {{ {value} let bh: i64 = and vh 7 in bh, vh }}\n", "h");
  // Points that write to the same place write the same.
  text += "let places: [256]i64 = replicate [256] -1\n";
  text += over(
      "let scattered: [256]i64 = segscatter ({space}) [256] (places) of {{ {value} let ac: i64 = "
      "and vc "
      "255 let bc: i64 = mul ac 3 in ac, bc }}\n",
      "c");
  return text +
         "in map, red, also, scan, slopes, shifts, all_slopes, all_shifts, sums, gathered, least, "
         "hist, scattered\n}\n";
}

// ---- Running it

runtime::Value value_of(const std::vector<int64_t>& numbers) {
  runtime::Value value{Prim::I64, {{false, static_cast<int64_t>(numbers.size()), {}}}, {}};
  value.data.resize(numbers.size() * sizeof(int64_t));
  // Of no numbers there may be no address, and memcpy wants one.
  if (!numbers.empty()) std::memcpy(value.data.data(), numbers.data(), value.data.size());
  return value;
}
runtime::Value value_of(int64_t number) {
  runtime::Value value = value_of(std::vector{number});
  value.dims.clear();
  return value;
}
std::vector<int64_t> numbers_of(const runtime::Value& value) {
  std::vector<int64_t> numbers(value.count());
  if (!numbers.empty()) std::memcpy(numbers.data(), value.data.data(), value.data.size());
  return numbers;
}

std::vector<runtime::Value> inputs_of(const TestSpace& space) {
  std::vector<runtime::Value> inputs;
  for (const TestLevel& level : space) {
    inputs.push_back(value_of(level.total()));
    if (!level.irregular) continue;
    std::vector<int64_t> offsets;
    int64_t offset = level.base;
    for (size_t row = 0; row <= level.lengths.size(); row++) {
      offsets.push_back(offset);
      if (level.strided) offsets.push_back(-1000);
      offset += row < level.lengths.size() ? level.lengths[row] : 0;
    }
    inputs.push_back(value_of(offsets));
    inputs.push_back(value_of(static_cast<int64_t>(level.lengths.size()) + 1));
  }
  return inputs;
}

std::vector<std::vector<int64_t>> expected_of(const TestSpace& space) {
  std::vector<std::vector<int64_t>> out(13);
  out[11].assign(kBins, 100);
  out[12].assign(256, -1);
  for (const std::vector<Point>& row : rows_of(space)) {
    int64_t sum = 0, gathered = 0, least = 1'000'000'000;
    // Unsigned: these may wrap around.
    uint64_t x = 1, y = 0;
    for (const Point& point : row) {
      const int64_t value = value_at(point);
      out[0].push_back(value);
      sum += value;
      gathered += value + 7 + 3 * (space.back().total() - point.back());
      least = std::min(least, value);
      out[2].push_back(2 * value);
      out[3].push_back(sum);
      const auto factor = static_cast<uint64_t>(value | 1);
      x *= factor;
      y = y * factor + static_cast<uint64_t>(value);
      out[6].push_back(static_cast<int64_t>(x));
      out[7].push_back(static_cast<int64_t>(y));
      out[11][static_cast<size_t>(value & 7)] += value;
      out[12][static_cast<size_t>(value & 255)] = (value & 255) * 3;
    }
    out[1].push_back(sum);
    out[8].push_back(sum);
    out[9].push_back(gathered);
    out[10].push_back(least);
    out[4].push_back(static_cast<int64_t>(x));
    out[5].push_back(static_cast<int64_t>(y));
  }
  return out;
}

std::string shape_text(const TestSpace& space) {
  std::string text;
  for (const TestLevel& level : space)
    text += level.irregular ? fmt::format("({} rows: {})", level.lengths.size(), level.total())
                            : fmt::format("({})", level.bound);
  return text;
}

void check(const TestSpace& space, unsigned optimisation) {
  SCOPED_TRACE(shape_text(space));
  ir::Parsed parsed = ir::parse(program_text(space));
  ASSERT_FALSE(parsed.error) << parsed.error->line << ": " << parsed.error->message << "\n"
                             << program_text(space);
  for (const ir::VerifyError& error : ir::verify(parsed.program))
    FAIL() << ir::error_text(*parsed.program.storage, error);
  const auto generator = codegen::load_code_generator();
  codegen::Options options;
  options.verify = true;
  options.optimisation = optimisation;
  const std::string object = generator->generate(parsed.program, options, codegen::Output::Object);
  const std::vector<std::vector<int64_t>> expected = expected_of(space);
  for (int32_t threads : {1, 4}) {
    for (int64_t cost_factor : {1, 1'000'000}) {
      NativeProgram program(generator->load(object),
                            {.threads = threads, .cost_factor = cost_factor, .verify = true});
      const runtime::Outcome outcome =
          program.run(*parsed.program.storage, *parsed.program.functions.front(), inputs_of(space));
      ASSERT_FALSE(outcome.failure) << outcome.failure->message;
      ASSERT_EQ(outcome.results.size(), expected.size());
      for (size_t k = 0; k < expected.size(); k++)
        ASSERT_EQ(numbers_of(outcome.results[k]), expected[k])
            << "result " << k << ", " << threads << " threads, costs times " << cost_factor;
    }
  }
}

TestLevel regular(int64_t bound) {
  TestLevel level;
  level.bound = bound;
  return level;
}
TestLevel irregular(std::vector<int64_t> lengths) {
  TestLevel level;
  level.lengths = std::move(lengths);
  level.irregular = true;
  return level;
}

TEST(IrregularSpaces, AdversarialShapes) {
  check({regular(0), irregular({})}, 1);
  check({regular(3), irregular({0, 0, 0})}, 1);
  check({regular(1), irregular({5})}, 1);
  check({regular(4), irregular({0, 3, 0, 2})}, 1);
  check({regular(4), irregular({1, 0, 2, 0}), regular(0)}, 1);
  check({regular(4), irregular({1, 0, 2, 0}), regular(3)}, 1);
  check({regular(2), regular(2), irregular({1, 0, 2, 5})}, 1);
  check({regular(3), irregular({2, 0, 1}), irregular({0, 4, 2})}, 1);
  check({regular(2), irregular({0, 0}), irregular({})}, 1);
  check({regular(2), irregular({2, 1}), regular(2), irregular({1, 0, 3, 0, 2, 2})}, 1);
}

TEST(IrregularSpaces, LargeShapes) {
  std::vector<int64_t> one_giant(700, 2), empty(2000, 0), power(900), alternating(61);
  one_giant[300] = 60'000;
  empty[1999] = 50'000;
  for (size_t row = 0; row < power.size(); row++)
    power[row] = static_cast<int64_t>(40'000 / (row + 1));
  for (size_t row = 0; row < alternating.size(); row++) alternating[row] = row % 2 == 0 ? 0 : 1000;
  check({regular(700), irregular(one_giant)}, 3);
  check({regular(2000), irregular(empty)}, 3);
  check({regular(900), irregular(power)}, 3);
  check({regular(61), irregular(alternating), regular(3)}, 3);
}

TEST(IrregularSpaces, RandomShapes) {
  std::mt19937 random(7);
  for (int trial = 0; trial < 5; trial++) {
    TestSpace space{regular(static_cast<int64_t>(random() % 8))};
    const size_t levels = 2 + random() % 3;
    int64_t points = space[0].bound;
    while (space.size() < levels) {
      TestLevel level;
      level.irregular = space.size() + 1 == levels || random() % 2 == 0;
      if (level.irregular) {
        for (int64_t p = 0; p < points; p++)
          level.lengths.push_back(static_cast<int64_t>(random() % 3 == 0 ? 0 : random() % 7));
        level.base = static_cast<int64_t>(random() % 2 * 13);
        level.strided = random() % 3 == 0;
        points = level.total();
      } else {
        level.bound = static_cast<int64_t>(random() % 5);
        points *= level.bound;
      }
      space.push_back(std::move(level));
    }
    if (random() % 3 == 0 && space.size() < std::size(kFactors))
      space.push_back(regular(static_cast<int64_t>(random() % 4)));
    check(space, 1);
  }
}

}  // namespace
}  // namespace planish
