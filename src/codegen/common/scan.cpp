#include "codegen/common/scan.h"

#include "codegen/common/operator_steps.h"

namespace planish::codegen {

void scan_elements(FunctionEmitter& e, llvm::Value* begin, llvm::Value* end,
                   const ScanElements& scan) {
  const size_t count = scan.neutral.size();
  // Of an array, what is carried is where the last one lies: in the result, after the first step.
  std::vector<llvm::Value*> state;
  for (const ir::Atom& atom : scan.neutral)
    state.push_back(e.type(atom)->is_scalar() ? e.scalar(atom) : dense_neutral(e, atom).data);
  e.ranges.fold_range(begin, end, state, [&](llvm::Value* i, llvm::ArrayRef<llvm::Value*> before) {
    std::vector<llvm::Value*> after(count);
    scan.element(i, [&](std::span<const ir::Atom> values) {
      bind_operands(e, scan.op, before, values.first(count));
      Destinations places(count);
      for (size_t k = 0; k < count && scan.place; k++) places[k] = scan.place(i, k);
      e.bodies.emit(*scan.op.body, places, [&](std::span<const ir::Atom> given) {
        for (size_t k = 0; k < count; k++) {
          const bool is_scalar = e.type(given[k])->is_scalar();
          after[k] = is_scalar ? e.scalar(given[k]) : places[k]->data;
          if (scan.place) e.elements.write(*places[k], e.type(given[k]), {}, given[k]);
        }
      });
      if (scan.use) scan.use(i, after);
    });
    return after;
  });
}

}  // namespace planish::codegen
