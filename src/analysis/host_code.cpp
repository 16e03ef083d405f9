#include "analysis/host_code.h"

#include <algorithm>
#include <deque>

#include "analysis/inner_bodies.h"
#include "analysis/long_literals.h"
#include "ir/facts.h"
#include "ir/match.h"

namespace planish {

using namespace ir;

namespace {

// A thread does not mind so many elements.
constexpr int64_t kFewElements = 32;

bool is_small(const Type* type) {
  int64_t count = 1;
  for (const Dim& dim : type->dims) {
    if (dim.kind != DimKind::Const) return false;
    count *= std::clamp<int64_t>(dim.value, 0, kFewElements + 1);
    if (count > kFewElements) return false;
  }
  return true;
}

bool is_over_space(const Op* op) { return op->kind >= Kind::SegMap; }

// What the operation itself does.
Work own_work(const Storage& storage, const Stm& stm) {
  Work work;
  if (is_over_space(stm.op)) return {.launches = true};
  if (operator_parts(stm.op)) return {.in_order = true};
  auto fills = [&] { work.bulk = !is_small(storage.type(stm.pattern[0])); };
  match(
      stm.op, [&](const Index&) { work.touches = storage.type(stm.pattern[0])->is_scalar(); },
      [&](const ArrayLit& n) {
        // Note [Long literals]
        work.bulk = is_long_literal(n);
        work.touches = !work.bulk || !std::ranges::all_of(n.elems, &Atom::is_const);
      },
      [&](const Update& n) {
        work.touches = true;
        work.bulk = !is_small(storage.type(n.value));
      },
      [&](const FlatUpdate& n) { work.bulk = !is_small(storage.type(n.value)); },
      [&](const Iota&) { fills(); }, [&](const Replicate&) { fills(); },
      [&](const Concat&) { fills(); }, [&](const Copy&) { fills(); },
      [&](const Reshape&) { fills(); }, [&](const WithAcc&) { work.in_order = true; },
      [&](const UpdateAcc&) { work.in_order = true; },
      [&](const EqualStep&) { work.in_order = true; },
      [&](const Foreign& n) {
        work.in_order = n.use == ForeignUse::Device;
        work.launches = n.use != ForeignUse::Device;
      },
      [](const auto&) {});
  return work;
}

}  // namespace

Work& Work::operator|=(const Work& more) {
  launches |= more.launches;
  in_order |= more.in_order;
  touches |= more.touches;
  bulk |= more.bulk;
  return *this;
}

HostCode::HostCode(const Program& program)
    : storage_(*program.storage), functions_(program.functions), graph_(program) {
  // Functions that call each other are looked at until nothing is new.
  for (bool changed = true; changed;) {
    changed = false;
    for (const Function* fn : graph_.callees_first()) {
      const Work now = of(fn->body);
      Work& known = work_[fn->name];
      changed = changed || known != now;
      known = now;
    }
  }
}

Work HostCode::of(const Stm& stm) const {
  Work work = own_work(storage_, stm);
  if (const auto* call = as<Call>(stm.op)) work |= of_function(call->fn);
  for_each_inner_body(stm.op, [&](const Body* inner) { work |= of(inner); });
  return work;
}

Work HostCode::of(const Body* body) const {
  Work work;
  for (const Stm& stm : body->stms) work |= of(stm);
  return work;
}

Work HostCode::of_function(Name fn) const {
  // Whoever needs a constant is given it.
  if (is_constant(fn)) return {};
  const auto found = work_.find(fn);
  return found == work_.end() ? Work{} : found->second;
}

bool HostCode::is_constant(Name fn) const {
  const Function* function = functions_.find(fn);
  return function != nullptr && function->constant;
}

std::vector<const Function*> HostCode::roots() const {
  std::vector<const Function*> found;
  for (const Function* fn : functions_) {
    const std::span<const Function* const> callers = graph_.callers(fn->name);
    const bool is_called =
        std::ranges::any_of(callers, [&](const Function* caller) { return caller != fn; });
    if (fn->entry != nullptr || fn->constant || !is_called) found.push_back(fn);
  }
  return found;
}

bool is_control(const Op* op) {
  return op->kind == Kind::If || op->kind == Kind::Match || op->kind == Kind::Loop;
}

bool may_stand_at_host(const Op* op) {
  return match(
      op, [](const Foreign& n) { return n.use != ForeignUse::Device; },
      [](const WithAcc&) { return false; }, [](const UpdateAcc&) { return false; },
      [](const EqualRowLength&) { return false; }, [](const RowLengths&) { return false; },
      [](const RowLength&) { return false; }, [](const JoinRows&) { return false; },
      [](const SplitRows&) { return false; }, [](const FlatUpdate&) { return false; },
      [](const auto& other) { return !operator_parts(&other); });
}

namespace {

class DeviceCodeVerifier {
 public:
  explicit DeviceCodeVerifier(const Program& program)
      : program_(program), storage_(*program.storage), code_(program) {}

