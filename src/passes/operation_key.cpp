#include "passes/operation_key.h"

#include <algorithm>

#include "ir/match.h"
#include "ir/walk.h"

namespace planish::passes {

using namespace ir;

namespace {

// Takes the parts of an operation, as PartWalker does.
class Writer {
 public:
  OperationKey key;
  bool has_bodies = false;

  void number(uint64_t n) { key.push_back(n); }
  void operator()(const Atom& atom) {
    number(atom.is_const() ? static_cast<uint64_t>(atom.constant.prim)
                           : uint64_t{atom.var.id} << 8);
    if (atom.is_const()) number(atom.constant.bits);
  }
  void operator()(Var var) { number(uint64_t{var.id} << 8); }
  void operator()(Var, Binds) { has_bodies = true; }
  void operator()(const Body*) { has_bodies = true; }
  void operator()(const Lambda*) { has_bodies = true; }
  template <class T>
  void operator()(std::span<const T> parts) {
    number(parts.size());
    for (const T& part : parts) (*this)(part);
  }
  void operator()(const SliceDim& dim) {
    number(dim.is_index ? 1 : 0);
    (*this)(dim.start);
    if (dim.is_index) return;
    (*this)(dim.count);
    (*this)(dim.stride);
  }
  void operator()(const FlatDim& dim) {
    (*this)(dim.count);
    (*this)(dim.stride);
  }
  void operator()(const MatchCase&) { has_bodies = true; }
  void operator()(const LoopParam&) { has_bodies = true; }
  void operator()(const Space&) { has_bodies = true; }
  void operator()(std::span<const MessagePart>) {}
  void operator()(UnaryOp op) { number(static_cast<uint64_t>(op)); }
  void operator()(BinaryOp op) { number(static_cast<uint64_t>(op)); }
  void operator()(TernaryOp op) { number(static_cast<uint64_t>(op)); }
  void operator()(CheckKind) {}
  void operator()(Name name) { number(name.id); }
  void operator()(bool flag) { number(flag ? 1 : 0); }
  void operator()(uint32_t n) { number(n); }
  // Only a trace has a text, and it is never compared.
  void operator()(std::string_view) {}

  void type(const Type* type, std::span<const Var> pattern) {
    number(static_cast<uint64_t>(type->kind));
    number(static_cast<uint64_t>(type->elem));
    number(type->dims.size());
    for (const Dim& dim : type->dims) {
      number(static_cast<uint64_t>(dim.kind));
      // A size that the operation itself computes is known by its place in the pattern.
      auto own = std::find(pattern.begin(), pattern.end(), dim.var);
      bool is_own = dim.kind == DimKind::Var && own != pattern.end();
      number(is_own ? static_cast<uint64_t>(own - pattern.begin()) : uint64_t{dim.var.id} << 8);
      number(static_cast<uint64_t>(dim.value));
    }
    number(type->arrays.size());
    for (const Type* array : type->arrays) this->type(array, pattern);
  }
};

// In all cases, also of floats: a sum or a product does not depend on the order of its two operands. Which zero `min` of
// two zeros gives may.
bool is_commutative(BinaryOp op, Prim prim) {
  switch (op) {
    case BinaryOp::Add:
    case BinaryOp::Mul:
    case BinaryOp::And:
    case BinaryOp::Or:
    case BinaryOp::Xor:
    case BinaryOp::Eq:
    case BinaryOp::Ne: return true;
    case BinaryOp::Min:
    case BinaryOp::Max: return !is_float(prim);
    default: return false;
  }
}

}  // namespace

size_t OperationKeyHash::operator()(const OperationKey& key) const {
  uint64_t hash = key.size();
  for (uint64_t n : key) hash = (hash ^ n) * 0x9E3779B97F4A7C15 + (hash >> 29);
  return hash;
}

std::optional<OperationKey> operation_key(const Op* op, std::span<const Var> pattern,
                                          std::span<const Type* const> types) {
  Writer writer;
  writer.number(static_cast<uint64_t>(op->kind));
  const Binary* binary = as<Binary>(op);
  if (binary != nullptr && binary->y.var.id < binary->x.var.id &&
      is_commutative(binary->op, types.front()->elem)) {
    writer(binary->op);
    writer(binary->y);
    writer(binary->x);
  } else {
    for_each_part(op, writer);
  }
  if (writer.has_bodies) return std::nullopt;
  for (const Type* type : types) writer.type(type, pattern);
  return std::move(writer.key);
}

}  // namespace planish::passes
