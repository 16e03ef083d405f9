#include "diag/diagnostic.h"

#include <algorithm>
#include <array>

namespace planish {
namespace {

constexpr std::array kInfos = {
#define DIAG(name, code, severity, summary) DiagInfo{code, Severity::severity, summary},
#include "diag/kinds.def"
#undef DIAG
};

}  // namespace

const DiagInfo& info(Diag kind) { return kInfos[static_cast<size_t>(kind)]; }

std::span<const DiagInfo> all_diags() { return kInfos; }

Diagnostic& Diagnostics::add(Diag kind, Loc loc, std::string message) {
  Diagnostic d;
  d.kind = kind;
  d.severity = info(kind).severity;
  d.message = std::move(message);
  d.labels.push_back({loc, ""});
  if (d.severity == Severity::Error) errors_++;
  all_.push_back(std::move(d));
  return all_.back();
}

void Diagnostics::truncate(size_t count) {
  all_.resize(std::min(count, all_.size()));
  errors_ = static_cast<size_t>(std::count_if(
      all_.begin(), all_.end(), [](const Diagnostic& d) { return d.severity == Severity::Error; }));
}

}  // namespace planish
