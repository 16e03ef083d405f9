#include "analysis/shapes/shapes.h"

#include <algorithm>

#include "analysis/shapes/analyser.h"

namespace planish::shapes {

using namespace ir;

ShapeAnalysis::ShapeAnalysis(const Program& program)
    : state_(std::make_unique<ShapeState>(program)) {
  Analyser(*state_).functions.program();
}
ShapeAnalysis::~ShapeAnalysis() = default;
ShapeAnalysis::ShapeAnalysis(ShapeAnalysis&&) noexcept = default;

Terms& ShapeAnalysis::terms() const { return state_->terms; }

const ShapedValue* ShapeAnalysis::find(Var var) const {
  auto it = state_->known.find(var);
  return it == state_->known.end() ? nullptr : &it->second.value;
}

Term ShapeAnalysis::number(const Atom& atom) const {
  if (atom.is_const()) return state_->terms.number(static_cast<int64_t>(atom.constant.bits));
  return state_->known.at(atom.var).value.element;
}

std::span<const Var> ShapeAnalysis::checks(Var var) const { return state_->known.at(var).checks; }
const Nest* ShapeAnalysis::nest(Var var) const { return state_->known.at(var).nest; }
Rule ShapeAnalysis::rule(Var var) const { return state_->known.at(var).rule; }
const Signature& ShapeAnalysis::signature(Name fn) const { return state_->signatures.at(fn); }

Regularity ShapeAnalysis::regularity(Var var, const Nest& map) const {
  const ShapedValue* value = find(var);
  if (value == nullptr) return Regularity::Irregular;
  Terms& terms = state_->terms;
  auto depends = [&](Term term) { return terms.mentions(term, map.index); };
  if (std::ranges::any_of(value->dims, depends)) return Regularity::Irregular;
  return depends(value->element) ? Regularity::Regular : Regularity::Avoid;
}

Regularity ShapeAnalysis::regularity(Var var) const {
  Regularity worst = Regularity::Avoid;
  for (const Nest* around = nest(var); around != nullptr; around = around->outer) {
    if (around->kind == Nest::Kind::Map) worst = std::max(worst, regularity(var, *around));
  }
  return worst;
}

}  // namespace planish::shapes
