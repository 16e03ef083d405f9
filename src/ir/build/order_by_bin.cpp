#include "ir/build/order_by_bin.h"

namespace planish::ir {
namespace {

class BinSorter {
 public:
  BinSorter(Builder& builder, std::span<const Atom> shape, std::span<const Var> indices,
            const Atom& width, std::span<const Attribute> attributes)
      : builder_(builder),
        shape_(shape),
        indices_(indices),
        width_(width),
        attributes_(attributes) {}

  BinOrder run() {
    BinOrder made;
    made.bins = shape_[0];
    for (const Atom& size : shape_.subspan(1)) made.bins = binary(BinaryOp::Mul, made.bins, size);
    made.count = binary(BinaryOp::Add, made.bins, width_, "all");
    Var keys = map(made.count, [&](const Atom& number) { return bin_of(made.bins, number); });
    made.order = sorted(keys, made.count, made.bins);
    made.counts = count(keys, made);
    Var ends = scan(made.counts, made.bins);
    made.starts = map(made.bins, [&](const Atom& bin) {
      return binary(BinaryOp::Sub, element(ends, bin), element(made.counts, bin), "start");
    });
    return made;
  }

 private:
  const Type* i64() { return builder_.types().scalar(Prim::I64); }
  const Type* numbers(const Atom& count) {
    Dim dim = Builder::dim(count);
    return builder_.types().array(Prim::I64, {&dim, 1});
  }
  Atom binary(BinaryOp op, const Atom& x, const Atom& y, std::string_view name = "") {
    return builder_.binary(op, x, y, name);
  }
  Var operation(std::string_view name, const Type* type, const Op* op) {
    Var made = builder_.let(name, type, op);
    for (Attribute attribute : attributes_) builder_.annotate_last(attribute);
    return made;
  }
  Atom element(Var array, const Atom& at) {
    return builder_.let("", i64(), builder_.make(Index{{}, array, builder_.list<Atom>({at})}));
  }
  Var iota(const Atom& count) {
    return operation("numbers", numbers(count),
                     builder_.make(Iota{{}, count, Atom::i64(0), Atom::i64(1)}));
  }
  Var zeros(const Atom& count) {
    return operation("zeros", numbers(count),
                     builder_.make(Replicate{{}, builder_.list<Atom>({count}), Atom::i64(0)}));
  }
  template <class Then, class Else>
  Atom choose(const Atom& condition, Then then, Else otherwise) {
    const Body* then_body = builder_.body([&] { return std::vector<Atom>{then()}; });
    const Body* else_body = builder_.body([&] { return std::vector<Atom>{otherwise()}; });
    return builder_.let("", i64(), builder_.make(If{{}, condition, then_body, else_body}));
  }
  const Lambda* lambda(const std::vector<Param>& params, const Body* body) {
    return builder_.arena().make<Lambda>(Lambda{builder_.list(params), body, builder_.place});
  }
  const Lambda* sum() {
    std::vector<Param> params{{builder_.new_var("a", i64())}, {builder_.new_var("b", i64())}};
    const Body* body = builder_.body(
        [&] { return std::vector<Atom>{binary(BinaryOp::Add, params[0].var, params[1].var)}; });
    return lambda(params, body);
  }
  template <class Give>
  Var map(const Atom& width, Give give) {
    Var array = iota(width);
    Var number = builder_.new_var("i", i64());
    const Body* body = builder_.body([&] { return std::vector<Atom>{give(Atom(number))}; });
    return operation(
        "", numbers(width),
        builder_.make(Map{{}, width, lambda({{number}}, body), builder_.list<Var>({array})}));
  }
  Var scan(Var array, const Atom& width) {
    Scan scan{};
    scan.width = width;
    scan.op = sum();
    scan.neutral = builder_.list<Atom>({Atom::i64(0)});
    scan.arrays = builder_.list<Var>({array});
    return operation("sums", numbers(width), builder_.make(scan));
  }
  Var count(Var keys, const BinOrder& of) {
    Var ones =
        operation("ones", numbers(of.count),
                  builder_.make(Replicate{{}, builder_.list<Atom>({of.count}), Atom::i64(1)}));
    Hist hist{};
    hist.width = of.count;
    hist.shape = builder_.list<Atom>({of.bins});
    hist.op = sum();
    hist.neutral = builder_.list<Atom>({Atom::i64(0)});
    hist.dests = builder_.list<Var>({zeros(of.bins)});
    hist.arrays = builder_.list<Var>({keys, ones});
    return operation("counts", numbers(of.bins), builder_.make(hist));
  }

