#include "passes/device/coalesce.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "analysis/host_code.h"
#include "analysis/inner_bodies.h"
#include "ir/build/builder.h"
#include "ir/facts.h"
#include "ir/match.h"
#include "ir/walk.h"
#include "plan/shared_tile.h"

namespace planish::passes {

using namespace ir;

namespace {

// Rows up to this lie side by side well enough.
constexpr int64_t kShortRow = 4;

// How often it is come to a place.
enum class Times : uint8_t { Once, Many };

// What threads side by side do: neighbouring points, each along a row perhaps, or neighbouring steps
// of a reduction, whose rows and columns are the other levels.
enum class SideBySide : uint8_t { Points, Steps };

// How the threads of a kernel read the arrays of the host: at which of their dimensions the index of
// the thread stands. A thread that reads one element of its row, once, does not read along it.
class RowReads {
 public:
  // `times`: to the kernel.
  RowReads(const Storage& storage, Var thread, std::span<const Level> levels, const Body* body,
           Times times, SideBySide what)
      : storage_(storage), thread_(thread), what_(what) {
    for (const Level& level : levels) {
      fixed_.insert(level.index);
      const bool is_short =
          level.bound.is_const() && static_cast<int64_t>(level.bound.constant.bits) <= kShortRow;
      if (!is_short) long_.insert(level.index);
    }
    if (times == Times::Once) {
      for (Var var : free_variables(storage, body)) fixed_.insert(var);
    }
    this->body(body, times);
  }

  // By array: the dimension. All arrays are of the host.
  std::vector<std::pair<Var, size_t>> found() const {
    std::vector<std::pair<Var, size_t>> all;
    for (Var array : order_) {
      const Reads& reads = reads_.at(array);
      if (reads.dimension && reads.along_rows && !reads.otherwise)
        all.emplace_back(array, *reads.dimension);
    }
    return all;
  }

 private:
  void body(const Body* body, Times times) {
    for (const Stm& stm : body->stms) {
      if (const auto* index = as<Index>(stm.op)) {
        read(stm, *index, times);
      } else {
        for_each_var_use(stm.op, [&](Var var) { other(var); });
      }
      bound_.insert(stm.pattern.begin(), stm.pattern.end());
      const bool is_branch = stm.op->kind == Kind::If || stm.op->kind == Kind::Match;
      for_each_inner_body(
          stm.op, [&](const Body* inner) { this->body(inner, is_branch ? times : Times::Many); });
    }
    for (const Atom& result : body->results) {
      if (result.var) other(result.var);
    }
  }

  struct Reads {
    std::optional<size_t> dimension;
    bool along_rows = false;
    bool otherwise = false;
  };

  Reads& reads_of(Var array) {
    auto [it, is_new] = reads_.try_emplace(array);
    if (is_new) order_.push_back(array);
    return it->second;
  }
  void other(Var var) {
    if (storage_.type(var)->is_array() && !bound_.contains(var)) reads_of(var).otherwise = true;
  }

  void read(const Stm& stm, const Index& n, Times times) {
    if (bound_.contains(n.array)) return;
    Reads& reads = reads_of(n.array);
    const auto at = std::ranges::find(n.indices, Atom(thread_));
    const auto dimension = static_cast<size_t>(at - n.indices.begin());
    if (at == n.indices.end() || (reads.dimension && *reads.dimension != dimension)) {
      reads.otherwise = true;
      return;
    }
    reads.dimension = dimension;
    const Type* part = storage_.type(stm.pattern[0]);
    if (part->is_array()) {
      reads.along_rows |= std::ranges::any_of(part->dims, [](const Dim& dim) {
        return dim.kind != DimKind::Const || dim.value > kShortRow;
      });
    } else if (what_ == SideBySide::Steps) {
      reads.along_rows |= std::any_of(at + 1, n.indices.end(), [&](const Atom& index) {
        return index.var && long_.contains(index.var);
      });
    } else {
      reads.along_rows |=
          times == Times::Many && std::any_of(at + 1, n.indices.end(), [&](const Atom& index) {
            return index.var && !fixed_.contains(index.var);
          });
    }
  }

