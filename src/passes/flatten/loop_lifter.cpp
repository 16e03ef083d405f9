#include "passes/flatten/loop_lifter.h"

#include <algorithm>

#include "ir/match.h"
#include "passes/flatten/flattening.h"

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
  enum class Owned : uint8_t { No, Yes };  // Yes: a round may overwrite it
  // The type may mention items that are there already.
  Item carry(std::string_view name, const Type* type, const Atom& initial,
             Owned owned = Owned::No) {
    Item item{builder_.new_var(name, type), {}, params_.size()};
    item.result = builder_.new_var(name, substitute(storage_, type, results_));
    results_[item.now] = item.result;
    params_.push_back({{item.now, owned == Owned::Yes}, initial});
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

// One loop that is being lifted: Note [Active points].
class LiftedLoop {
 public:
  LiftedLoop(Flattening& all, Nest& nest, const Stm& stm, const Loop& loop)
      : all_(all),
        storage_(all.storage),
        builder_(all.builder),
        nest_(nest),
        stm_(stm),
        loop_(loop),
        host_(storage_, builder_) {}

  void lift();

 private:
  // What a parameter of the loop becomes.
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
  void carry_points();
  void carry_params();
  Carried carry_regular(const Type* type, const Lifted& first);
  Carried carry_rows(const LoopParam& param, const Lifted& first, size_t varying);

  std::vector<Atom> round();
  Nest active_points();
  // Statements that end with one that gives 0 for points that go on, and 1 for those that are
  // finished.
  std::vector<Stm> decide(Nest& at_work);
  Atom has_further_round(std::vector<Stm>& stms);
  void finish(const Carried& carried, const Atom& param, Nest finished);
  void go_on(const Nest& going_on);
  const Body* body_of_round();

  // ---- Rows of points that are finished
  void append_finished(const Carried& carried, const Lifted& rows);
  // The first `count` elements of an array, written from a position on.
  Var copy_to(Var array, const Atom& at, Var from, const Atom& count);
  // The rows of the variable, which begin at `starts` of the buffer, one after the other.
  Lifted in_order(Var var, const Carried& carried);
  void hold_results();

  const Type* i64() { return storage_.types.scalar(Prim::I64); }
  const Type* offsets_type(const Atom& ends) {
    Dim dim = Builder::dim(ends);
    return storage_.types.array(Prim::I64, {&dim, 1});
  }

  Flattening& all_;
  Storage& storage_;
  Builder& builder_;
  Nest& nest_;
  const Stm& stm_;
  const Loop& loop_;
  HostLoop host_;
  HostLoop::Item active_;  // how many points are at work,
  HostLoop::Item ends_;    // one more,
  HostLoop::Item round_;   // and the number of the round
  std::vector<Atom> level_indices_;
  std::vector<HostLoop::Item> indices_;  // of the active points, by level
  std::vector<Carried> carried_;         // by parameter
};

void LiftedLoop::lift() {
  builder_.place = stm_.place;
  carry_points();
  carry_params();
  Loop made{};
  made.condition = builder_.body([&] {
    return std::vector<Atom>{builder_.binary(BinaryOp::Lt, Atom::i64(0), active_.now, "more")};
  });
  made.body = builder_.body([&] { return round(); });
  made.params = builder_.list(host_.params());
  all_.arrays.add(host_.pattern(), builder_.make(made), nest_);
  hold_results();
}

// ---- What is carried

void LiftedLoop::carry_points() {
  Atom points = all_.layout.point_count(nest_);
  active_ = host_.carry("active", i64(), points);
  ends_ = host_.carry("ends", i64(), builder_.binary(BinaryOp::Add, points, Atom::i64(1), "ends"));
  round_ = host_.carry("round", i64(), Atom::i64(0));
  Dim active_dim = Dim::variable(active_.now);
  for (const Level& level : nest_.levels) level_indices_.emplace_back(level.index);
  for (const Lifted& index : all_.gatherer.gather(nest_, {}, level_indices_)) {
    indices_.push_back(host_.carry("index", storage_.types.array(Prim::I64, {&active_dim, 1}),
                                   all_.layout.with_one_dim(nest_, index, i64()).array));
  }
}

void LiftedLoop::carry_params() {
  Nest bound = nest_;
  for (const LoopParam& param : loop_.params) bound.bind({&param.param.var, 1});
  for (const LoopParam& param : loop_.params) {
    const Type* type = storage_.type(param.param.var);
    const size_t varying = bound.varying_dims(type);
    std::optional<Lifted> held = nest_.lifted(param.init);
    const Lifted first = held ? *held : all_.gatherer.gather(nest_, {}, {&param.init, 1})[0];
    carried_.push_back(varying == 0 ? carry_regular(type, first)
                                    : carry_rows(param, first, varying));
  }
}

LiftedLoop::Carried LiftedLoop::carry_regular(const Type* type, const Lifted& first) {
  Carried one;
  Dim active_dim = Dim::variable(active_.now);
  const Lifted fitted = all_.values.fitted(nest_, first, type);
  one.array = host_.carry("state", storage_.types.with_outer({&active_dim, 1}, type),
                          all_.layout.with_one_dim(nest_, fitted, type).array);
  const Type* all = storage_.types.with_outer(nest_.dims(), type);
  one.result = host_.carry("result", all, all_.arrays.zeros("result", all), HostLoop::Owned::Yes);
  return one;
}

LiftedLoop::Carried LiftedLoop::carry_rows(const LoopParam& param, const Lifted& first,
                                           size_t varying) {
  const Type* type = storage_.type(param.param.var);
  const Lifted rows = all_.values.as_rows(nest_, first, storage_.type(param.init), varying);
  auto rows_type = [&](const Atom& total) { return all_.layout.rows_type(type, varying, total); };
  Carried one;
  one.varying = varying;
  one.total = host_.carry("total", i64(), rows.rows->total);
  one.offsets = host_.carry("offsets", offsets_type(ends_.now), rows.rows->offsets);
  one.array = host_.carry("state", rows_type(one.total.now), rows.array);
  const Type* starts = storage_.types.array(Prim::I64, nest_.dims());
  one.result =
      host_.carry("starts", starts, all_.arrays.zeros("starts", starts), HostLoop::Owned::Yes);
  one.used = host_.carry("used", i64(), Atom::i64(0));
  one.capacity = host_.carry("capacity", i64(), Atom::i64(0));
  one.buffer =
      host_.carry("finished", rows_type(one.capacity.now),
                  all_.arrays.zeros("finished", rows_type(Atom::i64(0))), HostLoop::Owned::Yes);
  return one;
}

// ---- One round

std::vector<Atom> LiftedLoop::round() {
  Nest at_work = active_points();
  const std::vector<Stm> classify = decide(at_work);
  const std::vector<Nest> nests = all_.branches.branch_nests(at_work, classify, 2);
  for (size_t i = 0; i < carried_.size(); i++)
    finish(carried_[i], loop_.params[i].param.var, nests[1]);
  go_on(nests[0]);
  return host_.next();
}

Nest LiftedLoop::active_points() {
  Nest at_work = all_.entry.over_list(nest_, active_.now);
  Atom point = at_work.levels[0].index;
  for (size_t i = 0; i < indices_.size(); i++) {
    at_work.add({builder_.list<Var>({nest_.levels[i].index}),
                 builder_.make(Index{{}, indices_[i].now, builder_.list<Atom>({point})}),
                 {},
                 {},
                 nest_.place});
  }
  for (const Stm& inner : nest_.stms) at_work.add(inner);
  for (size_t i = 0; i < carried_.size(); i++) {
    Lifted state{carried_[i].array.now, {}};
    if (carried_[i].varying > 0)
      state.rows = Segments{carried_[i].offsets.now, carried_[i].total.now};
    const Var param = loop_.params[i].param.var;
    at_work.bind({&param, 1});
    all_.values.read_lifted(at_work, param, state);
  }
  return at_work;
}

std::vector<Stm> LiftedLoop::decide(Nest& at_work) {
  std::vector<Stm> stms;
  Atom goes_on;
  if (loop_.condition != nullptr) {
    at_work = all_.bodies.lift_statements(std::move(at_work), loop_.condition, stms);
    goes_on = loop_.condition->results[0];
  } else {
    goes_on = has_further_round(stms);
  }
  Var branch = builder_.new_var("branch", i64());
  stms.push_back(
      {builder_.list<Var>({branch}), all_.branches.zero_or_one(goes_on), {}, {}, nest_.place});
  return stms;
}

Atom LiftedLoop::has_further_round(std::vector<Stm>& stms) {
  Var more = builder_.new_var("more", storage_.types.scalar(Prim::Bool));
  Var limit = builder_.new_var("limit", i64());
  const Op* as_i64 = storage_.type(loop_.bound) == i64()
                         ? static_cast<const Op*>(builder_.make(Same{{}, loop_.bound}))
                         : builder_.make(Convert{{}, loop_.bound});
  stms.push_back({builder_.list<Var>({limit}), as_i64, {}, {}, nest_.place});
  stms.push_back({builder_.list<Var>({more}),
                  builder_.make(Binary{{}, BinaryOp::Lt, round_.now, limit}),
                  {},
                  {},
                  nest_.place});
  return more;
}

// What the finished points carry goes to the results.
void LiftedLoop::finish(const Carried& carried, const Atom& param, Nest finished) {
  Atom value = param;
  if (carried.varying > 0) {
    Lifted rows = all_.values.as_rows(finished, all_.gatherer.gather(finished, {}, {&value, 1})[0],
                                      storage_.type(value), carried.varying);
    append_finished(carried, rows);
    Atom point = all_.layout.number(finished);
    Var start = all_.layout.compute(finished, "start",
                                    Index{{}, rows.rows->offsets, builder_.list<Atom>({point})});
    value =
        all_.layout.compute(finished, "start", Binary{{}, BinaryOp::Add, start, carried.used.now});
  }
  std::vector<Atom> written = nest_.indices();
  written.push_back(value);
  Piece code = all_.points.piece(finished, {}, written);
  host_.set_next(carried.result,
                 all_.arrays.let("result", storage_.type(carried.result.now),
                                 builder_.make(SegScatter{{},
                                                          code.space,
                                                          all_.arrays.sizes(nest_.dims()),
                                                          builder_.list<Var>({carried.result.now}),
                                                          code.body}),
                                 nest_));
}

// The body for those that go on.
void LiftedLoop::go_on(const Nest& going_on) {
  std::vector<Lifted> next_indices = all_.gatherer.gather(going_on, {}, level_indices_);
  const Body* body = body_of_round();
  std::vector<Lifted> next = all_.bodies.lift(going_on, body);
  builder_.place = stm_.place;
  Atom next_active = going_on.levels[0].bound;
  Atom next_ends = builder_.binary(BinaryOp::Add, next_active, Atom::i64(1), "ends");
  host_.set_next(active_, next_active);
  host_.set_next(ends_, next_ends);
  host_.set_next(round_, builder_.binary(BinaryOp::Add, round_.now, Atom::i64(1), "round"));
  for (size_t i = 0; i < indices_.size(); i++) host_.set_next(indices_[i], next_indices[i].array);
  Nest after = going_on;
  for (const Stm& inside : body->stms) after.bind(inside.pattern);
  for (size_t i = 0; i < carried_.size(); i++) {
    const Carried& one = carried_[i];
    if (one.varying == 0) {
      const Type* type = storage_.type(loop_.params[i].param.var);
      host_.set_next(one.array, all_.values.fitted(after, next[i], type).array);
      continue;
    }
    Lifted rows = all_.values.as_rows(after, next[i], storage_.type(body->results[i]), one.varying);
    host_.set_next(one.total, rows.rows->total);
    host_.set_next(one.offsets, all_.arrays.as_type(rows.rows->offsets, offsets_type(next_ends)));
    host_.set_next(one.array, rows.array);
  }
}

const Body* LiftedLoop::body_of_round() {
  if (!loop_.index) return loop_.body;
  Atom index = round_.now;
  const Type* type = storage_.type(loop_.index);
  if (type != storage_.type(round_.now))
    index = builder_.let("index", type, builder_.make(Convert{{}, round_.now}));
  Substitution by;
  by[loop_.index] = index;
  return substitute(storage_, loop_.body, by);
}

// ---- Rows of points that are finished

void LiftedLoop::append_finished(const Carried& carried, const Lifted& rows) {
  const Var old_buffer = carried.buffer.now;
  const Type* old_type = storage_.type(old_buffer);
  auto buffer_type = [&](const Atom& capacity) {
    std::vector<Dim> dims(old_type->dims.begin(), old_type->dims.end());
    dims[0] = Builder::dim(capacity);
    return storage_.types.array(old_type->elem, dims);
  };
  Atom used = builder_.binary(BinaryOp::Add, carried.used.now, rows.rows->total, "used");
  Atom full = builder_.binary(BinaryOp::Lt, carried.capacity.now, used, "full");
  Var capacity = builder_.new_var("capacity", i64());
  Var buffer = builder_.new_var("finished", buffer_type(capacity));
  const Body* larger = builder_.body([&] {
    Atom twice = builder_.binary(BinaryOp::Mul, carried.capacity.now, Atom::i64(2), "twice");
    Atom most = builder_.binary(BinaryOp::Max, twice, used, "capacity");
    Var room = all_.arrays.zeros("finished", buffer_type(most));
    return std::vector<Atom>{most, copy_to(room, Atom::i64(0), old_buffer, carried.used.now)};
  });
  const Body* same =
      builder_.body([&] { return std::vector<Atom>{carried.capacity.now, old_buffer}; });
  std::vector<Var> pattern{capacity, buffer};
  builder_.add(pattern, builder_.make(If{{}, full, larger, same}));
  host_.set_next(carried.used, used);
  host_.set_next(carried.capacity, capacity);
  host_.set_next(carried.buffer, copy_to(buffer, carried.used.now, rows.array, rows.rows->total));
}

Var LiftedLoop::copy_to(Var array, const Atom& at, Var from, const Atom& count) {
  const Type* type = storage_.type(array);
  Var index = builder_.new_var("p", i64());
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

// ---- Results

// Numbers before rows whose sizes they are.
void LiftedLoop::hold_results() {
  nest_.bind(stm_.pattern);
  for (size_t i = 0; i < carried_.size(); i++) {
    if (carried_[i].varying == 0)
      all_.values.hold(nest_, stm_.pattern[i], {carried_[i].result.result, {}});
  }
  for (size_t i = 0; i < carried_.size(); i++) {
    if (carried_[i].varying == 0) continue;
    const Lifted rows = in_order(stm_.pattern[i], carried_[i]);
    all_.values.hold(nest_, stm_.pattern[i], rows);
  }
}

Lifted LiftedLoop::in_order(Var var, const Carried& carried) {
  const Type* type = storage_.type(var);
  std::span<const Atom> sizes = all_.arrays.sizes(type->dims.first(carried.varying));
  // What the level needs is kept for the nest around.
  if (const std::vector<Atom> known = all_.layout.row_sizes(nest_, type); !known.empty())
    all_.layout.segments(nest_, known);
  Nest inside = nest_;
  Var start = all_.layout.compute(inside, "start",
                                  Index{{}, carried.result.result, builder_.list(nest_.indices())});
  Atom size = all_.layout.product(inside, sizes);
  all_.entry.add_level(inside, size);
  Var at = all_.layout.compute(inside, "at",
                               Binary{{}, BinaryOp::Add, start, inside.levels.back().index});
  Var element = builder_.new_var("element", storage_.types.without_outer(type, sizes.size()));
  Stm read{builder_.list<Var>({element}),
           builder_.make(Index{{}, carried.buffer.result, builder_.list<Atom>({at})}),
           {},
           {},
           nest_.place};
  inside.bind(read.pattern);
  Piece code = all_.points.piece(inside, {&read, 1}, std::vector<Atom>{element});
  Var made =
      all_.arrays.let("rows", storage_.types.with_outer(inside.dims(), storage_.type(element)),
                      builder_.make(SegMap{{}, code.space, code.body}), nest_);
  return all_.values.regroup(nest_, var, {made, {}});
}

}  // namespace

void LoopLifter::lift_loop(Nest& nest, const Stm& stm, const Loop& loop) {
  LiftedLoop(all_, nest, stm, loop).lift();
}

}  // namespace planish::passes