  std::vector<std::string> run() {
    for (const Function* fn : code_.roots()) want(fn);
    for (; !wanted_.empty(); wanted_.pop_front()) {
      function_ = wanted_.front();
      host(function_->body);
    }
    return std::move(errors_);
  }

 private:
  void want(const Function* fn) {
    if (seen_.insert(fn).second) wanted_.push_back(fn);
  }
  void error(const Stm& stm, std::string_view what) {
    std::string text{what};
    text += " in ";
    text += storage_.text(function_->name);
    const std::string place = place_text(storage_, stm.place);
    if (!place.empty()) text += " (" + place + ")";
    errors_.push_back(std::move(text));
  }

  void host(const Body* body) {
    for (const Stm& stm : body->stms) {
      if (!may_stand_at_host(stm.op))
        error(stm, "device: code that goes over elements stands at host level");
      if (const auto* call = as<Call>(stm.op)) {
        if (const Function* callee = program_.find(call->fn)) want(callee);
      }
      if (is_control(stm.op)) {
        for_each_body(stm.op, [&](const Body* inner) { host(inner); });
      } else {
        for_each_inner_body(stm.op, [&](const Body* inner) { thread(inner); });
      }
    }
  }
  void thread(const Body* body) {
    for (const Stm& stm : body->stms) {
      const auto* call = as<Call>(stm.op);
      if (call != nullptr && !code_.is_constant(call->fn) && code_.of_function(call->fn).launches)
        error(stm, "device: a thread calls a function with kernels");
      const auto* foreign = as<Foreign>(stm.op);
      if (foreign != nullptr && foreign->use == ForeignUse::Performs)
        error(stm, "device: a thread performs something");
      else if (foreign != nullptr && foreign->use != ForeignUse::Device)
        error(stm, "device: a thread calls a function of the host");
      for_each_inner_body(stm.op, [&](const Body* inner) { thread(inner); });
    }
  }

  const Program& program_;
  const Storage& storage_;
  HostCode code_;
  const Function* function_ = nullptr;
  std::deque<const Function*> wanted_;
  std::unordered_set<const Function*> seen_;
  std::vector<std::string> errors_;
};

bool binds_irregular(const Storage& storage, const Body* body) {
  return std::ranges::any_of(body->stms, [&](const Stm& stm) {
    bool found = std::ranges::any_of(stm.pattern,
                                     [&](Var var) { return storage.type(var)->is_irregular(); });
    for_each_inner_body(
        stm.op, [&](const Body* inner) { found = found || binds_irregular(storage, inner); });
    return found;
  });
}

}  // namespace

std::vector<std::string> verify_device_code(const Program& program) {
  return DeviceCodeVerifier(program).run();
}

bool has_irregular_arrays(const Program& program) {
  const Storage& storage = *program.storage;
  auto is_irregular = [&](const Param& param) { return storage.type(param.var)->is_irregular(); };
  return std::ranges::any_of(program.functions, [&](const Function* fn) {
    return std::ranges::any_of(fn->params, is_irregular) ||
           std::ranges::any_of(fn->results, is_irregular) || binds_irregular(storage, fn->body);
  });
}

}  // namespace planish