  const Storage& storage_;
  const Var thread_;
  const SideBySide what_;
  std::unordered_set<Var> fixed_;  // the same for all that a thread does
  std::unordered_set<Var> long_;   // indices of levels that are worth it
  std::unordered_set<Var> bound_;
  std::unordered_map<Var, Reads> reads_;
  std::vector<Var> order_;
};

class Coalesce {
 public:
  Coalesce(const Program& program, const Target& target)
      : program_(program),
        target_(target),
        storage_(*program.storage),
        builder_(storage_),
        coalesced_(attribute_from_text(storage_.names, "coalesced")) {}

  Program run() {
    const HostCode code(program_);
    Program result = program_;
    for (const Function*& fn : result.functions) {
      if (!code.of(fn->body).launches) continue;
      find_equal_sizes(fn->body);
      Function now = *fn;
      Wanted none;
      now.body = host(fn->body, Around::Other, none);
      if (now.body != fn->body) fn = storage_.arena.make<Function>(now);
    }
    return result;
  }

 private:
  enum class Around : uint8_t { Loop, Other };
  // By array and by the dimension that is to be the innermost: the array with the other layout.
  using Wanted = std::map<std::pair<uint32_t, size_t>, Var>;

  // `bound`: what the loop around the body binds.
  const Body* host(const Body* body, Around around, Wanted& outside,
                   std::unordered_set<Var> bound = {}) {
    builder_.begin();
    Wanted made;
    bool changed = false;
    for (const Stm& stm : body->stms) {
      if (stm.op->kind == Kind::Rearrange) rearranged_.insert(stm.pattern[0]);
      Wanted wanted = made;
      for (const auto& [key, var] : outside) wanted.emplace(key, var);
      const Op* op = host_op(stm, wanted);
      for (const auto& [key, var] : wanted) {
        if (made.contains(key) || outside.contains(key)) continue;
        if (around == Around::Loop && !bound.contains(Var{key.first})) {
          outside.emplace(key, var);
        } else {
          add_copy(Var{key.first}, key.second, var, stm.place);
          made.emplace(key, var);
        }
      }
      Stm now = stm;
      now.op = op;
      changed |= op != stm.op;
      builder_.add(now);
      bound.insert(stm.pattern.begin(), stm.pattern.end());
    }
    const Body* with = builder_.end({body->results.begin(), body->results.end()});
    return changed ? with : body;
  }

  const Op* host_op(const Stm& stm, Wanted& wanted) {
    return match(
        stm.op,
        [&](const If& n) -> const Op* {
          const Body* then_body = branch(n.then_body, wanted);
          const Body* else_body = branch(n.else_body, wanted);
          if (then_body == n.then_body && else_body == n.else_body) return stm.op;
          return builder_.make(If{{}, n.condition, then_body, else_body});
        },
        [&](const Match& n) -> const Op* {
          Match now = n;
          std::vector<MatchCase> cases(n.cases.begin(), n.cases.end());
          bool changed = false;
          for (MatchCase& one : cases) {
            const Body* old = one.body;
            one.body = branch(old, wanted);
            changed |= old != one.body;
          }
          now.cases = builder_.list(cases);
          if (n.otherwise != nullptr) now.otherwise = branch(n.otherwise, wanted);
          return changed || now.otherwise != n.otherwise ? builder_.make(now) : stm.op;
        },
        [&](const Loop& n) -> const Op* {
          std::unordered_set<Var> params;
          for (const LoopParam& param : n.params) params.insert(param.param.var);
          Loop now = n;
          loops_++;
          now.body = host(n.body, Around::Loop, wanted, std::move(params));
          loops_--;
          return now.body != n.body ? builder_.make(now) : stm.op;
        },
        [&](const SegMap& n) -> const Op* {
          const Body* body = kernel(n.space, n.body, wanted);
          return body != n.body ? builder_.make(SegMap{{}, n.space, body}) : stm.op;
        },
        [&](const SegScatter& n) -> const Op* {
          SegScatter now = n;
          now.body = kernel(n.space, n.body, wanted);
          return now.body != n.body ? builder_.make(now) : stm.op;
        },
        [&](const SegRed& n) -> const Op* {
          // Blocks that share tiles read by rows and by columns.
          const plan::Layouts layouts(storage_);
          if (n.space.levels.size() < 2 ||
              plan::try_shared_tile({storage_, target_, layouts}, n).plan != nullptr)
            return stm.op;
          SegRed now = n;
          now.body = kernel(n.space, n.body, wanted, SideBySide::Steps);
          return now.body != n.body ? builder_.make(now) : stm.op;
        },
        [&](const SegHist& n) -> const Op* {
          SegHist now = n;
          now.body = kernel(n.space, n.body, wanted);
          return now.body != n.body ? builder_.make(now) : stm.op;
        },
        [&](const auto&) -> const Op* { return stm.op; });
  }

