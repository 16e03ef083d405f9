#include "driver/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "analysis/inner_bodies.h"
#include "analysis/iteration.h"
#include "driver/size_text.h"
#include "passes/flatten/parallelism.h"
#include "passes/flatten/thresholds.h"
#include "passes/fuse_scans.h"

namespace planish {

using namespace ir;
using shapes::Regularity;
using shapes::ShapeAnalysis;

namespace {

// Bytes of a size in a shape, with its brackets.
constexpr size_t kLongestSize = 48;

std::string_view kind_text(const Op* op) {
  return match(
      op, [](const Map&) { return "map"; }, [](const Reduce&) { return "reduce"; },
      [](const Scan&) { return "scan"; }, [](const Hist&) { return "hist"; },
      [](const Scatter&) { return "scatter"; }, [](const Filter&) { return "filter"; },
      [](const FlatMap&) { return "flat_map"; }, [](const StreamMap&) { return "stream_map"; },
      [](const StreamRed&) { return "stream_red"; }, [](const StreamSeq&) { return "stream_seq"; },
      [](const SegMap&) { return "segmap"; }, [](const SegRed&) { return "segred"; },
      [](const SegScan&) { return "segscan"; }, [](const SegHist&) { return "seghist"; },
      [](const SegScatter&) { return "segscatter"; }, [](const SegFilter&) { return "segfilter"; },
      [](const SegPartition&) { return "segpartition"; },
      [](const SegFlatMap&) { return "segflatmap"; }, [](const auto&) { return ""; });
}

const Space* space_of(const Op* op) {
  return match(op, [](const auto& node) -> const Space* {
    if constexpr (requires { node.space; }) {
      return &node.space;
    } else {
      return nullptr;
    }
  });
}

bool is_source_operator(const Op* op) { return !kind_text(op).empty() && space_of(op) == nullptr; }

class Explainer {
 public:
  Explainer(const Program& core, const Program& flat)
      : core_(core),
        flat_(flat),
        storage_(*core.storage),
        shapes_(core),
        sizes_(core, flat),
        scans_in_reductions_(passes::scans_in_reductions(flat)) {}

  std::vector<Construct> run() {
    for (const Function* fn : core_.functions) constructs(*fn, fn->body, {});
    for (const Function* fn : flat_.functions) {
      in_sequential_function_ = std::ranges::any_of(
          fn->attrs, [&](Name attr) { return storage_.text(attr) == "sequential"; });
      function_place_ = fn->place;
      // The second version of an entry point: passes/equal_rows.h.
      const bool has_equal_rows = storage_.text(fn->name).ends_with(".equal_rows");
      host(fn->body, {has_equal_rows ? "all rows are equally long" : "", false});
    }
    for (size_t i = 0; i < found_.size(); i++) {
      if (!found_[i].operators.empty()) continue;
      auto into = fused_.find(places_[i].id);
      if (into != fused_.end()) {
        found_[i].fate = Fate::Fused;
        found_[i].fused_into = source(into->second);
      }
    }
    std::ranges::stable_sort(found_, {}, [&](const Construct& one) {
      return std::tuple(storage_.text(one.source.file), one.source.line, one.source.column,
                        one.depth);
    });
    return std::move(found_);
  }

 private:
  // ---- Places

  // The place that a user of the prelude knows.
  Place source(PlaceId id) const {
    for (PlaceId at = id; at.id != 0; at = storage_.places[at.id].caller) {
      const Place& place = storage_.places[at.id];
      if (!storage_.text(place.file).starts_with("/prelude/")) return place;
    }
    return storage_.places[id.id];
  }

  // ---- The source

  // Of the constructs around a statement.
  struct Around {
    size_t depth = 0;
    std::string attribute;  // that leaves what is inside to one thread
  };

