#include "lower/places.h"

#include "lower/lowering.h"

namespace planish::lower {

Places::Places(Lowering& lowering) : cx_(lowering.cx), builder_(lowering.builder) {}

ir::PlaceId Places::at(Loc loc) {
  if (!loc.valid()) return call_;
  ir::Storage& storage = builder_.storage();
  Position begin = cx_.sources.begin(loc);
  Position end = cx_.sources.end(loc);
  Name file = storage.names.intern(begin.file->path);
  return storage.place({file, begin.line, begin.column, end.line, end.column, call_});
}

ir::PlaceId Places::exchange_call(ir::PlaceId call) { return std::exchange(call_, call); }

ir::PlaceId Places::enter(Loc expression) {
  locs_.push_back(expression);
  return std::exchange(builder_.place, at(expression));
}

void Places::leave(ir::PlaceId outer) {
  locs_.pop_back();
  builder_.place = outer;
}

Loc Places::innermost() const {
  Loc loc{};
  for (Loc candidate : locs_) {
    if (!cx_.sources.file_of(candidate)->path.starts_with("/prelude/")) loc = candidate;
  }
  return loc;
}

void Places::unsupported(std::string_view what) {
  cx_.diags.report(Diag::not_compiled, innermost(), "{} cannot be compiled yet", what);
  throw values::Unsupported{};
}

void Places::too_many_parts() {
  cx_.diags.report(Diag::type_too_large, innermost(),
                   "a value here would have more than {} parts, at the types that type parameters "
                   "stand for where this is called",
                   values::kMostParts);
  throw values::Unsupported{};
}

void Places::bug(std::string_view what) {
  throw std::logic_error(fmt::format("compiler bug: {} (while lowering {})", what,
                                     ir::place_text(builder_.storage(), builder_.place)));
}

}  // namespace planish::lower
