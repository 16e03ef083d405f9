#include "lower/lowering.h"

namespace planish::lower {

ir::MessagePart Lowering::text(std::string_view words) { return {arena_.copy(words), {}}; }
ir::MessagePart Lowering::part(Atom atom) { return {{}, atom}; }

void Lowering::add_dims(Message& message, std::span<const Dim> dims) {
  for (const Dim& dim : dims) {
    message.push_back(text("["));
    message.push_back(dim.is_varying() ? text("?") : part(Builder::atom(dim)));
    message.push_back(text("]"));
  }
}

std::vector<Var> Lowering::check(Atom condition, ir::CheckKind kind, Message message) {
  if (unsafe_ || condition == Atom::boolean(true)) return {};
  const ir::Op* op = builder_->make(ir::Check{{}, condition, kind, arena_.copy(message)});
  return {builder_->let("ok", storage_.types.scalar(Prim::Unit), op)};
}

std::vector<Var> Lowering::check_not_zero(Atom divisor) {
  Prim prim = builder_->prim(divisor);
  if (!is_integer(prim)) return {};
  Atom zero = ir::Const{prim, 0};
  return check(builder_->binary(ir::BinaryOp::Ne, divisor, zero), ir::CheckKind::Division,
               {text("division by zero")});
}

ir::PlaceId Lowering::place(Loc loc) {
  if (!loc.valid()) return call_place_;
  Position begin = cx_.sources.begin(loc);
  Position end = cx_.sources.end(loc);
  Name file = storage_.names.intern(begin.file->path);
  return storage_.place({file, begin.line, begin.column, end.line, end.column, call_place_});
}

// Points at the innermost expression of the user's own files.
void Lowering::unsupported(std::string_view what) {
  Loc loc{};
  for (Loc candidate : locs_) {
    if (!cx_.sources.file_of(candidate)->path.starts_with("/prelude/")) loc = candidate;
  }
  cx_.diags.report(Diag::not_compiled, loc, "{} cannot be compiled yet", what);
  throw Unsupported{};
}

void Lowering::bug(std::string_view what) {
  throw std::logic_error(
      fmt::format("compiler bug: {} (while lowering {})", what,
                  ir::place_text(storage_, builder_ != nullptr ? builder_->place : ir::PlaceId{})));
}

}  // namespace planish::lower
