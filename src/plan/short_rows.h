// Reductions of rows of different lengths, most of which may be short.
//
// Note [Short rows]
// A loop that LLVM vectorises does several vectors at a time and what is left one by one. Of a row
// of ten elements nothing else is left, and each addition waits for the one before; and how often a
// loop runs is guessed wrong for most rows if their lengths differ. So a row begins with a block of
// a few vectors of which only as many lanes are used as do not fill a block (of a row that is not
// longer than a block: all of it), and the rest of the row are whole blocks. Rows that are not
// longer than a block, empty ones too, are then done without a branch that could be guessed wrong.
// The vectors of a block and their lanes are combined at the end. Blocks have few vectors where rows
// are short, so that not too many lanes are idle, and more where they are longer on average than a
// block, so that most rows are one: a wrong guess also delays all that was to be read next.
//
// Elements at computed places are another matter: each takes a load of its own, and one that has to
// wait for memory holds up those behind it. There a block is one vector: of eight lanes on a CPU
// whose instructions for gathering do not load lanes that are not used, and are done with few
// steps; of four, which are loaded one by one, on others.
//
// Along a loop over memory a CPU asks for what comes next by itself. It does not where some lanes of
// most loads are not wanted (Zen 5: sums of rows of 64 take 2.5 times as long), and whenever it was
// guessed wrong that a row ends it begins anew. So each block asks for what lies some distance
// ahead, in this row or in a later one. Only elements that lie side by side are asked for.
//
// Checks are made for a vector at a time. If one fails, the row is done again one by one, to find
// where and to say so.
#pragma once

#include "analysis/lane_kinds.h"
#include "plan/context.h"

namespace planish::plan {

struct ShortRowsPlan {
  explicit ShortRowsPlan(const ir::Storage& storage) : kinds(storage) {}

  unsigned lanes = 0;
  unsigned block_vectors = 1;
  unsigned wide_block_vectors = 1;  // of ranges with long rows
  bool gathers = false;
  int64_t ahead = 0;  // elements that lie side by side are asked for so many bytes ahead
  bool has_checks = false;
  bool reads_empty_rows = true;  // nothing is read that is there for other rows only
  LaneKinds kinds;               // of neighbours in a row

  // From so many items on, what others do is better than blocks of so many vectors; 0: it never is.
  int64_t long_row(unsigned vectors) const {
    return has_checks || vectors > 1 ? 0 : gathers ? 256 : 64;
  }
  bool is_vector(const ir::Atom& atom) const { return kinds.kind(atom) == LaneKind::Varying; }
};

// Of a reduction whose last level is irregular.
Tried<ShortRowsPlan> try_short_rows(const Context& cx, const ir::SegRed& op);

}  // namespace planish::plan
