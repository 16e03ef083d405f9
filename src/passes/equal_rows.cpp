#include "passes/equal_rows.h"

#include <algorithm>
#include <string>

#include "analysis/call_graph.h"
#include "analysis/cost.h"
#include "analysis/inner_bodies.h"
#include "analysis/row_length_attribute.h"
#include "analysis/shapes/shapes.h"
#include "ir/builder.h"
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

  // Is there something that makes rows differ, whatever they were at first? A loop that changes the shape of an array does,
  // and so does recursion most of the time.
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
        for (const Var length : row_lengths(fn, fn.params[i].var)) {
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
    std::vector<Name> attrs(fn.attrs.begin(), fn.attrs.end());
    attrs.push_back(storage_.names.intern("equal_rows"));
    now.attrs = builder_.list(attrs);
    now.params = builder_.list(sizes);
    now.body = builder_.end({body->results.begin(), body->results.end()});
    std::vector<Param> results;
    for (const Param& result : fn.results)
      results.push_back({renamed(result.var, by), result.unique});
    now.results = builder_.list(results);
    return add(now);
  }

  // The length of each dimension of an array that varies, or -1.
  std::vector<Var> row_lengths(const Function& fn, Var array) {
    std::vector<Var> lengths;
    for (size_t level = 0; level < level_count(*storage_.type(array)); level++)
      lengths.push_back(row_length(fn, array, level));
    return lengths;
  }

  // Adds a function that gives the length of all rows, or -1.
  Var row_length(const Function& fn, Var array, size_t level) {
    Function made;
    made.name = suffixed(fn.name, ".row_length." + std::to_string(array.id) +
                                      (level == 0 ? "" : "." + std::to_string(level)));
    made.place = fn.place;
    Substitution by;
    std::vector<Atom> args;
    std::vector<Param> params;
    const auto add_param = [&](Var var) {
      args.emplace_back(var);
      params.push_back({renamed(var, by)});
    };
    for_each_var_in(storage_.type(array), [&](Var size) {
      if (!by.contains(size)) add_param(size);
    });
    add_param(array);
    made.params = builder_.list(params);
    const Type* number = storage_.types.scalar(Prim::I64);
    made.results = builder_.list({Param{builder_.new_var("length", number)}});
    const bool is_outer = level == 0 && storage_.type(array)->dims[1].is_varying();
    made.body = is_outer ? length_body(params.back().var) : inner_length_body(params.back().var);
    const Function* added = add(made);
    const Var length = builder_.let("row_length", number,
                                    builder_.make(Call{{}, added->name, builder_.list(args)}));
    builder_.annotate_last(row_length_attribute(storage_, level));
    return length;
  }

  // Rows that differ do so at the first look, most of the time.
  const Body* length_body(Var rows) {
    const Atom count = Builder::atom(storage_.type(rows)->dims[0]);
    const Atom differ = Atom::i64(-1);
    return builder_.body([&] {
      return std::vector{choose(
          builder_.binary(BinaryOp::Le, count, Atom::i64(0)), [] { return Atom::i64(0); },
          [&] {
            const Atom first = length_at(rows, Atom::i64(0));
            const Atom last = length_at(rows, builder_.binary(BinaryOp::Sub, count, Atom::i64(1)));
            return choose(
                builder_.binary(BinaryOp::Eq, first, last),
                [&] {
                  return choose(
                      all_are(rows, count, first), [&] { return first; }, [&] { return differ; });
                },
                [&] { return differ; });
          })};
    });
  }

  // Of the rows in the elements of an array: they are equally long if the shortest is as long as the longest.
  const Body* inner_length_body(Var rows) {
    const Type* number = storage_.types.scalar(Prim::I64);
    const Type* type = storage_.type(rows);
    const Atom count = Builder::atom(type->dims[0]);
    const Type* numbers = storage_.types.array(Prim::I64, type->dims.first(1));
    return builder_.body([&] {
      std::vector<Param> params;
      std::vector<Var> arrays;
      std::vector<Dim> dims(type->dims.begin() + 1, type->dims.end());
      if (dims[0].is_varying()) {
        arrays.push_back(builder_.let("lengths", numbers, builder_.make(RowLengths{{}, rows})));
        params.push_back({builder_.new_var("size", number)});
        dims[0] = Dim::variable(params.back().var);
      }
      arrays.push_back(rows);
      const Param row{builder_.new_var("row", storage_.types.array(type->elem, dims))};
      params.push_back(row);
      Lambda each;
      each.params = builder_.list(params);
      each.place = builder_.place;
      each.body = builder_.body([&] {
        const Var inner = builder_.let("lengths", storage_.types.array(Prim::I64, {dims.data(), 1}),
                                       builder_.make(RowLengths{{}, row.var}));
        return extremes({inner, inner}, Builder::atom(dims[0]));
      });
      const std::vector<Var> found{builder_.new_var("shortest", numbers),
                                   builder_.new_var("longest", numbers)};
      builder_.add(
          found,
          builder_.make(Map{{}, count, storage_.arena.make<Lambda>(each), builder_.list(arrays)}));
      const std::vector<Atom> all = extremes(found, count);
      return std::vector{choose(
          builder_.binary(BinaryOp::Lt, all[1], all[0]), [] { return Atom::i64(0); },
          [&] {
            return choose(
                builder_.binary(BinaryOp::Eq, all[0], all[1]), [&] { return all[0]; },
                [] { return Atom::i64(-1); });
          })};
    });
  }

  // The least of the first and the greatest of the second.
  std::vector<Atom> extremes(const std::vector<Var>& numbers, const Atom& count) {
    const Type* number = storage_.types.scalar(Prim::I64);
    std::vector<Param> params;
    for (int i = 0; i < 4; i++) params.push_back({builder_.new_var("", number)});
    Lambda both;
    both.params = builder_.list(params);
    both.place = builder_.place;
    both.body = builder_.body([&] {
      return std::vector<Atom>{builder_.binary(BinaryOp::Min, params[0].var, params[2].var),
                               builder_.binary(BinaryOp::Max, params[1].var, params[3].var)};
    });
    Reduce reduce;
    reduce.width = count;
    reduce.commutative = true;
    reduce.op = storage_.arena.make<Lambda>(both);
    reduce.neutral = builder_.list({Atom::i64(INT64_MAX), Atom::i64(INT64_MIN)});
    reduce.arrays = builder_.list(numbers);
    const std::vector<Var> found{builder_.new_var("least", number),
                                 builder_.new_var("greatest", number)};
    builder_.add(found, builder_.make(reduce));
    return {found.begin(), found.end()};
  }

  Atom length_at(Var rows, const Atom& row) {
    return builder_.let("length", storage_.types.scalar(Prim::I64),
                        builder_.make(RowLength{{}, rows, builder_.list({row})}));
  }

  template <class Then, class Else>
  Atom choose(const Atom& condition, Then then, Else otherwise) {
    If choice;
    choice.condition = condition;
    choice.then_body = builder_.body([&] { return std::vector<Atom>{then()}; });
    choice.else_body = builder_.body([&] { return std::vector<Atom>{otherwise()}; });
    return builder_.let("length", storage_.types.scalar(Prim::I64), builder_.make(choice));
  }

  // A bool: have all rows this length?
  Atom all_are(Var rows, const Atom& count, const Atom& length) {
    const Type* truth = storage_.types.scalar(Prim::Bool);
    const Type* number = storage_.types.scalar(Prim::I64);
    const Dim dim = Builder::dim(count);
    const Var lengths = builder_.let("lengths", storage_.types.array(Prim::I64, {&dim, 1}),
                                     builder_.make(RowLengths{{}, rows}));
    Reduce all;
    all.width = count;
    all.commutative = true;
    all.op = lambda({truth, truth}, [&](std::span<const Param> params) {
      return builder_.binary(BinaryOp::And, params[0].var, params[1].var);
    });
    all.neutral = builder_.list({Atom::boolean(true)});
    all.map = lambda({number}, [&](std::span<const Param> params) {
      return builder_.binary(BinaryOp::Eq, params[0].var, length);
    });
    all.arrays = builder_.list({lengths});
    return builder_.let("all", truth, builder_.make(all));
  }

  template <class Fill>
  const Lambda* lambda(std::initializer_list<const Type*> types, Fill fill) {
    std::vector<Param> params;
    for (const Type* type : types) params.push_back({builder_.new_var("", type)});
    Lambda made;
    made.params = builder_.list(params);
    made.body = builder_.body([&] { return std::vector<Atom>{fill(made.params)}; });
    made.place = builder_.place;
    return storage_.arena.make<Lambda>(made);
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

bool has_equal_rows(const Storage& storage, const Function& entry) {
  return std::ranges::any_of(
      entry.body->stms, [&](const Stm& stm) { return row_length_level(storage, stm).has_value(); });
}

}  // namespace planish::passes
