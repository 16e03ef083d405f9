#include "passes/fusion/join_streams.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "ir/build/builder.h"
#include "ir/walk.h"
#include "passes/common/uses.h"
#include "passes/fusion/chunk_code.h"
#include "passes/fusion/statement_graph.h"

namespace planish::passes {

using namespace ir;

namespace {

// Of the operators that stand beside a stream, so many are tried.
constexpr size_t kMostReaders = 8;

// A stream_map or a stream_red, in parts.
struct JoinedStream {
  Atom width;
  bool commutative = true;
  const Lambda* op = nullptr;  // null: nothing is combined
  const Lambda* fn = nullptr;
  std::vector<Atom> neutral;
  std::vector<Var> arrays;
  std::vector<Var> combined;  // what it gives
  std::vector<Var> gathered;
  std::vector<Var> certs;
  std::span<const Attribute> attrs;
  PlaceId place;
  Effect effect = Effect::None;
  std::unordered_set<Var> others;  // what it uses, apart from chunks of arrays
};

class JoinStreams {
 public:
  JoinStreams(Storage& storage, const Effects& effects, MemoryClasses& memory, const Body* body)
      : storage_(storage),
        builder_(storage),
        body_(body),
        graph_(storage, effects, memory, body),
        streams_(body->stms.size()) {}

  const Body* run() {
    for (Node node = 0; node < streams_.size(); node++) {
      const Statement& statement = graph_.statements[node];
      if (is_cut(statement.stm.op)) streams_[node] = as_stream(statement);
      const std::optional<OperatorParts> parts = operator_parts(statement.stm.op);
      if (!parts) continue;
      for (Var array : parts->arrays) readers_[array].push_back(node);
    }
    bool changed = false;
    for (Node node = static_cast<Node>(streams_.size()); node-- > 0;) {
      if (is_cut(graph_.statements[node].stm.op) && streams_[graph_.dependencies.find(node)])
        changed |= grow(node);
    }
    return changed ? joined() : body_;
  }

 private:
  static bool is_cut(const Op* op) {
    const auto* map = as<StreamMap>(op);
    const auto* red = as<StreamRed>(op);
    return (map != nullptr && wants_chunks(map->fn)) || (red != nullptr && wants_chunks(red->fn));
  }

  // ---- Operators as streams

  std::optional<JoinedStream> as_stream(const Statement& statement) {
    const Stm& stm = statement.stm;
    std::optional<JoinedStream> made = match(
        stm.op, [&](const StreamMap& n) { return of_stream(stm, n, nullptr, {}); },
        [&](const StreamRed& n) {
          std::optional<JoinedStream> stream = of_stream(stm, n, n.op, n.neutral);
          stream->commutative = n.commutative;
          return stream;
        },
        [&](const Map& n) { return of_operator(stm, n.fn, nullptr, {}, n.arrays, n.width); },
        [&](const Reduce& n) {
          std::optional<JoinedStream> stream =
              of_operator(stm, n.map, n.op, n.neutral, n.arrays, n.width);
          if (stream) stream->commutative = n.commutative;
          return stream;
        },
        [](const auto&) { return std::optional<JoinedStream>(); });
    if (!made) return std::nullopt;
    auto is_irregular = [&](Var var) {
      return storage_.type(var)->is_irregular() || storage_.type(var)->is_acc();
    };
    if (std::ranges::any_of(made->arrays, is_irregular) ||
        std::ranges::any_of(stm.pattern, is_irregular)) {
      return std::nullopt;
    }
    made->effect = statement.effect;
    return made;
  }

  template <class T>
  std::optional<JoinedStream> of_stream(const Stm& stm, const T& n, const Lambda* op,
                                        std::span<const Atom> neutral) {
    JoinedStream made = empty_stream(stm, n.width, neutral, n.arrays);
    made.op = op;
    made.fn = n.fn;
    return made;
  }

