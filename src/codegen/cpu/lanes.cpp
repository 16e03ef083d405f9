#include "codegen/cpu/lanes.h"

#include <algorithm>
#include <unordered_map>

#include "ir/match.h"

namespace planish::codegen::cpu {

bool takes_lanes(ir::UnaryOp op, Prim prim) {
  using enum ir::UnaryOp;
  return op == Neg || (is_float(prim) && (op == Abs || op == Sqrt));
}

bool takes_lanes(ir::BinaryOp op, Prim prim) {
  using enum ir::BinaryOp;
  return op == Add || op == Sub || op == Mul ||
         (is_float(prim) && (op == Div || op == Min || op == Max));
}

bool is_lane_prim(Prim prim) {
  return prim == Prim::F32 || prim == Prim::F64 || prim == Prim::I32 || prim == Prim::I64 ||
         prim == Prim::U32 || prim == Prim::U64;
}

bool is_lane_operator(const ir::Storage& storage, const ir::Lambda& op) {
  if (!is_reorderable(op)) return false;
  for (const ir::Stm& stm : op.body->stms) {
    const Prim prim = storage.type(stm.pattern[0])->elem;
    if (!is_lane_prim(prim) || !takes_lanes(ir::as<ir::Binary>(stm.op)->op, prim)) return false;
  }
  return true;
}

llvm::Value* emit_component(FunctionEmitter& e, const ir::Lambda& op, size_t k, llvm::Value* left,
                            llvm::Value* right) {
  const auto& binary = *ir::as<ir::Binary>(op.body->stms[k].op);
  return emit_binary(e.b, binary.op, e.type(binary.x)->elem, left, right);
}

namespace {

bool compares_or_decides(ir::BinaryOp op, Prim prim) {
  using enum ir::BinaryOp;
  switch (op) {
    case Eq:
    case Ne:
    case Lt:
    case Le:
    case Gt:
    case Ge: return true;
    case And:
    case Or:
    case Xor: return !is_float(prim);
    case Min:
    case Max: return is_integer(prim);
    default: return false;
  }
}

bool has_vector_prim(const ir::Storage& storage, const ir::Atom& atom) {
  const ir::Type* type = storage.type(atom);
  return type->is_scalar() && (type->elem == Prim::Bool || is_lane_prim(type->elem));
}

}  // namespace

bool takes_vectors(ir::BinaryOp op, Prim prim) {
  return compares_or_decides(op, prim) || takes_lanes(op, prim);
}

bool is_vector_operator(const ir::Storage& storage, const ir::Lambda& op) {
  const auto is_plain = [&](const ir::Atom& atom) { return has_vector_prim(storage, atom); };
  const auto gives_names = [&](const ir::Body* body) {
    return body->stms.empty() && std::ranges::all_of(body->results, is_plain);
  };
  return std::ranges::all_of(op.body->stms, [&](const ir::Stm& stm) {
    if (!std::ranges::all_of(stm.pattern, is_plain)) return false;
    return ir::match(
        stm.op, [&](const ir::Same& n) { return is_plain(n.value); },
        [&](const ir::Unary& n) {
          const Prim prim = storage.type(n.x)->elem;
          return is_plain(n.x) && (prim == Prim::Bool || takes_lanes(n.op, prim));
        },
        [&](const ir::Binary& n) {
          const Prim prim = storage.type(n.x)->elem;
          return is_plain(n.x) && takes_vectors(n.op, prim);
        },
        [&](const ir::If& n) { return gives_names(n.then_body) && gives_names(n.else_body); },
        [](const auto&) { return false; });
  });
}

std::vector<llvm::Value*> emit_vector_operator(FunctionEmitter& e, const ir::Lambda& op,
                                               llvm::ArrayRef<llvm::Value*> left,
                                               llvm::ArrayRef<llvm::Value*> right) {
  const auto lanes = llvm::cast<llvm::FixedVectorType>(left[0]->getType())->getNumElements();
  std::unordered_map<uint32_t, llvm::Value*> known;
  for (size_t k = 0; k < left.size(); k++) {
    known[op.params[k].var.id] = left[k];
    known[op.params[left.size() + k].var.id] = right[k];
  }
  const auto value = [&](const ir::Atom& atom) {
    auto found = atom.var ? known.find(atom.var.id) : known.end();
    return found != known.end() ? found->second : e.b.CreateVectorSplat(lanes, e.scalar(atom));
  };
  for (const ir::Stm& stm : op.body->stms) {
    ir::match(
        stm.op, [&](const ir::Same& n) { known[stm.pattern[0].id] = value(n.value); },
        [&](const ir::Unary& n) {
          known[stm.pattern[0].id] = emit_unary(e.b, n.op, e.type(n.x)->elem, value(n.x));
        },
        [&](const ir::Binary& n) {
          known[stm.pattern[0].id] =
              emit_binary(e.b, n.op, e.type(n.x)->elem, value(n.x), value(n.y));
        },
        [&](const ir::If& n) {
          std::vector<llvm::Value*> chosen;
          for (size_t k = 0; k < stm.pattern.size(); k++)
            chosen.push_back(e.b.CreateSelect(value(n.condition), value(n.then_body->results[k]),
                                              value(n.else_body->results[k])));
          for (size_t k = 0; k < chosen.size(); k++) known[stm.pattern[k].id] = chosen[k];
        },
        [](const auto&) {});
  }
  std::vector<llvm::Value*> out;
  for (const ir::Atom& result : op.body->results) out.push_back(value(result));
  return out;
}

}  // namespace planish::codegen::cpu
