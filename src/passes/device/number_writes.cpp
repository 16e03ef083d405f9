#include "passes/device/number_writes.h"

#include "ir/match.h"
#include "passes/common/statement_rewriter.h"

namespace planish::passes {

using namespace ir;

namespace {

class NumberWrites : public StatementRewriter {
 public:
  using StatementRewriter::StatementRewriter;

 protected:
  bool rewrite(const Stm& stm) override {
    const Stm now = stm_children(stm);
    const auto* scatter = as<Scatter>(now.op);
    if (scatter == nullptr || !scatter->last) {
      builder_.add(now);
      return now.op != stm.op;
    }
    write(now, *scatter);
    return true;
  }

 private:
  void write(const Stm& stm, const Scatter& n) {
    const size_t rank = n.shape.size();
    const std::vector<Var> given =
        n.map == nullptr ? std::vector<Var>(n.arrays.begin(), n.arrays.end()) : computed(stm, n);
    std::vector<Var> indices(given.begin(), given.begin() + static_cast<ptrdiff_t>(rank));
    const Var numbers = builder_.let("numbers", numbers_type(n.width),
                                     builder_.make(Iota{{}, n.width, Atom::i64(0), Atom::i64(1)}));
    std::vector<Var> numbered = indices;
    numbered.push_back(numbers);
    std::vector<Var> arrays = given;
    arrays[0] = places(n, numbered, winners(n, numbered));
    Scatter made = n;
    made.map = nullptr;
    made.arrays = builder_.list(arrays);
    made.last = false;
    Stm last = stm;
    last.op = builder_.make(made);
    builder_.add(last);
  }

  // The places and values, in arrays.
  std::vector<Var> computed(const Stm& stm, const Scatter& n) {
    std::vector<Var> made;
    const size_t rank = n.shape.size();
    for (size_t i = 0; i < n.map->body->results.size(); i++) {
      std::vector<Dim> dims{Builder::dim(n.width)};
      Prim elem = Prim::I64;
      if (i >= rank) {
        const Type* dest = storage_.type(n.dests[i - rank]);
        elem = dest->elem;
        dims.insert(dims.end(), dest->dims.begin() + static_cast<ptrdiff_t>(rank),
                    dest->dims.end());
      }
      made.push_back(builder_.new_var(i < rank ? "at" : "value", storage_.types.array(elem, dims)));
    }
    Stm map = stm;
    map.pattern = builder_.list(made);
    map.op = builder_.make(Map{{}, n.width, n.map, n.arrays});
    builder_.add(map);
    return made;
  }

  // At each place the number of the last value for it, or -1.
  Var winners(const Scatter& n, const std::vector<Var>& numbered) {
    std::vector<Dim> dims;
    for (const Atom& size : n.shape) dims.push_back(Builder::dim(size));
    const Type* type = storage_.types.array(Prim::I64, dims);
    const Var none =
        builder_.let("none", type, builder_.make(Replicate{{}, n.shape, Atom::i64(-1)}));
    const std::vector<Param> params{{number("a")}, {number("b")}};
    const Body* larger = builder_.body([&] {
      return std::vector<Atom>{builder_.binary(BinaryOp::Max, params[0].var, params[1].var)};
    });
    Hist hist{};
    hist.width = n.width;
    hist.shape = n.shape;
    hist.op = lambda_of(params, larger);
    hist.neutral = builder_.list<Atom>({Atom::i64(-1)});
    hist.dests = builder_.list<Var>({none});
    hist.arrays = builder_.list(numbered);
    return builder_.let("winners", type, builder_.make(hist));
  }

  // The first index of each value that stays, and -1 of all others.
  Var places(const Scatter& n, const std::vector<Var>& numbered, Var winners) {
    std::vector<Param> params;
    for (size_t i = 0; i < numbered.size(); i++) params.push_back({number("")});
    const Body* body = builder_.body([&] {
      Atom inside = Atom::boolean(true);
      std::vector<Atom> at;
      for (size_t i = 0; i < n.shape.size(); i++) {
        at.emplace_back(params[i].var);
        const Atom above = builder_.binary(BinaryOp::Le, Atom::i64(0), at[i]);
        const Atom below = builder_.binary(BinaryOp::Lt, at[i], n.shape[i]);
        const Atom both = builder_.binary(BinaryOp::And, above, below);
        inside = i == 0 ? both : builder_.binary(BinaryOp::And, inside, both);
      }
      const Atom won = choose(
          inside, storage_.types.scalar(Prim::Bool),
          [&] {
            const Var winner = builder_.let("winner", storage_.types.scalar(Prim::I64),
                                            builder_.make(Index{{}, winners, builder_.list(at)}));
            return builder_.binary(BinaryOp::Eq, winner, params.back().var);
          },
          Atom::boolean(false));
      const Type* i64 = storage_.types.scalar(Prim::I64);
      return std::vector<Atom>{choose(won, i64, [&] { return at[0]; }, Atom::i64(-1))};
    });
    return builder_.let(
        "places", numbers_type(n.width),
        builder_.make(Map{{}, n.width, lambda_of(params, body), builder_.list(numbered)}));
  }

  template <class Then>
  Atom choose(const Atom& condition, const Type* type, Then then, const Atom& otherwise) {
    const Body* then_body = builder_.body([&] { return std::vector<Atom>{then()}; });
    const Body* else_body = builder_.body([&] { return std::vector<Atom>{otherwise}; });
    return builder_.let("", type, builder_.make(If{{}, condition, then_body, else_body}));
  }

  Var number(std::string_view name) {
    return builder_.new_var(name, storage_.types.scalar(Prim::I64));
  }
  const Type* numbers_type(const Atom& width) {
    return storage_.types.array(Prim::I64, std::vector<Dim>{Builder::dim(width)});
  }
  const Lambda* lambda_of(const std::vector<Param>& params, const Body* body) {
    return storage_.arena.make<Lambda>(Lambda{builder_.list(params), body, builder_.place});
  }
};

}  // namespace

Program number_writes(const Program& program) { return NumberWrites(program).program(program); }

}  // namespace planish::passes
