#include "interp/compile.h"

#include <algorithm>

#include "interp/compiler.h"
#include "ir/match.h"
#include "ir/print.h"

namespace planish::interp {

std::unique_ptr<ProgramCode> compile(const ir::Program& program) {
  auto code = std::make_unique<ProgramCode>();
  Compiler(program, *code).run();
  return code;
}

Compiler::Compiler(const ir::Program& program, ProgramCode& code)
    : program_(program), storage_(*program.storage), code_(code), vars_(storage_.vars.size()) {}

void Compiler::run() {
  for (const ir::Function* fn : program_.functions) {
    FunctionCode& made = code_.functions.emplace_back();
    made.fn = fn;
    functions_.emplace(fn->name, &made);
  }
  for (FunctionCode& fn : code_.functions) {
    try {
      function(fn);
    } catch (const BrokenRule& broken) {
      fn.error = broken.message;
    }
  }
  link_calls();
}

void Compiler::function(FunctionCode& fn) {
  fn_ = &fn;
  constants_.clear();
  scopes_.clear();
  stm_ = nullptr;
  open_scope();
  for (const ir::Param& param : fn.fn->params) fn.params.push_back({{}, bind(param.var)});
  fn.body = statements(*fn.fn->body, {});
  close_scope();
  // Slot -1 is the last of them.
  std::ranges::reverse(fn.constants);
}

void Compiler::link_calls() {
  for (const auto& [call, caller] : calls_) {
    const std::vector<Source>& results = call->callee->body.results;
    if (!call->callee->error.empty()) continue;
    if (results.size() != call->pattern.size()) {
      caller->error = "a call binds another number of results than the function has";
      continue;
    }
    for (size_t i = 0; i < results.size(); i++)
      call->results.push_back({results[i], call->pattern[i].slot});
  }
}

// ---- Variables and values

ValueKind Compiler::kind(const ir::Type& type) const {
  if (type.is_acc()) return ValueKind::Acc;
  return type.is_scalar() ? ValueKind::Scalar : ValueKind::Array;
}

ValueKind Compiler::kind(const ir::Atom& atom) const {
  return atom.is_const() ? ValueKind::Scalar : kind(type(atom.var));
}

Prim Compiler::prim(const ir::Atom& atom) const {
  return atom.is_const() ? atom.constant.prim : type(atom.var).elem;
}

Slot Compiler::new_slot(ValueKind kind, ir::Var var) {
  if (kind != ValueKind::Array) return static_cast<Slot>(fn_->scalar_count++);
  fn_->array_vars.push_back(var);
  return static_cast<Slot>(fn_->array_count++);
}

Slot Compiler::constant(uint64_t bits) {
  auto [it, is_new] = constants_.try_emplace(bits, 0);
  if (is_new) {
    fn_->constants.push_back(bits);
    it->second = -static_cast<Slot>(fn_->constants.size());
  }
  return it->second;
}

void Compiler::bind_at(ir::Var var, Slot slot) {
  const auto depth = static_cast<int32_t>(scopes_.size()) - 1;
  vars_[var.id] = {slot, depth, scopes_.back().now};
  if (kind(type(var)) == ValueKind::Array) scopes_.back().arrays.push_back(var);
}

Slot Compiler::bind(ir::Var var) {
  const Slot slot = new_slot(kind(type(var)), var);
  bind_at(var, slot);
  return slot;
}

Slot Compiler::use(ir::Var var) {
  VarState& state = vars_[var.id];
  if (state.depth < 0 || state.depth >= static_cast<int32_t>(scopes_.size()))
    throw BrokenRule{"the variable " + ir::var_text(storage_, var) + " is not in scope"};
  state.last = scopes_[static_cast<size_t>(state.depth)].now;
  return state.slot;
}

Slot Compiler::take(ir::Var var) {
  const Slot slot = use(var);
  VarState& state = vars_[var.id];
  if (state.depth + 1 == static_cast<int32_t>(scopes_.size())) state.last = kNeverReleased;
  return slot;
}

Slot Compiler::scalar(const ir::Atom& atom) {
  return atom.is_const() ? constant(atom.constant.bits) : use(atom.var);
}

Source Compiler::source(const ir::Atom& atom) {
  return {scalar(atom), kind(atom) == ValueKind::Array ? Transfer::CopyArray : Transfer::Scalar};
}

std::vector<Slot> Compiler::scalars(std::span<const ir::Atom> atoms) {
  std::vector<Slot> slots;
  for (const ir::Atom& atom : atoms) slots.push_back(scalar(atom));
  return slots;
}

std::vector<Slot> Compiler::arrays(std::span<const ir::Var> vars) {
  std::vector<Slot> slots;
  for (ir::Var var : vars) slots.push_back(use(var));
  return slots;
}

ArraySpec Compiler::spec(Prim elem, std::span<const ir::Dim> dims) {
  ArraySpec spec{elem, {}};
  for (const ir::Dim& dim : dims) {
    switch (dim.kind) {
      case ir::DimKind::Const:
        spec.dims.push_back(constant(static_cast<uint64_t>(dim.value)));
        break;
      case ir::DimKind::Var: spec.dims.push_back(use(dim.var)); break;
      case ir::DimKind::Varying: spec.dims.push_back(ArraySpec::kVarying); break;
    }
  }
  return spec;
}

ir::Var Compiler::pattern(size_t i) const {
  if (i >= stm_->pattern.size())
    throw BrokenRule{"a statement binds fewer variables than its operation has results"};
  return stm_->pattern[i];
}

Slot Compiler::result(size_t i) { return bind(pattern(i)); }

// ---- Code

void Compiler::emit(Handler handler, Slot a, Slot b, Slot c, Slot d, const OpData* data) {
  if (handler == nullptr) throw BrokenRule{"an operation on a type that it does not take"};
  out_->push_back({handler, a, b, c, d, data});
}

void Compiler::emit_move(Source from, Slot to) {
  switch (from.transfer) {
    case Transfer::Scalar: return emit(move_scalar, to, from.slot);
    case Transfer::CopyArray: return emit(copy_handle, to, from.slot, 0, 0, make<OpData>());
    case Transfer::TakeArray: return emit(take_handle, to, from.slot, 0, 0, make<OpData>());
  }
}

// All moves happen at once: a value that is overwritten by another move is set aside first.
void Compiler::emit_moves(std::span<const Source> from, std::span<const Slot> to) {
  const auto is_array = [](const Source& s) { return s.transfer != Transfer::Scalar; };
  struct Aside {
    Source from;
    Slot to;
  };
  std::vector<Aside> set_aside;
  std::vector<bool> done(to.size());
  for (size_t i = 0; i < to.size(); i++) {
    if (from[i].slot == to[i]) {
      done[i] = true;
      continue;
    }
    for (size_t k = 0; k < to.size() && !done[i]; k++) {
      if (to[k] != from[i].slot || is_array(from[i]) != is_array(from[k])) continue;
      const ValueKind kind = is_array(from[i]) ? ValueKind::Array : ValueKind::Scalar;
      const Slot aside = new_slot(kind, kind == ValueKind::Array
                                            ? fn_->array_vars[static_cast<size_t>(from[i].slot)]
                                            : ir::Var{});
      Source moved = from[i];
      // It stays where it is as well.
      if (from[k].slot == to[k] && is_array(moved)) moved.transfer = Transfer::CopyArray;
      emit_move(moved, aside);
      set_aside.push_back(
          {{aside, is_array(moved) ? Transfer::TakeArray : Transfer::Scalar}, to[i]});
      done[i] = true;
    }
  }
  for (size_t i = 0; i < to.size(); i++) {
    if (!done[i]) emit_move(from[i], to[i]);
  }
  for (const Aside& move : set_aside) emit_move(move.from, move.to);
}

std::vector<Source> Compiler::sources_of_results(std::span<const ir::Atom> results) {
  std::vector<Source> sources;
  for (const ir::Atom& atom : results) sources.push_back(source(atom));
  // What is bound here is not needed here any more: the last one who wants it may have it.
  const auto depth = static_cast<int32_t>(scopes_.size()) - 1;
  for (size_t i = 0; i < results.size(); i++) {
    if (sources[i].transfer == Transfer::Scalar || vars_[results[i].var.id].depth != depth)
      continue;
    if (std::find(results.begin() + static_cast<ptrdiff_t>(i) + 1, results.end(), results[i]) ==
        results.end())
      sources[i].transfer = Transfer::TakeArray;
  }
  return sources;
}

Code Compiler::statements(const ir::Body& body, std::span<const Slot> to,
                          std::vector<Instr> first) {
  Code code;
  const size_t start = first.size();
  code.instrs = std::move(first);
  std::vector<Instr>* outer = std::exchange(out_, &code.instrs);
  const size_t depth = scopes_.size() - 1;
  std::vector<size_t> ends;
  for (const ir::Stm& stm : body.stms) {
    scopes_[depth].now++;
    statement(stm);
    ends.push_back(code.instrs.size());
  }
  scopes_[depth].now++;
  if (body.results.size() < to.size()) throw BrokenRule{"a body has fewer results than are bound"};
  code.results = sources_of_results(body.results);
  emit_moves(std::span(code.results).first(to.size()), to);
  release_after_last_use(code, start, ends);
  code.results.erase(code.results.begin(),
                     code.results.begin() + static_cast<ptrdiff_t>(to.size()));
  out_ = outer;
  return code;
}

void Compiler::release_after_last_use(Code& code, size_t start, std::span<const size_t> ends) {
  const Scope& scope = scopes_.back();
  std::vector<std::pair<int32_t, Slot>> releases;
  for (ir::Var var : scope.arrays) {
    if (vars_[var.id].last < scope.now)
      releases.emplace_back(vars_[var.id].last, vars_[var.id].slot);
  }
  if (releases.empty()) return;
  std::ranges::sort(releases);
  std::vector<Instr> with_releases;
  size_t copied = 0;
  for (size_t i = 0; i < releases.size();) {
    const int32_t stm = releases[i].first;
    const size_t end = stm < 0 ? start : ends[static_cast<size_t>(stm)];
    with_releases.insert(with_releases.end(), code.instrs.begin() + static_cast<ptrdiff_t>(copied),
                         code.instrs.begin() + static_cast<ptrdiff_t>(end));
    copied = end;
    auto* data = make<ReleaseData>();
    for (; i < releases.size() && releases[i].first == stm; i++)
      data->slots.push_back(releases[i].second);
    with_releases.push_back({release_handles, 0, 0, 0, 0, data});
  }
  with_releases.insert(with_releases.end(), code.instrs.begin() + static_cast<ptrdiff_t>(copied),
                       code.instrs.end());
  code.instrs = std::move(with_releases);
}

Code Compiler::body(const ir::Body& body, std::span<const Slot> to) {
  open_scope();
  Code code = statements(body, to);
  close_scope();
  return code;
}

Code Compiler::lambda(const ir::Lambda& fn, std::span<const Slot> to,
                      std::span<const ir::Var> arrays, std::vector<Slot>& params) {
  if (fn.params.size() < arrays.size())
    throw BrokenRule{"a lambda has fewer parameters than there are arrays"};
  open_scope();
  for (const ir::Param& param : fn.params) params.push_back(bind(param.var));
  const size_t first = params.size() - arrays.size();
  std::vector<Instr> conversions;
  for (size_t i = 0; i < arrays.size(); i++) {
    const ir::Type& param = type(fn.params[first + i].var);
    const ir::Type& array = type(arrays[i]);
    if (array.is_acc() || param.rank() == 0) continue;
    // Streams give arrays of the same rank: then all but the outer dimension are compared, too.
    const size_t outer = array.rank() - std::min(array.rank(), param.rank());
    const Slot slot = params[first + i];
    if (!same_form(array.dims.subspan(outer), param.dims))
      conversions.push_back(in_form(slot, slot, spec(param)));
  }
  Code code = statements(*fn.body, to, std::move(conversions));
  close_scope();
  return code;
}

// ---- Note [Forms]
// Which dimensions of a type vary decides how its arrays are represented (Note [Arrays of the
// interpreter]). Where an array is taken apart, or made of others, the types need not agree on
// that: rows of [n][?][?]f32 may be [k][m]f32, and the other way round. There the code has
// conversions, so that each variable holds an array in the form of its type.

bool same_form(std::span<const ir::Dim> a, std::span<const ir::Dim> b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 1; i < a.size(); i++) {
    if (a[i].is_varying() != b[i].is_varying()) return false;
  }
  return true;
}

Instr Compiler::in_form(Slot from, Slot to, ArraySpec spec) {
  auto* data = make<CoerceData>();
  data->spec = std::move(spec);
  return {coerce, to, from, 0, 0, data};
}

void Compiler::results_in_form(std::span<Source> given, std::span<const ir::Atom> results,
                               size_t first_bound, size_t outer, Code& code) {
  for (size_t i = 0; i < results.size(); i++) {
    if (kind(results[i]) != ValueKind::Array) continue;
    const ir::Type& elem = type(results[i].var);
    const ir::Type& bound = type(pattern(first_bound + i));
    if (bound.rank() < outer || same_form(elem.dims, bound.dims.subspan(outer))) continue;
    const Slot converted = new_slot(ValueKind::Array, results[i].var);
    code.instrs.push_back(in_form(given[i].slot, converted, spec(bound, outer)));
    given[i] = {converted, Transfer::TakeArray};
  }
}

void Compiler::statement(const ir::Stm& stm) {
  const ir::Stm* outer = std::exchange(stm_, &stm);
  ir::match(stm.op, [&](const auto& op) { operation(op); });
  stm_ = outer;
}

}  // namespace planish::interp
