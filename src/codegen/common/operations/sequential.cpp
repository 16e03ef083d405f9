// Parallel operators that run in order, in the thread that meets them.
#include <algorithm>

#include "codegen/common/concat.h"
#include "codegen/common/end_checks.h"
#include "codegen/common/operations/operations.h"
#include "codegen/common/operator_steps.h"
#include "codegen/common/reduction.h"
#include "codegen/common/scan.h"
#include "codegen/common/split.h"

namespace planish::codegen {
namespace {

// The accumulators among the results are those among the operands, in the same order.
ir::Var accumulator_operand(FunctionEmitter& e, std::span<const ir::Var> pattern, size_t number,
                            std::span<const ir::Var> arrays) {
  const auto is_acc = [&](ir::Var var) { return e.type(var)->is_acc(); };
  auto before = std::ranges::count_if(pattern.first(number), is_acc);
  for (ir::Var var : arrays) {
    if (is_acc(var) && before-- == 0) return var;
  }
  return {};
}

// The predicate's result, then the values to keep.
void filter_element(FunctionEmitter& e, const ir::Filter& op, llvm::Value* i,
                    const std::function<void(std::span<const ir::Atom>)>& use) {
  for (size_t k = 0; k < op.arrays.size(); k++)
    e.bodies.bind_element(op.predicate->params[k], op.arrays[k], i);
  e.bodies.emit(*op.predicate->body, {}, [&](std::span<const ir::Atom> given) {
    std::vector<ir::Atom> values(given.begin(), given.end());
    if (given.size() == 1) {
      for (const ir::Param& param : op.predicate->params) values.push_back(param.var);
    }
    use(values);
  });
}

}  // namespace

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Map& op) {
  std::vector<Array> made(stm.pattern.size());
  for (size_t k = 0; k < stm.pattern.size(); k++) {
    ir::Var var = stm.pattern[k];
    if (e.type(var)->is_acc()) {
      e.bind(var, e.binding(accumulator_operand(e, stm.pattern, k, op.arrays)));
      continue;
    }
    made[k] = e.memory.allocate(var);
    e.bind_root(var, made[k]);
  }
  const auto place = [&](llvm::Value* i, size_t k) {
    return e.elements.part(made[k], e.type(stm.pattern[k]), {i});
  };
  const auto element = [&](llvm::Value* i) {
    for (size_t k = 0; k < op.arrays.size(); k++)
      e.bodies.bind_element(op.fn->params[k], op.arrays[k], i);
    std::vector<Array> places(made.size());
    for (size_t k = 0; k < made.size(); k++) {
      if (made[k].data != nullptr) places[k] = place(i, k);
    }
    e.bodies.emit_to(*op.fn->body, places);
  };
  const plan::RangePlan& range = e.m.plan.range(*op.fn->body);
  const auto part = [&](llvm::Value* begin, llvm::Value* end, const plan::EndChecksPlan* ends) {
    with_end_checks(e, loop_over_elements(e, *op.fn, op.arrays, ends, begin, end), [&] {
      if (range.split != nullptr) {
        e.ranges.parallel_range(begin, end, element);
      } else {
        range_by_pieces(e, op.arrays, end, element);
      }
      return std::vector<llvm::Value*>{};
    });
  };
  const auto plain = [&] {
    emit_split(e, {range.split.get(), range.end_checks.get(), e.i64(0), e.scalar(op.width), part});
  };
  if (!e.m.code.map(e, {stm, op, place, element, plain})) plain();
}

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Reduce& op) {
  const size_t combined = op.neutral.size();
  std::vector<Array> extra;
  for (ir::Var var : stm.pattern.subspan(combined)) {
    extra.push_back(e.memory.allocate(var));
    e.bind_root(var, extra.back());
  }
  std::vector<Array> places(combined);
  for (size_t k = 0; k < combined; k++) {
    ir::Var var = stm.pattern[k];
    if (!e.type(var)->is_array()) continue;
    places[k] = e.memory.allocate(var);
    e.bind_root(var, places[k]);
  }
  const Reduction::Each each = [&](llvm::Value* i, const Reduction::Combine& combine) {
    Destinations rows(combined + extra.size());
    for (size_t k = 0; k < extra.size(); k++)
      rows[combined + k] = e.elements.part(extra[k], e.type(stm.pattern[combined + k]), {i});
    element_values(e, op.map, op.arrays, i, rows, [&](std::span<const ir::Atom> values) {
      for (size_t k = 0; k < extra.size(); k++)
        e.elements.write(*rows[combined + k], e.type(values[combined + k]), {},
                         values[combined + k]);
      combine(values.first(combined));
    });
  };
  std::vector<llvm::Value*> total;
  if (auto otherwise = e.m.code.reduce(e, {stm, op, places, each})) {
    total = std::move(*otherwise);
  } else {
    Reduction reduction(e, *op.op, op.neutral, places);
    reduction.run(e.i64(0), e.scalar(op.width), each);
    total = reduction.scalars();
  }
  for (size_t k = 0; k < combined; k++) {
    if (total[k] != nullptr) e.bind_scalar(stm.pattern[k], total[k]);
  }
}

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Scan& op) {
  const size_t combined = op.neutral.size();
  const size_t taken = op.taken();
  const size_t first_gathered = op.made();
  std::vector<Array> made;
  for (ir::Var var : stm.pattern) {
    made.push_back(e.memory.allocate(var));
    e.bind_root(var, made.back());
  }
  const auto place = [&](llvm::Value* i, size_t k) {
    return e.elements.part(made[k], e.type(stm.pattern[k]), {i});
  };
  // What the function that is applied afterwards takes of an element.
  std::vector<llvm::Value*> further;
  const auto element = [&](llvm::Value* i, const auto& use) {
    Destinations gathered(op.map == nullptr ? taken : op.map->body->results.size());
    for (size_t k = taken; k < gathered.size(); k++)
      gathered[k] = place(i, first_gathered + k - taken);
    element_values(e, op.map, op.arrays, i, gathered, [&](std::span<const ir::Atom> values) {
      for (size_t k = taken; k < values.size(); k++)
        e.elements.write(*gathered[k], e.type(values[k]), {}, values[k]);
      further = e.scalars(values.subspan(combined, taken - combined));
      use(values.first(combined));
    });
  };
  if (op.post == nullptr) {
    scan_elements(e, e.i64(0), e.scalar(op.width), {*op.op, op.neutral, place, element, nullptr});
    return;
  }
  scan_elements(e, e.i64(0), e.scalar(op.width),
                {*op.op, op.neutral, nullptr, element,
                 [&](llvm::Value* i, llvm::ArrayRef<llvm::Value*> values) {
                   Destinations places(first_gathered);
                   for (size_t k = 0; k < first_gathered; k++) places[k] = place(i, k);
                   apply_post(e, *op.post, values, further, places);
                 }});
}

