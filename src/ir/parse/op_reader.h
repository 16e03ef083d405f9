// Operations.
#pragma once

#include "ir/parse/body_reader.h"

namespace planish::ir {

class OpReader : public ValueReader {
 public:
  OpReader(TextState& state, BodyReader& bodies) : ValueReader(state), bodies_(bodies) {}

  const Op* op();

 private:
  const Op* array_node(Kind kind);
  const Op* control_node(Kind kind);
  const Op* nested_node(Kind kind);
  const Op* flat_node(Kind kind);
  const Op* check_node();
  const Op* loop_node();
  const Op* match_node();
  const Op* foreign_node();

  std::span<const SliceDim> slice_dims();
  void flat_dims(Atom& offset, std::span<const FlatDim>& dims);
  Space space();
  std::span<const uint32_t> numbers(std::string_view what);
  std::span<const Var> written();
  const Body* body() { return bodies_.body(); }
  const Body* body_of() {
    expect("of");
    return body();
  }
  const Lambda* lambda() { return bodies_.lambda(); }
  const Lambda* optional_lambda() { return at("\\") ? lambda() : nullptr; }
  const Lambda* lambda_of() { return accept("of") ? lambda() : nullptr; }
  const Lambda* lambda_then() { return accept("then") ? lambda() : nullptr; }

  template <class T>
  const Op* make(T node) {
    node.kind = T::K;
    return arena().make<T>(node);
  }

  BodyReader& bodies_;
};

}  // namespace planish::ir
