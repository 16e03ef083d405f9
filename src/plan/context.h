// What strategies may look at, and how they answer.
#pragma once

#include <memory>
#include <string>

#include "ir/program.h"
#include "plan/layouts.h"
#include "target/target.h"

namespace planish::plan {

// Where an operation stands.
struct Context {
  const ir::Storage& storage;
  const Target& target;
  const Layouts& layouts;
  Where where = Where::Host;
  // Lanes that LLVM does not optimise take longer than one iteration after the other.
  bool is_optimised = true;

  const ir::Type* type(ir::Var var) const { return storage.type(var); }
  const ir::Type* type(const ir::Atom& atom) const { return storage.type(atom); }
  // Can single lanes of a vector be loaded? With AVX, and so with vectors of 32 bytes.
  bool has_masks() const { return target.vectors.bytes >= 32; }
};

// Why a strategy is not taken; empty: it is.
struct WhyNot {
  WhyNot() = default;
  WhyNot(std::string why) : text(std::move(why)) {}
  WhyNot(const char* why) : text(why) {}

  bool empty() const { return text.empty(); }

  std::string text;
  // Does something stand in its way, which could be written otherwise? If not, it has nothing to do
  // here.
  bool is_obstacle = true;
};
inline WhyNot nothing_to_do(std::string why) {
  WhyNot made(std::move(why));
  made.is_obstacle = false;
  return made;
}

// A strategy that was tried.
template <class T>
struct Tried {
  std::unique_ptr<const T> plan;  // null: it is not taken, …
  WhyNot why_not;                 // … and this is why
};
template <class T>
Tried<T> refused(WhyNot why_not) {
  return {nullptr, std::move(why_not)};
}

}  // namespace planish::plan
