// Diagnostics as text for people and as JSON for editors.
//
//   error[size-mismatch]: these arrays must have the same length, but one has n and the other m
//     ┌ dot.fut:3:12
//   3 │   map2 (*) xs ys
//     │            ^^ ^^ [m]f32
//     │            [n]f32
//     = hint: if they are equal at run time, coerce one: `ys :> [n]f32`
//
// Any location may be given: one outside of every file shows no source, one that reaches too far is
// cut.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "diag/diagnostic.h"
#include "support/source.h"

namespace planish {

enum class Color : uint8_t { Never, Always };

struct RenderOptions {
  Color color = Color::Never;
  uint32_t max_width = 120;  // longer source lines are cut around the range in question
};

// One diagnostic, ending with a newline.
std::string render_text(const Diagnostic& diagnostic, const SourceMap& sources,
                        const RenderOptions& options = {});

// "2 errors, 1 warning" and a newline; nothing if there are none.
std::string render_summary(size_t errors, size_t warnings, Color color = Color::Never);

enum class Warnings : uint8_t { Show, Hide };

// All of them as `planish check` shows them: in display order, with a summary; of one severity no
// more than a hundred. Nothing if there are none.
std::string render_all(std::span<const Diagnostic> diagnostics, const SourceMap& sources,
                       Warnings warnings, const RenderOptions& options = {});

// One document {"diagnostics": […], "errors": N, "warnings": N}, always valid UTF-8, ending with a
// newline.
std::string render_json(std::span<const Diagnostic* const> diagnostics, const SourceMap& sources);

// The order in which diagnostics are shown: what has no location first; then file by file, in the
// order in which the files were first complained about; within a file from top to bottom.
// Repetitions are left out.
std::vector<const Diagnostic*> display_order(std::span<const Diagnostic> diagnostics,
                                             const SourceMap& sources,
                                             Warnings warnings = Warnings::Show);

}  // namespace planish