  void constructs(const Function& fn, const Body* body, const Around& around) {
    for (const Stm& stm : body->stms) {
      bool is_one = is_source_operator(stm.op) && !stm.pattern.empty() && stm.place.id != 0 &&
                    stm.place != fn.place;  // what the compiler added
      if (is_one && !by_place_.contains(stm.place.id)) add(fn, stm, around);
      // The rounds of maps that a reduction of irregular values becomes: lower/row_soacs.cpp.
      for (std::string_view kind : {"reduce", "scan", "hist"}) {
        if (is_one && has_attribute(stm, fmt::format("of_{}", kind)))
          found_[by_place_.at(stm.place.id)].kind = kind;
      }
      Around inside = around;
      inside.depth += is_one ? 1 : 0;
      for (std::string_view forced : {"sequential", "sequential_inner", "flattening(only_outer)"}) {
        if (has_attribute(stm, forced)) inside.attribute = forced;
      }
      for_each_inner_body(stm.op, [&](const Body* inner) { constructs(fn, inner, inside); });
    }
  }

  bool has_attribute(const Stm& stm, std::string_view text) const {
    return std::ranges::any_of(stm.attrs, [&](Name attr) { return storage_.text(attr) == text; });
  }

  void add(const Function& fn, const Stm& stm, const Around& around) {
    Construct one;
    one.kind = kind_text(stm.op);
    one.function = storage_.text(fn.name);
    one.source = source(stm.place);
    one.depth = around.depth;
    one.shape = with_short_sizes(readable(shapes_.shape_text(stm.pattern.back())));
    find_regularity(stm, one);
    by_place_[stm.place.id] = found_.size();
    places_.push_back(stm.place);
    attributes_.push_back(has_attribute(stm, "sequential") ? "sequential" : around.attribute);
    shown_.push_back(shows(stm));
    found_.push_back(std::move(one));
  }

  static bool shows(const Stm& stm) {
    bool found = stm.op->kind == Kind::Trace;
    for_each_inner_body(stm.op, [&](const Body* inner) {
      found = found || std::ranges::any_of(inner->stms, [](const Stm& one) { return shows(one); });
    });
    return found;
  }

  // Terms of the shape analysis: `len xss(i)` is the length of xss[i], and `ks(i)` an element of ks.
  static std::string readable(std::string_view term) {
    std::string text;
    std::vector<bool> is_index;  // of the open brackets
    for (size_t i = 0; i < term.size(); i++) {
      char c = term[i];
      if (term.substr(i).starts_with("len ")) {
        text += "length of ";
        i += 3;
      } else if (c == '(') {
        auto last = static_cast<unsigned char>(text.empty() ? ' ' : text.back());
        is_index.push_back(std::isalnum(last) != 0 || last == '_');
        text += is_index.back() ? '[' : '(';
      } else if (c == ')' && !is_index.empty()) {
        text += is_index.back() ? ']' : ')';
        is_index.pop_back();
      } else {
        text += c;
      }
    }
    return text;
  }

  // A shape in which sizes that take long to write, as those inside of library functions, are left out: `[n][…]f32`.
  static std::string with_short_sizes(std::string_view shape) {
    std::string text;
    while (!shape.empty() && shape[0] == '[') {
      size_t end = 0;
      for (size_t depth = 0; end < shape.size(); end++) {
        if (shape[end] == '[') depth++;
        if (shape[end] == ']' && --depth == 0) break;
      }
      const std::string_view size = shape.substr(0, end + 1);
      text += size.size() > kLongestSize ? std::string_view("[…]") : size;
      shape.remove_prefix(size.size());
    }
    return text += shape;
  }

