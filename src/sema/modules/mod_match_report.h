// What is said when a module does not have a module type.
#pragma once

#include <string>
#include <vector>

#include "sema/modules/mod_match.h"
#include "sema/modules/scheme_match.h"

namespace planish {

class MatchReport {
 public:
  MatchReport(SemaContext& cx, const MatchSite& site) : cx_(cx), site_(site) {}

  // The modules around what is being compared.
  std::vector<Name> quals;

  void wrong_kind(const Module& given, const Module& asked);
  void missing(const Env& given, const Env& asked);
  void different_params(const TypeSymbol& asked, const TypeSymbol& given);
  void too_lifted(const TypeSymbol& asked, const TypeSymbol& given);
  void hidden_size(const TypeSymbol& asked, const TypeSymbol& given, const ValueSymbol& size);
  void different_types(const TypeSymbol& asked, const TypeSymbol& given);
  void open_size(const ValueSymbol& asked, const ValueSymbol& given, const Type* expected);
  void value(const ValueSymbol& asked, const ValueSymbol& given, const Scheme& expected,
             const SchemeMatch& match);

  const MatchSite& site() const { return site_; }

 private:
  struct Missing {
    std::string_view what;
    Name name;
    Loc loc;
  };

  std::string path(Name name) const;
  std::string module_path() const;
  std::string params(std::span<const SchemeParam> params) const;
  void label(Diagnostic& diag, Loc loc, std::string text) const;
  Diagnostic& report_type(const TypeSymbol& asked, const TypeSymbol& given, std::string message);
  void suggest(Diagnostic& diag, const Missing& missing, const Env& given, const Env& asked) const;
  void explain(Diagnostic& diag, const ValueSymbol& given, const SchemeMatch& match) const;

  SemaContext& cx_;
  MatchSite site_;
};

}  // namespace planish