  // Sizes of which a check has found that they are equal, as those of arguments are.
  void find_equal_sizes(const Body* body) {
    std::unordered_map<Var, std::pair<Atom, Atom>> comparisons;
    equal_.clear();
    for (const Stm& stm : body->stms) {
      const auto* binary = as<Binary>(stm.op);
      const auto* check = as<Check>(stm.op);
      if (binary != nullptr && binary->op == BinaryOp::Eq)
        comparisons.emplace(stm.pattern[0], std::pair(binary->x, binary->y));
      if (check == nullptr || !check->condition.var) continue;
      if (const auto found = comparisons.find(check->condition.var); found != comparisons.end())
        equal_.push_back(found->second);
    }
  }
  bool is_size(const Dim& dim, const Atom& bound) const {
    if (dim == Builder::dim(bound)) return true;
    return std::ranges::any_of(equal_, [&](const auto& pair) {
      const auto& [a, b] = pair;
      return (dim == Builder::dim(a) && bound == b) || (dim == Builder::dim(b) && bound == a);
    });
  }

  // What a branch wants, it makes itself.
  const Body* branch(const Body* body, const Wanted& known) {
    Wanted own = known;
    return host(body, Around::Other, own);
  }

  const Body* kernel(const Space& space, const Body* body, Wanted& wanted,
                     SideBySide what = SideBySide::Points) {
    const Level& last = space.levels.back();
    if (last.offsets || last.bound.is_const()) return body;
    const RowReads reads(storage_, last.index, space.levels, body,
                         loops_ > 0 ? Times::Many : Times::Once, what);
    Substitution by;
    for (const auto& [array, dimension] : reads.found()) {
      const Type* type = storage_.type(array);
      // Views with another order of dimensions are taken for what they should be.
      if (dimension + 1 == type->rank() || rearranged_.contains(array)) continue;
      if (!is_size(type->dims[dimension], last.bound)) continue;
      auto [it, is_new] = wanted.try_emplace({array.id, dimension}, Var{});
      if (is_new) it->second = storage_.new_var(storage_.vars[array.id].name, type);
      by[array] = it->second;
    }
    return by.empty() ? body : substitute(storage_, body, by);
  }

  void add_copy(Var array, size_t dimension, Var to, PlaceId place) {
    builder_.place = place;
    const Type* type = storage_.type(array);
    std::vector<uint32_t> there;
    for (uint32_t i = 0; i < type->rank(); i++) {
      if (i != dimension) there.push_back(i);
    }
    there.push_back(static_cast<uint32_t>(dimension));
    std::vector<uint32_t> back(there.size());
    std::vector<Dim> dims;
    for (uint32_t i = 0; i < there.size(); i++) {
      back[there[i]] = i;
      dims.push_back(type->dims[there[i]]);
    }
    const Type* columns = builder_.types().array(type->elem, dims);
    const Var view =
        builder_.let("columns", columns, builder_.make(Rearrange{{}, array, builder_.list(there)}));
    const Var copy = builder_.let("columns", columns, builder_.make(Copy{{}, view}));
    builder_.annotate_last(coalesced_);
    builder_.add({&to, 1}, builder_.make(Rearrange{{}, copy, builder_.list(back)}));
  }

  const Program& program_;
  const Target& target_;
  Storage& storage_;
  Builder builder_;
  const Attribute coalesced_;
  std::vector<std::pair<Atom, Atom>> equal_;
  std::unordered_set<Var> rearranged_;
  int loops_ = 0;  // around
};

}  // namespace

Program coalesce(const Program& program, const Target& target) {
  if (program.stage != Stage::Flat || has_irregular_arrays(program)) return program;
  return Coalesce(program, target).run();
}

}  // namespace planish::passes
