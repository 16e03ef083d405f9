#include <fmt/format.h>

#include "runtime/streams/arrow.h"

namespace planish::runtime {
namespace {

// Numbers of the format's types (Schema.fbs).
enum ArrowType : int64_t {
  kInt = 2,
  kFloat = 3,
  kBinary = 4,
  kText = 5,
  kBool = 6,
  kList = 12,
  kStruct = 13,
  kFixedBinary = 15,
  kFixedList = 16,
  kLargeBinary = 19,
  kLargeText = 20,
  kLargeList = 21,
};

// Buffers may share tables, so few bytes could stand for many fields.
constexpr int kMostFields = 1000;
constexpr int kMostDepth = 64;

[[noreturn]] void unknown(const std::string& name) {
  throw StreamError(fmt::format("column `{}` has a type that elements cannot have", name));
}

Prim integer(int64_t bits, bool is_signed_one, const std::string& name) {
  switch (bits) {
    case 8: return is_signed_one ? Prim::I8 : Prim::U8;
    case 16: return is_signed_one ? Prim::I16 : Prim::U16;
    case 32: return is_signed_one ? Prim::I32 : Prim::U32;
    case 64: return is_signed_one ? Prim::I64 : Prim::U64;
    default: unknown(name);
  }
}

Prim fraction(int64_t precision, const std::string& name) {
  constexpr Prim kPrims[] = {Prim::F16, Prim::F32, Prim::F64};
  if (precision < 0 || precision > 2) unknown(name);
  return kPrims[precision];
}

ArrowField read_field(const FlatTable& table, int depth, int& left) {
  if (--left < 0 || depth > kMostDepth) throw StreamError("the schema has too many fields");
  using enum ArrowField::Kind;
  ArrowField field;
  field.name = table.text(0);
  if (table.has(4)) throw StreamError(fmt::format("column `{}` has a dictionary", field.name));
  for (const FlatTable& child : table.tables(5))
    field.children.push_back(read_field(child, depth + 1, left));
  size_t children = 0;
  switch (table.integer(2, 1)) {
    case kInt:
      field.prim =
          integer(table.table(3).integer(0, 4), table.table(3).integer(1, 1) != 0, field.name);
      break;
    case kFloat: field.prim = fraction(table.table(3).integer(0, 2), field.name); break;
    case kBool:
      field.kind = Bits;
      field.prim = Prim::Bool;
      break;
    case kBinary:
    case kText: field.kind = Bytes; break;
    case kLargeBinary:
    case kLargeText: field.kind = LargeBytes; break;
    case kFixedBinary:
      field.kind = FixedBytes;
      field.size = table.table(3).integer(0, 4);
      break;
    case kList: field.kind = List, children = 1; break;
    case kLargeList: field.kind = LargeList, children = 1; break;
    case kFixedList:
      field.kind = FixedList, children = 1;
      field.size = table.table(3).integer(0, 4);
      break;
    case kStruct: field.kind = Struct, children = field.children.size(); break;
    default: unknown(field.name);
  }
  if (field.kind == Bytes || field.kind == LargeBytes || field.kind == FixedBytes)
    field.prim = Prim::U8;
  if (field.children.size() != children || field.size < 0)
    throw StreamError("the metadata is damaged");
  return field;
}

void add_type_texts(const ArrowField& field, const std::string& outer,
                    std::vector<std::string>& texts) {
  using enum ArrowField::Kind;
  std::string text = outer;
  switch (field.kind) {
    case Scalars:
    case Bits:
    case Struct: break;
    case Bytes:
    case LargeBytes:
    case List:
    case LargeList: text += "[?]"; break;
    case FixedBytes:
    case FixedList: text += fmt::format("[{}]", field.size); break;
  }
  for (const ArrowField& child : field.children) add_type_texts(child, text, texts);
  if (field.children.empty() && field.kind != Struct)
    texts.push_back(text.append(prim_name(field.prim)));
}

// ---- Writing

std::string message(int64_t kind, const FlatWriter::Part& header, int64_t body) {
  constexpr int64_t kVersion = 4;  // which is called 5
  std::string buffer = FlatWriter::write([&](FlatWriter& writer) {
    return writer.table({flat_number(0, 2, kVersion), flat_number(1, 1, kind), flat_part(2, header),
                         flat_number(3, 8, body)});
  });
  while (buffer.size() % 8 != 0) buffer += '\0';
  std::string out(4, '\xff');
  const auto size = static_cast<uint32_t>(buffer.size());
  out.append(reinterpret_cast<const char*>(&size), sizeof size);
  return out + buffer;
}

FlatWriter::Part type_of(Prim prim, int64_t& number) {
  std::vector<FlatWriter::Field> fields;
  if (prim == Prim::Bool) {
    number = kBool;
  } else if (is_float(prim)) {
    number = kFloat;
    fields = {flat_number(0, 2, prim == Prim::F16 ? 0 : prim == Prim::F32 ? 1 : 2)};
  } else {
    number = kInt;
    fields = {flat_number(0, 4, bit_size(prim)), flat_number(1, 1, is_signed(prim) ? 1 : 0)};
  }
  return [fields](FlatWriter& writer) { return writer.table(fields); };
}

// The field from this dimension on.
size_t write_field(FlatWriter& writer, const std::string& name, const Value& part, size_t dim) {
  int64_t type = 0;
  FlatWriter::Part about;
  std::vector<FlatWriter::Part> children;
  if (dim == part.dims.size()) {
    about = type_of(part.prim, type);
  } else {
    const ValueDim& level = part.dims[dim];
    type = level.varying ? kList : kFixedList;
    std::vector<FlatWriter::Field> fields;
    if (!level.varying) fields = {flat_number(0, 4, level.size)};
    about = [fields](FlatWriter& inner) { return inner.table(fields); };
    children.push_back(
        [&part, dim](FlatWriter& inner) { return write_field(inner, "item", part, dim + 1); });
  }
  return writer.table({
      flat_part(0, [&](FlatWriter& inner) { return inner.text(name); }),
      flat_number(1, 1, 0),
      flat_number(2, 1, type),
      flat_part(3, about),
      flat_part(5, [&](FlatWriter& inner) { return inner.tables(children); }),
  });
}

}  // namespace

std::vector<ArrowField> read_arrow_schema(const FlatTable& schema) {
  if (schema.integer(0, 2) != 0) throw StreamError("the data is big-endian");
  std::vector<ArrowField> columns;
  int left = kMostFields;
  for (const FlatTable& field : schema.tables(1)) columns.push_back(read_field(field, 0, left));
  return columns;
}

std::vector<std::string> arrow_type_texts(const std::vector<ArrowField>& columns) {
  std::vector<std::string> texts;
  for (const ArrowField& column : columns) add_type_texts(column, "", texts);
  return texts;
}

std::string arrow_schema_message(const Chunk& chunk) {
  constexpr int64_t kSchema = 1;
  std::vector<FlatWriter::Part> fields;
  for (size_t i = 0; i < chunk.parts.size(); i++) {
    fields.push_back([&chunk, i](FlatWriter& writer) {
      const std::string name = chunk.parts.size() == 1 ? "element" : fmt::format("{}", i);
      return write_field(writer, name, chunk.parts[i], 1);
    });
  }
  return message(
      kSchema,
      [&](FlatWriter& writer) {
        return writer.table({flat_number(0, 2, 0), flat_part(1, [&](FlatWriter& inner) {
                               return inner.tables(fields);
                             })});
      },
      0);
}

std::string arrow_batch_message(int64_t count, const std::vector<int64_t>& nodes,
                                const std::vector<int64_t>& buffers, int64_t body) {
  constexpr int64_t kBatch = 3;
  return message(
      kBatch,
      [&](FlatWriter& writer) {
        return writer.table(
            {flat_number(0, 8, count),
             flat_part(1, [&](FlatWriter& inner) { return inner.words(nodes, 2); }),
             flat_part(2, [&](FlatWriter& inner) { return inner.words(buffers, 2); })});
      },
      body);
}

}  // namespace planish::runtime
