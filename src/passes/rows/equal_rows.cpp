#include "passes/rows/equal_rows.h"

#include <algorithm>
#include <string>

#include "analysis/cost.h"
#include "analysis/inner_bodies.h"
#include "analysis/shapes/shapes.h"
#include "ir/build/builder.h"
#include "ir/call_graph.h"
#include "ir/match.h"
#include "ir/walk.h"

namespace planish::passes {

using namespace ir;

namespace {

// Statements of a function that is made twice, at most.
constexpr size_t kLargestTwice = 100;

class EqualRows {
 public:
  explicit EqualRows(const Program& program)
      : program_(program), storage_(*program.storage), builder_(storage_) {}

  Program run() {
    for (const Function* fn : program_.functions) {
      result_.functions.push_back(applies(*fn) ? with_two_versions(*fn) : fn);
    }
    result_.storage = program_.storage;
    result_.stage = program_.stage;
    return result_;
  }

 private:
  bool applies(const Function& fn) {
    if (program_.stage != Stage::Core || fn.entry == nullptr ||
        program_.find(version_name(fn)) != nullptr)
      return false;
    const bool all_fit = std::ranges::all_of(
        fn.params, [&](const Param& param) { return fits(*storage_.type(param.var)); });
    const bool any = std::ranges::any_of(
        fn.params, [&](const Param& param) { return storage_.type(param.var)->is_irregular(); });
    return any && all_fit && statement_count(fn.body) <= kLargestTwice && !changes_rows(fn.body);
  }

  static size_t level_count(const Type& type) {
    const auto varies = [](const Dim& dim) { return dim.is_varying(); };
    return static_cast<size_t>(std::ranges::count_if(type.dims, varies));
  }

  // No dimension varies after the first three.
  static bool fits(const Type& type) {
    const auto varies = [](const Dim& dim) { return dim.is_varying(); };
    return type.rank() <= 3 || std::ranges::none_of(type.dims.subspan(3), varies);
  }

  // Is there something that makes rows differ, whatever they were at first? A loop that changes the
  // shape of an array does, and so does recursion most of the time.
  bool changes_rows(const Body* body) {
    return std::ranges::any_of(body->stms, [&](const Stm& stm) {
      if (const Call* call = as<Call>(stm.op); call != nullptr && is_recursive(call->fn))
        return true;
      if (as<Loop>(stm.op) != nullptr && std::ranges::any_of(stm.pattern, [&](Var var) {
            return storage_.type(var)->is_irregular() && !keeps_shape(var);
          }))
        return true;
      bool found = false;
      for_each_inner_body(stm.op, [&](const Body* inner) { found |= changes_rows(inner); });
      return found;
    });
  }

  bool is_recursive(Name fn) {
    if (!calls_) calls_.emplace(program_);
    return calls_->is_recursive(fn);
  }

  bool keeps_shape(Var var) {
    if (!shapes_) shapes_.emplace(program_);
    return shapes_->rule(var) == shapes::Rule::LoopKeepsShape;
  }

  // By parameter, the lengths of its dimensions that vary, outermost first.
  using Lengths = std::vector<std::vector<Atom>>;

  const Function* with_two_versions(const Function& fn) {
    builder_.place = fn.place;
    builder_.begin();
    Lengths lengths(fn.params.size());
    Atom all_equal = Atom::boolean(true);
    for (const EntryValue& value : fn.entry->params) {
      // The components of one value have rows of one length, or a check will find that they do not.
      std::vector<Atom> known;
      for (uint32_t i = value.first; i < value.first + value.count; i++) {
        for (const Var length : row_lengths(fn.params[i].var)) {
          const size_t level = lengths[i].size();
          const bool is_first = level == known.size();
          if (is_first) known.emplace_back(length);
          lengths[i].push_back(known[level]);
          const Atom fits = is_first ? builder_.binary(BinaryOp::Ge, length, Atom::i64(0))
                                     : builder_.binary(BinaryOp::Eq, length, known[level]);
          all_equal = all_equal.is_const() ? fits : builder_.binary(BinaryOp::And, all_equal, fits);
        }
      }
    }
    If choice;
    choice.condition = all_equal;
    choice.then_body = call_of(equal_version(fn, lengths), fn, lengths);
    choice.else_body = fn.body;
    const std::vector<Var> pattern = result_pattern(fn);
    builder_.add(pattern, builder_.make(choice));
    Function now = fn;
    now.body = builder_.end({pattern.begin(), pattern.end()});
    return storage_.arena.make<Function>(now);
  }

  std::vector<Var> result_pattern(const Function& fn) {
    Substitution by;
    std::vector<Var> pattern;
    for (const Param& result : fn.results) pattern.push_back(renamed(result.var, by));
    return pattern;
  }

