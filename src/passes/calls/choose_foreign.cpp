#include "passes/calls/choose_foreign.h"

#include <algorithm>
#include <optional>

#include "ir/foreign_attribute.h"
#include "ir/walk.h"
#include "passes/common/rows.h"

namespace planish::passes {

using namespace ir;

namespace {

// The body that calls the foreign function in the place of one of the program.
class ForeignBody {
 public:
  ForeignBody(Storage& storage, const Function& fn) : storage_(storage), make_(storage), fn_(fn) {}

  const Body* body(const ForeignAttribute& said) {
    make_.builder.place = fn_.place;
    return make_.builder.body([&] {
      choose_overwritten();
      for (size_t i = 0; i < fn_.params.size(); i++) {
        if (std::ranges::count(overwritten_, i) == 0) add_argument(fn_.params[i].var);
      }
      for (const Param& result : fn_.results) add_result(result.var);
      Foreign call{};
      call.symbol = storage_.arena.copy(said.symbol);
      call.use = said.use;
      call.cost = said.cost;
      call.args = make_.list(args_);
      std::vector<Var> dests;
      for (size_t param : overwritten_) dests.push_back(fn_.params[param].var);
      call.dests = make_.list(dests);
      std::vector<Var> pattern = overwriting_;
      pattern.insert(pattern.end(), pattern_.begin(), pattern_.end());
      make_.builder.add(pattern, make_.make(call));
      std::vector<Atom> results;
      for (const Given& given : results_) results.push_back(value(given));
      return results;
    });
  }

 private:
  // A result: what the call gives for it.
  struct Given {
    const Type* type = nullptr;
    std::vector<Var> offsets;  // of an irregular array, outermost first
    Var data;                  // or the value itself
  };

  // ---- What is overwritten

  void choose_overwritten() {
    for (size_t i = 0; i < fn_.params.size(); i++) {
      const Type* type = storage_.type(fn_.params[i].var);
      if (!fn_.params[i].unique || !type->is_array() || type->is_irregular()) continue;
      for (const Param& result : fn_.results) {
        if (storage_.type(result.var) != type || std::ranges::count(taken_, result.var) > 0)
          continue;
        overwritten_.push_back(i);
        taken_.push_back(result.var);
        overwriting_.push_back(new_var(result.var, type));
        break;
      }
    }
  }

  // ---- Arguments

  void add_argument(Var var) {
    while (storage_.type(var)->is_irregular()) {
      const Type* type = storage_.type(var);
      const Var lengths =
          make_.let("lengths", make_.numbers(make_.size(var)), make_.make(RowLengths{{}, var}));
      const Var offsets = make_.offsets_of(lengths, RowsBuilder::Lengths::Lent);
      const Atom total = make_.index(offsets, make_.size(var));
      args_.emplace_back(offsets);
      var = make_.let("data", make_.array_type(type->elem, total, type->dims.subspan(2)),
                      make_.make(JoinRows{{}, var}));
    }
    args_.emplace_back(var);
  }

  // ---- Results

  Var new_var(Var like, const Type* type) {
    return storage_.new_var(storage_.vars[like.id].name, type);
  }

  void add_result(Var result) {
    const Type* type = substitute(storage_, storage_.type(result), sizes_);
    if (const auto taken = std::ranges::find(taken_, result); taken != taken_.end()) {
      results_.push_back({type, {}, overwriting_[size_t(taken - taken_.begin())]});
      return;
    }
    Given given{type, {}, {}};
    while (type->is_irregular()) {
      const Atom rows = Builder::atom(type->dims[0]);
      const Atom count = make_.plus(rows, Atom::i64(1));
      given.offsets.push_back(make_.builder.new_var("offsets", make_.numbers(count)));
      const Var total = make_.builder.new_var("total", make_.i64());
      pattern_.push_back(given.offsets.back());
      pattern_.push_back(total);
      type = make_.array_type(type->elem, total, type->dims.subspan(2));
    }
    given.data = new_var(result, type);
    pattern_.push_back(given.data);
    if (type->is_scalar()) sizes_[result] = given.data;
    results_.push_back(std::move(given));
  }

  // Rows are put together from the innermost.
  Atom value(const Given& given) {
    Var var = given.data;
    for (size_t level = given.offsets.size(); level-- > 0;) {
      const Type* type = given.type;
      for (size_t outer = 0; outer < level; outer++) type = inner(type, given, outer);
      const Var lengths = make_.lengths_of(given.offsets[level], Builder::atom(type->dims[0]));
      var = make_.let("rows", type, make_.make(SplitRows{{}, lengths, var}));
    }
    return var;
  }

  // The rows of a level, one after the other.
  const Type* inner(const Type* type, const Given& given, size_t level) {
    const Atom count = level + 1 < given.offsets.size()
                           ? rows_of(given.offsets[level + 1])
                           : Builder::atom(storage_.type(given.data)->dims[0]);
    return make_.array_type(type->elem, count, type->dims.subspan(2));
  }
  // How many rows there are is the total of the level before.
  Atom rows_of(Var offsets) {
    const auto at = std::ranges::find(pattern_, offsets);
    return *(at - 1);
  }

  Storage& storage_;
  RowsBuilder make_;
  const Function& fn_;
  std::vector<size_t> overwritten_;  // numbers of parameters
  std::vector<Var> taken_;           // the results that overwrite them
  std::vector<Var> overwriting_;     // what the call binds for these
  std::vector<Atom> args_;
  std::vector<Var> pattern_;  // the further results
  std::vector<Given> results_;
  Substitution sizes_;
};

}  // namespace

Program choose_foreign(const Program& program, const ForeignCode* linked) {
  Program made = program;
  Storage& storage = *program.storage;
  for (size_t i = 0; i < made.functions.size(); i++) {
    const std::optional<ForeignAttribute> said = foreign_attribute(storage, *made.functions[i]);
    if (!said) continue;
    Function fn = *made.functions[i];
    if (linked != nullptr && linked->address(said->symbol) != nullptr)
      fn.body = ForeignBody(storage, fn).body(*said);
    fn.attrs = without_foreign(storage, fn.attrs);
    made.functions[i] = storage.arena.make<Function>(fn);
  }
  return made;
}

}  // namespace planish::passes