  // What it goes over, what it gives, and what is inside of it.
  void find_regularity(const Stm& stm, Construct& one) {
    std::vector<Var> arrays(element_arrays(stm.op).begin(), element_arrays(stm.op).end());
    arrays.insert(arrays.end(), stm.pattern.begin(), stm.pattern.end());
    if (const Lambda* fn = element_function(stm.op)) {
      for (const Param& param : fn->params) arrays.push_back(param.var);
      for (const Stm& inner : fn->body->stms)
        arrays.insert(arrays.end(), inner.pattern.begin(), inner.pattern.end());
    }
    one.regularity = Regularity::Regular;
    for (Var var : arrays) {
      if (!storage_.type(var)->is_array()) continue;
      std::string reason = shapes_.reason(var);
      if (shapes_.regularity(var) == Regularity::Irregular) {
        one.regularity = Regularity::Irregular;
        one.reason = std::move(reason);
        return;
      }
      if (one.reason.empty()) one.reason = std::move(reason);
    }
  }

  // ---- What became of it

  // The conditions of the versions around, and what the last of them says.
  struct Version {
    std::string when;
    bool has_enough = false;  // there is enough work outside: what is inside is left to one thread
  };

  void host(const Body* body, const Version& version) {
    for (const Stm& stm : body->stms) {
      if (const Space* space = space_of(stm.op)) {
        seg(stm, *space, version);
        continue;
      }
      if (is_source_operator(stm.op)) {
        Thread host_code;
        host_code.version = version;
        sequential(stm, host_code);
        continue;
      }
      const If* choice = as<If>(stm.op);
      std::string when = choice == nullptr ? "" : sizes_.condition(choice->condition);
      // Conditions of the program itself have places of their own.
      bool is_version = by_place_.contains(stm.place.id) || stm.place == function_place_;
      if (!when.empty() && is_version) {
        std::string otherwise = sizes_.opposite(choice->condition);
        host(choice->then_body, {joined(version.when, when), true});
        host(choice->else_body, {joined(version.when, otherwise), false});
        continue;
      }
      for_each_inner_body(stm.op, [&](const Body* inner) { host(inner, version); });
    }
  }

  static std::string joined(const std::string& a, const std::string& b) {
    if (a.empty()) return b;
    if (b.find(" or ") != std::string::npos) return fmt::format("{} and ({})", a, b);
    return fmt::format("{} and {}", a, b);
  }

  // What is around code of one thread.
  struct Thread {
    PlaceId operation;  // none: host level
    Version version;
    bool in_operator = false;  // of a reduction, scan or histogram
    bool in_loop = false;      // of this thread
    bool filled = false;       // there are enough threads, as far as constants say
  };

  void seg(const Stm& stm, const Space& space, const Version& version) {
    ExplainedOperator one;
    one.kind = kind_text(stm.op);
    one.parallel = true;
    one.version = version.when;
    one.writes = sizes_.memory(stm);
    constexpr std::string_view kLetters = "ijklmnop";
    std::string index;
    Thread thread;
    thread.operation = stm.place;
    thread.version = version;
    for (size_t i = 0; i < space.levels.size(); i++) {
      const Level& level = space.levels[i];
      one.irregular |= static_cast<bool>(level.offsets);
      std::string letter(1, kLetters[std::min(i, kLetters.size() - 1)]);
      std::string bound =
          level.offsets ? sizes_.row_length(level.offsets, index) : sizes_.size(level.bound);
      one.levels.push_back(fmt::format("{} < {}", letter, bound));
      index += (index.empty() ? "" : ", ") + letter;
      thread.filled |= level.bound.is_const() && static_cast<int64_t>(level.bound.constant.bits) >=
                                                     passes::kFlattenThresholds.enough_outer;
    }
    note(stm, one, Fate::Parallel);
    for_each_body(stm.op, [&](const Body* inner) { inside(inner, thread); });
    thread.in_operator = true;
    for_each_lambda(stm.op, [&](const Lambda* op) { inside(op->body, thread); });
  }

  // Code in a parallel operator: what still is an operator is a loop.
  void inside(const Body* body, const Thread& thread) {
    for (const Stm& stm : body->stms) {
      if (thread.operation.id != 0) fuse(stm.place, thread.operation);
      if (is_source_operator(stm.op)) {
        sequential(stm, thread);
      } else {
        for_each_inner_body(stm.op, [&](const Body* inner) { inside(inner, thread); });
      }
    }
  }

