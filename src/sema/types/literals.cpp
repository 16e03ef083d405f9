#include "sema/types/literals.h"

#include <bit>
#include <cmath>
#include <string>

#include "sema/types/type_print.h"
#include "syntax/ast_match.h"

namespace planish {

namespace {

// The largest magnitude that fits with this sign.
uint64_t largest(Prim prim, Sign sign) {
  if (is_signed(prim)) {
    uint64_t half = uint64_t{1} << (bit_size(prim) - 1);
    return sign == Sign::Minus ? half : half - 1;
  }
  if (sign == Sign::Minus) return 0;
  return bit_size(prim) == 64 ? UINT64_MAX : (uint64_t{1} << bit_size(prim)) - 1;
}

std::string range_text(Prim prim) {
  return fmt::format("{}{} to {}", is_signed(prim) ? "-" : "", largest(prim, Sign::Minus),
                     largest(prim, Sign::Plus));
}

// The smallest type of the same family that holds the number, if there is one.
const char* wider_type(Prim prim, uint64_t value, Sign sign) {
  constexpr Prim kSigned[] = {Prim::I8, Prim::I16, Prim::I32, Prim::I64};
  constexpr Prim kUnsigned[] = {Prim::U8, Prim::U16, Prim::U32, Prim::U64};
  std::span<const Prim> family = is_signed(prim) || sign == Sign::Minus ? kSigned : kUnsigned;
  for (Prim candidate : family) {
    if (value <= largest(candidate, sign)) return prim_name(candidate).data();
  }
  return sign == Sign::Plus && value <= largest(Prim::U64, sign) ? "u64" : nullptr;
}

// The smallest number that rounds to infinity, and what is the largest one that does not.
double float_limit(Prim prim) {
  switch (prim) {
    case Prim::F16: return 65520.0;
    case Prim::F32: return 0x1.ffffffp127;
    default: return HUGE_VAL;
  }
}
std::string_view float_largest(Prim prim) {
  switch (prim) {
    case Prim::F16: return "65504";
    case Prim::F32: return "3.4028235e38";
    default: return "1.7976931348623157e308";
  }
}

// A number given by its bits, in any base but ten.
bool is_bit_pattern(std::string_view text) {
  return text.size() > 2 && text[0] == '0' &&
         (text[1] == 'x' || text[1] == 'X' || text[1] == 'b' || text[1] == 'B');
}

Prim prim_of(const Type* type) {
  const PrimType* prim = type != nullptr ? as<PrimType>(type) : nullptr;
  return prim != nullptr ? prim->prim : Prim::Bool;  // not a number: nothing to check
}

std::string shown(const SemaContext& cx, Loc whole) {
  std::string_view text = cx.sources.text(whole);
  constexpr size_t kLong = 40;
  if (text.size() <= kLong) return std::string(text);
  return fmt::format("{}…", text.substr(0, kLong - 1));
}

void report_float(SemaContext& cx, Prim prim, Loc whole, Overflow overflow) {
  std::string_view name = prim_name(prim);
  switch (overflow) {
    case Overflow::Error:
      cx.diags
          .report(Diag::literal_out_of_range, whole, "`{}` is too large for {}", shown(cx, whole),
                  name)
          .primary_label(fmt::format("the largest {} is {}", name, float_largest(prim)));
      return;
    case Overflow::Wraps:
      cx.diags
          .report(Diag::literal_wraps, whole, "`{}` is too large for {} and means infinity",
                  shown(cx, whole), name)
          .suggest(fmt::format("write `{}.inf` if infinity is meant", name));
      return;
  }
}

}  // namespace

void check_literal(SemaContext& cx, const ast::IntLit& literal, Sign sign, Loc whole,
                   Overflow overflow) {
  Prim prim = prim_of(literal.type);
  if (prim == Prim::Bool) return;
  bool suffixed = literal.suffix != ast::PrimSuffix::None;
  if (suffixed) overflow = Overflow::Wraps;
  if (is_float(prim)) {
    if (literal.approximate >= float_limit(prim)) report_float(cx, prim, whole, overflow);
    return;
  }
  // With a suffix the minus is an operator on the wrapped number.
  Sign number_sign = suffixed ? Sign::Plus : sign;
  if (!literal.overflow && literal.value <= largest(prim, number_sign)) return;

  std::string range =
      fmt::format("a number of type {} is from {}", prim_name(prim), range_text(prim));
  if (overflow == Overflow::Error) {
    auto& report =
        cx.diags.report(Diag::literal_out_of_range, whole, "`{}` does not fit its type {}",
                        shown(cx, whole), prim_name(prim));
    report.primary_label(std::move(range));
    const char* wider = literal.overflow ? nullptr : wider_type(prim, literal.value, sign);
    if (wider != nullptr)
      report.suggest(fmt::format("use a type that holds it, such as {}", wider));
    return;
  }
  bool fits_bits =
      !literal.overflow && (bit_size(prim) == 64 || literal.value >> bit_size(prim) == 0);
  if (suffixed && fits_bits) {
    if (is_bit_pattern(cx.sources.text(literal.loc))) return;
    if (sign == Sign::Minus && literal.value == largest(prim, Sign::Minus)) return;  // -128i8
  }
  Loc loc = suffixed ? literal.loc : whole;
  auto& report =
      cx.diags.report(Diag::literal_wraps, loc, "`{}` does not fit its type {} and wraps around",
                      shown(cx, loc), prim_name(prim));
  if (literal.overflow) {
    report.primary_label(std::move(range));
    return;
  }
  int unused = 64 - bit_size(prim);
  uint64_t magnitude = number_sign == Sign::Minus ? uint64_t{0} - literal.value : literal.value;
  uint64_t kept = magnitude << unused;
  report.primary_label(is_signed(prim)
                           ? fmt::format("means {}", static_cast<int64_t>(kept) >> unused)
                           : fmt::format("means {}", kept >> unused));
}

void check_literal(SemaContext& cx, const ast::FloatLit& literal, Sign, Loc whole,
                   Overflow overflow) {
  Prim prim = prim_of(literal.type);
  if (!is_float(prim) || literal.value < float_limit(prim)) return;
  // A number without suffix that only f16 cannot hold becomes infinity.
  bool fits_f32 = literal.value < float_limit(Prim::F32);
  if (literal.suffix != ast::PrimSuffix::None || (prim == Prim::F16 && fits_f32)) {
    overflow = Overflow::Wraps;
  }
  report_float(cx, prim, whole, overflow);
}

uint64_t literal_key(const Type* type, const ast::Expr& literal) {
  const ast::Expr* number = &literal;
  bool negative = false;
  if (auto* negate = ast::as<ast::Negate>(number)) {
    negative = true;
    number = negate->operand;
  }
  if (auto* b = ast::as<ast::BoolLit>(number)) return b->value ? 1 : 0;
  Prim prim = prim_of(type);
  auto* whole = ast::as<ast::IntLit>(number);
  auto* fraction = ast::as<ast::FloatLit>(number);
  if (fraction != nullptr || (whole != nullptr && is_float(prim))) {
    double value = fraction != nullptr ? fraction->value : whole->approximate;
    if (prim == Prim::F32) value = static_cast<float>(value);
    if (value == 0) return 0;  // the two zeros are equal
    return std::bit_cast<uint64_t>(negative ? -value : value);
  }
  if (whole == nullptr) return 0;
  uint64_t value = negative ? uint64_t{0} - whole->value : whole->value;
  int width = prim == Prim::Bool ? 64 : bit_size(prim);
  return width == 64 ? value : value & ((uint64_t{1} << width) - 1);
}

}  // namespace planish
