// Does a module have a module type?
#pragma once

#include "sema/modules/mod_subst.h"

namespace planish {

// Where a module meets a module type.
struct MatchSite {
  Loc loc;                                // what to point at
  const char* module = "the module";      // the module, in a sentence
  const char* asker = "the module type";  // what asks it to have the module type
};

// Reports what the module lacks or has differently. Afterwards, also after a report, `found` has
// for each abstract type and each value of the module type what stands for it in the module.
void match_module(ModuleContext& mc, Module& module, const ModType& type, const MatchSite& site,
                  ModuleSubstitution& found);

}  // namespace planish
