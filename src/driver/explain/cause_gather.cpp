// Reads in the order of what is in another array: `map (\c -> v[c]) cols`.
//
// An index follows from the number of the iteration (a counter: neighbours read neighbours), or
// from an element of an array (data: nobody knows where it leads). What a scan gives is taken for a
// counter: such indices mostly grow. So is the sum of data and the counter of a loop that is
// further inside, as in `vals[starts[i] + j]`.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "analysis/inner_bodies.h"
#include "analysis/iteration.h"
#include "driver/explain/causes.h"
#include "ir/match.h"

namespace planish::explain {

using namespace ir;

namespace {

// An array with fewer elements stays in the cache; rows of so many elements are read together.
constexpr Wide kCachedElements = 4096;
constexpr Wide kLongRow = 8;

class Gathers {
 public:
  Gathers(const Context& cx, std::vector<Cause>& causes) : cx_(cx), causes_(causes) {}

  void body(const Body* stms) {
    for (const Stm& stm : stms->stms) statement(stm);
  }

 private:
  // Where a number comes from: the array that it is an element of. A variable that is not here is a
  // counter.
  using Source = Var;

  void statement(const Stm& stm) {
    for (Var var : stm.pattern) varies_[var] = innermost(stm);
    if (const auto* read = as<Index>(stm.op)) {
      index(stm, *read);
    } else if (const Lambda* function =
                   is_core_operator(stm.op) ? element_function(stm.op) : nullptr) {
      elements(stm, *function);
    } else {
      const auto* loop = as<Loop>(stm.op);
      if (loop != nullptr) enter(*loop);
      follow(stm);
      for_each_inner_body(stm.op, [&](const Body* inner) { body(inner); });
      if (loop != nullptr) nest_--;
    }
    if (const auto* check = as<Check>(stm.op)) learn(check->condition);
    if (const auto* compared = as<Binary>(stm.op)) comparisons_[stm.pattern[0]] = compared;
    if (const auto* filter = as<Filter>(stm.op)) {
      // What is kept of numbers in order is in order.
      for (size_t i = 0; i < filter->arrays.size() && i + 1 < stm.pattern.size(); i++) {
        if (ordered_.contains(filter->arrays[i])) ordered_.insert(stm.pattern[i + 1]);
      }
    }
    if (as<Scan>(stm.op) != nullptr || as<Iota>(stm.op) != nullptr) {
      for (Var var : stm.pattern) ordered_.insert(var);
    }
  }

  void elements(const Stm& stm, const Lambda& function) {
    std::span<const Var> arrays = element_arrays(stm.op);
    for (size_t i = 0; i < function.params.size() && i < arrays.size(); i++) {
      const Var param = function.params[i].var;
      level_[param] = depth_ + 1;
      varies_[param] = nest_ + 1;
      if (is_integer(param) && !ordered_.contains(arrays[i])) data_[param] = arrays[i];
    }
    depth_++;
    nest_++;
    for (const Stm& inner : function.body->stms) {
      for (Var var : inner.pattern) level_[var] = depth_;
      statement(inner);
    }
    depth_--;
    nest_--;
  }

  // The innermost iteration that it depends on.
  size_t innermost(const Stm& stm) const {
    size_t found = 0;
    for_each_var_use(stm.op, [&](Var var) { found = std::max(found, varies(var)); });
    for_each_inner_body(stm.op, [&](const Body*) { found = nest_; });
    return found;
  }
  size_t varies(Var var) const {
    auto it = varies_.find(var);
    return it == varies_.end() ? 0 : it->second;
  }

  // An array of numbers in order, of which each iteration keeps some, stays in order.
  void enter(const Loop& loop) {
    nest_++;
    if (loop.index) varies_[loop.index] = nest_;
    for (size_t i = 0; i < loop.params.size(); i++) {
      const Var param = loop.params[i].param.var;
      varies_[param] = nest_;
      if (depth_ > 0) level_[param] = depth_;
      if (!loop.params[i].init.var || !ordered_.contains(loop.params[i].init.var)) continue;
      for (const Stm& stm : loop.body->stms) {
        const auto* filter = as<Filter>(stm.op);
        if (filter == nullptr || std::ranges::count(filter->arrays, param) == 0) continue;
        if (std::ranges::count(stm.pattern, loop.body->results[i].var) > 0) ordered_.insert(param);
      }
    }
  }

  // Sizes of parameters are numbers once they have been checked.
  void learn(const Atom& condition) {
    auto it = condition.var ? comparisons_.find(condition.var) : comparisons_.end();
    if (it == comparisons_.end() || it->second->op != BinaryOp::Eq) return;
    if (it->second->x.var && it->second->y.is_const())
      numbers_[it->second->x.var] = static_cast<int64_t>(it->second->y.constant.bits);
  }