// ---- Writes to computed places

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Scatter& op) {
  e.ranges.for_range(e.i64(0), e.scalar(op.width), [&](llvm::Value* i) {
    element_values(e, op.map, op.arrays, i, {}, [&](std::span<const ir::Atom> given) {
      const size_t rank = op.shape.size();
      std::vector<llvm::Value*> indices = e.scalars(given.first(rank));
      e.control.if_then(in_bounds(e, indices, op.shape), [&] {
        for (size_t k = 0; k < op.dests.size(); k++)
          e.elements.write(e.array(op.dests[k]), e.type(op.dests[k]), indices, given[rank + k]);
      });
    });
  });
  for (size_t k = 0; k < op.dests.size(); k++)
    e.bind_view(stm.pattern[k], e.array(op.dests[k]), op.dests[k]);
}

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Hist& op) {
  std::vector<Array> dests;
  std::vector<const ir::Type*> types;
  for (ir::Var dest : op.dests) {
    dests.push_back(e.array(dest));
    types.push_back(e.type(dest));
  }
  e.ranges.for_range(e.i64(0), e.scalar(op.width), [&](llvm::Value* i) {
    element_values(e, op.map, op.arrays, i, {}, [&](std::span<const ir::Atom> given) {
      const size_t rank = op.shape.size();
      std::vector<llvm::Value*> indices = e.scalars(given.first(rank));
      e.control.if_then(in_bounds(e, indices, op.shape), [&] {
        combine_into(e, dests, types, indices, *op.op, given.subspan(rank));
      });
    });
  });
  for (size_t k = 0; k < op.dests.size(); k++)
    e.bind_view(stm.pattern[k], e.array(op.dests[k]), op.dests[k]);
}

// ---- Filters

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Filter& op) {
  const size_t kept_arrays = stm.pattern.size() - 1;
  llvm::Value* width = e.scalar(op.width);
  std::vector<Array> made;
  std::vector<const ir::Type*> types;
  for (ir::Var var : stm.pattern.subspan(1)) {
    std::vector<llvm::Value*> dims{width};
    for (const ir::Dim& dim : e.type(var)->dims.subspan(1)) dims.push_back(e.size(dim));
    made.push_back(e.memory.allocate(var, dims));
    types.push_back(e.type(var));
  }
  llvm::Value* count = e.m.code.filter(e, {stm, op, made});
  if (count == nullptr) {
    count = e.ranges.fold_range(
        e.i64(0), width, {e.i64(0)}, [&](llvm::Value* i, llvm::ArrayRef<llvm::Value*> before) {
          std::vector<llvm::Value*> after;
          filter_element(e, op, i, [&](std::span<const ir::Atom> given) {
            after.push_back(keep(e, given[0], given.subspan(1), made, types, before[0]));
          });
          return after;
        })[0];
  }
  e.bind_scalar(stm.pattern[0], count);
  for (size_t k = 0; k < kept_arrays; k++) e.bind_root(stm.pattern[1 + k], made[k]);
}

}  // namespace planish::codegen
