#include "passes/fusion/fuse_streams.h"

#include "analysis/streams.h"
#include "ir/walk.h"
#include "passes/fusion/cut_streams.h"
#include "passes/fusion/join_streams.h"

namespace planish::passes {

using namespace ir;

namespace {

class JoinAll : public Rebuild {
 public:
  explicit JoinAll(const Program& program)
      : Rebuild(*program.storage), effects_(program), memory_(program) {}

  Program program(const Program& program) {
    Program result = program;
    for (const Function*& fn : result.functions) fn = function_children(fn);
    return result;
  }

  const Body* body(const Body* body) override {
    return body_children(join_streams(storage_, effects_, memory_, body));
  }
  // Streams in operators are not cut.
  const Lambda* lambda(const Lambda* lambda) override { return lambda; }

 private:
  Effects effects_;
  MemoryClasses memory_;
};

}  // namespace

Program fuse_streams(const Program& program, const Target& target) {
  if (!has_streams(program)) return program;
  return cut_streams(JoinAll(program).program(program), target);
}

}  // namespace planish::passes
