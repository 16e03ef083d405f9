#include "passes/fusion/body_fuser.h"

#include <algorithm>
#include <map>
#include <ranges>

#include "analysis/inner_bodies.h"
#include "ir/alias.h"
#include "ir/walk.h"

namespace planish::passes {

using namespace ir;

namespace {

// Behind a check that fails, sizes can contradict each other.
bool contradict(const ir::Atom& width, const ir::Atom& other) {
  return width.is_const() && other.is_const() && width != other;
}

// A larger operator needs more registers than there are, and a chain of thousands more time than it
// saves.
constexpr size_t kMostOperators = 64;
// How many of the operators of a width are tried as neighbours.
constexpr size_t kMostNeighbours = 8;
// In how many operators a cheap map is computed, rather than once.
constexpr size_t kMostCopies = 4;

bool combines(Kind kind) { return kind == Kind::Reduce || kind == Kind::Scan; }
bool gathers(Kind kind) { return kind == Kind::Map || combines(kind); }

}  // namespace

const Body* BodyFuser::run() {
  make_groups();
  for (Node node = static_cast<Node>(groups_.size()); node-- > 0;) {
    if (!group(node).members.empty()) grow(node);
  }
  fuse_neighbours();
  copy_cheap();
  if (!changed_) return body_;
  std::vector<Stm> stms;
  for (Node node : graph_.dependencies.sorted()) {
    std::vector<Stm> made = emit(node);
    stms.insert(stms.end(), made.begin(), made.end());
  }
  return storage_.arena.make<Body>(Body{storage_.arena.copy(stms), body_->results});
}

void BodyFuser::make_groups() {
  for (Node node = 0; node < groups_.size(); node++) {
    const Statement& statement = graph_.statements[node];
    if (!statement.op) continue;
    Group& made = groups_[node];
    made.kind = statement.op->kind;
    made.members = {node};
    made.operators = 1;
    made.effect = statement.effect;
    made.has_post = statement.op->post != nullptr;
    // Only the number of elements that are kept is asked for.
    std::span<const Var> pattern = statement.stm.pattern;
    auto is_used = [&](Var var) { return !graph_.users(var).empty(); };
    changed_ |= statement.op->kind == Kind::Filter && is_used(pattern[0]) &&
                std::ranges::none_of(pattern.subspan(1), is_used);
  }
}

// ---- Producers and consumers

// Takes in what produces the arrays that the group reads, as far as it goes.
void BodyFuser::grow(Node node) {
  std::vector<Var> open;
  auto add = [&](Node member) {
    const Statement& one = statement(member);
    if (one.op) {
      open.insert(open.end(), one.op->arrays.rbegin(), one.op->arrays.rend());
    } else {
      open.push_back(one.view->base);
    }
  };
  for (Node member : group(node).members) add(member);
  while (!open.empty()) {
    const Var array = open.back();
    open.pop_back();
    const std::optional<Node> bound = graph_.binder(array);
    if (!bound) continue;
    const Node producer = graph_.dependencies.find(*bound);
    if (producer == graph_.dependencies.find(node)) continue;
    if (statement(*bound).view && group(producer).members.empty()) {
      if (absorb_view(*bound, node)) add(*bound);
      continue;
    }
    const std::vector<Node> members = group(producer).members;
    if (!members.empty() && take_in(producer, node)) {
      for (Node member : members) add(member);
    }
  }
}

// The view of what an operator gives is computed by the operator that reads it.
bool BodyFuser::absorb_view(Node view, Node node) {
  Node base = view;
  while (statement(base).view && group(base).members.empty()) {
    const std::optional<Node> bound = graph_.binder(statement(base).view->base);
    if (!bound) return false;
    base = *bound;
  }
  if (!statement(base).op) return false;
  const Node consumer = graph_.dependencies.find(node);
  Group joined = std::move(groups_[consumer]);
  if (!graph_.dependencies.merge(view, consumer, static_cast<Reasons>(Reason::Element))) {
    groups_[consumer] = std::move(joined);
    return false;
  }
  groups_[consumer] = {};
  joined.members.insert(joined.members.begin(), view);
  groups_[graph_.dependencies.find(node)] = std::move(joined);
  return true;
}

const Statement& BodyFuser::first_operator(const Group& group) const {
  for (Node member : group.members) {
    if (statement(member).op) return statement(member);
  }
  throw std::logic_error("compiler bug: a group without operators");
}

bool BodyFuser::are_compatible(const Group& a, const Group& b) const {
  if (a.operators + b.operators > kMostOperators) return false;
  const Statement& first = first_operator(a);
  const Statement& second = first_operator(b);
  if (!std::ranges::equal(first.stm.attrs, second.stm.attrs)) return false;
  // Note [Failures of fused operators]
  return std::min(a.effect, b.effect) == Effect::None;
}

bool BodyFuser::combines_scalars(const Group& group) const {
  for (Node member : group.members) {
    const Statement& one = statement(member);
    if (!one.op) continue;
    for (const Atom& neutral : one.op->neutral) {
      if (!storage_.type(neutral)->is_scalar()) return false;
    }
  }
  return true;
}

std::optional<Kind> BodyFuser::fused_kind(const Group& producer, const Group& consumer) const {
  if (producer.kind == Kind::Map) return consumer.kind;
  if (producer.kind == Kind::Filter) {
    switch (consumer.kind) {
      case Kind::Map:
      case Kind::Filter: return Kind::Filter;
      case Kind::Reduce:
        if (combines_scalars(consumer)) return Kind::Reduce;
        return std::nullopt;
      case Kind::Hist:
      case Kind::Scatter: return consumer.kind;
      default: return std::nullopt;
    }
  }
  if (!combines(producer.kind)) return std::nullopt;
  if (consumer.kind == Kind::Map) return producer.kind;
  // One operator for values of several shapes would hide that one of them is itself a map.
  if (consumer.kind == producer.kind && combines_scalars(producer) && combines_scalars(consumer))
    return producer.kind;
  return std::nullopt;
}

bool BodyFuser::is_used_outside(Var var, Node node) {
  return std::ranges::any_of(graph_.users(var), [&](Node user) {
    return user == StatementGraph::kResults || graph_.dependencies.find(user) != node;
  });
}

bool BodyFuser::is_read_only_by(const Group& group, Node reader) {
  for (Node member : group.members) {
    const Statement& one = statement(member);
    if (!one.op) continue;
    for (size_t i = one.op->first_array; i < one.stm.pattern.size(); i++) {
      for (Node user : graph_.users(one.stm.pattern[i])) {
        if (user == StatementGraph::kResults) return false;
        const Node at = graph_.dependencies.find(user);
        if (at != reader && at != graph_.dependencies.find(member)) return false;
      }
    }
  }
  return true;
}

bool BodyFuser::take_in(Node producer, Node consumer) {
  producer = graph_.dependencies.find(producer);
  consumer = graph_.dependencies.find(consumer);
  const Group& from = groups_[producer];
  const Group& to = groups_[consumer];
  const std::optional<Kind> kind = fused_kind(from, to);
  if (!kind || !are_compatible(from, to)) return false;
  if (contradict(first_operator(from).op->width, first_operator(to).op->width)) return false;
  if (!gathers(to.kind) && !is_read_only_by(from, consumer)) return false;
  if (to.kind == Kind::Scatter && (keeps_overwritten(from, to) || repeats_work(from, to)))
    return false;
  if (from.kind == Kind::Scan) {
    if (to.kind != Kind::Map)
      return !from.has_post &&
             join(producer, consumer, static_cast<Reasons>(Reason::Element), *kind);
    const std::optional<std::unordered_set<Var>> after = after_scan(from, to);
    if (!after) return false;
    const Reasons allowed = Reason::Element | Reason::Scanned;
    if (!join(producer, consumer, allowed, *kind)) return false;
    groups_[graph_.dependencies.find(consumer)].has_post |= !after->empty();
    return true;
  }
  if (from.kind != Kind::Filter)
    return join(producer, consumer, static_cast<Reasons>(Reason::Element), *kind);

  if (!reads_only(to, from) || !can_follow_filter(to)) return false;
  if (to.kind != Kind::Map && !is_read_only_by(from, consumer)) return false;
  // What a reduction gathers, it gathers of all elements.
  if (to.kind == Kind::Reduce && !is_read_only_by(to, consumer)) return false;
  std::vector<Node> readers;
  for (Node member : to.members) {
    if (statement(member).op && !filter_of_.contains(member)) readers.push_back(member);
  }
  // The last of several: what it keeps, all of them keep.
  auto is_filter = [&](Node member) {
    return statement(member).op && statement(member).op->kind == Kind::Filter;
  };
  const Node filter = *std::ranges::find_if(std::views::reverse(from.members), is_filter);
  // Only a reduction can also count what this filter keeps.
  if (to.kind != Kind::Map && to.kind != Kind::Reduce) {
    auto is_outside = [&](Node user) {
      return user == StatementGraph::kResults || (graph_.dependencies.find(user) != producer &&
                                                  graph_.dependencies.find(user) != consumer);
    };
    if (std::ranges::any_of(graph_.users(statement(filter).stm.pattern[0]), is_outside))
      return false;
  }
  if (!join(producer, consumer, Reason::Element | Reason::Size, *kind)) return false;
  for (Node reader : readers) filter_of_[reader] = filter;
  return true;
}

// Note [Scatters in place]
// A scatter to a copy of an array that is not needed later writes to the array itself. As a part of
// the scatter, what computes its values from old elements would need the array to stay as it was:
// all of it would be copied, rather than the values that are written.
bool BodyFuser::keeps_overwritten(const Group& producer, const Group& scatter) {
  auto reads = [&](Var array) {
    return std::ranges::any_of(producer.members, [&](Node member) {
      const std::optional<ParallelOperator>& op = statement(member).op;
      return op && op->element != nullptr &&
             std::ranges::count(free_variables(storage_, op->element), array) != 0;
    });
  };
  auto is_result = [&](Var array) {
    return std::ranges::any_of(body_->results,
                               [&](const Atom& result) { return result.var == array; });
  };
  for (Node member : scatter.members) {
    const auto* writes = as<Scatter>(statement(member).stm.op);
    if (writes == nullptr) continue;
    for (Var dest : writes->dests) {
      const std::optional<Node> bound = graph_.binder(dest);
      const auto* copy = bound ? as<Copy>(statement(*bound).stm.op) : nullptr;
      if (copy != nullptr && reads(copy->array) && !is_result(copy->array)) return true;
    }
  }
  return false;
}

// Every thread goes through all values of a scatter in order: Note [Writes in order] in
// plan/scatter.h. What takes long is done before it, and shared out.
bool BodyFuser::repeats_work(const Group& producer, const Group& scatter) {
  const bool in_order = std::ranges::any_of(scatter.members, [&](Node member) {
    const auto* writes = as<Scatter>(statement(member).stm.op);
    return writes != nullptr && writes->last;
  });
  return in_order && std::ranges::any_of(producer.members, [&](Node member) {
           const std::optional<ParallelOperator>& op = statement(member).op;
           return op && op->element != nullptr && !costs_.of(op->element).is_cheap();
         });
}

std::optional<std::unordered_set<Var>> BodyFuser::after_scan(const Group& scan,
                                                             const Group& consumer) {
  auto is_vector = [&](Var var) { return storage_.type(var)->rank() == 1; };
  std::unordered_set<Var> scanned;  // in what is there
  std::unordered_set<Var> after;
  auto is_after = [&](Var var) { return scanned.contains(var) || after.contains(var); };
  for (Node member : scan.members) {
    const Statement& one = statement(member);
    std::span<const Var> results = one.stm.pattern;
    if (one.op && one.op->kind == Kind::Scan) {
      scanned.insert(results.begin(), results.begin() + ptrdiff_t(one.op->first_array));
    } else if (one.op ? std::ranges::any_of(one.op->arrays, is_after) : is_after(one.view->base)) {
      scanned.insert(results.begin(), results.end());
    }
  }
  for (Node member : consumer.members) {
    const Statement& one = statement(member);
    std::span<const Var> results = one.stm.pattern;
    if (!one.op) {
      if (is_after(one.view->base)) after.insert(results.begin(), results.end());
      continue;
    }
    if (std::ranges::none_of(one.op->arrays, is_after)) continue;
    if (!std::ranges::all_of(one.op->arrays, is_vector) ||
        !std::ranges::all_of(results, is_vector) || holds_operators(one.op->element->body))
      return std::nullopt;
    after.insert(results.begin(), results.end());
  }
  if (!after.empty() && !combines_scalars(scan)) return std::nullopt;
  return after;
}

// Everything that the consumer reads is kept by the filter.
bool BodyFuser::reads_only(const Group& consumer, const Group& filter) {
  for (Node member : consumer.members) {
    const Statement& one = statement(member);
    if (!one.op) continue;
    for (Var array : one.op->arrays) {
      std::optional<Node> bound = graph_.binder(array);
      // Views that belong to the consumer lead to what it reads.
      while (bound && !statement(*bound).op && statement(*bound).view)
        bound = graph_.binder(statement(*bound).view->base);
      if (!bound) return false;
      auto has = [&](const Group& group) {
        return std::ranges::find(group.members, *bound) != group.members.end();
      };
      if (!has(consumer) && !has(filter)) return false;
    }
  }
  return true;
}

// What is done to the elements that are kept is done to no other, or does not matter there.
bool BodyFuser::can_follow_filter(const Group& consumer) const {
  for (Node member : consumer.members) {
    const Statement& one = statement(member);
    if (!one.op) continue;
    // What follows a filter that follows this one needs nothing more.
    if (filter_of_.contains(member)) continue;
    if (one.op->kind == Kind::Reduce && one.stm.pattern.size() > one.op->neutral.size())
      return false;
    if (!is_guarded(one)) continue;
    if (one.op->element == nullptr) {
      auto is_vector = [&](Var array) { return storage_.type(array)->rank() == 1; };
      if (!std::ranges::all_of(one.op->arrays, is_vector)) return false;
      continue;
    }
    for (const Atom& result : one.op->element->body->results) {
      if (!storage_.type(result)->is_scalar()) return false;
    }
  }
  return true;
}

bool BodyFuser::is_guarded(const Statement& statement) const {
  const Kind kind = statement.op->kind;
  if (kind == Kind::Reduce || kind == Kind::Hist || kind == Kind::Scatter) return true;
  return statement.effect != Effect::None || !costs_.of(statement.op->element).is_cheap();
}

bool BodyFuser::join(Node a, Node b, Reasons allowed, Kind kind) {
  if (!graph_.dependencies.merge(a, b, allowed)) return false;
  Group joined = std::move(groups_[a]);
  const Group& other = groups_[b];
  joined.members.insert(joined.members.end(), other.members.begin(), other.members.end());
  joined.operators += other.operators;
  joined.effect = std::max(joined.effect, other.effect);
  joined.has_post |= other.has_post;
  joined.kind = kind;
  groups_[b] = {};
  groups_[graph_.dependencies.find(a)] = std::move(joined);
  changed_ = true;
  return true;
}

// ---- Neighbours

void BodyFuser::fuse_neighbours() {
  std::map<std::pair<uint32_t, uint64_t>, std::vector<Node>> by_width;
  std::optional<Node> last;
  for (Node node : graph_.dependencies.sorted()) {
    const Group& one = groups_[node];
    if (one.members.empty() || !gathers(one.kind)) continue;
    const Atom& width = first_operator(one).op->width;
    std::vector<Node>& others = by_width[{width.var.id, width.constant.bits}];
    auto inputs = [&](const Group& of) {
      std::vector<uint32_t> arrays;
      for (Node member : of.members) {
        if (!statement(member).op) continue;
        for (Var array : statement(member).op->arrays) arrays.push_back(array.id);
      }
      std::ranges::sort(arrays);
      return arrays;
    };
    const std::vector<uint32_t> mine = inputs(one);
    bool done = false;
    for (size_t i = 0; i < std::min(others.size(), kMostNeighbours) && !done; i++) {
      Node& other = others[others.size() - 1 - i];
      const Group& before = group(other);
      std::optional<Kind> kind = fused_kind(before, one);
      if (!kind || !are_compatible(before, one)) continue;
      std::vector<uint32_t> shared;
      std::ranges::set_intersection(mine, inputs(before), std::back_inserter(shared));
      const bool is_next = last && *last == graph_.dependencies.find(other);
      if (shared.empty() && !is_next) continue;
      done = join(other, node, Reasons{}, *kind);
      if (done) other = graph_.dependencies.find(node);
    }
    if (!done) others.push_back(node);
    last = graph_.dependencies.find(node);
  }
}

// ---- Copies of producers

// Nothing that it reads is ever consumed, and it does nothing else than to give its results.
bool BodyFuser::is_movable(const Statement& statement) {
  if (statement.op->kind != Kind::Map || statement.effect != Effect::None) return false;
  if (!costs_.of(statement.op->element).is_cheap()) return false;
  auto is_consumed = [&](Var var) {
    return is_memory(storage_.type(var)) && memory_.is_consumed(var);
  };
  return std::ranges::none_of(statement.op->arrays, is_consumed) &&
         std::ranges::none_of(free_variables(storage_, statement.op->element), is_consumed);
}

// The map that computes the elements of what this node gives, if it could be done anywhere.
std::optional<Statement> BodyFuser::copyable(Node node) {
  const Group& producer = groups_[node];
  if (producer.members.empty()) {
    const Stm& stm = statement(node).stm;
    const Replicate* replicate = as<Replicate>(stm.op);
    if (replicate == nullptr || replicate->dims.size() != 1) return std::nullopt;
    const Body body{{}, storage_.arena.copy({replicate->value})};
    const Lambda element{{}, storage_.arena.make<Body>(body), stm.place};
    ParallelOperator op;
    op.kind = Kind::Map;
    op.width = replicate->dims[0];
    op.element = storage_.arena.make<Lambda>(element);
    return Statement{stm, op, {}, Effect::None};
  }
  if (producer.operators != 1 || producer.members.size() != 1 || !producer.copies.empty())
    return std::nullopt;
  const Statement& one = statement(producer.members[0]);
  if (one.op->kind != Kind::Map || one.stm.pattern.empty()) return std::nullopt;
  return one;
}

// A cheap map that several operators read, and nobody else, is computed by each of them.
void BodyFuser::copy_cheap() {
  std::vector<Node> order = graph_.dependencies.sorted();
  for (size_t i = order.size(); i-- > 0;) {
    const Node node = order[i];
    const std::optional<Statement> made = copyable(node);
    if (!made) continue;
    const Statement& one = *made;
    auto is_used_whole = [&](Var var) { return graph_.is_used_whole(var); };
    if (std::ranges::any_of(one.stm.pattern, is_used_whole)) continue;
    std::vector<Node> readers;
    bool all_read = true;
    for (Var var : one.stm.pattern) {
      for (Node user : graph_.users(var)) {
        const Node reader = graph_.dependencies.find(user);
        all_read = all_read && !groups_[reader].members.empty();
        if (std::ranges::find(readers, reader) == readers.end()) readers.push_back(reader);
      }
    }
    if (!all_read || readers.empty() || readers.size() > kMostCopies || !is_movable(one)) continue;
    // The sizes of the elements can be other variables where they were coerced, but never other
    // numbers.
    auto fits = [&](Node reader) {
      const Statement& other = first_operator(groups_[reader]);
      return std::ranges::equal(other.stm.attrs, one.stm.attrs) &&
             !keeps_overwritten(groups_[node], groups_[reader]) &&
             !contradict(one.op->width, other.op->width) &&
             groups_[reader].operators + groups_[reader].copies.size() < kMostOperators;
    };
    if (!std::ranges::all_of(readers, fits)) continue;
    for (Node reader : readers) {
      auto copy = std::make_unique<Statement>(one);
      copy->op->element = clone_lambda(storage_, one.op->element);
      memory_.add(copy->op->element->body);
      groups_[reader].copies.insert(groups_[reader].copies.begin(), std::move(copy));
    }
    for (Var array : one.op->arrays) graph_.replace_user(array, node, readers);
    groups_[node].is_gone = true;
    changed_ = true;
  }
}

// ---- The result

std::vector<Stm> BodyFuser::emit(Node node) {
  const Group& one = groups_[node];
  if (one.is_gone) return {};
  if (one.members.empty()) return {statement(node).stm};
  auto is_used = [&](Var var) { return is_used_outside(var, node); };
  const bool counts_only =
      one.kind == Kind::Filter && one.operators == 1 &&
      std::ranges::none_of(first_operator(one).stm.pattern.subspan(1), is_used);
  if (one.operators == 1 && one.copies.empty() && !counts_only) {
    std::vector<Stm> stms;
    for (Node member : one.members) stms.push_back(statement(member).stm);
    return stms;
  }
  std::vector<Member> members;
  for (const std::unique_ptr<Statement>& copy : one.copies)
    members.push_back({copy.get(), nullptr, false, true});
  for (Node node_of : one.members) {
    Member& member = members.emplace_back();
    member.statement = &statement(node_of);
    if (auto it = filter_of_.find(node_of); it != filter_of_.end()) {
      member.filter = &statement(it->second);
      member.guarded = is_guarded(*member.statement);
    }
  }
  return Composer(storage_, memory_, is_used).compose(one.kind, members);
}

}  // namespace planish::passes
