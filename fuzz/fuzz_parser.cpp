// The parser on any bytes: it ends, trees are no deeper than allowed, and in a tree without errors
// every node lies within its parent.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "support/large_stack.h"
#include "syntax/parser.h"
#include "syntax/tree_walk.h"

namespace {

using namespace planish;

void require(bool condition) {
  if (!condition) std::abort();
}

void check(const AnyNode& root, Loc file, bool has_errors) {
  walk_tree(root, [&](const TreeNode& node) {
    require(node.depth <= kMaxDepth);
    require(file.begin <= node.loc.begin && node.loc.end <= file.end);
    require(node.loc.begin <= node.loc.end);
    if (has_errors) return;
    require(node.loc.begin < node.loc.end);
    require(node.parent.begin <= node.loc.begin && node.loc.end <= node.parent.end);
  });
}

void parse_all(const std::string& text) {
  SourceMap sources;
  Interner names;
  Arena arena;
  const SourceFile* file = sources.add("input.fut", text);
  {
    Diagnostics diags;
    const ast::Program* program = parse(*file, arena, names, diags);
    for (const ast::Decl* decl : program->decls) check(decl, file->whole(), diags.has_errors());
    for (const Diagnostic& diag : diags.all()) require(!diag.labels.empty());
  }
  {
    Diagnostics diags;
    check(parse_expression(*file, arena, names, diags), file->whole(), diags.has_errors());
  }
  {
    Diagnostics diags;
    for (const ast::Spec* spec : parse_specs(*file, arena, names, diags)) {
      check(spec, file->whole(), diags.has_errors());
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  // Short texts cannot be nested deeply.
  if (size < 2000) {
    parse_all(text);
  } else {
    run_with_large_stack([&] { parse_all(text); });
  }
  return 0;
}
