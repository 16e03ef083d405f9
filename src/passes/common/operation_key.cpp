#include "passes/common/operation_key.h"

#include <algorithm>
#include <unordered_map>

#include "ir/facts.h"
#include "ir/parts.h"
#include "ir/walk.h"

namespace planish::passes {

using namespace ir;

namespace {

// Longer keys take longer to write than what they save.
constexpr size_t kLongestKey = 600;

// Takes the parts of an operation, as PartWalker does. A variable that is bound inside of the
// operation is known by how many were bound before it.
class Writer {
 public:
  explicit Writer(const Storage& storage) : storage_(storage) {}

  OperationKey key;
  bool has_key = true;
  bool is_shape = false;  // values of constants do not count

  void operation(const Op* op) {
    number(static_cast<uint64_t>(op->kind));
    const Binary* binary = as<Binary>(op);
    if (binary != nullptr && binary->y.var.id < binary->x.var.id &&
        !bound_.contains(binary->x.var) && !bound_.contains(binary->y.var) &&
        is_commutative(binary->op, storage_.type(binary->x)->elem)) {
      (*this)(binary->op);
      (*this)(binary->y);
      (*this)(binary->x);
    } else {
      // Division by a constant is much faster than by a variable.
      const bool was_shape = is_shape;
      if (binary != nullptr && is_division(binary->op)) is_shape = false;
      for_each_part(op, *this);
      is_shape = was_shape;
    }
  }

  void number(uint64_t n) {
    key.push_back(n);
    if (key.size() > kLongestKey) has_key = false;
  }
  void operator()(const Atom& atom) {
    if (!atom.is_const()) return (*this)(atom.var);
    number(static_cast<uint64_t>(atom.constant.prim));
    if (!is_shape) number(atom.constant.bits);
  }
  void operator()(Var var) { number(name(var)); }
  void operator()(Var, Binds) { has_key = false; }
  void operator()(const Body* body) {
    number(body == nullptr ? 0 : 1 + body->stms.size());
    if (body == nullptr || !has_key) return;
    for (const Stm& stm : body->stms) {
      if (facts(stm.op).effect == Effect::Shows || stm.op->kind == Kind::Opaque ||
          stm.op->kind == Kind::Call)
        has_key = false;
      if (!has_key) return;
      operation(stm.op);
      bind(stm.pattern);
      (*this)(stm.certs);
    }
    (*this)(body->results);
  }
  void operator()(const Lambda* lambda) {
    number(lambda == nullptr ? 0 : 1 + lambda->params.size());
    if (lambda == nullptr || !has_key) return;
    std::vector<Var> params;
    for (const Param& param : lambda->params) params.push_back(param.var);
    bind(params);
    (*this)(lambda->body);
  }
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
  void operator()(const MatchCase&) { has_key = false; }
  void operator()(const LoopParam&) { has_key = false; }
  void operator()(const Space&) { has_key = false; }
  void operator()(std::span<const MessagePart>) {}
  void operator()(UnaryOp op) { number(static_cast<uint64_t>(op)); }
  void operator()(BinaryOp op) { number(static_cast<uint64_t>(op)); }
  void operator()(TernaryOp op) { number(static_cast<uint64_t>(op)); }
  void operator()(CheckKind) {
    if (is_shape) has_key = false;
  }
  void operator()(ForeignUse use) { number(static_cast<uint64_t>(use)); }
  void operator()(Name name) { number(name.id); }
  void operator()(bool flag) { number(flag ? 1 : 0); }
  void operator()(uint32_t n) { number(n); }
  void operator()(std::string_view text) {
    number(text.size());
    for (; !text.empty(); text.remove_prefix(std::min<size_t>(8, text.size()))) {
      uint64_t packed = 0;
      for (const char c : text.substr(0, 8)) packed = packed << 8 | static_cast<unsigned char>(c);
      number(packed);
    }
  }

  void type(const Type* type, std::span<const Var> pattern) {
    number(static_cast<uint64_t>(type->kind));
    number(static_cast<uint64_t>(type->elem));
    number(type->dims.size());
    for (const Dim& dim : type->dims) {
      number(static_cast<uint64_t>(dim.kind));
      // A size that the operation itself computes is known by its place in the pattern.
      auto own = std::find(pattern.begin(), pattern.end(), dim.var);
      bool is_own = dim.kind == DimKind::Var && own != pattern.end();
      number(is_own ? static_cast<uint64_t>(own - pattern.begin()) : name(dim.var));
      number(static_cast<uint64_t>(dim.value));
    }
    number(type->arrays.size());
    for (const Type* array : type->arrays) this->type(array, pattern);
  }

 private:
  uint64_t name(Var var) const {
    constexpr uint64_t kBound = 0x80;
    auto found = bound_.find(var);
    return found == bound_.end() ? uint64_t{var.id} << 8 : (found->second << 8) | kBound;
  }
  void bind(std::span<const Var> vars) {
    for (Var var : vars) bound_.emplace(var, bound_.size());
    for (Var var : vars) type(storage_.type(var), {});
  }

  const Storage& storage_;
  std::unordered_map<Var, uint64_t> bound_;
};

}  // namespace

size_t OperationKeyHash::operator()(const OperationKey& key) const {
  uint64_t hash = key.size();
  for (uint64_t n : key) hash = (hash ^ n) * 0x9E3779B97F4A7C15 + (hash >> 29);
  return hash;
}

std::optional<OperationKey> operation_key(const Storage& storage, const Op* op,
                                          std::span<const Var> pattern,
                                          std::span<const Type* const> types) {
  Writer writer(storage);
  writer.operation(op);
  if (!writer.has_key) return std::nullopt;
  for (const Type* type : types) writer.type(type, pattern);
  return std::move(writer.key);
}

std::optional<OperationKey> body_shape(const Storage& storage, const Body* body) {
  Writer writer(storage);
  writer.is_shape = true;
  writer(body);
  return writer.has_key ? std::optional(std::move(writer.key)) : std::nullopt;
}

}  // namespace planish::passes