  // F1: a map of a chunk. F3: a reduction of a chunk, and what it gathers.
  std::optional<JoinedStream> of_operator(const Stm& stm, const Lambda* map, const Lambda* op,
                                          std::span<const Atom> neutral,
                                          std::span<const Var> arrays, const Atom& width) {
    if ((map != nullptr && holds_operators(map->body)) ||
        (op != nullptr && holds_operators(op->body)))
      return std::nullopt;
    if (map != nullptr &&
        std::ranges::any_of(map->params, [](const Param& param) { return param.unique; })) {
      return std::nullopt;
    }
    JoinedStream made = empty_stream(stm, width, neutral, arrays);
    const Var size = builder_.new_var("size", storage_.types.scalar(Prim::I64));
    const Dim dim = Dim::variable(size);
    std::vector<Param> params{{size, false}};
    auto chunk_of = [&](Var array) {
      return storage_.types.with_outer({&dim, 1},
                                       storage_.types.without_outer(storage_.type(array), 1));
    };
    for (const Atom& value : neutral)
      params.push_back({builder_.new_var("start", storage_.type(value)), false});
    std::vector<Var> chunks;
    for (Var array : arrays) {
      chunks.push_back(builder_.new_var("chunk", chunk_of(array)));
      params.push_back({chunks.back(), false});
    }
    builder_.place = stm.place;
    const Body* body = builder_.body([&] {
      std::vector<Var> given;
      for (size_t i = 0; i < stm.pattern.size(); i++) {
        const Type* type =
            i < neutral.size() ? storage_.type(stm.pattern[i]) : chunk_of(stm.pattern[i]);
        given.push_back(builder_.new_var("part", type));
      }
      const Op* inner = nullptr;
      if (op == nullptr) {
        inner = builder_.make(Map{{}, size, map, builder_.list(chunks)});
      } else {
        inner = builder_.make(Reduce{{},
                                     size,
                                     false,
                                     clone_lambda(storage_, op),
                                     storage_.arena.copy(neutral),
                                     map,
                                     builder_.list(chunks)});
      }
      builder_.add(given, inner);
      return std::vector<Atom>{given.begin(), given.end()};
    });
    made.op = op;
    made.fn = storage_.arena.make<Lambda>(Lambda{builder_.list(params), body, stm.place});
    return made;
  }

  JoinedStream empty_stream(const Stm& stm, const Atom& width, std::span<const Atom> neutral,
                            std::span<const Var> arrays) {
    JoinedStream made;
    made.width = width;
    made.neutral.assign(neutral.begin(), neutral.end());
    made.arrays.assign(arrays.begin(), arrays.end());
    made.combined.assign(stm.pattern.begin(), stm.pattern.begin() + ptrdiff_t(neutral.size()));
    made.gathered.assign(stm.pattern.begin() + ptrdiff_t(neutral.size()), stm.pattern.end());
    made.certs.assign(stm.certs.begin(), stm.certs.end());
    made.attrs = stm.attrs;
    made.place = stm.place;
    std::vector<Var> others(stm.certs.begin(), stm.certs.end());
    collect_inner_uses(storage_, stm.op, others);
    for (const Atom& value : neutral) {
      if (value.var) others.push_back(value.var);
    }
    made.others.insert(others.begin(), others.end());
    return made;
  }

  // ---- Which become one

  // Takes in all that reads what the stream gives, gives what it reads, or reads the same.
  bool grow(Node node) {
    bool grown = false;
    for (bool again = true; again;) {
      again = false;
      for (Node other : related(*streams_[graph_.dependencies.find(node)])) {
        if (take_in(node, other)) again = grown = true;
      }
    }
    return grown;
  }

  std::vector<Node> related(const JoinedStream& stream) {
    std::vector<Node> nodes;
    auto add_readers = [&](Var var) {
      const auto found = readers_.find(var);
      if (found == readers_.end()) return;
      const size_t count = std::min(found->second.size(), kMostReaders);
      nodes.insert(nodes.end(), found->second.begin(), found->second.begin() + ptrdiff_t(count));
    };
    std::ranges::for_each(stream.gathered, add_readers);
    for (Var array : stream.arrays) {
      if (std::optional<Node> binder = graph_.binder(array)) nodes.push_back(*binder);
      add_readers(array);
    }
    return nodes;
  }

  bool take_in(Node stream, Node other) {
    const Node a = graph_.dependencies.find(stream);
    const Node b = graph_.dependencies.find(other);
    if (a == b) return false;
    if (!streams_[b]) streams_[b] = as_stream(graph_.statements[b]);
    if (!streams_[b]) return false;
    const bool in_order = graph_.dependencies.is_before(a, b);
    const Node before = in_order ? a : b;
    const Node after = in_order ? b : a;
    if (!fit(*streams_[before], *streams_[after])) return false;
    // What the second one uses of the first are chunks, as `fit` has found out.
    if (!graph_.dependencies.merge(before, after,
                                   Reason::Element | Reason::Other | Reason::Scanned))
      return false;
    JoinedStream made = compose(*streams_[before], *streams_[after]);
    streams_[a].reset();
    streams_[b].reset();
    streams_[graph_.dependencies.find(stream)] = std::move(made);
    return true;
  }

