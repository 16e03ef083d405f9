#include "diag/render.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

namespace planish {
namespace {

class Render : public testing::Test {
 protected:
  const SourceFile* add(std::string path, std::string text) {
    return sources_.add(std::move(path), std::move(text));
  }

  // The n-th place of a text in a file.
  static Loc find(const SourceFile* file, std::string_view what, int n = 0) {
    size_t at = file->text.find(what);
    while (n-- > 0) at = file->text.find(what, at + 1);
    EXPECT_NE(at, std::string_view::npos) << what;
    uint32_t begin = file->base + static_cast<uint32_t>(at);
    return {begin, begin + static_cast<uint32_t>(what.size())};
  }

  std::string text(const Diagnostic& d) { return render_text(d, sources_); }

  SourceMap sources_;
  Diagnostics diags_;
};

TEST_F(Render, LabelsOnOneLine) {
  const SourceFile* f = add(
      "dot.fut", "def dot [n] [m] (xs: [n]f32) (ys: [m]f32) =\n  f32.sum (\n  map2 (*) xs ys)\n");
  Diagnostic& d = diags_.report(Diag::unexpected_token, find(f, "xs", 1),
                                "these arrays must have the same length");
  d.primary_label("[n]f32").label(find(f, "ys", 1), "[m]f32").suggest("coerce one: `ys :> [n]f32`");
  EXPECT_EQ(text(d),
            "error[unexpected-token]: these arrays must have the same length\n"
            "  ┌ dot.fut:3:12\n"
            "3 │   map2 (*) xs ys)\n"
            "  │            ^^ ^^ [m]f32\n"
            "  │            [n]f32\n"
            "  = hint: coerce one: `ys :> [n]f32`\n");
}

TEST_F(Render, ThreeLabelsHaveConnectors) {
  const SourceFile* f = add("a.fut", "def f = aa + bb + cc");
  Diagnostic& d = diags_.report(Diag::unexpected_token, find(f, "bb"), "three");
  d.primary_label("two").label(find(f, "aa"), "one").label(find(f, "cc"), "three");
  EXPECT_EQ(text(d),
            "error[unexpected-token]: three\n"
            "  ┌ a.fut:1:14\n"
            "1 │ def f = aa + bb + cc\n"
            "  │         ^^   ^^   ^^ three\n"
            "  │         │    two\n"
            "  │         one\n");
}

TEST_F(Render, NestedRanges) {
  const SourceFile* f = add("a.fut", "def f = g (h x)");
  Diagnostic& d = diags_.report(Diag::unexpected_token, find(f, "g (h x)"), "nested");
  d.primary_label("whole").label(find(f, "h x"), "part");
  EXPECT_EQ(text(d),
            "error[unexpected-token]: nested\n"
            "  ┌ a.fut:1:9\n"
            "1 │ def f = g (h x)\n"
            "  │         ~~~^^^~ whole\n"
            "  │            part\n");
}

TEST_F(Render, SeveralLinesFilesAndNotes) {
  const SourceFile* f = add(
      "a.fut", "def a = 1\ndef b = 2\ndef c = 3\ndef d = 4\ndef e = 5\ndef f = 6\n\n\n\ndef g = 7");
  const SourceFile* g = add("lib/b.fut", "-- first\ndef x = 1\n");
  Diagnostic& d = diags_.report(Diag::unexpected_token, find(f, "c"), "several\nlines");
  d.primary_label("here")
      .label(find(f, "a = 1"), "there")
      .label(find(f, "g"), "")
      .label(find(g, "x"), "other file");
  d.note("first\nsecond").note("see this", find(g, "first"));
  EXPECT_EQ(text(d),
            "error[unexpected-token]: several\nlines\n"
            "   ┌ a.fut:3:5\n"
            " 1 │ def a = 1\n"
            "   │     ^^^^^ there\n"
            " 2 │ def b = 2\n"
            " 3 │ def c = 3\n"
            "   │     ^ here\n"
            "   ·\n"
            "10 │ def g = 7\n"
            "   │     ^\n"
            "   ┌ lib/b.fut:2:5\n"
            " 2 │ def x = 1\n"
            "   │     ^ other file\n"
            "   = note: first\n"
            "           second\n"
            "   = note: see this\n"
            "   ┌ lib/b.fut:1:4\n"
            " 1 │ -- first\n"
            "   │    ^^^^^\n");
}

TEST_F(Render, RangeOverSeveralLines) {
  const SourceFile* f = add("a.fut", "def f x =\n  match x\n  case 1 -> 2\n  case 2 -> 3\n");
  Diagnostic& d = diags_.report(Diag::unexpected_token,
                                find(f, "match x\n  case 1 -> 2\n  case 2 -> 3"), "match");
  d.primary_label("not exhaustive").label(find(f, "2", 1), "two");
  EXPECT_EQ(text(d),
            "error[unexpected-token]: match\n"
            "  ┌ a.fut:2:3\n"
            "2 │ ╭   match x\n"
            "3 │ │   case 1 -> 2\n"
            "4 │ │   case 2 -> 3\n"
            "  │ │        ^ two\n"
            "  │ ╰─────────────^ not exhaustive\n");
  Diagnostic& e = diags_.report(Diag::unexpected_token, find(f, "x =\n  match x"), "tail");
  EXPECT_EQ(text(e),
            "error[unexpected-token]: tail\n"
            "  ┌ a.fut:1:7\n"
            "1 │   def f x =\n"
            "  │ ╭───────^\n"
            "2 │ │   match x\n"
            "  │ ╰─────────^\n");
}

TEST_F(Render, LongRangeShowsItsEnds) {
  std::string lines;
  for (int i = 1; i <= 20; i++) lines += "line" + std::to_string(i) + "\n";
  const SourceFile* f = add("a.fut", lines);
  EXPECT_EQ(text(diags_.report(Diag::unexpected_token, f->whole(), "long")),
            "error[unexpected-token]: long\n"
            "   ┌ a.fut:1:1\n"
            " 1 │ ╭ line1\n"
            " 2 │ │ line2\n"
            "   · │\n"
            "19 │ │ line19\n"
            "20 │ │ line20\n"
            "   │ ╰──────^\n");
}

TEST_F(Render, TabsAndWideCharactersAreAligned) {
  const SourceFile* f = add("a.fut", "\tlet 値 = é\x01 + y");
  EXPECT_EQ(text(diags_.report(Diag::unexpected_token, find(f, "y"), "wide")),
            "error[unexpected-token]: wide\n"
            "  ┌ a.fut:1:15\n"
            "1 │     let 値 = é␁ + y\n"
            "  │                   ^\n");
}

TEST_F(Render, LongLinesAreCut) {
  const SourceFile* f = add("a.fut", std::string(5000, 'a') + " needle " + std::string(5000, 'b'));
  std::string out = text(diags_.report(Diag::unexpected_token, find(f, "needle"), "cut"));
  EXPECT_LT(out.size(), 600u);
  EXPECT_NE(out.find("needle"), std::string::npos);
  EXPECT_NE(out.find("^^^^^^\n"), std::string::npos);
  EXPECT_NE(out.find(":1:5002"), std::string::npos);
}

TEST_F(Render, EndOfFile) {
  const SourceFile* f = add("a.fut", "def f =\n");
  EXPECT_EQ(text(diags_.report(Diag::unexpected_token, {f->whole().end, f->whole().end}, "end")),
            "error[unexpected-token]: end\n"
            "  ┌ a.fut:2:1\n"
            "2 │\n"
            "  │ ^\n");
}

TEST_F(Render, AnyLocationIsSafe) {
  add("a.fut", "def f x = x\r\n\xFF\xFE\tlet é = \xE5\x80 1\n\n");
  add("empty.fut", "");
  add("b.fut", "one\ntwo\nthree");
  std::mt19937 random(1);
  auto place = [&] {
    return Loc{static_cast<uint32_t>(random() % 70), static_cast<uint32_t>(random() % 70)};
  };
  for (int i = 0; i < 3000; i++) {
    Diagnostic d;
    d.message = "\xFF message";
    for (uint32_t n = random() % 12; n-- > 0;) d.label(place(), random() % 2 == 0 ? "label" : "");
    d.note("note", place()).replace(place(), "\x80");
    EXPECT_FALSE(text(d).empty());
    EXPECT_FALSE(render_text(d, sources_, {.color = Color::Always, .max_width = 3}).empty());
    const Diagnostic* list[] = {&d};
    EXPECT_TRUE(nlohmann::json::accept(render_json(list, sources_)));
  }
  Diagnostic far;
  far.label({UINT32_MAX - 1, UINT32_MAX}, "far")
      .label({0, UINT32_MAX}, "all")
      .label({5, 1}, "backwards");
  EXPECT_FALSE(text(far).empty());
}

TEST_F(Render, OrderIsByFileThenPosition) {
  const SourceFile* a = add("a.fut", "aaa bbb");
  const SourceFile* b = add("b.fut", "ccc ddd");
  diags_.report(Diag::unexpected_token, find(b, "ddd"), "d");
  diags_.report(Diag::unexpected_token, find(a, "bbb"), "b");
  diags_.report(Diag::unexpected_token, find(a, "bbb"), "b");
  diags_.report(Diag::unexpected_token, find(b, "ccc"), "c");
  diags_.report(Diag::file_not_found, Loc{}, "nowhere");
  diags_.report(Diag::unexpected_token, find(a, "aaa"), "a");
  std::string order;
  for (const Diagnostic* d : display_order(diags_.all(), sources_)) order += d->message + " ";
  EXPECT_EQ(order, "nowhere c d a b ");
}

TEST_F(Render, Summary) {
  EXPECT_EQ(render_summary(0, 0), "");
  EXPECT_EQ(render_summary(1, 0), "1 error\n");
  EXPECT_EQ(render_summary(2, 1), "2 errors, 1 warning\n");
  EXPECT_EQ(render_summary(0, 1), "1 warning\n");
}

TEST_F(Render, Json) {
  const SourceFile* f = add("a.fut", "def f = x\n");
  Diagnostic& d = diags_.report(Diag::unexpected_token, find(f, "x"), "unknown");
  d.suggest("write y").replace(find(f, "x"), "y").note("nothing");
  const Diagnostic* list[] = {&d};
  nlohmann::json json = nlohmann::json::parse(render_json(list, sources_));
  EXPECT_EQ(json["errors"], 1);
  EXPECT_EQ(json["warnings"], 0);
  const nlohmann::json& first = json["diagnostics"][0];
  EXPECT_EQ(first["code"], "unexpected-token");
  EXPECT_EQ(first["severity"], "error");
  EXPECT_EQ(first["file"], "a.fut");
  EXPECT_EQ(first["range"]["start"]["column"], 9);
  EXPECT_EQ(first["range"]["end"]["column"], 10);
  EXPECT_EQ(first["replacement"]["text"], "y");
  EXPECT_EQ(first["notes"][0]["range"], nullptr);
  EXPECT_EQ(first["hint"], "write y");
}

}  // namespace
}  // namespace planish
