// Operations of a strip that become loops around loops over lanes.
#include "codegen/cpu/vector/strip_emitter.h"
#include "ir/match.h"

namespace planish::codegen::cpu {

void StripEmitter::interchanged(const ir::Stm& stm, const ir::Map& op) {
  for (ir::Var var : stm.pattern) make(var);
  e_.ranges.for_range(e_.i64(0), e_.scalar(op.width), [&](llvm::Value* i) {
    bind_elements(op.fn->params, op.arrays, i);
    const ir::Body& code = *op.fn->body;
    std::vector<LaneArray> places;
    for (size_t k = 0; k < stm.pattern.size(); k++) {
      const ir::Var var = stm.pattern[k];
      places.push_back(part(memory_.at(var.id), {i}, e_.type(var)->elem));
      if (code.results[k].var) destinations_[code.results[k].var.id] = places[k];
    }
    whole_body(code, [&](std::span<const ir::Atom> results) {
      for (size_t k = 0; k < results.size(); k++) {
        put(places[k], results[k]);
      }
    });
  });
}

// Writes a scalar or an array.
void StripEmitter::put(const LaneArray& to, const ir::Atom& value) {
  if (e_.type(value)->is_array()) return copy(to, value);
  std::vector<ir::Var> uses;
  if (value.var) uses.push_back(value.var);
  later({uses, {}, [this, to, value] {
           const Prim elem = e_.type(value)->elem;
           const Array place = at_lane(to, elem);
           e_.elements.store(elem, e_.scalar(value), place.data, place);
         }});
}

// Combines elements into the slots, and gathers values behind them, from number `taken` on; after
// each one, `each` may ask for more to be done.
template <class T>
void StripEmitter::combine(
    std::span<const ir::Var> gathered, const T& reduction, size_t taken, const Slots& state,
    const std::function<void(llvm::Value*, std::span<const ir::Atom>)>& each) {
  const std::span<const ir::Atom> neutral = reduction.neutral;
  const ir::Lambda& op = *reduction.op;
  const ir::Lambda* map = reduction.map;
  const std::span<const ir::Var> arrays = reduction.arrays;
  const size_t count = neutral.size();
  for (ir::Var var : gathered) make(var);
  over_lanes([&] {
    for (const ir::Atom& atom : neutral) need(atom);
    store_slots(neutral, state);
  });
  e_.ranges.for_range(e_.i64(0), e_.scalar(reduction.width), [&](llvm::Value* i) {
    const auto step = [&](std::span<const ir::Atom> values) {
      for (size_t k = 0; k < gathered.size(); k++) {
        const Prim elem = e_.type(gathered[k])->elem;
        put(part(memory_.at(gathered[k].id), {i}, elem), values[taken + k]);
      }
      for (size_t k = 0; k < count; k++) {
        load_slot(op.params[k].var, *state[k]);
        if (values.empty()) continue;
        const ir::Var right = op.params[count + k].var;
        binders_[right.id] = [this, right, value = values[k]] {
          need(value);
          e_.bind_scalar(right, e_.scalar(value));
        };
      }
      e_.bodies.open_body(*op.body, {});
      body(*op.body, [&](std::span<const ir::Atom> results) {
        std::vector<ir::Var> uses;
        for (const ir::Atom& result : results) {
          if (result.var) uses.push_back(result.var);
        }
        later({uses, {}, [this, results, &state] { store_slots(results, state); }});
      });
      each(i, values);
      flush();
      e_.bodies.close_body();
    };
    if (map != nullptr) {
      bind_elements(map->params, arrays, i);
      whole_body(*map->body, step);
    } else {
      for (size_t k = 0; k < count; k++) {
        const ir::Param right = op.params[count + k];
        binders_[right.var.id] = [this, right, array = arrays[k], i] {
          need(array);
          e_.bodies.bind_element(right, array, i);
        };
      }
      step({});
    }
  });
}

void StripEmitter::interchanged(const ir::Stm& stm, const ir::Reduce& op) {
  Slots state;
  for (const ir::Atom& atom : op.neutral) state.push_back(slot(e_.type(atom)));
  combine(stm.pattern.subspan(state.size()), op, state.size(), state,
          [](llvm::Value*, std::span<const ir::Atom>) {});
  for (size_t k = 0; k < state.size(); k++) load_slot(stm.pattern[k], *state[k]);
}

void StripEmitter::interchanged(const ir::Stm& stm, const ir::Scan& op) {
  const std::span<const ir::Var> made = stm.pattern.first(op.made());
  for (ir::Var var : made) make(var);
  Slots state;
  for (const ir::Atom& atom : op.neutral) state.push_back(slot(e_.type(atom)));
  const auto place = [&](llvm::Value* i, size_t k) {
    return part(memory_.at(made[k].id), {i}, e_.type(made[k])->elem);
  };
  combine(stm.pattern.subspan(made.size()), op, op.taken(), state,
          [&](llvm::Value* i, std::span<const ir::Atom> values) {
            if (op.post != nullptr) return post(op, i, values, state, place);
            later({{}, {}, [this, made, place, &op, i] {
                     // The results of the operator are bound: they have just been stored.
                     for (size_t k = 0; k < made.size(); k++) {
                       const Prim elem = e_.type(made[k])->elem;
                       const Array to = at_lane(place(i, k), elem);
                       e_.elements.store(elem, e_.scalar(op.op->body->results[k]), to.data, to);
                     }
                   }});
          });
}

// The function of a scan, of what is in the slots now and of values that belong to the element.
void StripEmitter::post(const ir::Scan& op, llvm::Value* i, std::span<const ir::Atom> values,
                        const Slots& state,
                        const std::function<LaneArray(llvm::Value*, size_t)>& place) {
  for (size_t k = 0; k < op.post->params.size(); k++) {
    const ir::Param param = op.post->params[k];
    if (k < state.size()) {
      load_slot(param.var, *state[k]);
    } else if (values.empty()) {
      binders_[param.var.id] = [this, param, array = op.arrays[k], i] {
        need(array);
        e_.bodies.bind_element(param, array, i);
      };
    } else {
      binders_[param.var.id] = [this, param, value = values[k]] {
        need(value);
        e_.bind_scalar(param.var, e_.scalar(value));
      };
    }
  }
  whole_body(*op.post->body, [&](std::span<const ir::Atom> results) {
    for (size_t k = 0; k < results.size(); k++) put(place(i, k), results[k]);
  });
}

void StripEmitter::interchanged(const ir::Stm& stm, const ir::Loop& op) {
  Slots state;
  std::vector<ir::Atom> init;
  for (size_t k = 0; k < op.params.size(); k++) {
    const ir::Var param = op.params[k].param.var;
    init.push_back(op.params[k].init);
    state.emplace_back();
    if (e_.type(param)->is_scalar()) {
      state[k] = slot(e_.type(param));
      load_slot(param, *state[k]);
    } else if (plan_.in_place.at(&op)[k]) {
      remember(param, memory_.at(init[k].var.id));
    } else {
      make(param);
      copy(memory_.at(param.id), init[k]);
    }
  }
  over_lanes([&] {
    for (const ir::Atom& atom : init) need(atom);
    store_slots(init, state);
  });
  const Prim index = e_.type(op.index)->elem;
  llvm::Value* bound = b_.CreateIntCast(e_.scalar(op.bound), e_.m.i64, is_signed(index));
  e_.ranges.for_range(e_.i64(0), bound, [&](llvm::Value* i) {
    e_.cancellation.count_iteration(*op.body);
    e_.bind_scalar(op.index, b_.CreateTrunc(i, scalar_type(e_.m.context, index)));
    whole_body(*op.body, [&](std::span<const ir::Atom> results) {
      std::vector<ir::Var> uses;
      for (size_t k = 0; k < results.size(); k++) {
        if (state[k] && results[k].var) uses.push_back(results[k].var);
      }
      if (!uses.empty())
        later({uses, {}, [this, results, &state] { store_slots(results, state); }});
      for (size_t k = 0; k < results.size(); k++) {
        if (!state[k]) copy(memory_.at(op.params[k].param.var.id), results[k]);
      }
    });
  });
  for (size_t k = 0; k < state.size(); k++) {
    if (state[k]) {
      load_slot(stm.pattern[k], *state[k]);
    } else {
      remember(stm.pattern[k], memory_.at(op.params[k].param.var.id));
    }
  }
}

void StripEmitter::interchanged(const ir::Stm& stm, const ir::If& op) {
  Slots slots;
  for (ir::Var var : stm.pattern) slots.push_back(slot(e_.type(var)));
  llvm::BasicBlock* yes = e_.control.new_block("then");
  llvm::BasicBlock* no = e_.control.new_block("else");
  llvm::BasicBlock* after = e_.control.new_block("after");
  b_.CreateCondBr(e_.scalar(op.condition), yes, no);
  const auto branch = [&](llvm::BasicBlock* block, const ir::Body& code) {
    b_.SetInsertPoint(block);
    whole_body(code, [&](std::span<const ir::Atom> results) {
      std::vector<ir::Var> uses;
      for (const ir::Atom& result : results) {
        if (result.var) uses.push_back(result.var);
      }
      later({uses, {}, [this, results, &slots] { store_slots(results, slots); }});
    });
    b_.CreateBr(after);
  };
  branch(yes, *op.then_body);
  branch(no, *op.else_body);
  b_.SetInsertPoint(after);
  for (size_t k = 0; k < slots.size(); k++) load_slot(stm.pattern[k], *slots[k]);
}

void StripEmitter::interchanged(const ir::Stm& stm, const ir::Replicate& op) {
  const ir::Var var = stm.pattern[0];
  const Prim elem = e_.type(var)->elem;
  make(var);
  nest(e_.type(var), [&](llvm::ArrayRef<llvm::Value*> indices) {
    over_lanes([&] {
      need(op.value);
      const Array place = at_lane(part(memory_.at(var.id), indices, elem), elem);
      e_.elements.store(elem, e_.scalar(op.value), place.data, place);
    });
  });
}

void StripEmitter::interchanged(const ir::Stm& stm, const ir::Copy& op) {
  make(stm.pattern[0]);
  copy(memory_.at(stm.pattern[0].id), op.array);
}

}  // namespace planish::codegen::cpu