  void sequential(const Stm& stm, const Thread& thread) {
    ExplainedOperator one;
    one.kind = kind_text(stm.op);
    one.version = thread.version.when;
    auto construct = by_place_.find(stm.place.id);
    if (construct != by_place_.end()) one.why = why(stm, construct->second, thread);
    auto reduction = scans_in_reductions_.find(stm.pattern[0]);
    if (reduction != scans_in_reductions_.end()) one.joined_to = source(reduction->second);
    note(stm, one, Fate::Sequential);
    Thread inner_thread = thread;
    inner_thread.in_loop = true;
    if (construct != by_place_.end()) inner_thread.operation = stm.place;
    for_each_inner_body(stm.op, [&](const Body* inner) { inside(inner, inner_thread); });
  }

  // Why an operator is a loop: the rules of flattening, in their order.
  std::string why(const Stm& stm, size_t number, const Thread& thread) const {
    const passes::FlattenThresholds& limits = passes::kFlattenThresholds;
    if (!attributes_[number].empty()) return fmt::format("#[{}] asks for it", attributes_[number]);
    if (shown_[number]) return "what it shows has to come in order";
    auto is_acc = [&](Var var) { return storage_.type(var)->is_acc(); };
    if (std::ranges::any_of(stm.pattern, is_acc)) return "it adds to several accumulators at once";
    std::optional<passes::OperatorParts> parts = passes::operator_parts(stm.op);
    if (parts && parts->width.is_const()) {
      auto count = static_cast<int64_t>(parts->width.constant.bits);
      if (count <= limits.small_inner)
        return fmt::format("{} iterations are too little work for several threads", count);
    }
    if (in_sequential_function_) return "its function is called in each of many threads";
    if (thread.operation.id == 0) return "a form that is not parallel at host level";
    if (thread.in_operator)
      return fmt::format("it is in an operator, which is applied to {} elements or more at once",
                         limits.enough_outer);
    if (thread.in_loop) return "the loop around it is in one thread already";
    if (thread.version.has_enough || thread.filled)
      return "there is enough work for all cores around it";
    return "there would be too many versions of the code around it";
  }

  void note(const Stm& stm, const ExplainedOperator& one, Fate fate) {
    auto it = by_place_.find(stm.place.id);
    if (it == by_place_.end()) return;
    Construct& construct = found_[it->second];
    construct.operators.push_back(one);
    bool already = construct.fate == Fate::Parallel;
    construct.fate = already ? Fate::Parallel : fate;
  }

  // The statement was part of all constructs that it was inlined through.
  void fuse(PlaceId place, PlaceId into) {
    for (PlaceId at = place; at.id != 0; at = storage_.places[at.id].caller) {
      if (at == into || !by_place_.contains(at.id)) continue;
      // Rather into another construct than into what the compiler added.
      auto [known, is_new] = fused_.try_emplace(at.id, into);
      if (!is_new && !by_place_.contains(known->second.id)) known->second = into;
    }
  }

  const Program& core_;
  const Program& flat_;
  const Storage& storage_;
  ShapeAnalysis shapes_;
  SizeText sizes_;
  std::unordered_map<Var, PlaceId> scans_in_reductions_;
  // Of the function of FLAT that is looked at.
  bool in_sequential_function_ = false;
  PlaceId function_place_;
  std::vector<Construct> found_;
  std::vector<PlaceId> places_;                    // of found_
  std::vector<std::string> attributes_;            // of found_: what makes it sequential
  std::vector<bool> shown_;                        // of found_: it has a trace
  std::unordered_map<uint32_t, size_t> by_place_;  // the number of a construct, by PlaceId::id
  std::unordered_map<uint32_t, PlaceId> fused_;    // by the PlaceId::id of what was fused
};

}  // namespace

std::vector<Construct> explain(const Program& core, const Program& flat) {
  return Explainer(core, flat).run();
}

}  // namespace planish
