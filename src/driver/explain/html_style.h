// The style of the page that `planish explain --html` writes.
#pragma once

#include <string_view>

namespace planish::explain {

inline constexpr std::string_view kHtmlStyle = R"css(
:root {
  color-scheme: light dark;
  --back: #fdfdfc; --panel: #f4f5f7; --line: #dfe2e8; --ink: #1d2330; --soft: #5d6677;
  --parallel: #0a7150; --fused: #3a53c4; --sequential: #a34a05; --gone: #7a8394; --slow: #bb1b35;
  --slow-back: #fdeef0; --keyword: #7a2f9a; --literal: #2463a8; --target: #fff3c4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #15171c; --panel: #1d2027; --line: #333945; --ink: #e3e6ec; --soft: #9aa4b5;
    --parallel: #57cfa2; --fused: #9db0ff; --sequential: #f2b35c; --gone: #8a93a3; --slow: #ff8492;
    --slow-back: #33191e; --keyword: #d59bf0; --literal: #86bdf2; --target: #3d371c;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 100rem; padding: 1.5rem clamp(1rem, 3vw, 2.5rem) 4rem;
  background: var(--back); color: var(--ink);
  font: 0.9375rem/1.5 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif;
}
h1 { font-size: 1.35rem; margin: 0 0 0.25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.05rem; margin: 0 0 0.5rem; }
a { color: inherit; }
code, pre, .code { font-family: ui-monospace, "SF Mono", Menlo, "DejaVu Sans Mono", monospace; }
.legend { color: var(--soft); margin: 0 0 1.5rem; display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; }
.entry {
  border: 1px solid var(--line); border-radius: 0.5rem; background: var(--panel);
  padding: 1rem 1.25rem; margin: 0 0 1rem;
}
dl { margin: 0; display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.15rem 1rem; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
.cause {
  border-left: 0.25rem solid var(--slow); background: var(--slow-back); border-radius: 0.25rem;
  padding: 0.5rem 0.75rem; margin: 0.75rem 0 0;
}
.cause p { margin: 0; }
.cause .code { color: var(--slow); font-size: 0.8125rem; }
.cause .advice { color: var(--soft); margin-top: 0.25rem; }
.file { margin-top: 2rem; }
.block { display: grid; grid-template-columns: minmax(0, 3fr) minmax(18rem, 2fr); column-gap: 1.5rem; }
.source { font-size: 0.8438rem; line-height: 1.6; }
.source div { display: grid; grid-template-columns: 3rem minmax(0, 1fr); }
.source .number { color: var(--gone); text-align: right; padding-right: 1rem; user-select: none; }
.source .text { white-space: pre-wrap; overflow-wrap: anywhere; }
.block.noted { border-top: 1px solid var(--line); padding: 0.35rem 0; }
.block.noted + .block:not(.noted) { border-top: 1px solid var(--line); padding-top: 0.35rem; }
.note { font-size: 0.8438rem; margin: 0 0 0.35rem; padding-left: 0.6rem; border-left: 0.2rem solid; }
.note .name { font-weight: 600; text-decoration: none; }
.note .in { color: var(--soft); }
.note:target, .source a:target { background: var(--target); }
.note details { color: var(--soft); }
.note summary { cursor: pointer; }
.note ul { margin: 0.15rem 0 0.25rem; padding-left: 1.1rem; }
.note.slow { background: var(--slow-back); padding: 0.15rem 0.6rem; }
.operator { font-weight: 600; text-decoration-line: underline; text-underline-offset: 0.2em; }
.parallel { color: var(--parallel); text-decoration-style: solid; }
.fused { color: var(--fused); text-decoration-style: dotted; }
.sequential { color: var(--sequential); text-decoration-style: dashed; }
.gone { color: var(--gone); text-decoration-line: none; }
.note { color: var(--ink); text-decoration: none; }
.note.parallel { border-color: var(--parallel); }
.note.fused { border-color: var(--fused); }
.note.sequential { border-color: var(--sequential); }
.note.gone { border-color: var(--gone); }
.note.slow { border-color: var(--slow); }
.folded { margin-left: 3rem; color: var(--soft); font-size: 0.8438rem; }
.folded .source { margin-left: -3rem; }
.folded summary { cursor: pointer; }
.wavy { text-decoration: underline wavy var(--slow) 1px; text-underline-offset: 0.3em; }
.keyword { color: var(--keyword); }
.literal { color: var(--literal); }
.comment { color: var(--gone); font-style: italic; }
@media (max-width: 60rem) {
  .block { display: block; }
  .source div { grid-template-columns: 2.25rem minmax(0, 1fr); }
  .source .number { padding-right: 0.6rem; }
  .notes { margin: 0.25rem 0 0.25rem 2.25rem; }
  .folded { margin-left: 2.25rem; }
  .folded .source { margin-left: -2.25rem; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin: 0 0 0.35rem; }
}
@media print { .note details { display: none; } }
)css";

}  // namespace planish::explain
