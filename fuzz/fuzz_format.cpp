// The formatter on any bytes: what can be parsed can be formatted, with the same tokens and
// comments, and formatting the result again changes nothing.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "support/large_stack.h"
#include "syntax/format.h"

namespace {

using namespace planish;

void require(bool condition) {
  if (!condition) std::abort();
}

void format_twice(const std::string& text) {
  SourceMap sources;
  Interner names;
  Diagnostics diags;
  Formatted once = format(*sources.add("once.fut", text), names, diags);
  // A result with other tokens is Unsafe.
  require(once.status != FormatStatus::Unsafe);
  if (once.status == FormatStatus::SyntaxErrors) return;
  Formatted twice = format(*sources.add("twice.fut", once.text), names, diags);
  require(twice.status == FormatStatus::Done);
  require(twice.text == once.text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  // Short texts cannot be nested deeply.
  if (size < 2000) {
    format_twice(text);
  } else {
    run_with_large_stack([&] { format_twice(text); });
  }
  return 0;
}
