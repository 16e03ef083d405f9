// Loops that copy in each iteration: `loop xs for i < n do let ys = copy xs with [i] = 0 in …`.
#include <fmt/format.h>

#include <algorithm>

#include "driver/explain/causes.h"
#include "driver/explain/summary.h"

namespace planish::explain {

using namespace ir;

namespace {

// Fewer elements are no matter.
constexpr int64_t kFewElements = 64;

class Copies {
 public:
  Copies(const Context& cx, std::vector<Cause>& causes) : cx_(cx), causes_(causes) {}

  void look_at(const Stm& stm, const Loop& loop) {
    Found found;
    iteration(loop.body, found);
    if (found.other_work) return;
    for (const Stm* copy : found.copies) report_copy(stm, loop, *copy);
    for (const Stm* join : found.joins) report_join(stm, loop, *join);
    for (const Stm* map : found.rewrites) report_rewrite(stm, loop, *map);
  }

 private:
  // What one iteration does, branches included and inner loops not.
  struct Found {
    std::vector<const Stm*> copies;
    std::vector<const Stm*> joins;     // new arrays of parts of others
    std::vector<const Stm*> rewrites;  // maps that change one element
    bool other_work = false;           // over as many elements as there may be in an array
  };

  void iteration(const Body* stms, Found& found) {
    for (const Stm& stm : stms->stms) {
      if (const auto* choice = as<If>(stm.op)) {
        iteration(choice->then_body, found);
        iteration(choice->else_body, found);
      } else if (as<Copy>(stm.op) != nullptr) {
        if (is_large(stm)) found.copies.push_back(&stm);
      } else if (const auto* map = as<Map>(stm.op); map != nullptr && changes_one(*map)) {
        if (is_large(stm)) found.rewrites.push_back(&stm);
      } else if (const auto* inner = as<Loop>(stm.op)) {
        found.other_work |= inner->condition != nullptr || is_large(inner->bound);
      } else if (as<Concat>(stm.op) != nullptr) {
        if (is_large(stm)) found.joins.push_back(&stm);
      } else if (as<ir::Call>(stm.op) != nullptr) {
        found.other_work = true;
      } else if (is_core_operator(stm.op)) {
        found.other_work |= match(stm.op, [&](const auto& node) {
          if constexpr (requires { node.width; }) {
            return is_large(node.width);
          } else {
            return false;
          }
        });
      }
    }
  }

  static bool is_large(const Atom& count) {
    return !count.is_const() || static_cast<int64_t>(count.constant.bits) >= kFewElements;
  }
  bool is_large(const Stm& stm) const {
    const ir::Type* type = cx_.storage.type(stm.pattern[0]);
    return std::ranges::any_of(type->dims, [](const Dim& dim) {
      return dim.kind != DimKind::Const || dim.value >= kFewElements;
    });
  }

  // \i -> if i == k then … else xs[i]
  static bool changes_one(const Map& map) {
    const Body* body = map.fn->body;
    if (body->results.size() != 1 || body->stms.empty()) return false;
    const Stm& last = body->stms.back();
    const auto* choice = as<If>(last.op);
    if (choice == nullptr || last.pattern.size() != 1 || body->results[0].var != last.pattern[0])
      return false;
    const Binary* condition = nullptr;
    for (const Stm& stm : body->stms) {
      if (!stm.pattern.empty() && stm.pattern[0] == choice->condition.var)
        condition = as<Binary>(stm.op);
    }
    if (condition == nullptr || (condition->op != BinaryOp::Eq && condition->op != BinaryOp::Ne))
      return false;
    auto is_param = [&](const Atom& atom) {
      return std::ranges::any_of(map.fn->params,
                                 [&](const Param& param) { return param.var == atom.var; });
    };
    if (is_param(condition->x) == is_param(condition->y)) return false;
    const Var at = is_param(condition->x) ? condition->x.var : condition->y.var;
    const Body* kept = condition->op == BinaryOp::Eq ? choice->else_body : choice->then_body;
    if (kept->results.size() != 1) return false;
    if (kept->stms.empty()) return is_param(kept->results[0]);
    // Checks may stand before it.
    const auto* read = as<Index>(kept->stms.back().op);
    return read != nullptr && read->indices.size() == 1 && read->indices[0].var == at &&
           kept->results[0].var == kept->stms.back().pattern[0];
  }

  std::string times(const Loop& loop) const {
    std::string count = iterations_text(cx_, loop);
    return count.empty() ? "" : fmt::format(" ({})", count);
  }

  void report_copy(const Stm& loop_stm, const Loop& loop, const Stm& copy) {
    const std::string name = array_text(cx_, as<Copy>(copy.op)->array);
    causes_.push_back(
        {CauseKind::CopyInLoop, cx_.source.users_place(copy.place),
         fmt::format(
             "{} is copied in each iteration of the loop at {}{}, and nothing else there goes "
             "over that many elements",
             name, cx_.position(loop_stm.place), times(loop)),
         advice_text(cx_, cx_.source.users_place(copy.place),
                     {"if what was there before is not needed any more, leave out the copy: "
                      "`with` writes in place; otherwise copy once, before the loop",
                      "if what was there before is not needed any more, give the vector on "
                      "and nothing else that needs it: `<-` then writes in place"}),
         cx_.source.users_place(loop_stm.place)});
  }

  void report_join(const Stm& loop_stm, const Loop& loop, const Stm& join) {
    const Place place = cx_.source.users_place(join.place);
    // An append is that already.
    auto is_said = [&](const Cause& cause) { return is_same_range(cause.place, place); };
    if (std::ranges::any_of(causes_, is_said)) return;
    causes_.push_back(
        {CauseKind::CopyInLoop, place,
         fmt::format(
             "a new array is put together in each iteration of the loop at {}{}, and nothing "
             "else there goes over that many elements",
             cx_.position(loop_stm.place), times(loop)),
         advice_text(cx_, place,
                     {"keep the array and write to it in place, `with`; or keep numbers in its "
                      "stead: where the first element is, and how many there are",
                      "keep the vector and write to it, `<-`; or keep numbers in its stead: "
                      "where the first element is, and how many there are"}),
         cx_.source.users_place(loop_stm.place)});
  }

  void report_rewrite(const Stm& loop_stm, const Loop& loop, const Stm& map) {
    causes_.push_back(
        {CauseKind::CopyInLoop, cx_.source.users_place(map.place),
         fmt::format(
             "all elements are written again in each iteration of the loop at {}{} to change "
             "one of them",
             cx_.position(loop_stm.place), times(loop)),
         advice_text(cx_, cx_.source.users_place(map.place),
                     {"write the one element in place: `xs with [i] = …`",
                      "write the one element: `rep(v, e, i)`"}),
         cx_.source.users_place(loop_stm.place)});
  }

  const Context& cx_;
  std::vector<Cause>& causes_;
};

}  // namespace

void find_copies(const Context& cx, const Function& fn, std::vector<Cause>& causes) {
  Copies found(cx, causes);
  for_each_users_loop(cx, fn.body,
                      [&](const Stm& stm, const Loop& loop) { found.look_at(stm, loop); });
}

}  // namespace planish::explain
