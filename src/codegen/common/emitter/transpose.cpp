// Copying between layouts.
//
// Note [Transposition]
// A block of as many rows and columns as a cache line has elements is loaded row by row, transposed
// in registers, and stored column by column: every line that is touched is used whole, at once.
// Blocks are visited in squares, so that few pages are in use at a time. What is left at the edges
// is copied element by element.
#include "codegen/common/emit.h"

namespace planish::codegen {
namespace {

// In step s, row r and row r + s exchange halves of their groups of 2 s elements.
std::vector<llvm::Value*> transposed(llvm::IRBuilder<>& b, std::vector<llvm::Value*> rows) {
  const size_t count = rows.size();
  for (size_t step = 1; step < count; step *= 2) {
    std::vector<int> upper;
    std::vector<int> lower;
    for (size_t lane = 0; lane < count; lane++) {
      const bool second = (lane & step) != 0;
      upper.push_back(static_cast<int>(second ? count + lane - step : lane));
      lower.push_back(static_cast<int>(second ? count + lane : lane + step));
    }
    for (size_t r = 0; r < count; r++) {
      if ((r & step) != 0) continue;
      llvm::Value* first = b.CreateShuffleVector(rows[r], rows[r + step], upper);
      llvm::Value* second = b.CreateShuffleVector(rows[r], rows[r + step], lower);
      rows[r] = first;
      rows[r + step] = second;
    }
  }
  return rows;
}

}  // namespace

void Copies::transpose(Prim elem, llvm::Value* row_begin, llvm::Value* row_end,
                       llvm::Value* column_begin, llvm::Value* column_end, const PlaceOf& from,
                       const PlaceOf& to) {
  const int64_t square = m_.target.strategies.transpose.square;
  const int64_t size = byte_size(elem);
  const int64_t side = size >= 4 ? m_.target.vectors.line / size : 1;
  const llvm::Align align(static_cast<uint64_t>(size));
  auto* vector =
      llvm::FixedVectorType::get(memory_type(m_.context, elem), static_cast<unsigned>(side));
  const auto smin = [&](llvm::Value* x, llvm::Value* y) {
    return b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, x, y);
  };
  const auto squares = [&](llvm::Value* begin, llvm::Value* end,
                           const std::function<void(llvm::Value*, llvm::Value*)>& inner) {
    llvm::Value* length = b_.CreateNSWSub(end, begin);
    llvm::Value* count = b_.CreateSDiv(b_.CreateNSWAdd(length, i64(square - 1)), i64(square));
    e_.ranges.for_range(i64(0), count, [&](llvm::Value* number) {
      llvm::Value* start = b_.CreateNSWAdd(begin, b_.CreateNSWMul(number, i64(square)));
      inner(start, smin(end, b_.CreateNSWAdd(start, i64(square))));
    });
  };
  const auto singly = [&](llvm::Value* row, llvm::Value* last_row, llvm::Value* column,
                          llvm::Value* last_column) {
    e_.ranges.for_range(row, last_row, [&](llvm::Value* r) {
      e_.ranges.for_range(column, last_column, [&](llvm::Value* c) {
        b_.CreateAlignedStore(b_.CreateAlignedLoad(vector->getElementType(), from(r, c), align),
                              to(r, c), align);
      });
    });
  };
  squares(row_begin, row_end, [&](llvm::Value* row, llvm::Value* last_row) {
    squares(column_begin, column_end, [&](llvm::Value* column, llvm::Value* last_column) {
      if (side == 1) return singly(row, last_row, column, last_column);
      const auto whole = [&](llvm::Value* begin, llvm::Value* end) {
        return b_.CreateSDiv(b_.CreateNSWSub(end, begin), i64(side));
      };
      llvm::Value* row_blocks = whole(row, last_row);
      llvm::Value* column_blocks = whole(column, last_column);
      const auto after = [&](llvm::Value* begin, llvm::Value* blocks) {
        return b_.CreateNSWAdd(begin, b_.CreateNSWMul(blocks, i64(side)));
      };
      e_.ranges.for_range(i64(0), row_blocks, [&](llvm::Value* row_block) {
        e_.ranges.for_range(i64(0), column_blocks, [&](llvm::Value* column_block) {
          llvm::Value* r = after(row, row_block);
          llvm::Value* c = after(column, column_block);
          std::vector<llvm::Value*> rows;
          for (int64_t k = 0; k < side; k++)
            rows.push_back(
                b_.CreateAlignedLoad(vector, from(b_.CreateNSWAdd(r, i64(k)), c), align));
          rows = transposed(b_, std::move(rows));
          for (int64_t k = 0; k < side; k++)
            b_.CreateAlignedStore(rows[static_cast<size_t>(k)], to(r, b_.CreateNSWAdd(c, i64(k))),
                                  align);
        });
      });
      llvm::Value* row_rest = after(row, row_blocks);
      llvm::Value* column_rest = after(column, column_blocks);
      singly(row, row_rest, column_rest, last_column);
      singly(row_rest, last_row, column, last_column);
    });
  });
}

}  // namespace planish::codegen
