#include "passes/flatten/offsets_function.h"

#include <string>
#include <utility>

#include "passes/flatten/flattening.h"

namespace planish::passes {

using namespace ir;

OffsetsFunction::OffsetsFunction(Flattening& all)
    : storage_(all.storage), functions_(all.functions), builder_(all.builder) {}

Name OffsetsFunction::name() {
  if (function_ == nullptr) function_ = make();
  return function_->name;
}

const Function* OffsetsFunction::make() {
  const Type* i64 = storage_.types.scalar(Prim::I64);
  Function made{};
  std::string text = "offsets";
  while (functions_.find(storage_.names.intern(text)) != nullptr) text += "'";
  made.name = storage_.names.intern(text);
  Var points = builder_.new_var("points", i64);
  Var ends = builder_.new_var("ends", i64);
  Dim points_dim = Dim::variable(points);
  Dim ends_dim = Dim::variable(ends);
  Var lengths = builder_.new_var("lengths", storage_.types.array(Prim::I64, {&points_dim, 1}));
  const Type* offsets_type = storage_.types.array(Prim::I64, {&ends_dim, 1});
  made.params = builder_.list<Param>({{points}, {ends}, {lengths}});
  made.results = builder_.list<Param>(
      {{builder_.new_var("total", i64)}, {builder_.new_var("offsets", offsets_type), true}});
  PlaceId around = std::exchange(builder_.place, PlaceId{});
  made.body = make_body(points, lengths, offsets_type);
  builder_.place = around;
  return storage_.arena.make<Function>(made);
}

const Body* OffsetsFunction::make_body(Var points, Var lengths, const Type* offsets_type) {
  const Type* i64 = storage_.types.scalar(Prim::I64);
  return builder_.body([&] {
    Var index = builder_.new_var("p", i64);
    auto read = [&](Var array, const Atom& at) {
      return builder_.let("length", i64,
                          builder_.make(Index{{}, array, builder_.list<Atom>({at})}));
    };
    const Body* element = builder_.body([&] {
      Atom first = builder_.binary(BinaryOp::Eq, index, Atom::i64(0), "first");
      const Body* zero = builder_.body([] { return std::vector<Atom>{Atom::i64(0)}; });
      const Body* before = builder_.body([&] {
        Atom at = builder_.binary(BinaryOp::Sub, index, Atom::i64(1), "before");
        return std::vector<Atom>{read(lengths, at)};
      });
      return std::vector<Atom>{
          builder_.let("length", i64, builder_.make(If{{}, first, zero, before}))};
    });
    std::vector<Param> params{{builder_.new_var("a", i64)}, {builder_.new_var("b", i64)}};
    const Body* sum = builder_.body([&] {
      return std::vector<Atom>{builder_.binary(BinaryOp::Add, params[0].var, params[1].var, "sum")};
    });
    const auto* add = storage_.arena.make<Lambda>(Lambda{builder_.list(params), sum, {}});
    Space space{builder_.list<Level>({{index, Builder::atom(offsets_type->dims[0]), {}}})};
    Var offsets =
        builder_.let("offsets", offsets_type,
                     builder_.make(SegScan{
                         {}, space, add, builder_.list<Atom>({Atom::i64(0)}), element, nullptr}));
    return std::vector<Atom>{read(offsets, points), offsets};
  });
}

}  // namespace planish::passes