  Var renamed(Var var, Substitution& by) {
    const Var made =
        storage_.new_var(storage_.vars[var.id].name, substitute(storage_, storage_.type(var), by));
    by[var] = made;
    return made;
  }

  const Type* regular_type(const Type* type, std::span<const Atom> lengths) {
    std::vector<Dim> dims(type->dims.begin(), type->dims.end());
    size_t level = 0;
    for (Dim& dim : dims) {
      if (dim.is_varying()) dim = Builder::dim(lengths[level++]);
    }
    return storage_.types.array(type->elem, dims);
  }

  const Body* call_of(const Function* version, const Function& fn, const Lengths& lengths) {
    return builder_.body([&] {
      std::vector<Atom> args;
      std::vector<Atom> sizes;
      for (size_t i = 0; i < fn.params.size(); i++) {
        const Var var = fn.params[i].var;
        if (lengths[i].empty()) {
          args.emplace_back(var);
          continue;
        }
        for (const Atom& length : lengths[i]) {
          if (std::ranges::find(sizes, length) == sizes.end()) sizes.push_back(length);
        }
        args.emplace_back(builder_.let("regular", regular_type(storage_.type(var), lengths[i]),
                                       builder_.make(Coerce{{}, var})));
      }
      sizes.insert(sizes.end(), args.begin(), args.end());
      const std::vector<Var> pattern = result_pattern(fn);
      // Without a place: it is no call of the program, and not shown where a check fails.
      builder_.place = {};
      builder_.add(pattern, builder_.make(Call{{}, version->name, builder_.list(sizes)}));
      builder_.place = fn.place;
      return std::vector<Atom>(pattern.begin(), pattern.end());
    });
  }

  // Takes the lengths first.
  const Function* equal_version(const Function& fn, const Lengths& lengths) {
    Substitution by;
    std::vector<Param> sizes;
    std::vector<Param> params;
    builder_.begin();
    for (size_t i = 0; i < fn.params.size(); i++) {
      const Param& param = fn.params[i];
      if (lengths[i].empty()) {
        params.push_back({renamed(param.var, by), param.unique});
        continue;
      }
      std::vector<Atom> own;
      for (const Atom& length : lengths[i]) {
        if (!by.contains(length.var)) sizes.push_back({renamed(length.var, by)});
        own.push_back(by.at(length.var));
      }
      const Type* type = substitute(storage_, storage_.type(param.var), by);
      params.push_back({builder_.new_var("regular", regular_type(type, own)), param.unique});
      const Var rows = renamed(param.var, by);
      builder_.add({&rows, 1}, builder_.make(Coerce{{}, params.back().var}));
    }
    const Body* body = clone_body(storage_, fn.body, by);
    for (const Stm& stm : body->stms) builder_.add(stm);
    sizes.insert(sizes.end(), params.begin(), params.end());
    Function now = fn;
    now.name = version_name(fn);
    now.entry = nullptr;
    now.attrs = with_attribute(storage_.arena, fn.attrs, AttributeKind::EqualRows);
    now.params = builder_.list(sizes);
    now.body = builder_.end({body->results.begin(), body->results.end()});
    std::vector<Param> results;
    for (const Param& result : fn.results)
      results.push_back({renamed(result.var, by), result.unique});
    now.results = builder_.list(results);
    return add(now);
  }

  // The length of each dimension of an array that varies, or -1.
  std::vector<Var> row_lengths(Var array) {
    std::vector<Var> lengths;
    for (uint32_t level = 0; level < level_count(*storage_.type(array)); level++)
      lengths.push_back(builder_.let("row_length", storage_.types.scalar(Prim::I64),
                                     builder_.make(EqualRowLength{{}, level, array})));
    return lengths;
  }

  Name version_name(const Function& fn) { return suffixed(fn.name, ".equal_rows"); }

  Name suffixed(Name name, const std::string& suffix) {
    return storage_.names.intern(std::string(storage_.text(name)) + suffix);
  }

  const Function* add(const Function& fn) {
    result_.functions.push_back(storage_.arena.make<Function>(fn));
    return result_.functions.back();
  }

  const Program& program_;
  std::optional<CallGraph> calls_;
  std::optional<shapes::ShapeAnalysis> shapes_;
  Program result_;
  Storage& storage_;
  Builder builder_;
};

}  // namespace

Program equal_rows(const Program& program) { return EqualRows(program).run(); }

bool has_equal_rows(const Function& entry) {
  return std::ranges::any_of(entry.body->stms,
                             [](const Stm& stm) { return stm.op->kind == Kind::EqualStep; });
}

}  // namespace planish::passes
