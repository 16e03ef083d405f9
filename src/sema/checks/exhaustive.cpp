#include "sema/checks/exhaustive.h"

#include <algorithm>

#include "sema/types/literals.h"
#include "syntax/ast_match.h"

namespace planish {

namespace {

constexpr size_t kExamples = 3;
constexpr size_t kExampleLength = 160;
constexpr uint64_t kBaseWork = 1'000'000;
constexpr uint64_t kWorkPerCell = 100;

const ast::Pattern* strip(const ast::Pattern* pattern) {
  for (;;) {
    if (auto* parens = ast::as<ast::ParensPat>(pattern)) {
      pattern = parens->inner;
    } else if (auto* ascribed = ast::as<ast::AscribePat>(pattern)) {
      pattern = ascribed->inner;
    } else if (auto* attributed = ast::as<ast::AttrPat>(pattern)) {
      pattern = attributed->inner;
    } else {
      return pattern;
    }
  }
}

const Constructor* find_constructor(const SemaContext& cx, const Type* type, Name name) {
  const SumType* sum = type != nullptr ? as<SumType>(type) : nullptr;
  if (sum == nullptr) return nullptr;
  auto text = [&](const Constructor& constructor) { return cx.text(constructor.name); };
  auto found = std::ranges::lower_bound(sum->constructors, cx.text(name), {}, text);
  return found != sum->constructors.end() && found->name == name ? &*found : nullptr;
}

}  // namespace

const ast::Pattern* refutable_part(const ast::Pattern& pattern) {
  using namespace ast;
  auto inner = [](const Pattern* p) { return p != nullptr ? refutable_part(*p) : nullptr; };
  return match(
      &pattern, [](const NamePat&) -> const Pattern* { return nullptr; },
      [](const WildcardPat&) -> const Pattern* { return nullptr; },
      [&](const TuplePat& p) -> const Pattern* {
        for (const Pattern* elem : p.elems) {
          if (const Pattern* part = inner(elem)) return part;
        }
        return nullptr;
      },
      [&](const RecordPat& p) -> const Pattern* {
        for (const FieldPat& field : p.fields) {
          if (const Pattern* part = inner(field.pattern)) return part;
        }
        return nullptr;
      },
      [&](const ParensPat& p) { return inner(p.inner); },
      [&](const AscribePat& p) { return inner(p.inner); },
      [](const LiteralPat& p) -> const Pattern* { return &p; },
      [&](const ConstrPat& p) -> const Pattern* {
        const planish::SumType* sum =
            p.type != nullptr ? planish::as<planish::SumType>(p.type) : nullptr;
        if (sum != nullptr && sum->constructors.size() > 1) return &p;
        for (const Pattern* arg : p.args) {
          if (const Pattern* part = inner(arg)) return part;
        }
        return nullptr;
      },
      [&](const AttrPat& p) { return inner(p.inner); });
}

MatchChecker::Cell MatchChecker::essence(const ast::Pattern* pattern) {
  pattern = strip(pattern);
  if (pattern == nullptr) return nullptr;
  using enum ast::PatternKind;
  switch (pattern->kind) {
    case NamePat:
    case WildcardPat:
    case ParensPat:
    case AscribePat:
    case AttrPat: return nullptr;
    case TuplePat:
    case RecordPat:
    case LiteralPat:
    case ConstrPat: return pattern;
  }
  return nullptr;
}

MatchCoverage MatchChecker::check(const Type* type, std::span<const ast::Pattern* const> patterns) {
  cells_.clear();
  ids_.clear();
  columns_.clear();
  components_.clear();
  reached_.assign(patterns.size(), false);
  report_ = {};
  components_.push_back({.type = type});
  columns_.push_back(0);
  for (const ast::Pattern* pattern : patterns) {
    ids_.push_back(static_cast<uint32_t>(cells_.size()));
    cells_.push_back(essence(pattern));
  }
  budget_ = kBaseWork + kWorkPerCell * patterns.size();
  explore({.rows = patterns.size(), .width = 1});

  if (!report_.too_complex) {
    for (uint32_t i = 0; i < reached_.size(); i++) {
      if (!reached_[i]) report_.unreachable.push_back(i);
    }
  }
  return std::move(report_);
}

void MatchChecker::explore(const Matrix& m) {
  if (report_.too_complex) return;
  if (m.rows == 0) return miss();
  for (size_t column = 0; column < m.width; column++) {
    if (cell(m, 0, column) != nullptr) return split(m, column);
  }
  reached_[ids_[m.ids]] = true;  // its cells match everything, so no later row matters here
}

// Decides the form of one component, which the first row looks at.
void MatchChecker::split(const Matrix& m, size_t column) {
  uint32_t at = columns_[m.columns + column];
  const Type* type = components_[at].type;

  std::vector<Group> groups;
  std::vector<uint32_t> open;
  group_rows(m, column, groups, open);

  std::vector<uint32_t> rows;
  bool seen_true = false, seen_false = false;
  for (Group& group : groups) {
    rows.clear();
    std::merge(group.rows.begin(), group.rows.end(), open.begin(), open.end(),
               std::back_inserter(rows));
    size_t mark = components_.size();
    Component decided{.type = type};
    ast::match(
        group.head,
        [&](const ast::ConstrPat& p) {
          decided.form = Component::Form::Constructor;
          const Constructor* constructor = find_constructor(cx_, type, p.name.name);
          if (constructor != nullptr) decided.choices.push_back(constructor);
          decided.part_count = add_parts(type, constructor);
        },
        [&](const ast::LiteralPat& p) {
          if (auto* literal = ast::as<ast::BoolLit>(p.literal)) {
            decided.form = Component::Form::Bool;
            decided.value = literal->value;
            (literal->value ? seen_true : seen_false) = true;
          } else {
            decided.form = Component::Form::Literal;
            decided.literal = &p;
          }
        },
        [&](const auto&) {  // tuples and records
          decided.form = Component::Form::Product;
          decided.part_count = add_parts(type, nullptr);
        });
    decided.first_part = static_cast<uint32_t>(mark);
    uint32_t parts = decided.part_count;
    bool product = decided.form == Component::Form::Product;
    components_[at] = std::move(decided);
    descend(m, column, rows, static_cast<uint32_t>(mark), parts);
    components_.resize(mark);
    if (product) {
      components_[at] = {.type = type};
      return;
    }
  }

  // What is left: constructors and literals that no row names.
  Component rest{.type = type};
  const SumType* sum = type != nullptr ? as<SumType>(type) : nullptr;
  if (sum != nullptr) {
    rest.form = Component::Form::Constructor;
    std::vector<bool> named(sum->constructors.size());
    for (const Group& group : groups) {
      auto* head = ast::as<ast::ConstrPat>(group.head);
      const Constructor* found =
          head != nullptr ? find_constructor(cx_, type, head->name.name) : nullptr;
      if (found != nullptr) named[static_cast<size_t>(found - sum->constructors.data())] = true;
    }
    for (size_t i = 0; i < named.size(); i++) {
      if (!named[i]) rest.choices.push_back(&sum->constructors[i]);
    }
  } else if (seen_true || seen_false) {
    rest.form = Component::Form::Bool;
    rest.value = !seen_true;
  }
  bool complete = sum != nullptr ? rest.choices.empty() : seen_true && seen_false;
  if (!complete) {
    components_[at] = std::move(rest);
    descend(m, column, open, 0, 0);
  }
  components_[at] = {.type = type};
}

void MatchChecker::group_rows(const Matrix& m, size_t column, std::vector<Group>& groups,
                              std::vector<uint32_t>& open) {
  const Type* type = components_[columns_[m.columns + column]].type;
  std::unordered_map<uint64_t, uint32_t> index;  // used when there are many groups
  std::vector<uint64_t> keys;
  constexpr size_t kFew = 8;
  for (uint32_t row = 0; row < m.rows; row++) {
    Cell head = cell(m, row, column);
    if (head == nullptr) {
      open.push_back(row);
      continue;
    }
    uint64_t k = key(type, *head);
    uint32_t found = static_cast<uint32_t>(groups.size());
    if (keys.size() < kFew) {
      for (uint32_t i = 0; i < keys.size(); i++) {
        if (keys[i] == k) found = i;
      }
    } else {
      if (index.empty()) {
        for (uint32_t i = 0; i < keys.size(); i++) index.emplace(keys[i], i);
      }
      found = index.try_emplace(k, found).first->second;
    }
    if (found == groups.size()) {
      groups.push_back({head, {}});
      keys.push_back(k);
    }
    groups[found].rows.push_back(row);
  }
}

// Equal for heads that match the same values.
uint64_t MatchChecker::key(const Type* type, const ast::Pattern& head) const {
  if (auto* p = ast::as<ast::ConstrPat>(&head)) return p->name.name.id;
  if (auto* p = ast::as<ast::LiteralPat>(&head)) return literal_key(type, *p->literal);
  return 0;
}

uint32_t MatchChecker::add_parts(const Type* type, const Constructor* constructor) {
  uint32_t count = 0;
  if (constructor != nullptr) {
    for (const Type* arg : constructor->args) {
      components_.push_back({.type = arg});
      count++;
    }
  } else if (const RecordType* record = type != nullptr ? as<RecordType>(type) : nullptr) {
    for (const Field& field : record->fields) {
      components_.push_back({.type = field.type});
      count++;
    }
  }
  return count;
}

void MatchChecker::descend(const Matrix& m, size_t column, std::span<const uint32_t> rows,
                           uint32_t first_part, uint32_t part_count) {
  size_t cells_mark = cells_.size(), ids_mark = ids_.size(), columns_mark = columns_.size();
  Matrix next{.cells = cells_mark, .ids = ids_mark, .columns = columns_mark};
  next.width = m.width - 1 + part_count;

  // The parts take the place of the component.
  for (size_t c = 0; c < column; c++) columns_.push_back(columns_[m.columns + c]);
  for (uint32_t p = 0; p < part_count; p++) columns_.push_back(first_part + p);
  for (size_t c = column + 1; c < m.width; c++) columns_.push_back(columns_[m.columns + c]);

  for (uint32_t row : rows) {
    uint64_t cost = next.width + 1;
    if (budget_ < cost) {
      report_.too_complex = true;
      break;
    }
    budget_ -= cost;
    ids_.push_back(ids_[m.ids + row]);
    next.rows++;
    size_t begin = cells_.size();
    cells_.resize(begin + next.width, nullptr);
    Cell* out = cells_.data() + begin;
    const Cell* in = cells_.data() + m.cells + row * m.width;
    std::copy(in, in + column, out);
    std::copy(in + column + 1, in + m.width, out + column + part_count);
    Cell head = in[column];
    if (head != nullptr && part_count != 0) {
      Cell* parts = out + column;
      auto positional = [&](std::span<ast::Pattern* const> args) {
        for (size_t i = 0; i < args.size() && i < part_count; i++) parts[i] = essence(args[i]);
      };
      ast::match(
          head, [&](const ast::TuplePat& p) { positional(p.elems); },
          [&](const ast::ConstrPat& p) { positional(p.args); },
          [&](const ast::RecordPat& p) {
            const RecordType* record =
                as<RecordType>(components_[columns_[m.columns + column]].type);
            if (record == nullptr) return;
            auto less = [&](Name a, Name b) { return cx_.types.field_less(a, b); };
            for (const ast::FieldPat& field : p.fields) {
              auto at =
                  std::ranges::lower_bound(record->fields, field.name.name, less, &Field::name);
              if (at != record->fields.end() && at->name == field.name.name) {
                parts[at - record->fields.begin()] = essence(field.pattern);
              }
            }
          },
          [](const auto&) {});
    }
    bool matches_all = std::all_of(out, out + next.width, [](Cell c) { return c == nullptr; });
    if (matches_all) break;  // later rows are never reached from here
  }
  if (!report_.too_complex) explore(next);
  cells_.resize(cells_mark);
  ids_.resize(ids_mark);
  columns_.resize(columns_mark);
}

// The components describe values that no case matches.
void MatchChecker::miss() {
  // Missing constructors of several components can be combined in any way: count in the manner of
  // an odometer.
  choice_.assign(components_.size(), 0);
  std::vector<uint32_t> wheels;
  uint64_t combinations = 1;
  for (uint32_t i = 0; i < components_.size(); i++) {
    size_t choices = components_[i].choices.size();
    if (choices > 1) {
      wheels.push_back(i);
      combinations = combinations > UINT32_MAX ? combinations : combinations * choices;
    }
  }
  report_.missing_count += combinations;
  for (uint64_t n = 0; n < combinations && report_.missing.size() < kExamples; n++) {
    std::string example;
    print(example, 0, false);
    if (example.size() > kExampleLength) example = "…";
    if (std::find(report_.missing.begin(), report_.missing.end(), example) ==
        report_.missing.end()) {
      report_.missing.push_back(std::move(example));
    }
    for (size_t w = wheels.size(); w-- > 0;) {
      if (++choice_[wheels[w]] < components_[wheels[w]].choices.size()) break;
      choice_[wheels[w]] = 0;
    }
  }
}

void MatchChecker::print(std::string& out, uint32_t at, bool argument) const {
  if (out.size() > kExampleLength) return;
  const Component& component = components_[at];
  switch (component.form) {
    case Component::Form::Open: out += "_"; return;
    case Component::Form::Bool: out += component.value ? "true" : "false"; return;
    case Component::Form::Literal: {
      std::string_view text = cx_.sources.text(component.literal->loc);
      bool parens = argument && text.starts_with('-');
      if (parens) out += "(";
      out += text;
      if (parens) out += ")";
      return;
    }
    case Component::Form::Product: {
      const RecordType* record = as<RecordType>(component.type);
      if (record == nullptr) {
        out += "_";
        return;
      }
      out += record->tuple ? "(" : "{";
      for (uint32_t i = 0; i < component.part_count; i++) {
        if (i != 0) out += ", ";
        if (!record->tuple) {
          out += cx_.text(record->fields[i].name);
          out += " = ";
        }
        print(out, component.first_part + i, false);
      }
      out += record->tuple ? ")" : "}";
      return;
    }
    case Component::Form::Constructor: {
      if (component.choices.empty()) {
        out += "_";
        return;
      }
      const Constructor& constructor = *component.choices[choice_[at]];
      bool parens = argument && !constructor.args.empty();
      if (parens) out += "(";
      out += "#";
      out += cx_.text(constructor.name);
      for (uint32_t i = 0; i < constructor.args.size(); i++) {
        out += " ";
        if (component.part_count != 0) {
          print(out, component.first_part + i, true);
        } else {
          out += "_";
        }
      }
      if (parens) out += ")";
      return;
    }
  }
}

}  // namespace planish
