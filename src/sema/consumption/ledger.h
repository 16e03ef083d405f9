// Who owns what, and what is consumed: the state of the analysis of one definition, and what all
// its parts do with it.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sema/consumption/alias.h"
#include "sema/types/context.h"
#include "syntax/ast_match.h"

namespace planish::consumption {

enum class OwnerKind : uint8_t { Variable, Global, CallResult, LoopResult };

// Why a variable may never be consumed, wherever it is used.
enum class Role : uint8_t {
  Let,          // may be consumed
  Param,        // of a function
  LoopParam,    // its annotation decides
  LoopElement,  // of `for x in xs`
};

struct Owner {
  OwnerKind kind{};
  Role role = Role::Let;
  bool consumable = true;  // where it is bound
  bool owned = true;       // Param: every part of its type has a `*`
  bool in_scope = true;
  bool reported = false;                // its use after consumption; said once
  int depth = 0;                        // Variable: the number of frames around it
  const ValueSymbol* symbol = nullptr;  // Variable, Global
  Name name{};                          // CallResult: the function, if it has a name
  Loc loc{};                            // where it is bound, the call, the loop
  uint32_t consumption = 0;             // the index of its Consumption plus one; 0: not consumed
};

enum class Cause : uint8_t { Update, Argument, LoopStart };

// A place that consumes.
struct Consumption {
  Cause cause{};
  Loc loc;                               // the expression whose value is consumed
  const ValueSymbol* through = nullptr;  // the variable in that expression; null: none
  const ast::Expr* expr = nullptr;       // null: a name, as in `let x[i] = …`
  Name name{};                           // Argument: the function; LoopStart: the parameter
};

// What limits consumption to what is bound inside of it.
enum class FrameKind : uint8_t { Lambda, LocalFunction, Loop, LoopCondition, SizeExpr };
struct Frame {
  FrameKind kind{};
  Loc loc;
  Name name;  // LocalFunction
  uint32_t serial = 0;
  size_t first_capture = 0;
};

struct Binding {
  const ValueSymbol* symbol = nullptr;
  const Type* type = nullptr;
  const Aliases* value = nullptr;
  int depth = 0;
  uint32_t captured_by = 0;  // serial of the last frame that captured it
};
struct Capture {
  Binding* binding = nullptr;
  Loc loc;  // the first use
};

// What was consumed since a point, so that it can be taken back.
struct Mark {
  size_t trail;
  size_t owners;
};
struct TrailEntry {
  OwnerId owner;
  uint32_t consumption;
};

struct ConsumptionState {
  explicit ConsumptionState(SemaContext& context) : cx(context) {}

  SemaContext& cx;
  AliasStore store;
  std::vector<Owner> owners;
  std::vector<Consumption> consumptions;
  std::vector<TrailEntry> trail;  // what is consumed now, in order
  std::unordered_map<const ValueSymbol*, Binding> bindings;
  std::vector<Frame> frames;
  std::vector<Capture> captures;
  uint32_t next_serial = 1;
};

struct Analysis;

class Ledger {
 public:
  Ledger(ConsumptionState& state, Analysis& all)
      : state_(state),
        cx_(state.cx),
        store_(state.store),
        owners_(state.owners),
        consumptions_(state.consumptions),
        trail_(state.trail),
        frames_(state.frames),
        captures_(state.captures),
        all_(all) {}

 protected:
  OwnerId new_owner(Owner owner);
  Owner& owner_of(AtomId atom) { return owners_[store_.owner(atom)]; }
  int depth() const { return static_cast<int>(frames_.size()); }
  // A variable that can be named here, or a top-level definition.
  static bool bound(const Owner& o) { return o.in_scope && o.symbol != nullptr; }
  // These owners can no longer be named.
  void leave_scope(size_t first, size_t last);

  Mark mark() const { return {trail_.size(), owners_.size()}; }
  bool consumed_since(Mark m) const { return trail_.size() > m.trail; }
  std::vector<TrailEntry> take_back(Mark m);
  void apply(std::span<const TrailEntry> entries);
  const Aliases* without_consumed(const Aliases* value);

  void push_frame(FrameKind kind, Loc loc, Name name = {});
  // The aliases of what the frame captured.
  AliasSet pop_frame();

  ConsumptionState& state_;
  SemaContext& cx_;
  AliasStore& store_;
  std::vector<Owner>& owners_;
  std::vector<Consumption>& consumptions_;
  std::vector<TrailEntry>& trail_;
  std::vector<Frame>& frames_;
  std::vector<Capture>& captures_;
  Analysis& all_;  // the other parts
};

}  // namespace planish::consumption
