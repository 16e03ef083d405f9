#include "ir/parse/body_reader.h"

#include "ir/parse/text_parser.h"

namespace planish::ir {

std::vector<Attribute> BodyReader::attrs() {
  std::vector<Attribute> attrs;
  while (accept("#")) {
    expect("[");
    attrs.push_back(attribute_from_text(storage_.names, storage_.text(name("an attribute"))));
    expect("]");
  }
  return attrs;
}

const Function* BodyReader::function() {
  Function fn;
  if (accept("entry")) fn.entry = all_.entries.entry();
  fn.attrs = arena().copy(attrs());
  fn.constant = accept("const");
  if (!fn.constant && !accept("fn")) fail("`fn`, `const` or `entry`");
  fn.name = name("the name of a function");
  fn.params = params();
  expect("->");
  fn.results = params();
  fn.place = all_.places.place();
  fn.body = body();
  check_bound(state_.local);
  state_.local.clear();
  return arena().make<Function>(fn);
}

const Lambda* BodyReader::lambda() {
  Lambda lambda;
  expect("\\");
  lambda.params = params();
  lambda.place = all_.places.place();
  lambda.body = body();
  return arena().make<Lambda>(lambda);
}

const Body* BodyReader::body() {
  if (state_.depth == kMaxBodyDepth) fail_at(peek().start, "bodies are nested too deeply");
  state_.depth++;
  expect("{");
  std::vector<Stm> stms;
  while (!at("in") && !failed()) stms.push_back(stm());
  expect("in");
  std::vector<Atom> results;
  while (!at("}") && !failed()) {
    if (!results.empty()) expect(",");
    results.push_back(atom());
  }
  expect("}");
  state_.depth--;
  return arena().make<Body>(Body{arena().copy(stms), arena().copy(results)});
}

Stm BodyReader::stm() {
  Stm stm;
  stm.attrs = arena().copy(attrs());
  if (!accept("let")) fail("`let` or `in`");
  if (at("(")) {
    stm.pattern = list<Var>("(", ")", [this] { return binder(); });
  } else {
    Var var = binder();
    stm.pattern = arena().copy({var});
  }
  expect("=");
  stm.op = all_.ops.op();
  if (accept("after")) {
    std::vector<Var> certs;
    do certs.push_back(var());
    while (accept(","));
    stm.certs = arena().copy(certs);
  }
  stm.place = all_.places.place();
  return stm;
}

Parsed BodyReader::run() {
  all_.places.places();
  reserve_numbers();
  if (accept("flat")) {
    result_.program.stage = Stage::Flat;
  } else if (!accept("core")) {
    fail("`core` or `flat`");
  }
  while (peek().kind != TextToken::End && !at("types")) {
    result_.program.functions.push_back(function());
  }
  if (accept("types")) all_.entries.entry_types();
  check_bound(state_.numbered);
  if (failed()) result_.program.functions.clear();
  return std::move(result_);
}

}  // namespace planish::ir
