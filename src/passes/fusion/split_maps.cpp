#include "passes/fusion/split_maps.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "analysis/consumed.h"
#include "analysis/effects.h"
#include "ir/build/builder.h"
#include "ir/walk.h"
#include "passes/common/uses.h"

namespace planish::passes {

using namespace ir;

namespace {

// The code gets longer: the map is repeated before each check between it and its rows.
constexpr size_t kMostChecks = 4;

// The rows of a map, and who uses them. Statements are numbers of those of the body.
struct SplitMap {
  size_t made = 0;           // the map
  std::vector<size_t> gone;  // it, and names for what it gives
  std::vector<Var> certs;    // what the rows wait for
  std::optional<size_t> lengths;
  size_t reader = 0;           // the map over the rows
  size_t position = 0;         // among its arrays
  std::vector<size_t> checks;  // before which the map has to fail
};

bool is_split(const Stm& stm) { return stm.op->kind == Kind::SplitRows; }

void add_missing(std::vector<Var>& certs, std::span<const Var> more) {
  for (Var cert : more) {
    if (std::ranges::find(certs, cert) == certs.end()) certs.push_back(cert);
  }
}

// Is the array one of those that a parallel operator of the body goes through?
bool is_gone_through(const Body* body, Var array) {
  const auto reads = [&](const auto* op) {
    return op != nullptr && std::ranges::count(op->arrays, array) == 1;
  };
  return std::ranges::any_of(body->stms, [&](const Stm& stm) {
    return reads(as<Map>(stm.op)) || reads(as<Reduce>(stm.op)) || reads(as<Scan>(stm.op)) ||
           reads(as<Filter>(stm.op));
  });
}

class SplitMaps : public Rebuild {
 public:
  explicit SplitMaps(const Program& program)
      : Rebuild(*program.storage), builder_(storage_), effects_(program), consumed_(program) {}

  const Body* body(const Body* old) override {
    const Body* now = body_children(old);
    if (std::ranges::none_of(now->stms, is_split)) return now;
    for (size_t i = 0; i < now->stms.size();) {
      // Where rows were split, others are now.
      const Body* next = is_split(now->stms[i]) ? split_map(now, i) : nullptr;
      if (next == nullptr) {
        i++;
      } else {
        now = next;
        i = 0;
      }
    }
    return now;
  }

 private:
  // ---- Which

  std::optional<SplitMap> find(const Body* body, size_t at) {
    const std::span<const Stm> stms = body->stms;
    const std::unordered_map<Var, size_t> counts = count_uses(storage_, body);
    const auto& split = *as<SplitRows>(stms[at].op);
    SplitMap found;
    found.certs.assign(stms[at].certs.begin(), stms[at].certs.end());
    if (storage_.type(split.array)->rank() != 1 || !find_maker(stms, at, counts, found)) return {};
    if (!find_readers(stms, at, counts, found) || !may_move(stms, found)) return {};
    return found;
  }

  bool find_maker(std::span<const Stm> stms, size_t at,
                  const std::unordered_map<Var, size_t>& counts, SplitMap& found) const {
    Var array = as<SplitRows>(stms[at].op)->array;
    for (size_t i = at; i-- > 0;) {
      const Stm& stm = stms[i];
      if (stm.pattern.size() != 1 || stm.pattern[0] != array) continue;
      if (counts.at(array) != 1) return false;
      add_missing(found.certs, stm.certs);
      found.gone.push_back(i);
      found.made = i;
      if (const auto* map = as<Map>(stm.op)) return are_scalars(*map);
      const auto* coerce = as<Coerce>(stm.op);
      const auto* same = as<Same>(stm.op);
      if (coerce == nullptr && (same == nullptr || !same->value.var)) return false;
      array = coerce != nullptr ? coerce->array : same->value.var;
    }
    return false;
  }

  bool are_scalars(const Map& map) const {
    const auto is_vector = [&](Var var) { return storage_.type(var)->rank() == 1; };
    return !map.arrays.empty() && std::ranges::all_of(map.arrays, is_vector);
  }

  // One operator, which goes through each row once, and maybe what says how long they are.
  bool find_readers(std::span<const Stm> stms, size_t at,
                    const std::unordered_map<Var, size_t>& counts, SplitMap& found) const {
    const Var rows = stms[at].pattern[0];
    size_t readers = 0, known = 0;
    for (size_t i = at + 1; i < stms.size(); i++) {
      const auto* lengths = as<RowLengths>(stms[i].op);
      if (lengths != nullptr && lengths->array == rows) {
        if (found.lengths) return false;
        found.lengths = i;
        known++;
      }
      const auto* map = as<Map>(stms[i].op);
      const auto argument =
          map == nullptr ? std::span<const Var>::iterator{} : std::ranges::find(map->arrays, rows);
      if (map == nullptr || argument == map->arrays.end()) continue;
      found.reader = i;
      found.position = static_cast<size_t>(argument - map->arrays.begin());
      readers++;
      known++;
    }
    const auto uses = counts.find(rows);
    if (readers != 1 || uses == counts.end() || uses->second != known) return false;
    const auto& map = *as<Map>(stms[found.reader].op);
    const Param& row = map.fn->params[found.position];
    const std::unordered_map<Var, size_t> inside = count_uses(storage_, map.fn->body);
    const auto of_row = inside.find(row.var);
    return !row.unique && of_row != inside.end() && of_row->second == 1 &&
           is_gone_through(map.fn->body, row.var);
  }