  // One number for all dimensions, and one more than the last for what is outside of any of them.
  Atom bin_of(const Atom& bins, const Atom& number) {
    auto of_element = [&] {
      Atom at = binary(BinaryOp::Sub, number, bins, "at");
      Atom bin = Atom::i64(0);
      Atom inside = Atom::boolean(true);
      for (size_t i = 0; i < shape_.size(); i++) {
        Atom index = element(indices_[i], at);
        Atom above = binary(BinaryOp::Le, Atom::i64(0), index, "above");
        Atom below = binary(BinaryOp::Lt, index, shape_[i], "below");
        Atom both = binary(BinaryOp::And, above, below, "inside");
        inside = i == 0 ? both : binary(BinaryOp::And, inside, both, "inside");
        bin = i == 0 ? index
                     : binary(BinaryOp::Add, binary(BinaryOp::Mul, bin, shape_[i]), index, "bin");
      }
      return choose(inside, [&] { return bin; }, [&] { return bins; });
    };
    Atom is_bin = binary(BinaryOp::Lt, number, bins, "is_bin");
    return choose(is_bin, [&] { return number; }, of_element);
  }

  // Numbers below `count`, sorted by their keys, which are at most `largest`: bit by bit, from the
  // lowest.
  //   loop (order = iota count, bit = 1) while bit <= largest { those whose key has no such bit ++
  //   the others, 2 * bit }
  Var sorted(Var keys, const Atom& count, const Atom& largest) {
    const Type* type = numbers(count);
    Var first = iota(count);
    Var order = builder_.new_var("order", type);
    Var bit = builder_.new_var("bit", i64());
    Loop loop{};
    loop.params = builder_.list<LoopParam>({{{order}, first}, {{bit}, Atom::i64(1)}});
    loop.condition = builder_.body(
        [&] { return std::vector<Atom>{binary(BinaryOp::Le, bit, largest, "more")}; });
    loop.body = builder_.body([&] {
      Var low = map(count, [&](const Atom& i) {
        Atom own = binary(BinaryOp::And, element(keys, element(order, i)), bit, "own_bit");
        Atom is_low = binary(BinaryOp::Eq, own, Atom::i64(0), "is_low");
        return choose(is_low, [] { return Atom::i64(1); }, [] { return Atom::i64(0); });
      });
      Var low_until = scan(low, count);
      Atom is_empty = binary(BinaryOp::Eq, count, Atom::i64(0), "is_empty");
      Atom all_low = choose(
          is_empty, [] { return Atom::i64(0); },
          [&] { return element(low_until, binary(BinaryOp::Sub, count, Atom::i64(1), "last")); });
      Var i = builder_.new_var("i", i64());
      const Body* moved = builder_.body([&] {
        Atom until = element(low_until, i);
        Atom is_low = binary(BinaryOp::Eq, element(low, i), Atom::i64(1), "is_low");
        Atom to = choose(
            is_low, [&] { return binary(BinaryOp::Sub, until, Atom::i64(1), "before"); },
            [&] { return binary(BinaryOp::Add, all_low, binary(BinaryOp::Sub, i, until)); });
        return std::vector<Atom>{to, element(order, i)};
      });
      Scatter scatter{};
      scatter.width = count;
      scatter.shape = builder_.list<Atom>({count});
      scatter.dests = builder_.list<Var>({zeros(count)});
      scatter.map = lambda({{i}}, moved);
      scatter.arrays = builder_.list<Var>({iota(count)});
      Var next = operation("order", type, builder_.make(scatter));
      return std::vector<Atom>{next, binary(BinaryOp::Mul, bit, Atom::i64(2), "bit")};
    });
    std::vector<Var> pattern{builder_.new_var("order", type), builder_.new_var("bit", i64())};
    builder_.add(pattern, builder_.make(loop));
    return pattern[0];
  }

  Builder& builder_;
  std::span<const Atom> shape_;
  std::span<const Var> indices_;
  const Atom& width_;
  std::span<const Attribute> attributes_;
};

}  // namespace

BinOrder order_by_bin(Builder& builder, std::span<const Atom> shape, std::span<const Var> indices,
                      const Atom& width, std::span<const Attribute> attributes) {
  return BinSorter(builder, shape, indices, width, attributes).run();
}

}  // namespace planish::ir
