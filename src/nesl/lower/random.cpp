#include "nesl/lower/random.h"

#include <bit>

#include "nesl/lower/lowering.h"
#include "nesl/syntax/ast_match.h"

namespace planish::nesl {

using ir::BinaryOp;

Random::Random(Lowering& lowering) : l_(lowering) {}

// ---- Who may ask

bool Random::reached_by(const Definition& definition) {
  if (auto it = found_.find(&definition); it != found_.end()) return it->second;
  // A value has a key of its own.
  const bool found = reaches(definition, [](const Definition& next) {
    return next.kind == DefinitionKind::Builtin && info(next.builtin).effect == Effect::Random;
  });
  return found_[&definition] = found;
}

bool Random::reached_by(const Code& code) {
  Seen seen;
  if (code.definition != nullptr && reached_by(*code.definition)) return true;
  if (code.lambda != nullptr && reached_by(code.lambda->body, code.type_args, seen)) return true;
  for (const Type* type : code.type_args) {
    if (reached_by(type, seen)) return true;
  }
  return false;
}

bool Random::reached_by(const Expr* expr) {
  Seen seen;
  return reached_by(expr, l_.frame->type_args, seen);
}

// A closure may be in the types of its own body.
bool Random::reached_by(const Type* type, Seen& seen) {
  if (type == nullptr || (!type->functional && type->kind != TypeKind::Site)) return false;
  if (!seen.insert(type).second) return false;
  if (type->definition != nullptr && reached_by(*type->definition)) return true;
  if (type->lambda != nullptr && reached_by(type->lambda->body, type->args, seen)) return true;
  for (const Type* arg : type->args) {
    if (reached_by(arg, seen)) return true;
  }
  return reached_by(type->first, seen) || reached_by(type->second, seen) ||
         reached_by(type->site, seen);
}

// Functions that it is given are in the types of names.
bool Random::reached_by(const Expr* expr, std::span<const Type* const> type_args, Seen& seen) {
  bool found = false;
  for_each_expr(expr, [&](const Expr& e) {
    if (found) return;
    const Definition* callee = callee_of(e);
    if (callee != nullptr && reached_by(*callee)) found = true;
    if (e.type != nullptr && e.type->functional)
      found = found || reached_by(l_.types.substitute(e.type, type_args), seen);
  });
  return found;
}

// ---- Keys

static uint64_t mixed_bits(uint64_t key) {
  key = (key ^ (key >> 30)) * 0xBF58476D1CE4E5B9u;
  key = (key ^ (key >> 27)) * 0x94D049BB133111EBu;
  return key ^ (key >> 31);
}

Atom Random::first_key(uint64_t seed, uint32_t form) {
  return ir::Const{Prim::U64, mixed_bits(mixed_bits(seed + 0x9E3779B97F4A7C15u) + uint64_t{form})};
}

Atom Random::mixed(Atom key, Atom number) {
  ir::Builder& b = l_.builder;
  const auto constant = [](uint64_t bits) -> Atom { return ir::Const{Prim::U64, bits}; };
  const Atom step =
      b.binary(BinaryOp::Mul, b.convert(Prim::U64, number), constant(0x9E3779B97F4A7C15u));
  Atom z = b.binary(BinaryOp::Add, key, step);
  const auto shifted = [&](Atom x, uint64_t bits) {
    return b.binary(BinaryOp::Xor, x, b.binary(BinaryOp::Lshr, x, constant(bits)));
  };
  z = b.binary(BinaryOp::Mul, shifted(z, 30), constant(0xBF58476D1CE4E5B9u));
  z = b.binary(BinaryOp::Mul, shifted(z, 27), constant(0x94D049BB133111EBu));
  return shifted(z, 31);
}

Atom Random::next_key() {
  Frame& frame = *l_.frame;
  return mixed(*frame.key, Atom::i64(int64_t{++frame.sites}));
}

const AtomTree* Random::seed(Atom number) {
  seeded_ = mixed(first_key(0, 0), number);
  return l_.values.trees.leaf(Atom::boolean(true));
}

void Random::note_seed(const Expr* value) {
  const auto* apply = as<Apply>(plain(value));
  if (apply == nullptr || !seeded_) return;
  const Definition* callee = callee_of(*plain(apply->function));
  if (callee == nullptr || callee->kind != DefinitionKind::Builtin ||
      callee->builtin != Builtin::RandSeed)
    return;
  l_.frame->key = *seeded_;
  l_.frame->sites = 0;
}

const AtomTree* Random::below(const Type* type, Atom limit) {
  ir::Builder& b = l_.builder;
  const bool is_float = type->kind == TypeKind::Float;
  const Atom zero = is_float ? Atom(ir::Const{Prim::F64, 0}) : Atom::i64(0);
  const std::vector<Var> certs =
      l_.values.checks.check(b.binary(BinaryOp::Gt, limit, zero), ir::CheckKind::Other,
                             {l_.values.checks.text("rand of "), values::Checks::part(limit),
                              l_.values.checks.text(", which is not positive")});
  const Atom bits = next_key();
  if (is_float) {
    const Atom high = b.binary(BinaryOp::Lshr, bits, ir::Const{Prim::U64, 11});
    const Atom unit = b.binary(BinaryOp::Mul, b.convert(Prim::F64, high),
                               ir::Const{Prim::F64, std::bit_cast<uint64_t>(0x1p-53)});
    return l_.values.trees.leaf(b.binary(BinaryOp::Mul, limit, unit, "", certs));
  }
  const Atom rest = b.binary(BinaryOp::Mod, bits, b.convert(Prim::U64, limit), "", certs);
  return l_.values.trees.leaf(b.convert(Prim::I64, rest));
}

}  // namespace planish::nesl
