// Lifting of loops with different numbers of iterations, or with values whose sizes change.
//
// Note [Active points]
// All points do an iteration at once, as long as they have one. What the loop carries is kept for
// the points that are still at work, and for no others:
//
//   loop (active, their indices, what they carry, results, finished rows) while active > 0 {
//     sort the active points into those that go on and those that are finished
//     write what the finished ones carry to the results
//     lift the body over those that go on: that is what they carry next
//   }
//
// The work of a round is in proportion to the points that are active. Rows of finished points are
// appended to a buffer, which is replaced by one of twice the size when it is full; at the end they
// are brought into order.
#include <algorithm>

#include "ir/match.h"
#include "passes/flatten/flattener.h"

namespace planish::passes {

using namespace ir;

namespace {

// What the loop at host level carries, while it is being made.
class HostLoop {
 public:
  HostLoop(Storage& storage, Builder& builder) : storage_(storage), builder_(builder) {}

  struct Item {
    Var now;     // inside
    Var result;  // afterwards
    size_t number = 0;
  };
  // The type may mention items that are there already.
  Item carry(std::string_view name, const Type* type, const Atom& initial, bool unique = false) {
    Item item{builder_.new_var(name, type), {}, params_.size()};
    item.result = builder_.new_var(name, substitute(storage_, type, results_));
    results_[item.now] = item.result;
    params_.push_back({{item.now, unique}, initial});
    pattern_.push_back(item.result);
    next_.emplace_back();
    return item;
  }
  void set_next(const Item& item, const Atom& value) { next_[item.number] = value; }
  const std::vector<LoopParam>& params() const { return params_; }
  const std::vector<Var>& pattern() const { return pattern_; }
  const std::vector<Atom>& next() const { return next_; }

