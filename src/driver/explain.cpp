#include "driver/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "analysis/inner_bodies.h"
#include "analysis/iteration.h"

namespace planish {

using namespace ir;
using shapes::Regularity;
using shapes::ShapeAnalysis;

namespace {

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
      : core_(core), flat_(flat), storage_(*core.storage), shapes_(core) {}

  std::vector<Construct> run() {
    for (const Function* fn : core_.functions) constructs(*fn, fn->body, 0);
    for (const Function* fn : flat_.functions) host(fn->body, {});
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

  void constructs(const Function& fn, const Body* body, size_t depth) {
    for (const Stm& stm : body->stms) {
      bool is_one = is_source_operator(stm.op) && !stm.pattern.empty() && stm.place.id != 0 &&
                    stm.place != fn.place;  // what the compiler added
      if (is_one && !by_place_.contains(stm.place.id)) add(fn, stm, depth);
      for_each_inner_body(
          stm.op, [&](const Body* inner) { constructs(fn, inner, depth + (is_one ? 1 : 0)); });
    }
  }

  void add(const Function& fn, const Stm& stm, size_t depth) {
    Construct one;
    one.kind = kind_text(stm.op);
    one.function = storage_.text(fn.name);
    one.source = source(stm.place);
    one.depth = depth;
    one.shape = shapes_.shape_text(stm.pattern.back());
    find_regularity(stm, one);
    by_place_[stm.place.id] = found_.size();
    places_.push_back(stm.place);
    found_.push_back(std::move(one));
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

  void host(const Body* body, const std::string& version) {
    std::unordered_map<Var, const Op*> definitions;
    for (const Stm& stm : body->stms) {
      if (stm.pattern.size() == 1) definitions[stm.pattern[0]] = stm.op;
      if (const Space* space = space_of(stm.op)) {
        seg(stm, *space, version);
        continue;
      }
      if (is_source_operator(stm.op)) sequential(stm, version, {});
      const If* choice = as<If>(stm.op);
      auto condition =
          choice == nullptr ? definitions.end() : definitions.find(choice->condition.var);
      std::string when = condition == definitions.end() ? "" : predicate(condition->second);
      if (choice != nullptr && !when.empty() && by_place_.contains(stm.place.id)) {
        host(choice->then_body, joined(version, when));
        host(choice->else_body, joined(version, fmt::format("not {}", when)));
        continue;
      }
      for_each_inner_body(stm.op, [&](const Body* inner) { host(inner, version); });
    }
  }

  static std::string joined(const std::string& a, const std::string& b) {
    return a.empty() ? b : fmt::format("{} and {}", a, b);
  }

  std::string predicate(const Op* op) const {
    const Binary* compared = as<Binary>(op);
    if (compared == nullptr || !is_comparison(compared->op)) return "";
    std::string_view sign = compared->op == BinaryOp::Ge   ? ">="
                            : compared->op == BinaryOp::Gt ? ">"
                            : compared->op == BinaryOp::Le ? "<="
                            : compared->op == BinaryOp::Lt ? "<"
                                                           : "";
    if (sign.empty()) return "";
    return fmt::format("{} {} {}", text(compared->x), sign, text(compared->y));
  }

  void seg(const Stm& stm, const Space& space, const std::string& version) {
    ExplainedOperator one;
    one.kind = kind_text(stm.op);
    one.parallel = true;
    one.version = version;
    one.writes = written(stm);
    constexpr std::string_view kLetters = "ijklmnop";
    for (size_t i = 0; i < space.levels.size(); i++) {
      const Level& level = space.levels[i];
      one.irregular |= static_cast<bool>(level.offsets);
      std::string letter(1, kLetters[std::min(i, kLetters.size() - 1)]);
      one.levels.push_back(level.offsets ? fmt::format("{} < length of row", letter)
                                         : fmt::format("{} < {}", letter, text(level.bound)));
    }
    note(stm, one, Fate::Parallel);
    for_each_inner_body(stm.op, [&](const Body* inner) { inside(inner, stm.place, version); });
  }

  // Code in a parallel operator: what still is an operator is a loop.
  void inside(const Body* body, PlaceId around, const std::string& version) {
    for (const Stm& stm : body->stms) {
      fuse(stm.place, around);
      if (is_source_operator(stm.op)) {
        sequential(stm, version, around);
      } else {
        for_each_inner_body(stm.op, [&](const Body* inner) { inside(inner, around, version); });
      }
    }
  }

  void sequential(const Stm& stm, const std::string& version, PlaceId around) {
    ExplainedOperator one;
    one.kind = kind_text(stm.op);
    one.version = version;
    note(stm, one, Fate::Sequential);
    PlaceId into = by_place_.contains(stm.place.id) ? stm.place : around;
    for_each_inner_body(stm.op, [&](const Body* inner) { inside(inner, into, version); });
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

  // ---- Text

  std::string text(const Atom& atom) const {
    if (atom.is_const()) return fmt::format("{}", static_cast<int64_t>(atom.constant.bits));
    std::string_view name = storage_.text(storage_.vars[atom.var.id].name);
    return name.empty() ? fmt::format("_{}", atom.var.id) : std::string(name);
  }

  std::string written(const Stm& stm) const {
    std::string all;
    for (Var var : stm.pattern) {
      const Type* type = storage_.type(var);
      if (!type->is_array()) continue;
      std::string one;
      for (const Dim& dim : type->dims) {
        Atom size = dim.kind == DimKind::Var ? Atom(dim.var) : Atom::i64(dim.value);
        one += fmt::format("{} x ", text(size));
      }
      all += fmt::format("{}{}{} bytes", all.empty() ? "" : ", ", one, prim_size(type->elem));
    }
    return all;
  }

  static int prim_size(Prim prim) {
    switch (prim) {
      case Prim::I64:
      case Prim::U64:
      case Prim::F64: return 8;
      case Prim::I32:
      case Prim::U32:
      case Prim::F32: return 4;
      case Prim::I16:
      case Prim::U16:
      case Prim::F16: return 2;
      default: return 1;
    }
  }

  const Program& core_;
  const Program& flat_;
  const Storage& storage_;
  ShapeAnalysis shapes_;
  std::vector<Construct> found_;
  std::vector<PlaceId> places_;                    // of found_
  std::unordered_map<uint32_t, size_t> by_place_;  // the number of a construct, by PlaceId::id
  std::unordered_map<uint32_t, PlaceId> fused_;    // by the PlaceId::id of what was fused
};

}  // namespace

std::vector<Construct> explain(const Program& core, const Program& flat) {
  return Explainer(core, flat).run();
}

}  // namespace planish