  // Nothing that it reads is consumed, and it fails when it did: Note [Maps that fail before a check]
  bool may_move(std::span<const Stm> stms, SplitMap& found) {
    const auto& map = *as<Map>(stms[found.made].op);
    const auto stays = [&](Var var) { return !consumed_.contains(var); };
    const auto is_unique = [](const Param& param) { return param.unique; };
    if (std::ranges::any_of(map.fn->params, is_unique) || !std::ranges::all_of(map.arrays, stays) ||
        !std::ranges::all_of(free_variables(storage_, map.fn), stays))
      return false;
    if (!effects_.has_effect(&map)) return true;
    if (effects_.has_effect(stms[found.reader].op)) return false;
    for (size_t i = found.made + 1; i < found.reader; i++) {
      if (stms[i].op->kind == Kind::Check) {
        found.checks.push_back(i);
      } else if (effects_.has_effect(stms[i].op)) {
        return false;
      }
    }
    return found.checks.size() <= kMostChecks;
  }

  // ---- What becomes of it

  const Body* split_map(const Body* body, size_t at) {
    const std::optional<SplitMap> found = find(body, at);
    if (!found) return nullptr;
    const Stm& made = body->stms[found->made];
    std::vector<Var> rows;
    builder_.begin();
    for (size_t i = 0; i < body->stms.size(); i++) {
      Stm stm = body->stms[i];
      if (std::ranges::count(found->gone, i) > 0) continue;
      if (i == at) {
        rows = split_arrays(stm, *as<Map>(made.op), found->certs);
        continue;
      }
      if (std::ranges::count(found->checks, i) > 0) fail_before(stm, made);
      if (i == found->lengths) stm.op = builder_.make(RowLengths{{}, rows[0]});
      if (i == found->reader) stm.op = with_map(*as<Map>(stm.op), found->position, rows, made);
      builder_.add(stm);
    }
    return builder_.end({body->results.begin(), body->results.end()});
  }

  std::vector<Var> split_arrays(const Stm& stm, const Map& map, const std::vector<Var>& certs) {
    builder_.place = stm.place;
    const auto& split = *as<SplitRows>(stm.op);
    const std::span<const Dim> size = storage_.type(split.array)->dims;
    std::vector<Var> rows;
    for (Var array : map.arrays) {
      const Type* type = storage_.type(array);
      if (!std::ranges::equal(type->dims, size)) {
        array = builder_.let("", storage_.types.array(type->elem, size),
                             builder_.make(Coerce{{}, array}), certs);
      }
      const Type* split_type =
          storage_.types.array(type->elem, storage_.type(stm.pattern[0])->dims);
      rows.push_back(builder_.let("rows", split_type,
                                  builder_.make(SplitRows{{}, split.lengths, array}), certs));
    }
    return rows;
  }

  // Note [Maps that fail before a check]
  void fail_before(const Stm& check, const Stm& made) {
    builder_.place = made.place;
    const Body* fine = builder_.body([] { return std::vector<Atom>{}; });
    const Body* fails = builder_.body([&] {
      Map map = *as<Map>(made.op);
      map.fn = clone_lambda(storage_, map.fn);
      builder_.let("", storage_.type(made.pattern[0]), builder_.make(map), made.certs);
      return std::vector<Atom>{};
    });
    builder_.add({}, builder_.make(If{{}, as<Check>(check.op)->condition, fine, fails}));
  }

  const Op* with_map(const Map& reader, size_t position, const std::vector<Var>& rows,
                     const Stm& made) {
    std::vector<Var> arrays(reader.arrays.begin(), reader.arrays.end());
    std::vector<Param> params(reader.fn->params.begin(), reader.fn->params.end());
    const Var row = params[position].var;
    const Type* type = storage_.type(row);
    Map inner = *as<Map>(made.op);
    inner.width = Builder::atom(type->dims[0]);
    std::vector<Param> parts;
    std::vector<Var> read;
    for (Var each : rows) {
      read.push_back(
          builder_.new_var("part", storage_.types.array(storage_.type(each)->elem, type->dims)));
      parts.push_back({read.back(), false});
    }
    inner.arrays = builder_.list(read);
    const auto gone = static_cast<ptrdiff_t>(position);
    arrays.erase(arrays.begin() + gone);
    arrays.insert(arrays.begin() + gone, rows.begin(), rows.end());
    params.erase(params.begin() + gone);
    params.insert(params.begin() + gone, parts.begin(), parts.end());

    const Stm first{builder_.list({row}), builder_.make(inner), {}, made.attrs, made.place};
    std::vector<Stm> stms{first};
    stms.insert(stms.end(), reader.fn->body->stms.begin(), reader.fn->body->stms.end());
    Lambda fn = *reader.fn;
    fn.params = builder_.list(params);
    fn.body = storage_.arena.make<Body>(Body{storage_.arena.copy(stms), reader.fn->body->results});
    Map now = reader;
    now.fn = storage_.arena.make<Lambda>(fn);
    now.arrays = builder_.list(arrays);
    return builder_.make(now);
  }

  Builder builder_;
  Effects effects_;
  ConsumedArrays consumed_;
};

}  // namespace

Program split_maps(const Program& program) {
  SplitMaps rewriter(program);
  Program result = program;
  for (const Function*& fn : result.functions) fn = rewriter.function_children(fn);
  return result;
}

}  // namespace planish::passes
