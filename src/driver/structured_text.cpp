#include "driver/structured_text.h"

#include <fmt/format.h>

#include "runtime/value_io.h"

namespace planish {
namespace {

class Writer {
 public:
  Writer(const SemaContext& cx, std::span<const runtime::Value> components)
      : cx_(cx), rest_(components) {}

  bool write(const Type* type) {
    if (type->kind == TypeKind::Prim || is_simple_array(type)) return write_component();
    const auto* record = as<RecordType>(type);
    return record != nullptr && write_record(*record);
  }

  bool complete() const { return rest_.empty(); }
  std::string take() { return std::move(out_); }

 private:
  static bool is_simple_array(const Type* type) {
    while (const auto* array = as<ArrayType>(type)) type = array->elem;
    return type->kind == TypeKind::Prim;
  }

  bool write_component() {
    if (rest_.empty()) return false;
    runtime::append_text(out_, rest_.front());
    rest_ = rest_.subspan(1);
    return true;
  }

  bool write_record(const RecordType& record) {
    out_ += record.tuple ? '(' : '{';
    bool first = true;
    for (const Field& field : record.fields) {
      if (!first) out_ += ", ";
      first = false;
      if (!record.tuple) out_ += fmt::format("{} = ", cx_.text(field.name));
      if (!write(field.type)) return false;
    }
    out_ += record.tuple ? ')' : '}';
    return true;
  }

  const SemaContext& cx_;
  std::span<const runtime::Value> rest_;
  std::string out_;
};

}  // namespace

std::optional<std::string> structured_text(const SemaContext& cx, const Type* type,
                                           std::span<const runtime::Value> components) {
  Writer writer(cx, components);
  if (!writer.write(type) || !writer.complete()) return std::nullopt;
  return writer.take();
}

}  // namespace planish
