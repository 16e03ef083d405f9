// Random numbers that depend on a seed and on where they are asked for, and on nothing else.
//
// Note [Keys of random numbers]
// Whatever may ask for random numbers is given a key of 64 bits. Each call in it that may do so gets
// another: the key mixed with the number of the call, and in an apply-to-each with that of the
// element. So numbers are the same whatever runs when, and on any number of threads. `rand_seed`
// replaces the key for what follows it in its `let`.
#pragma once

#include <span>
#include <unordered_map>
#include <unordered_set>

#include "nesl/lower/instances.h"

namespace planish::nesl {

class Lowering;

class Random {
 public:
  explicit Random(Lowering& lowering);

  // May it ask for random numbers? An expression is one of the function being made.
  bool reached_by(const Code& code);
  bool reached_by(const Expr* expr);

  Atom first_key(uint64_t seed, uint32_t form);
  // The key for the next call in the function being made.
  Atom next_key();
  Atom mixed(Atom key, Atom number);
  // If the value is a call of `rand_seed`, what follows has its key.
  void note_seed(const Expr* value);

  // A number of the argument's type from 0 to below it.
  const AtomTree* below(const Type* type, Atom limit);
  const AtomTree* seed(Atom number);

 private:
  using Seen = std::unordered_set<const Type*>;

  bool reached_by(const Definition& definition);
  bool reached_by(const Type* type, Seen& seen);
  bool reached_by(const Expr* expr, std::span<const Type* const> type_args, Seen& seen);

  Lowering& l_;
  std::unordered_map<const Definition*, bool> found_;
  std::optional<Atom> seeded_;  // by the call of `rand_seed` that was made last
};

}  // namespace planish::nesl
