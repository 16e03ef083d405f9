// Register and cache blocking of reductions whose elements lie side by side along the level before the reduced one:
// matrix products, sums of columns, convolutions.
//
// Note [Tiles]
// In  segred (i < n, j < m, k < p) { a[i,k] * b[k,j] }  neighbours in j are neighbours in memory, so one vector
// instruction can do the step k of several j at once, without changing the order of any sum. A tile keeps the sums of
// some rows i and some vectors of j in registers while it goes through k: each element of a is used for several
// vectors, each vector of b for several rows. The steps k are done in parts that fit the cache; in between the sums
// are where the result goes. What all rows read (b) is copied for a part before, so that it lies in the cache side by
// side, whatever the distance of its rows; so it may also be b[j,k].
#pragma once

#include "codegen/cpu/outlined.h"

namespace planish::codegen::cpu {

class TiledReduction {
 public:
  // `numbers` says which captured values the arrays of the results are.
  TiledReduction(FunctionEmitter& host, const ir::Stm& stm, const ir::SegRed& op,
                 Outlined& outlined, std::vector<size_t> numbers);

  // Can it be done? If not, nothing has been emitted.
  bool applies();
  // Is it faster than one reduction after the other? Emits a comparison of sizes.
  llvm::Value* is_worth_it();
  // The function for planish_parallel_for, how many blocks there are, and what one costs.
  llvm::Function* emit_task();
  llvm::Value* block_count(FunctionEmitter& e);
  llvm::Value* block_cost();

 private:
  enum class Kind : uint8_t {
    Uniform,  // the same for all lanes
    Affine,   // an index that grows by one from lane to lane
    Lanes,    // a value for each lane
  };
  struct Micro {  // one tile
    size_t rows;
    size_t vectors;
    llvm::Value* mask;     // of the lanes; null: all
    llvm::Value* columns;  // how many there are
  };

  bool classify(const ir::Stm& stm);
  int64_t row_block() const;
  // Copies what all rows read in the steps [k_begin, k_end).
  void pack(FunctionEmitter& e, llvm::Value* column, const Micro& micro, llvm::Value* k_begin,
            llvm::Value* k_end);
  llvm::Value* packed_place(FunctionEmitter& e, const ir::Stm& stm, size_t vectors,
                            llvm::Value* lane, llvm::Value* step);
  bool depends_on_row(const ir::Atom& atom) const {
    return atom.var && row_dependent_.contains(atom.var.id);
  }
  Kind kind(const ir::Atom& atom) const;
  bool is_dense_along(const ir::Index& index, size_t dim);

  void emit_block(Outlined::Task& task, llvm::Value* row_begin, llvm::Value* row_end,
                  llvm::Value* column_begin, llvm::Value* column_end);
  void emit_columns(Outlined::Task& task, llvm::Value* row_begin, llvm::Value* row_end,
                    llvm::Value* column, const Micro& one_row, llvm::Value* k_begin,
                    llvm::Value* k_end);
  void emit_micro(Outlined::Task& task, llvm::Value* row, llvm::Value* column, const Micro& micro,
                  llvm::Value* k_begin, llvm::Value* k_end);
  // The values of one row and vector v of the columns at the step, which is also given from the first one on.
  std::vector<llvm::Value*> emit_values(FunctionEmitter& e, llvm::Value* row, llvm::Value* column,
                                        const Micro& micro, size_t v, llvm::Value* step);
  llvm::Value* lane_value(FunctionEmitter& e, const ir::Atom& atom);
  llvm::Value* load_lanes(FunctionEmitter& e, Prim prim, llvm::Value* pointer, llvm::Value* mask);
  Array result_place(Outlined::Task& task, size_t k, llvm::Value* row, llvm::Value* column);
  llvm::Value* mask_below(FunctionEmitter& e, llvm::Value* count);
  llvm::VectorType* vector_type(Prim prim) const;

  FunctionEmitter& host_;
  ModuleEmitter& m_;
  const ir::Stm& stm_;
  const ir::SegRed& op_;
  Outlined& outlined_;
  std::vector<size_t> numbers_;
  std::span<const ir::Level> around_;  // the levels before rows and columns
  const ir::Level* rows_ = nullptr;    // none: columns only
  const ir::Level* columns_ = nullptr;
  const ir::Level& steps_;
  int64_t lanes_ = 0;
  std::unordered_map<uint32_t, Kind> kinds_;
  std::unordered_map<uint32_t, llvm::Value*> values_;  // of variables that are Lanes
  std::unordered_set<uint32_t> row_dependent_;
  std::unordered_set<uint32_t> strided_;  // what is packed of elements that do not lie side by side
  std::unordered_map<uint32_t, llvm::Value*> buffers_;  // of what is packed, by variable
};

}  // namespace planish::codegen::cpu
