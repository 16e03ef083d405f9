// Bodies: statements in order, who owns what, destinations of results.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "codegen/common/emitter/array.h"
#include "codegen/common/emitter/part.h"

namespace planish::codegen {

class Bodies : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;
  using Finish = std::function<void(std::span<const ir::Atom>)>;

  // The statements of a body; then `finish` gets what the result atoms are, before what the body
  // owns is released.
  void emit(const ir::Body& body, const Destinations& destinations, const Finish& finish,
            const LateDestinations& late = {});
  // A body that writes each of its results to a place: those with no dimensions, too.
  // Places without data are left out.
  void emit_to(const ir::Body& body, const std::vector<Array>& places);
  // The results of a body, with references. The roots in `owned` belong to the body from now on.
  std::vector<Result> results(const ir::Body& body, const Destinations& destinations = {},
                              std::span<const ir::Var> owned = {});
  // A lambda of scalars applied to scalars.
  std::vector<llvm::Value*> apply(const ir::Lambda& lambda, llvm::ArrayRef<llvm::Value*> args);
  void statement(const ir::Stm& stm);
  // Of the statement at hand.
  ir::PlaceId place() const { return place_; }

  void open_body(const ir::Body& body, const Destinations& destinations,
                 const LateDestinations& late = {});
  void close_body();
  // Is what the current body binds used after the statement that binds it?
  bool is_used(ir::Var var) const;
  // A result with a reference: moved from the current body if it owns it, otherwise retained.
  Result take(const ir::Atom& atom);
  // An array that is given on, with a reference.
  Result give(const ir::Atom& atom, plan::Transfer transfer);
  struct Giving {
    ir::Atom atom;
    plan::Transfer transfer;
    std::optional<Array> destination = {};  // where the array is to be written
  };
  // Several, in their order. Copies are made first: if there is no memory for one of them, those
  // before it are released.
  std::vector<Result> give_all(std::span<const Giving> all);
  void bind_element(const ir::Param& param, ir::Var array, llvm::Value* index);

 private:
  bool is_copied(const ir::Atom& atom, plan::Transfer transfer);
  void own(std::span<const ir::Var> roots);
  // The statements of the current body, in order. What is not needed any more is released.
  void statements(const ir::Body& body);

  ir::PlaceId place_;
};

}  // namespace planish::codegen
