// Code that combines elements one after the other, in one thread: all of a segment, or a chunk of it.
#pragma once

#include <vector>

#include "passes/device/flat_code.h"

namespace planish::passes {

// What is combined: its operator, and its elements as a body of the indices of the levels.
struct Combined {
  Combined(const ir::Storage& storage, const ir::Space& space, const ir::Lambda* op,
           std::span<const ir::Atom> neutral, const ir::Body* body);

  std::span<const ir::Level> levels;
  const ir::Lambda* op = nullptr;
  std::span<const ir::Atom> neutral;
  const ir::Body* body = nullptr;
  std::vector<const ir::Type*> types;

  std::span<const ir::Level> outer() const { return levels.first(levels.size() - 1); }
  const ir::Level& last() const { return levels.back(); }
};

std::vector<ir::Atom> level_indices(std::span<const ir::Level> levels);

class ChunkCode {
 public:
  ChunkCode(ir::Builder& builder, FlatCode& code)
      : storage_(builder.storage()), builder_(builder), code_(code) {}

  // The innermost level in chunks of one size, but for the last one.
  struct Chunks {
    ir::Atom size;
    ir::Atom count;
  };
  // As many as there are threads for, but none of fewer elements than that.
  Chunks chunks(const Combined& of, int64_t threads, int64_t least);

  // What a chunk of a segment has, whose number and indices these are.
  std::vector<ir::Atom> chunk(const Combined& of, const Chunks& chunks, const ir::Atom& number,
                              const std::vector<ir::Atom>& outer, std::span<const ir::Var> certs);
  // What `count` elements from `start` on have.
  std::vector<ir::Atom> in_order(const Combined& of, const std::vector<ir::Atom>& outer,
                                 const ir::Atom& start, const ir::Atom& count,
                                 std::span<const ir::Var> certs);

 private:
  std::vector<ir::Atom> elements(const Combined& of, const std::vector<ir::Atom>& at);
  std::vector<ir::Atom> combine(const ir::Lambda* op, std::span<const ir::Atom> left,
                                std::span<const ir::Atom> right);

  ir::Storage& storage_;
  ir::Builder& builder_;
  FlatCode& code_;
};

}  // namespace planish::passes
