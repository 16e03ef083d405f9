// Operations on vectors of any type.
#pragma once

#include <string_view>

#include "nesl/lower/joins.h"
#include "nesl/syntax/ast.h"

namespace planish::nesl {

class Lowering;

class Vectors {
 public:
  explicit Vectors(Lowering& lowering);

  // 0, 1, …
  Var iota(Atom count);
  // [from : to : step]
  Var range(Atom from, Atom to, Atom step);
  // A vector with these elements; at least one.
  const AtomTree* literal(const Shape* element, const Trees& elements);
  const AtomTree* text(std::string_view words);
  const AtomTree* dist(const AtomTree* value, Atom count);

  // `type` is that of the vector from here on.
  const AtomTree* element(const Type* type, const AtomTree* vector, Atom index);
  const AtomTree* subseq(const AtomTree* vector, Atom start, Atom end);
  const AtomTree* read(const Type* type, const AtomTree* vector, const AtomTree* indices);
  const AtomTree* append(const Type* type, const AtomTree* first, const AtomTree* second);
  const AtomTree* pack(const Type* type, const AtomTree* vector, const AtomTree* flags);
  const AtomTree* partition(const AtomTree* vector, const AtomTree* lengths);

  // See Note [Writes].
  const AtomTree* write(const Type* type, const AtomTree* vector, const AtomTree* indices,
                        const AtomTree* values);
  const AtomTree* replace(const Type* type, const AtomTree* vector, Atom index,
                          const AtomTree* value);
  // Indices that may be any are checked to be a permutation.
  enum class Indices : uint8_t { Any, Permutation };
  const AtomTree* permute(const Type* type, const AtomTree* vector, const AtomTree* indices,
                          Indices known);
  // A `<-` whose order does not matter, by the way it is written; null: it may matter.
  const AtomTree* simple_write(const Binary& e);

  // A map over 0 … count - 1.
  const AtomTree* tabulate(Atom count, FunctionRef<const AtomTree*(Atom index)> give);

 private:
  const AtomTree* joined(const Shape* element, const Trees& elements);
  const AtomTree* concat(const Trees& parts);
  std::vector<Var> check_index(Atom index, Atom length);
  const AtomTree* checked_indices(const AtomTree* indices, Atom length);
  const AtomTree* permutation(const AtomTree* indices, Atom length);
  static bool is_flat(const Shape* element);
  // Which of several values for an index.
  enum class Stays : uint8_t { Any, Last };
  const AtomTree* scatter(const AtomTree* vector, const AtomTree* indices, const AtomTree* values,
                          Stays stays = Stays::Any);

  Lowering& l_;
};

}  // namespace planish::nesl