 private:
  Storage& storage_;
  Builder& builder_;
  Substitution results_;
  std::vector<LoopParam> params_;
  std::vector<Var> pattern_;
  std::vector<Atom> next_;
};

}  // namespace

bool Flattener::loop_is_liftable(const Stm& stm, const Loop& loop, const Nest& nest) {
  if (parallelism_.shows(stm)) return false;
  Nest inside = nest;
  for (const LoopParam& param : loop.params) {
    if (storage_.type(param.param.var)->is_acc()) return false;
    inside.bind({&param.param.var, 1});
  }
  return contains_liftable(loop.body, inside) ||
         (loop.condition != nullptr && contains_liftable(loop.condition, inside));
}

void Flattener::lift_loop(Nest& nest, const Stm& stm, const Loop& loop) {
  builder_.place = stm.place;
  const Type* i64 = storage_.types.scalar(Prim::I64);
  Nest bound = nest;
  for (const LoopParam& param : loop.params) bound.bind({&param.param.var, 1});

  // ---- What is carried
  HostLoop host(storage_, builder_);
  Atom points = point_count(nest);
  HostLoop::Item active = host.carry("active", i64, points);
  HostLoop::Item ends =
      host.carry("ends", i64, builder_.binary(BinaryOp::Add, points, Atom::i64(1), "ends"));
  HostLoop::Item round = host.carry("round", i64, Atom::i64(0));
  Dim active_dim = Dim::variable(active.now);
  Dim ends_dim = Dim::variable(ends.now);
  const Type* offsets_type = storage_.types.array(Prim::I64, {&ends_dim, 1});

  std::vector<Atom> level_indices;
  for (const Level& level : nest.levels) level_indices.emplace_back(level.index);
  std::vector<HostLoop::Item> indices;
  for (const Lifted& index : gather(nest, {}, level_indices)) {
    indices.push_back(host.carry("index", storage_.types.array(Prim::I64, {&active_dim, 1}),
                                 with_one_dim(nest, index, i64).array));
  }
  struct Carried {
    size_t varying = 0;      // dimensions; 0: regular
    HostLoop::Item array;    // of the active points
    HostLoop::Item total;    // of rows
    HostLoop::Item offsets;  // of rows
    HostLoop::Item result;   // of all points: what they finished with, or where their rows begin
    HostLoop::Item used;     // of the buffer of finished rows
    HostLoop::Item capacity;
    HostLoop::Item buffer;
  };
  std::vector<Carried> carried;
  for (const LoopParam& param : loop.params) {
    const Type* type = storage_.type(param.param.var);
    Carried& one = carried.emplace_back();
    one.varying = bound.varying_dims(type);
    std::optional<Lifted> held = nest.lifted(param.init);
    Lifted first = held ? *held : gather(nest, {}, {&param.init, 1})[0];
    if (one.varying == 0) {
      one.array = host.carry("state", storage_.types.with_outer({&active_dim, 1}, type),
                             with_one_dim(nest, fitted(nest, first, type), type).array);
      const Type* all = storage_.types.with_outer(nest.dims(), type);
      one.result = host.carry("result", all, zeros("result", all), true);
      continue;
    }
    first = as_rows(nest, first, storage_.type(param.init), one.varying);
    std::span<const Dim> rest = type->dims.subspan(one.varying);
    auto rows = [&](const Dim& outer) {
      std::vector<Dim> dims{outer};
      dims.insert(dims.end(), rest.begin(), rest.end());
      return storage_.types.array(type->elem, dims);
    };
    one.total = host.carry("total", i64, first.rows->total);
    one.offsets = host.carry("offsets", offsets_type, first.rows->offsets);
    one.array = host.carry("state", rows(Dim::variable(one.total.now)), first.array);
    const Type* starts = storage_.types.array(Prim::I64, nest.dims());
    one.result = host.carry("starts", starts, zeros("starts", starts), true);
    one.used = host.carry("used", i64, Atom::i64(0));
    one.capacity = host.carry("capacity", i64, Atom::i64(0));
    one.buffer = host.carry("finished", rows(Dim::variable(one.capacity.now)),
                            zeros("finished", rows(Dim::constant(0))), true);
  }

  // ---- One round
  const Body* condition = builder_.body([&] {
    return std::vector<Atom>{builder_.binary(BinaryOp::Lt, Atom::i64(0), active.now, "more")};
  });
  const Body* body = builder_.body([&] {
    Nest at_work = nest;
    at_work.levels.clear();
    at_work.numbers.clear();
    at_work.holders.clear();
    at_work.segments.clear();
    at_work.stms.clear();
    add_level(at_work, active.now);
    Atom point = at_work.levels[0].index;
    for (size_t i = 0; i < indices.size(); i++) {
      at_work.add({builder_.list<Var>({nest.levels[i].index}),
                   builder_.make(Index{{}, indices[i].now, builder_.list<Atom>({point})}),
                   {},
                   {},
                   nest.place});
    }
    for (const Stm& inner : nest.stms) at_work.add(inner);
    for (size_t i = 0; i < carried.size(); i++) {
      Lifted state{carried[i].array.now, {}};
      if (carried[i].varying > 0)
        state.rows = Segments{carried[i].offsets.now, carried[i].total.now};
      at_work.bind({&loop.params[i].param.var, 1});
      read_lifted(at_work, loop.params[i].param.var, state);
    }

    // Those that go on, and those that are finished.
    std::vector<Stm> decide;
    Atom goes_on;
    if (loop.condition != nullptr) {
      at_work = lift_statements(std::move(at_work), loop.condition, decide);
      goes_on = loop.condition->results[0];
    } else {
      Var more = builder_.new_var("more", storage_.types.scalar(Prim::Bool));
      Var limit = builder_.new_var("limit", i64);
      const Op* as_i64 = storage_.type(loop.bound) == i64
                             ? static_cast<const Op*>(builder_.make(Same{{}, loop.bound}))
                             : builder_.make(Convert{{}, loop.bound});
      decide.push_back({builder_.list<Var>({limit}), as_i64, {}, {}, nest.place});
      decide.push_back({builder_.list<Var>({more}),
                        builder_.make(Binary{{}, BinaryOp::Lt, round.now, limit}),
                        {},
                        {},
                        nest.place});
      goes_on = more;
    }
    Var branch = builder_.new_var("branch", i64);
    const Body* first = builder_.body([] { return std::vector<Atom>{Atom::i64(0)}; });
    const Body* second = builder_.body([] { return std::vector<Atom>{Atom::i64(1)}; });
    decide.push_back({builder_.list<Var>({branch}),
                      builder_.make(If{{}, goes_on, first, second}),
                      {},
                      {},
                      nest.place});
    std::vector<Nest> nests = branch_nests(at_work, decide, 2);
    Nest& going_on = nests[0];
    Nest& finished = nests[1];

    // What the finished ones carry goes to the results.
    std::span<const Atom> shape = sizes(nest.dims());
    for (size_t i = 0; i < carried.size(); i++) {
      Carried& one = carried[i];
      Atom value = loop.params[i].param.var;
      Nest from = finished;
      if (one.varying > 0) {
        Lifted rows =
            as_rows(from, gather(from, {}, {&value, 1})[0], storage_.type(value), one.varying);
        append_finished({one.used.now, one.capacity.now, one.buffer.now}, rows,
                        [&](const Atom& used, const Atom& capacity, Var buffer) {
                          host.set_next(one.used, used);
                          host.set_next(one.capacity, capacity);
                          host.set_next(one.buffer, buffer);
                        });
        Atom number_here = number(from);
        Var start = compute(from, "start",
                            Index{{}, rows.rows->offsets, builder_.list<Atom>({number_here})});
        value = compute(from, "start", Binary{{}, BinaryOp::Add, start, one.used.now});
      }
      std::vector<Atom> written = nest.indices();
      written.push_back(value);
      Piece code = piece(from, {}, written);
      const Type* type = storage_.type(one.result.now);
      host.set_next(
          one.result,
          let_host("result", type,
                   builder_.make(SegScatter{
                       {}, code.space, shape, builder_.list<Var>({one.result.now}), code.body}),
                   nest));
    }

    // The body for those that go on.
    std::vector<Lifted> next_indices = gather(going_on, {}, level_indices);
    const Body* inner = loop.body;
    if (loop.index) inner = with_index(loop, round.now);
    std::vector<Lifted> next = lift(going_on, inner);
    builder_.place = stm.place;
    Atom next_active = going_on.levels[0].bound;
    Atom next_ends = builder_.binary(BinaryOp::Add, next_active, Atom::i64(1), "ends");
    host.set_next(active, next_active);
    host.set_next(ends, next_ends);
    host.set_next(round, builder_.binary(BinaryOp::Add, round.now, Atom::i64(1), "round"));
    for (size_t i = 0; i < indices.size(); i++) host.set_next(indices[i], next_indices[i].array);
    Nest after = going_on;
    for (const Stm& inside : inner->stms) after.bind(inside.pattern);
    Dim next_ends_dim = Builder::dim(next_ends);
    const Type* next_offsets = storage_.types.array(Prim::I64, {&next_ends_dim, 1});
    for (size_t i = 0; i < carried.size(); i++) {
      Carried& one = carried[i];
      if (one.varying == 0) {
        const Type* type = storage_.type(loop.params[i].param.var);
        host.set_next(one.array, fitted(after, next[i], type).array);
        continue;
      }
      Lifted rows = as_rows(after, next[i], storage_.type(inner->results[i]), one.varying);
      host.set_next(one.total, rows.rows->total);
      host.set_next(one.offsets, as_type(rows.rows->offsets, next_offsets));
      host.set_next(one.array, rows.array);
    }
    return host.next();
  });
  Loop made{};
  made.params = builder_.list(host.params());
  made.condition = condition;
  made.body = body;
  add(host.pattern(), builder_.make(made), nest);

  // ---- Results, numbers before rows whose sizes they are
  nest.bind(stm.pattern);
  for (size_t i = 0; i < carried.size(); i++) {
    if (carried[i].varying == 0) hold(nest, stm.pattern[i], {carried[i].result.result, {}});
  }
  for (size_t i = 0; i < carried.size(); i++) {
    if (carried[i].varying == 0) continue;
    Var var = stm.pattern[i];
    Var starts = carried[i].result.result;
    hold(nest, var, in_order(nest, var, carried[i].varying, starts, carried[i].buffer.result));
  }
}

const Body* Flattener::with_index(const Loop& loop, Var round) {
  Atom index = round;
  const Type* type = storage_.type(loop.index);
  if (type != storage_.type(round))
    index = builder_.let("index", type, builder_.make(Convert{{}, round}));
  Substitution by;
  by[loop.index] = index;
  return substitute(storage_, loop.body, by);
}

// ---- Rows of points that are finished

template <class Set>
void Flattener::append_finished(const RowBuffer& to, const Lifted& rows, Set set) {
  const Type* i64 = storage_.types.scalar(Prim::I64);
  const Type* old_type = storage_.type(to.array);
  Atom used = builder_.binary(BinaryOp::Add, to.used, rows.rows->total, "used");
  Atom full = builder_.binary(BinaryOp::Lt, to.capacity, used, "full");
  Var capacity = builder_.new_var("capacity", i64);
  std::vector<Dim> dims(old_type->dims.begin(), old_type->dims.end());
  dims[0] = Dim::variable(capacity);
  Var buffer = builder_.new_var("finished", storage_.types.array(old_type->elem, dims));
  const Body* larger = builder_.body([&] {
    Atom twice = builder_.binary(BinaryOp::Mul, to.capacity, Atom::i64(2), "twice");
    Atom most = builder_.binary(BinaryOp::Max, twice, used, "capacity");
    dims[0] = Builder::dim(most);
    Var room = zeros("finished", storage_.types.array(old_type->elem, dims));
    return std::vector<Atom>{most, copy_to(room, Atom::i64(0), to.array, to.used)};
  });
  const Body* same = builder_.body([&] { return std::vector<Atom>{to.capacity, to.array}; });
  std::vector<Var> pattern{capacity, buffer};
  builder_.add(pattern, builder_.make(If{{}, full, larger, same}));
  set(used, Atom(capacity), copy_to(buffer, to.used, rows.array, rows.rows->total));
}

// The first `count` elements of an array, written from a position on.
Var Flattener::copy_to(Var array, const Atom& at, Var from, const Atom& count) {
  const Type* i64 = storage_.types.scalar(Prim::I64);
  const Type* type = storage_.type(array);
  Var index = builder_.new_var("p", i64);
  const Body* body = builder_.body([&] {
    Atom to = builder_.binary(BinaryOp::Add, index, at, "to");
    Var element = builder_.let("element", storage_.types.without_outer(type, 1),
                               builder_.make(Index{{}, from, builder_.list<Atom>({index})}));
    return std::vector<Atom>{to, element};
  });
  Space space{builder_.list<Level>({{index, count, {}}})};
  return builder_.let("finished", type,
                      builder_.make(SegScatter{{},
                                               space,
                                               builder_.list<Atom>({Builder::atom(type->dims[0])}),
                                               builder_.list<Var>({array}),
                                               body}));
}

Lifted Flattener::in_order(Nest& nest, Var var, size_t varying, Var starts, Var buffer) {
  const Type* type = storage_.type(var);
  std::span<const Atom> sizes = this->sizes(type->dims.first(varying));
  // What the level needs is kept for the nest around.
  if (const std::vector<Atom> known = row_sizes(nest, type); !known.empty()) segments(nest, known);
  Nest inside = nest;
  Var start = compute(inside, "start", Index{{}, starts, builder_.list(nest.indices())});
  Atom size = product(inside, sizes);
  add_level(inside, size);
  Var at = compute(inside, "at", Binary{{}, BinaryOp::Add, start, inside.levels.back().index});
  Var element = builder_.new_var("element", storage_.types.without_outer(type, sizes.size()));
  Stm read{builder_.list<Var>({element}),
           builder_.make(Index{{}, buffer, builder_.list<Atom>({at})}),
           {},
           {},
           nest.place};
  inside.bind(read.pattern);
  Piece code = piece(inside, {&read, 1}, std::vector<Atom>{element});
  Var made = let_host("rows", storage_.types.with_outer(inside.dims(), storage_.type(element)),
                      builder_.make(SegMap{{}, code.space, code.body}), nest);
  return regroup(nest, var, {made, {}});
}

}  // namespace planish::passes
