#include "lower/call_attributes.h"

#include "lower/lowering.h"

namespace planish::lower {

CallAttributes::CallAttributes(Lowering& lowering) : cx_(lowering.cx), storage_(lowering.storage) {}

std::span<const Attribute> CallAttributes::of(std::span<const ast::Attr> written) {
  std::vector<Attribute> made;
  for (const ast::Attr& attr : written) add(made, attr);
  return storage_.arena.copy(made);
}

void CallAttributes::add(std::vector<Attribute>& to, const ast::Attr& written) {
  std::string_view text = cx_.sources.text(written.loc);
  if (text.starts_with("#[") && text.ends_with("]")) text = text.substr(2, text.size() - 3);
  const Attribute made = attribute_from_text(storage_.names, text);
  if (!is_made_by_passes(made.kind)) to.push_back(made);
}

}  // namespace planish::lower
