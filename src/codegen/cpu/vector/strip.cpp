#include "codegen/cpu/vector/strip.h"

#include "codegen/cpu/vector/strip_emitter.h"
#include "ir/match.h"
#include "ir/walk.h"

namespace planish::codegen::cpu {

// ---- Loops over lanes

void StripEmitter::over_lanes(const std::function<void()>& code) {
  e_.ranges.lane_range(lanes_, [&](llvm::Value* lane) {
    lane_ = lane;
    bound_.clear();
    code();
  });
  lane_ = nullptr;
}

void StripEmitter::need(ir::Var var) {
  if (!plan_.varies(var) || !bound_.insert(var.id).second) return;
  auto found = binders_.find(var.id);
  if (found == binders_.end())
    throw std::logic_error("compiler bug: a variable of a lane is used before it is defined");
  found->second();
}

void StripEmitter::flush() {
  if (pending_.empty()) return;
  const std::vector<Pending> now = std::move(pending_);
  pending_.clear();
  // Scalars that are used elsewhere, too, are kept.
  std::unordered_map<uint32_t, size_t> uses;
  for (const Pending& action : now) {
    for (ir::Var var : action.uses) uses[var.id]++;
  }
  std::unordered_map<uint32_t, LaneArray> slots;
  for (const Pending& action : now) {
    for (ir::Var var : action.defines) {
      if (e_.type(var)->is_scalar() && plan_.varies(var) && plan_.use_count(var) > uses[var.id])
        slots.emplace(var.id, slot(e_.type(var)));
    }
  }
  over_lanes([&] {
    for (const Pending& action : now) {
      for (ir::Var var : action.uses) need(var);
      action.code();
      for (ir::Var var : action.defines) {
        bound_.insert(var.id);
        if (auto kept = slots.find(var.id); kept != slots.end())
          store_slots(std::array{ir::Atom(var)}, {kept->second});
      }
    }
  });
  for (const Pending& action : now) {
    for (ir::Var var : action.defines) {
      if (auto kept = slots.find(var.id); kept != slots.end()) load_slot(var, kept->second);
    }
  }
}

// ---- Memory

std::vector<llvm::Value*> StripEmitter::lane_strides(const ir::Type* type) {
  std::vector<llvm::Value*> strides = e_.elements.row_major_strides(e_.sizes(type));
  for (llvm::Value*& stride : strides) stride = b_.CreateNSWMul(stride, e_.i64(lanes_));
  return strides;
}

void StripEmitter::make(ir::Var var) {
  const ir::Type* type = e_.type(var);
  if (auto found = destinations_.find(var.id); found != destinations_.end())
    return remember(var, found->second);
  std::vector<llvm::Value*> dims = e_.sizes(type);
  dims.push_back(e_.i64(lanes_));
  remember(var, {e_.memory.allocate_temporary(loop_.op, var, dims).data, lane_strides(type),
                 e_.ranges.depth()});
}

void StripEmitter::remember(ir::Var var, LaneArray memory) {
  memory_[var.id] = std::move(memory);
  binders_[var.id] = [this, var] {
    e_.bind(var, {nullptr, at_lane(memory_.at(var.id), e_.type(var)->elem), var, {}});
  };
}

StripEmitter::LaneArray StripEmitter::part(const LaneArray& memory,
                                           llvm::ArrayRef<llvm::Value*> indices, Prim elem) {
  LaneArray out = memory;
  for (size_t k = 0; k < indices.size(); k++)
    out.data =
        e_.elements.offset_pointer(elem, out.data, b_.CreateNSWMul(indices[k], memory.strides[k]));
  out.strides.erase(out.strides.begin(),
                    out.strides.begin() + static_cast<ptrdiff_t>(indices.size()));
  return out;
}

Array StripEmitter::at_lane(const LaneArray& memory, Prim elem) {
  return {e_.elements.offset_pointer(elem, memory.data, lane_), memory.strides, nullptr,
          memory.made_in};
}

StripEmitter::LaneArray StripEmitter::slot(const ir::Type* type) {
  auto* lanes =
      llvm::ArrayType::get(memory_type(e_.m.context, type->elem), static_cast<uint64_t>(lanes_));
  return {e_.frame.stack_slot(lanes, "lanes"), {}, e_.ranges.depth()};
}

void StripEmitter::load_slot(ir::Var var, const LaneArray& from) {
  binders_[var.id] = [this, var, from] {
    const Prim elem = e_.type(var)->elem;
    const Array place = at_lane(from, elem);
    e_.bind_scalar(var, e_.elements.load(elem, place.data, place));
  };
}

// In a loop over lanes. All values are read before one is written.
void StripEmitter::store_slots(std::span<const ir::Atom> values, const Slots& slots) {
  std::vector<llvm::Value*> read;
  for (size_t k = 0; k < slots.size(); k++)
    read.push_back(slots[k] ? e_.scalar(values[k]) : nullptr);
  for (size_t k = 0; k < slots.size(); k++) {
    if (!slots[k]) continue;
    const Prim elem = e_.type(values[k])->elem;
    const Array place = at_lane(*slots[k], elem);
    e_.elements.store(elem, read[k], place.data, place);
  }
}

void StripEmitter::bind_elements(std::span<const ir::Param> params, std::span<const ir::Var> arrays,
                                 llvm::Value* i) {
  for (size_t k = 0; k < arrays.size(); k++) {
    const ir::Param param = params[k];
    const ir::Var array = arrays[k];
    if (!plan_.varies(param.var)) {
      e_.bodies.bind_element(param, array, i);
      continue;
    }
    binders_[param.var.id] = [this, param, array, i] {
      need(array);
      e_.bodies.bind_element(param, array, i);
    };
  }
}

// Loops over all elements, in which those over lanes are to be.
void StripEmitter::nest(const ir::Type* type, const Nest& code) {
  std::vector<llvm::Value*> indices;
  std::function<void(size_t)> level = [&](size_t k) {
    if (k == type->rank()) return code(indices);
    e_.ranges.for_range(e_.i64(0), e_.size(type->dims[k]), [&](llvm::Value* i) {
      indices.push_back(i);
      level(k + 1);
      indices.pop_back();
    });
  };
  level(0);
}

void StripEmitter::copy(const LaneArray& to, const ir::Atom& from) {
  const ir::Type* type = e_.type(from);
  if (auto same = memory_.find(from.var.id); same != memory_.end() && same->second.data == to.data)
    return;
  flush();
  nest(type, [&](llvm::ArrayRef<llvm::Value*> indices) {
    over_lanes([&] {
      need(from);
      const Array& source = e_.array(from.var);
      llvm::Value* value =
          e_.elements.load(type->elem, e_.elements.element_pointer(source, type, indices), source);
      const Array place = at_lane(part(to, indices, type->elem), type->elem);
      e_.elements.store(type->elem, value, place.data, place);
    });
  });
}

// ---- Bodies and statements

void StripEmitter::body(const ir::Body& code,
                        const std::function<void(std::span<const ir::Atom>)>& finish) {
  for (const ir::Stm& stm : code.stms) statement(stm);
  finish(code.results);
}

void StripEmitter::whole_body(const ir::Body& code,
                              const std::function<void(std::span<const ir::Atom>)>& finish) {
  e_.bodies.open_body(code, {});
  body(code, finish);
  flush();
  e_.bodies.close_body();
}

void StripEmitter::statement(const ir::Stm& stm) {
  switch (plan_.kinds.at(stm.op)) {
    case plan::StripKind::Uniform:
      if (ir::as<ir::Check>(stm.op) != nullptr) flush();
      return e_.bodies.statement(stm);
    case plan::StripKind::View: return view(stm);
    case plan::StripKind::Lane:
      return ir::as<ir::Check>(stm.op) != nullptr ? check(stm) : lane(stm);
    case plan::StripKind::Interchanged: break;
  }
  flush();
  ir::match(stm.op, [&](const auto& op) { interchanged(stm, op); });
}

void StripEmitter::view(const ir::Stm& stm) {
  const ir::Var var = stm.pattern[0];
  const ir::Var of = ir::match(
      stm.op, [](const ir::Reshape& op) { return op.array; },
      [](const ir::Coerce& op) { return op.array; },
      [](const ir::Same& op) { return op.value.var; }, [](const auto&) { return ir::Var{}; });
  if (auto found = of ? memory_.find(of.id) : memory_.end(); found != memory_.end()) {
    // Operations of this kind keep the order of elements.
    LaneArray same = found->second;
    same.strides = lane_strides(e_.type(var));
    return remember(var, std::move(same));
  }
  binders_[var.id] = [this, &stm] {
    ir::for_each_var_use(stm.op, [&](ir::Var used) { need(used); });
    e_.bodies.statement(stm);
  };
}

void StripEmitter::lane(const ir::Stm& stm) {
  if (const auto* update = ir::as<ir::Update>(stm.op)) {
    remember(stm.pattern[0], memory_.at(update->array.id));
  } else if (const auto* literal = ir::as<ir::ArrayLit>(stm.op)) {
    const ir::Var var = stm.pattern[0];
    make(var);
    std::vector<ir::Var> uses;
    ir::for_each_var_use(stm.op, [&](ir::Var used) { uses.push_back(used); });
    return later({uses, {}, [this, var, literal] {
                    need(var);
                    for (size_t k = 0; k < literal->elems.size(); k++)
                      e_.elements.write(e_.array(var), e_.type(var),
                                        {e_.i64(static_cast<int64_t>(k))}, literal->elems[k]);
                  }});
  }
  std::vector<ir::Var> uses;
  plan::for_each_use_inside(stm.op, [&](ir::Var used) { uses.push_back(used); });
  later({uses, stm.pattern, [this, &stm] { e_.bodies.statement(stm); }});
}

// All lanes at once; which one fails, and how, is looked at only when one does.
void StripEmitter::check(const ir::Stm& stm) {
  flush();
  const auto& op = *ir::as<ir::Check>(stm.op);
  e_.bind_scalar(stm.pattern[0], scalar_constant(e_.m.context, {}));
  llvm::Value* fine = e_.ranges.fold_range(
      e_.i64(0), e_.i64(lanes_), {e_.b.getInt32(1)},
      [&](llvm::Value* lane, llvm::ArrayRef<llvm::Value*> before) {
        lane_ = lane;
        bound_.clear();
        need(op.condition);
        llvm::Value* holds = b_.CreateZExt(e_.scalar(op.condition), e_.m.i32);
        return std::vector<llvm::Value*>{b_.CreateAnd(before[0], holds)};
      },
      "lane")[0];
  e_.control.if_then(b_.CreateICmpEQ(fine, b_.getInt32(0)), [&] {
    e_.ranges.for_range(e_.i64(0), e_.i64(lanes_), [&](llvm::Value* lane) {
      lane_ = lane;
      bound_.clear();
      ir::for_each_var_use(stm.op, [&](ir::Var used) { need(used); });
      e_.bodies.statement(stm);
    });
  });
  lane_ = nullptr;
}

// ---- Strips

void StripEmitter::strip(llvm::Value* start) {
  // What differs is bound for the iteration of the lane, when something needs it.
  if (loop_.index)
    binders_[loop_.index.id] = [this, start] {
      e_.bind_scalar(loop_.index, b_.CreateNSWAdd(start, lane_));
    };
  for (size_t k = 0; k < loop_.params.size(); k++)
    binders_[loop_.params[k].var.id] = [this, start, k] {
      e_.bodies.bind_element(loop_.params[k], loop_.arrays[k], b_.CreateNSWAdd(start, lane_));
    };
  whole_body(loop_.body, [&](std::span<const ir::Atom> results) { write_results(results, start); });
}

void StripEmitter::write_results(std::span<const ir::Atom> results, llvm::Value* start) {
  for (size_t k = 0; k < results.size(); k++) {
    const ir::Atom& result = results[k];
    const ir::Type* type = e_.type(result);
    auto memory = result.var ? memory_.find(result.var.id) : memory_.end();
    if (type->rank() == 1 && memory != memory_.end()) {
      flush();
      e_.copies.transpose(
          type->elem, e_.i64(0), e_.size(type->dims[0]), e_.i64(0), e_.i64(lanes_),
          [&](llvm::Value* row, llvm::Value* column) {
            llvm::Value* offset = b_.CreateNSWMul(row, memory->second.strides[0]);
            return e_.elements.offset_pointer(type->elem, memory->second.data,
                                              b_.CreateNSWAdd(offset, column));
          },
          [&](llvm::Value* row, llvm::Value* column) {
            const Array place = loop_.place(start, column, k);
            return e_.elements.element_pointer(place, type, {row});
          });
      continue;
    }
    std::vector<ir::Var> uses;
    if (result.var) uses.push_back(result.var);
    later({uses, {}, [this, result, type, start, k] {
             const Array place = loop_.place(start, lane_, k);
             e_.elements.write(place, type, {}, result);
           }});
  }
}

namespace {

// Is there enough of it, and does what the lanes need stay in the caches? A value that is known
// when it runs.
llvm::Value* is_worth_it(FunctionEmitter& e, const plan::StripPlan& plan, llvm::Value* count) {
  llvm::IRBuilder<>& b = e.b;
  llvm::Value* bytes = e.i64(0);
  for (ir::Var var : plan.made) {
    llvm::Value* size = e.i64(byte_size(e.type(var)->elem) * plan.lanes);
    for (const ir::Dim& dim : e.type(var)->dims) {
      // What is computed inside is not known yet.
      if (dim.kind == ir::DimKind::Var && !e.bindings().contains(dim.var.id)) continue;
      size = b.CreateCall(e.m.size_product(), {size, e.size(dim)});
    }
    bytes = b.CreateBinaryIntrinsic(llvm::Intrinsic::sadd_sat, bytes, size);
  }
  llvm::Value* fits = b.CreateICmpSLE(bytes, e.i64(plan.most_bytes));
  return b.CreateAnd(b.CreateICmpSGE(count, e.i64(plan.lanes)), fits);
}

}  // namespace

void in_strips(FunctionEmitter& e, const plan::StripPlan& plan, const StripLoop& loop,
               const std::function<void()>& plain) {
  llvm::IRBuilder<>& b = e.b;
  llvm::BasicBlock* strips = e.control.new_block("strips");
  llvm::BasicBlock* ordinary = e.control.new_block("plain");
  llvm::BasicBlock* after = e.control.new_block("after");
  llvm::Value* count = b.CreateNSWSub(loop.end, loop.begin);
  b.CreateCondBr(is_worth_it(e, plan, count), strips, ordinary);
  b.SetInsertPoint(ordinary);
  plain();
  b.CreateBr(after);
  b.SetInsertPoint(strips);
  llvm::Value* lanes = e.i64(plan.lanes);
  llvm::Value* last = b.CreateNSWSub(count, lanes);
  llvm::Value* number = b.CreateUDiv(b.CreateNSWAdd(count, e.i64(plan.lanes - 1)), lanes);
  e.ranges.for_range(
      e.i64(0), number,
      [&](llvm::Value* i) {
        llvm::Value* next = b.CreateNSWMul(i, lanes);
        llvm::Value* offset = b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, next, last);
        StripEmitter(e, plan, loop).strip(b.CreateNSWAdd(loop.begin, offset));
        if (loop.after) loop.after(b.CreateNSWSub(next, offset));
      },
      "strip");
  b.CreateBr(after);
  b.SetInsertPoint(after);
  e.function->addFnAttr("prefer-vector-width", std::to_string(8 * e.m.vector_bytes));
}

