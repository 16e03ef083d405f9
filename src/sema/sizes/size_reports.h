// Messages about sizes that are not equal.
#pragma once

#include <string>

#include "sema/sizes/size_unifier.h"

namespace planish {

class SizeReports : public SizeVariables {
 public:
  using SizeVariables::SizeVariables;

  void report_mismatch(const Type* expected, const Type* actual, const Reason& reason);

 private:
  // A size that is needed where its name, or the row whose length it is, is not known.
  void report_escaping(const Type* expected, const Type* actual, const Reason& reason);
  void report_escaping_row(const std::string& have, const Reason& reason);
  // The two types, and the sizes in them that differ (either may be null).
  struct Mismatch {
    const Type* expected;
    const Type* actual;
    std::string want;
    std::string have;
    const Size* a = nullptr;
    const Size* b = nullptr;
    bool irregular = false;     // one of them differs from row to row
    bool bound_inside = false;  // the size found exists anew for every call of a function
    bool chosen_by_callee =
        false;  // … which the function that is given one chooses: `(k: i64) -> [k]t`
  };
  static std::string message(const Mismatch& m, const Reason& reason);
  static std::string differing_sizes(const Mismatch& m, const std::string& x, const std::string& y);
  void advise(Diagnostic& diag, const Mismatch& m, const Reason& reason);
  void advise_irregular(Diagnostic& diag, const Mismatch& m, const Reason& reason);
  // Says where a size comes from.
  void describe_size(Diagnostic& diag, const Size* size, const std::string& name);
};

}  // namespace planish