  bool fit(const JoinedStream& first, const JoinedStream& second) const {
    if (first.width != second.width || !std::ranges::equal(first.attrs, second.attrs)) return false;
    if (std::min(first.effect, second.effect) != Effect::None) return false;
    auto is_used_whole = [&](Var var) { return second.others.contains(var); };
    if (std::ranges::any_of(first.combined, is_used_whole) ||
        std::ranges::any_of(first.gathered, is_used_whole)) {
      return false;
    }
    for (Var var : first.combined) {
      if (std::ranges::find(second.arrays, var) != second.arrays.end()) return false;
    }
    return !consumes_shared(first, second) && !consumes_shared(second, first);
  }

  // Does a stream consume chunks that the other one reads or gives?
  static bool consumes_shared(const JoinedStream& consumer, const JoinedStream& other) {
    const size_t first = 1 + consumer.neutral.size();
    for (size_t i = 0; i < consumer.arrays.size(); i++) {
      if (!consumer.fn->params[first + i].unique) continue;
      const Var array = consumer.arrays[i];
      if (std::ranges::find(other.arrays, array) != other.arrays.end() ||
          std::ranges::find(other.gathered, array) != other.gathered.end()) {
        return true;
      }
    }
    return false;
  }

  // ---- F6

  JoinedStream compose(const JoinedStream& first, const JoinedStream& second) {
    JoinedStream made = first;
    made.commutative = first.commutative && second.commutative;
    made.effect = std::max(first.effect, second.effect);
    made.others.insert(second.others.begin(), second.others.end());
    append(made.neutral, second.neutral);
    append(made.combined, second.combined);
    append(made.gathered, second.gathered);
    for (Var cert : second.certs) {
      if (std::ranges::find(made.certs, cert) == made.certs.end()) made.certs.push_back(cert);
    }
    made.op = both_operators(first, second);

    Substitution by;
    by[second.fn->params[0].var] = first.fn->params[0].var;
    auto chunks = [](const JoinedStream& stream) {
      return stream.fn->params.subspan(1 + stream.neutral.size());
    };
    std::vector<Param> params(first.fn->params.begin(),
                              first.fn->params.begin() + 1 + ptrdiff_t(first.neutral.size()));
    const std::span<const Param> carried = second.fn->params.subspan(1, second.neutral.size());
    params.insert(params.end(), carried.begin(), carried.end());
    const std::span<const Param> first_chunks = chunks(first);
    params.insert(params.end(), first_chunks.begin(), first_chunks.end());
    std::vector<Stm> stms(first.fn->body->stms.begin(), first.fn->body->stms.end());
    const std::span<const Atom> first_results = first.fn->body->results;
    for (size_t i = 0; i < second.arrays.size(); i++) {
      const Param& param = chunks(second)[i];
      const Var array = second.arrays[i];
      const Type* type = substitute(storage_, storage_.type(param.var), by);
      if (const auto at = std::ranges::find(first.gathered, array); at != first.gathered.end()) {
        const size_t number = first.neutral.size() + size_t(at - first.gathered.begin());
        by[param.var] = chunk(first_results[number], type, stms);
      } else if (const auto same = std::ranges::find(made.arrays, array);
                 same != made.arrays.end()) {
        const size_t number = 1 + made.neutral.size() + size_t(same - made.arrays.begin());
        by[param.var] = chunk(params[number].var, type, stms);
      } else {
        const Var fresh = builder_.new_var("chunk", type);
        by[param.var] = fresh;
        params.push_back({fresh, param.unique});
        made.arrays.push_back(array);
      }
    }
    const Body* rest = substitute(storage_, second.fn->body, by);
    stms.insert(stms.end(), rest->stms.begin(), rest->stms.end());
    std::vector<Atom> results;
    auto take = [&](std::span<const Atom> from) {
      results.insert(results.end(), from.begin(), from.end());
    };
    take(first_results.first(first.neutral.size()));
    take(rest->results.first(second.neutral.size()));
    take(first_results.subspan(first.neutral.size()));
    take(rest->results.subspan(second.neutral.size()));
    made.fn = storage_.arena.make<Lambda>(
        Lambda{builder_.list(params),
               storage_.arena.make<Body>(Body{builder_.list(stms), builder_.list(results)}),
               first.fn->place});
    return made;
  }