std::vector<llvm::Value*> reduced_in_strips(
    FunctionEmitter& e, const plan::StripPlan& plan, StripLoop loop, const ir::Lambda& op,
    std::span<const ir::Atom> neutral, const std::function<std::vector<llvm::Value*>()>& plain) {
  // What is combined, and what the lanes of a strip give.
  std::vector<Array> state;
  std::vector<Array> given;
  for (const ir::Atom& atom : neutral) {
    state.push_back(e.frame.stack_array(e.type(atom)->elem, 1));
    given.push_back(e.frame.stack_array(e.type(atom)->elem, plan.lanes));
    e.elements.store(e.type(atom)->elem, e.scalar(atom), state.back().data, state.back());
  }
  const auto element = [&](size_t k, llvm::Value* lane) {
    Array place = given[k];
    place.data = e.elements.offset_pointer(e.type(neutral[k])->elem, place.data, lane);
    return place;
  };
  const auto load = [&](size_t k, const Array& from) {
    return e.elements.load(e.type(neutral[k])->elem, from.data, from);
  };
  loop.place = [&](llvm::Value*, llvm::Value* lane, size_t k) { return element(k, lane); };
  loop.after = [&](llvm::Value* first) {
    std::vector<llvm::Value*> before;
    for (size_t k = 0; k < state.size(); k++) before.push_back(load(k, state[k]));
    std::vector<llvm::Value*> total =
        e.ranges.fold_range(first, e.i64(plan.lanes), before,
                            [&](llvm::Value* lane, llvm::ArrayRef<llvm::Value*> so_far) {
                              std::vector<llvm::Value*> operands = so_far.vec();
                              for (size_t k = 0; k < state.size(); k++)
                                operands.push_back(load(k, element(k, lane)));
                              return e.bodies.apply(op, operands);
                            });
    for (size_t k = 0; k < state.size(); k++)
      e.elements.store(e.type(neutral[k])->elem, total[k], state[k].data, state[k]);
  };
  in_strips(e, plan, loop, [&] {
    const std::vector<llvm::Value*> total = plain();
    for (size_t k = 0; k < state.size(); k++)
      e.elements.store(e.type(neutral[k])->elem, total[k], state[k].data, state[k]);
  });
  std::vector<llvm::Value*> total;
  for (size_t k = 0; k < state.size(); k++) total.push_back(load(k, state[k]));
  return total;
}

}  // namespace planish::codegen::cpu
