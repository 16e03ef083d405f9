// Why is a program slow? Facts about each of its entry points: `planish explain`.
//
// The files of this folder collect facts (calls, summary, causes, from the IR before and after
// flattening, and from what passes and the plan say that they decided) or print them (text, json,
// html), never both.
#pragma once

#include <string>
#include <vector>

#include "codegen/codegen.h"
#include "diag/render.h"
#include "driver/explain/facts.h"
#include "driver/explain/source_text.h"
#include "target/target.h"

namespace planish::explain {

// A program, and what was decided about it.
struct Compiled {
  ir::Program core;     // after the standard passes
  ir::Program flat;     // what became of it for the target, without fuse_scans
  ir::Program planned;  // and with it; all share their storage
  Target target;
  Decisions decisions = {};  // of the passes between
  // On a GPU, whose blocks have so many threads: the kernels of `planned`, which is `flat` then.
  std::vector<codegen::KernelInfo> kernels = {};
  int64_t block_threads = 0;
};
std::vector<Entry> explain(const Compiled& program, const SourceText& source);

// ---- Forms

enum class Detail : uint8_t {
  Summary,  // a line for each nest of operators
  Calls,    // and every call with its versions
};
struct TextOptions {
  Color color = Color::Never;
  Detail detail = Detail::Summary;
};
std::string as_text(const std::vector<Entry>& entries, const SourceText& source,
                    const TextOptions& options);
std::string as_json(const std::vector<Entry>& entries, const ir::Storage& storage);
// A page that needs nothing else: the source, its operators marked, the facts beside it.
std::string as_html(const std::vector<Entry>& entries, const SourceText& source,
                    std::string_view title);

}  // namespace planish::explain