  // A chunk under another name for its size.
  Atom chunk(const Atom& value, const Type* type, std::vector<Stm>& stms) {
    if (storage_.type(value) == type) return value;
    const Var var = builder_.new_var("chunk", type);
    stms.push_back(Stm{storage_.arena.copy(std::span<const Var>(&var, 1)),
                       builder_.make(Coerce{{}, value.var}),
                       {},
                       {},
                       builder_.place});
    return var;
  }

  const Lambda* both_operators(const JoinedStream& first, const JoinedStream& second) {
    if (first.op == nullptr || second.op == nullptr)
      return first.op != nullptr ? first.op : second.op;
    std::vector<Param> params;
    auto add_half = [&](const JoinedStream& stream, size_t half) {
      const std::span<const Param> part =
          stream.op->params.subspan(half * stream.neutral.size(), stream.neutral.size());
      params.insert(params.end(), part.begin(), part.end());
    };
    for (size_t half : {0, 1}) {
      add_half(first, half);
      add_half(second, half);
    }
    std::vector<Stm> stms(first.op->body->stms.begin(), first.op->body->stms.end());
    append(stms, second.op->body->stms);
    std::vector<Atom> results(first.op->body->results.begin(), first.op->body->results.end());
    append(results, second.op->body->results);
    return storage_.arena.make<Lambda>(
        Lambda{builder_.list(params),
               storage_.arena.make<Body>(Body{builder_.list(stms), builder_.list(results)}),
               first.op->place});
  }

  template <class To, class From>
  static void append(To& to, const From& from) {
    to.insert(to.end(), from.begin(), from.end());
  }

  // ---- What is left

  const Body* joined() {
    std::vector<Stm> stms;
    for (Node node : graph_.dependencies.sorted()) {
      if (streams_[node])
        stms.push_back(statement(*streams_[node], node));
      else
        stms.push_back(graph_.statements[node].stm);
    }
    return storage_.arena.make<Body>(Body{storage_.arena.copy(stms), body_->results});
  }

  bool is_used_outside(Var var, Node node) {
    return std::ranges::any_of(graph_.users(var), [&](Node user) {
      return user == StatementGraph::kResults || graph_.dependencies.find(user) != node;
    });
  }

  Stm statement(const JoinedStream& stream, Node node) {
    const Statement& alone = graph_.statements[node];
    if (std::ranges::equal(alone.stm.pattern, all_of(stream))) return alone.stm;
    const size_t combined = stream.combined.size();
    std::vector<Var> pattern = stream.combined;
    const std::span<const Atom> given = stream.fn->body->results;
    std::vector<Atom> results(given.begin(), given.begin() + ptrdiff_t(combined));
    for (size_t i = 0; i < stream.gathered.size(); i++) {
      const bool is_last = pattern.empty() && i + 1 == stream.gathered.size();
      if (!is_last && !is_used_outside(stream.gathered[i], node)) continue;
      pattern.push_back(stream.gathered[i]);
      results.push_back(given[combined + i]);
    }
    const Body* body =
        storage_.arena.make<Body>(Body{stream.fn->body->stms, builder_.list(results)});
    const Lambda* fn =
        storage_.arena.make<Lambda>(Lambda{stream.fn->params, body, stream.fn->place});
    const Op* op = nullptr;
    if (stream.op == nullptr) {
      op = builder_.make(StreamMap{{}, stream.width, fn, builder_.list(stream.arrays)});
    } else {
      op = builder_.make(StreamRed{{},
                                   stream.width,
                                   stream.commutative,
                                   stream.op,
                                   fn,
                                   builder_.list(stream.neutral),
                                   builder_.list(stream.arrays)});
    }
    return Stm{builder_.list(pattern), op, builder_.list(stream.certs), stream.attrs, stream.place};
  }

  static std::vector<Var> all_of(const JoinedStream& stream) {
    std::vector<Var> all = stream.combined;
    append(all, stream.gathered);
    return all;
  }

  Storage& storage_;
  Builder builder_;
  const Body* body_;
  StatementGraph graph_;
  std::unordered_map<Var, std::vector<Node>> readers_;  // operators, by the arrays that they read
  std::vector<std::optional<JoinedStream>>
      streams_;  // by the node that stands for the statements in it
};

}  // namespace

const Body* join_streams(Storage& storage, const Effects& effects, MemoryClasses& memory,
                         const Body* body) {
  return JoinStreams(storage, effects, memory, body).run();
}

}  // namespace planish::passes
