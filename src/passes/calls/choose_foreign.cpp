#include "passes/calls/choose_foreign.h"

#include <algorithm>
#include <optional>

#include "ir/foreign_attribute.h"
#include "ir/walk.h"
#include "passes/calls/host_foreign.h"
#include "passes/common/function_version.h"
#include "passes/common/rows.h"

namespace planish::passes {

using namespace ir;

namespace {

// The body that calls the foreign function in the place of one of the program.
class ForeignBody {
 public:
  ForeignBody(Storage& storage, const Function& fn) : storage_(storage), make_(storage), fn_(fn) {}

  // `said` has no symbol that is not linked.
  const Body* body(const ForeignAttribute& said, ForeignUse use) {
    make_.builder.place = fn_.place;
    return make_.builder.body([&] {
      choose_overwritten();
      for (size_t i = 0; i < fn_.params.size(); i++) {
        if (std::ranges::count(overwritten_, i) == 0) add_argument(fn_.params[i].var);
      }
      for (const Param& result : fn_.results) add_result(result.var);
      Foreign call{};
      call.symbol = storage_.arena.copy(said.symbol);
      call.lifted = storage_.arena.copy(said.lifted);
      call.use = use;
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

// It takes and gives scalars only, and gives one.
bool is_scalar_function(const Storage& storage, const Function& fn) {
  const auto is_scalar = [&](const Param& param) { return storage.type(param.var)->is_scalar(); };
  return fn.results.size() == 1 && std::ranges::all_of(fn.params, is_scalar) &&
         is_scalar(fn.results[0]);
}

}  // namespace

bool is_foreign(const Storage& storage, const Function& fn) {
  return foreign_attribute(storage, fn, foreign_machine(Machine::Cpu)) ||
         foreign_attribute(storage, fn, foreign_machine(Machine::Gpu));
}

ForeignChoice foreign_choice(const Storage& storage, const Function& fn, const ForeignCode* linked,
                             Machine machine) {
  const auto said = foreign_attribute(storage, fn, foreign_machine(machine));
  if (!said) return {{}, {}, ForeignUse::Pure, ForeignWay::NotNamed};
  ForeignChoice choice{*said, {}, said->use, ForeignWay::NotLinked};
  const auto is_linked = [&](std::string_view symbol) {
    return linked != nullptr && linked->address(symbol) != nullptr;
  };
  if (machine == Machine::Gpu && is_scalar_function(storage, fn)) {
    const bool is_there = linked != nullptr && linked->is_in_bitcode(said->symbol);
    choice.said.lifted = {};
    choice.use = ForeignUse::Device;
    choice.way = is_there ? ForeignWay::ByThreads : ForeignWay::NotInBitcode;
    return choice;
  }
  if (!is_linked(said->symbol)) return choice;
  choice.way = machine == Machine::Gpu ? ForeignWay::ByHost : ForeignWay::Called;
  if (!said->lifted.empty() && !is_linked(said->lifted))
    std::swap(choice.said.lifted, choice.unlinked);
  return choice;
}

Program choose_foreign(const Program& program, const ForeignCode* linked, Machine machine) {
  Program made = program;
  Storage& storage = *program.storage;
  const Functions functions(program.functions);
  std::unordered_map<Name, HostVersion> for_host;
  for (size_t i = 0; i < program.functions.size(); i++) {
    const Function& fn = *program.functions[i];
    Function now = fn;
    now.attrs = without_foreign(storage, fn.attrs);
    const ForeignChoice chosen = foreign_choice(storage, fn, linked, machine);
    const auto body = [&] { return ForeignBody(storage, fn).body(chosen.said, chosen.use); };
    if (chosen.way == ForeignWay::ByHost) {
      const Name name = version_name(storage, functions, fn.name, ".host");
      for_host[fn.name] = {name, !chosen.said.lifted.empty()};
      made.functions.push_back(
          storage.arena.make<Function>(function_version(storage, now, name, body)));
    } else if (chosen.way == ForeignWay::Called || chosen.way == ForeignWay::ByThreads) {
      now.body = body();
    }
    made.functions[i] = storage.arena.make<Function>(now);
  }
  return call_host_versions(made, for_host);
}

}  // namespace planish::passes
