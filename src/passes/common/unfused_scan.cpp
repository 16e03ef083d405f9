#include "passes/common/unfused_scan.h"

#include "ir/build/builder.h"

namespace planish::passes {

using namespace ir;

std::array<Stm, 2> unfused(Storage& storage, const Stm& stm, const Scan& scan) {
  Builder builder(storage);
  builder.place = stm.place;
  const Dim outer = Builder::dim(scan.width);
  std::vector<Var> taken;
  std::vector<Param> elements;
  std::vector<Atom> values;
  for (const Param& param : scan.post->params) {
    const Type* element = storage.type(param.var);
    taken.push_back(builder.new_var("scanned", storage.types.with_outer({&outer, 1}, element)));
    elements.push_back({builder.new_var("", element)});
    values.emplace_back(elements.back().var);
  }
  Scan alone = scan;
  alone.post = nullptr;
  if (alone.map == nullptr) {
    const Body* body = builder.body([&] { return values; });
    alone.map = storage.arena.make<Lambda>(Lambda{builder.list(elements), body, stm.place});
  }
  std::vector<Var> pattern = taken;
  for (Var gathered : stm.pattern.subspan(scan.made())) pattern.push_back(gathered);
  Stm first = stm;
  first.pattern = builder.list(pattern);
  first.op = builder.make(alone);
  Stm second = stm;
  second.pattern = stm.pattern.first(scan.made());
  second.op = builder.make(Map{{}, scan.width, scan.post, builder.list(taken)});
  return {first, second};
}

}  // namespace planish::passes
