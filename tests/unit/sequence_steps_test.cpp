// Chunks that are taken back and given again in pieces, where the work on them fails.
#include "runtime/array_sequences.h"
#include "runtime/entry_sequences.h"
#include "stream_testing.h"

namespace planish::runtime {
namespace {

void add_source(EntrySequences& sequences, const char* name, int64_t count) {
  std::string text;
  for (int64_t i = 0; i < count; i++) text += std::to_string(i) + " ";
  const ElementShape element = element_of("i64");
  sequences.add_source(name, element,
                       memory_source(StreamFormat::Values, text, element, {.name = "data"}));
}

// "3+2": two elements from number 3 on.
std::string taken(EntrySequences& sequences, int64_t source, int64_t at) {
  const EntrySequences::Got got = sequences.next(source, at, 0);
  int64_t first = at;
  if (got.count > 0) std::memcpy(&first, sequences.data(source, 0).data(), sizeof first);
  EXPECT_EQ(first, at);
  EXPECT_EQ(sequences.data(source, 0).size(), static_cast<size_t>(got.count) * sizeof(int64_t));
  return std::to_string(at) + "+" + std::to_string(got.count) + (got.is_last ? "." : "");
}

TEST(SequenceSteps, AChunkIsHalvedUntilItIsAnElement) {
  EntrySequences sequences;
  sequences.set_chunk(10);
  add_source(sequences, "xs", 12);
  sequences.begin_step();
  EXPECT_EQ(taken(sequences, 0, 0), "0+10");
  EXPECT_TRUE(sequences.halve());
  EXPECT_EQ(taken(sequences, 0, 0), "0+5");
  EXPECT_TRUE(sequences.halve());
  EXPECT_EQ(taken(sequences, 0, 0), "0+2");
  EXPECT_TRUE(sequences.halve());
  EXPECT_EQ(taken(sequences, 0, 0), "0+1");
  EXPECT_FALSE(sequences.halve());
  EXPECT_EQ(sequences.take_step_text(), "\n  in element 0 of `xs`");
  EXPECT_EQ(sequences.take_step_text(), "");
}

TEST(SequenceSteps, PiecesGrowAgain) {
  EntrySequences sequences;
  sequences.set_chunk(10);
  add_source(sequences, "xs", 12);
  sequences.begin_step();
  EXPECT_EQ(taken(sequences, 0, 0), "0+10");
  EXPECT_TRUE(sequences.halve());
  EXPECT_TRUE(taken(sequences, 0, 0) == "0+5" && sequences.halve());
  EXPECT_EQ(taken(sequences, 0, 0), "0+2");
  for (const char* next : {"2+4", "6+4", "10+2."}) {
    sequences.begin_step();
    EXPECT_EQ(taken(sequences, 0, std::atoll(next)), next);
  }
  // A piece can be too large, too.
  EXPECT_TRUE(sequences.halve());
  EXPECT_EQ(taken(sequences, 0, 10), "10+1");
  sequences.begin_step();
  EXPECT_EQ(taken(sequences, 0, 11), "11+1.");
  EXPECT_FALSE(sequences.halve());
  EXPECT_EQ(sequences.take_step_text(), "\n  in element 11 of `xs`");
}

TEST(SequenceSteps, OnlyWhatTheStepHasTaken) {
  EntrySequences sequences;
  sequences.set_chunk(4);
  add_source(sequences, "xs", 8);
  add_source(sequences, "ys", 8);
  sequences.begin_step();
  EXPECT_EQ(taken(sequences, 0, 0), "0+4");
  EXPECT_EQ(taken(sequences, 1, 0), "0+4");
  EXPECT_TRUE(sequences.halve());
  EXPECT_EQ(taken(sequences, 0, 0), "0+2");
  EXPECT_EQ(taken(sequences, 1, 0), "0+2");
  sequences.begin_step();
  EXPECT_EQ(taken(sequences, 1, 2), "2+2");
  EXPECT_TRUE(sequences.halve());
  EXPECT_EQ(taken(sequences, 0, 2), "2+2");
  EXPECT_EQ(taken(sequences, 1, 2), "2+1");
  EXPECT_EQ(sequences.take_step_text(),
            "\n  in one of the elements 2 to 3 of `xs`\n  in element 2 of `ys`");
  sequences.end_chunk();
  EXPECT_EQ(sequences.take_step_text(), "");
}

TEST(SequenceSteps, WhatASourceCannotDoStays) {
  EntrySequences sequences;
  const ElementShape element = element_of("i64");
  sequences.set_chunk(10);
  sequences.add_source("xs", element,
                       memory_source(StreamFormat::Values, "1 2 x", element, {.name = "data"}));
  sequences.begin_step();
  EXPECT_EQ(sequences.next(0, 0, 0).count, 2);
  sequences.begin_step();
  EXPECT_THROW(sequences.next(0, 2, 0), StreamError);
  EXPECT_FALSE(sequences.halve());
  EXPECT_EQ(sequences.take_step_text(), "");
}

// A row of another length is one of the failures that have an element.
TEST(SequenceSteps, RowsOfOtherLengths) {
  EntrySequences sequences;
  const ElementShape element = element_of("[?]i64");
  sequences.set_chunk(10);
  sequences.add_source(
      "rows", element,
      memory_source(StreamFormat::Values, "[1, 2] [3] [4, 5]", element, {.name = "data"}));
  sequences.begin_step();
  EXPECT_EQ(sequences.next(0, 0, 0).count, 3);
  EXPECT_THROW(sequences.expect_size(0, 0, 1, 2), StreamError);
  EXPECT_TRUE(sequences.halve());
  EXPECT_EQ(sequences.fault(), EntrySequences::Fault::None);
  EXPECT_EQ(sequences.next(0, 0, 0).count, 1);
  sequences.expect_size(0, 0, 1, 2);
  sequences.begin_step();
  EXPECT_EQ(sequences.next(0, 1, 0).count, 2);
  EXPECT_THROW(sequences.expect_size(0, 0, 1, 2), StreamError);
  EXPECT_TRUE(sequences.halve());
  EXPECT_EQ(sequences.next(0, 1, 0).count, 1);
  EXPECT_THROW(sequences.expect_size(0, 0, 1, 2), StreamError);
  EXPECT_FALSE(sequences.halve());
  EXPECT_EQ(sequences.take_step_text(), "\n  in element 1 of `rows`");
  EXPECT_EQ(sequences.fault(), EntrySequences::Fault::Data);
}

}  // namespace
}  // namespace planish::runtime
