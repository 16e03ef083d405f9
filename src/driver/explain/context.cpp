#include "driver/explain/context.h"

#include <algorithm>

#include "analysis/inner_bodies.h"
#include "ir/match.h"

namespace planish::explain {

using namespace ir;

namespace {

class Reach {
 public:
  explicit Reach(const Program& program) : program_(program) {}

  void function(const Function& fn) {
    if (!seen_.insert(fn.name).second) return;
    found_.push_back(&fn);
    body(fn.body);
  }
  std::vector<const Function*> take() { return std::move(found_); }

 private:
  void body(const Body* stms) {
    for (const Stm& stm : stms->stms) {
      if (const auto* call = as<ir::Call>(stm.op)) {
        if (const Function* callee = program_.find(call->fn)) function(*callee);
      }
      for_each_inner_body(stm.op, [&](const Body* inner) { body(inner); });
    }
  }

  const Program& program_;
  std::unordered_set<Name> seen_;
  std::vector<const Function*> found_;
};

void add_operator_places(const Body* body, std::unordered_set<uint32_t>& places) {
  for (const Stm& stm : body->stms) {
    if (is_core_operator(stm.op)) places.insert(stm.place.id);
    for_each_inner_body(stm.op, [&](const Body* inner) { add_operator_places(inner, places); });
  }
}

}  // namespace

std::vector<const Function*> reachable(const Program& program, const Function& from) {
  Reach reach(program);
  reach.function(from);
  return reach.take();
}

std::string_view operator_text(const Op* op) {
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

bool is_core_operator(const Op* op) {
  return !operator_text(op).empty() && space_of(op) == nullptr;
}

bool has_attribute(const Storage& storage, std::span<const Name> attrs, std::string_view text) {
  return std::ranges::any_of(attrs, [&](Name attr) { return storage.text(attr) == text; });
}

VersionChoice version_choice(const Context& cx, const Stm& stm,
                             const std::unordered_set<uint32_t>& own) {
  const If* choice = as<If>(stm.op);
  if (choice == nullptr) return {};
  VersionChoice found{choice, cx.sizes.condition(choice->condition)};
  if (found.condition.when.empty()) return {};
  if (!own.contains(stm.place.id) && !found.condition.is_counted) return {};
  found.has_enough = !found.condition.is_equal_rows;
  return found;
}

std::unordered_set<uint32_t> operator_places(const Context& cx, const Function& entry) {
  std::unordered_set<uint32_t> places;
  for (const Function* fn : reachable(cx.core, entry)) {
    if (fn->entry != nullptr) places.insert(fn->place.id);
    add_operator_places(fn->body, places);
  }
  return places;
}

}  // namespace planish::explain