  std::optional<Wide> number(Var array, size_t dim) const {
    const Dim& own = cx_.storage.type(array)->dims[dim];
    if (own.kind == DimKind::Var) {
      if (auto it = numbers_.find(own.var); it != numbers_.end()) return it->second;
    }
    const shapes::ShapedValue* value = cx_.shapes.find(array);
    return value == nullptr ? std::nullopt : cx_.shapes.terms().as_number(value->dims[dim]);
  }

  bool is_integer(Var var) const {
    const ir::Type* type = cx_.storage.type(var);
    return !type->is_array() && !type->is_acc() && !is_float(type->elem) &&
           type->elem != Prim::Bool;
  }

  // What is computed from data leads nobody knows where, too.
  void follow(const Stm& stm) {
    for (Var var : stm.pattern) {
      if (depth_ > 0) level_.try_emplace(var, depth_);
    }
    if (stm.pattern.size() != 1 || !is_integer(stm.pattern[0])) return;
    std::optional<Source> source = match(
        stm.op, [&](const Same& n) { return source_of(n.value); },
        [&](const Convert& n) { return source_of(n.value); },
        [&](const Binary& n) -> std::optional<Source> {
          switch (n.op) {
            case BinaryOp::Add:
            case BinaryOp::Sub:
            case BinaryOp::Mul:
            case BinaryOp::Min:
            case BinaryOp::Max: {
              std::optional<Source> x = source_of(n.x);
              std::optional<Source> y = source_of(n.y);
              if (x && y) return x;
              const Atom& data = x ? n.x : n.y;
              const Atom& counter = x ? n.y : n.x;
              if (counter.var && varies(counter.var) > varies(data.var)) return std::nullopt;
              return x ? x : y;
            }
            default: return std::nullopt;
          }
        },
        [](const auto&) -> std::optional<Source> { return std::nullopt; });
    if (source) data_[stm.pattern[0]] = *source;
  }

  std::optional<Source> source_of(const Atom& atom) const {
    auto it = atom.var ? data_.find(atom.var) : data_.end();
    return it == data_.end() ? std::nullopt : std::optional(it->second);
  }

  void index(const Stm& stm, const Index& read) {
    if (depth_ > 0) {
      for (Var var : stm.pattern) level_[var] = depth_;
    }
    std::optional<Source> source;
    for (const Atom& at : read.indices) source = source ? source : source_of(at);
    if (source && depth_ > 0 && cx_.source.is_written_by_user(stm.place) &&
        is_outside(read.array) && is_scattered(read))
      report(stm, read, *source);
    if (depth_ > 0 && !stm.pattern.empty() && is_integer(stm.pattern[0]) &&
        !ordered_.contains(read.array))
      data_[stm.pattern[0]] = read.array;
  }

  // The same array for all elements.
  bool is_outside(Var array) const { return !level_.contains(array); }

  // Neither small nor read in long rows.
  bool is_scattered(const Index& read) const {
    Wide elements = 1;
    Wide row = 1;
    bool known = true;
    for (size_t i = 0; i < cx_.storage.type(read.array)->dims.size(); i++) {
      std::optional<Wide> size = number(read.array, i);
      known = known && size;
      elements *= size.value_or(1);
      if (i < read.indices.size()) continue;
      if (!size) return false;
      row *= *size;
    }
    if (known && elements <= kCachedElements) return false;
    return row < kLongRow;
  }

  void report(const Stm& stm, const Index& read, Source source) {
    const std::string array = array_text(cx_, read.array);
    std::string order = array_text(cx_, source);
    order = order == "an array" ? "what another array says" : fmt::format("what {} says", order);
    if (source == read.array) order = "what it holds itself";
    causes_.push_back(
        {CauseKind::Gather, cx_.source.users_place(stm.place),
         fmt::format(
             "{} is read in the order of {}: if it is larger than the cache, each read waits "
             "for memory",
             array, order),
         "sort the elements by the index, so that neighbours read neighbours; or make what is read "
         "smaller (f32 for f64, i32 for i64); if it fits the cache, this costs little",
         std::nullopt});
  }

  const Context& cx_;
  std::vector<Cause>& causes_;
  std::unordered_map<Var, Source> data_;
  std::unordered_map<Var, size_t> level_;  // of variables in functions of operators
  std::unordered_set<Var> ordered_;        // arrays whose elements grow
  std::unordered_map<Var, const Binary*> comparisons_;
  std::unordered_map<Var, Wide> numbers_;   // sizes that have been checked
  std::unordered_map<Var, size_t> varies_;  // the innermost iteration that it depends on
  size_t depth_ = 0;                        // functions of operators around
  size_t nest_ = 0;                         // and loops
};

}  // namespace

void find_gathers(const Context& cx, const Function& fn, std::vector<Cause>& causes) {
  Gathers(cx, causes).body(fn.body);
}

}  // namespace planish::explain
