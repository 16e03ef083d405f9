#include "sema/types/foreign_names.h"

#include <algorithm>
#include <span>

namespace planish {

namespace {

struct ForeignName {
  std::string_view name;
  std::string_view hint;
};

constexpr std::string_view kConversions =
    "a number is converted by a function that names both types, as in `f32.i64 n` for an i64 `n`";
constexpr std::string_view kNoOption =
    "there is no option type; declare one, as in `type option 'a = #none | #some a`, and write "
    "`#some x`";
constexpr std::string_view kNoPrint =
    "a program prints nothing while it runs; results of `main` are printed, and `trace x` shows a "
    "value and gives it back";
constexpr std::string_view kNoBlocks =
    "there are no blocks; names are bound with `let x = e in …`, and parentheses group";
constexpr std::string_view kNoAssignment =
    "nothing is assigned to; bind a new value, as in `let x = x + 1`";
constexpr std::string_view kNoMutation =
    "arrays do not grow; `xs ++ [x]` is a new array with one more element";

constexpr ForeignName kValues[] = {
    {"len", "the length of an array is `length xs`"},
    {"size", "the length of an array is `length xs`"},
    {"range", "numbers from 0 to n - 1 are `iota n`, those from a to b - 1 `a..<b`"},
    {"arange", "numbers from 0 to n - 1 are `iota n`, those from a to b - 1 `a..<b`"},
    {"enumerate", "`zip (iota (length xs)) xs` gives each element its index"},
    {"indexed", "`zip (iota (length xs)) xs` gives each element its index"},
    {"linspace", "write `map (\\i -> a + step * f64.i64 i) (iota n)`"},
    {"zeros", "an array of n zeros is `replicate n 0`"},
    {"ones", "an array of n ones is `replicate n 1`"},
    {"full", "an array of n equal elements is `replicate n x`"},
    {"empty", "an array of n equal elements is `replicate n x`, one without elements `[]`"},
    {"array", "an array is written `[a, b, c]`"},
    {"cumsum", "running sums are `scan (+) 0 xs`"},
    {"cumprod", "running products are `scan (*) 1 xs`"},
    {"accumulate", "use `reduce op ne xs`, or `scan op ne xs` for all partial results"},
    {"fold", "use `reduce op ne xs`; `foldl f acc xs` is sequential"},
    {"dot", "a dot product is `f64.sum (map2 (*) xs ys)`"},
    {"append", kNoMutation},
    {"push", kNoMutation},
    {"cons", "arrays are joined with `++`, as in `[x] ++ xs`"},
    {"concat", "arrays are joined with `++`; `flatten` joins the rows of an array"},
    {"concatMap", "write `flatten (map f xs)` if all results are equally long"},
    {"zipWith", "a function of two arguments is mapped by `map2 f xs ys`"},
    {"zipWith3", "a function of three arguments is mapped by `map3 f xs ys zs`"},
    {"fst", "the parts of a pair are `p.0` and `p.1`"},
    {"snd", "the parts of a pair are `p.0` and `p.1`"},
    {"int", kConversions},
    {"float", kConversions},
    {"double", kConversions},
    {"round", "rounding is a function of the modules of floats, as in `f64.round x`"},
    {"fromIntegral", kConversions},
    {"fromInteger", kConversions},
    {"realToFrac", kConversions},
    {"toFloat", kConversions},
    {"toInt", kConversions},
    {"float_of_int", kConversions},
    {"int_of_float", kConversions},
    {"str", "there are no conversions to text; strings are arrays of bytes, of type `[]u8`"},
    {"show", "there are no conversions to text; strings are arrays of bytes, of type `[]u8`"},
    {"print", kNoPrint},
    {"println", kNoPrint},
    {"printf", kNoPrint},
    {"putStrLn", kNoPrint},
    {"puts", kNoPrint},
    {"console", kNoPrint},
    {"input", "a program takes its input as parameters of `main`"},
    {"read", "a program takes its input as parameters of `main`"},
    {"pow", "a power is written `x ** y`"},
    {"power", "a power is written `x ** y`"},
    {"mod", "a remainder is written `x % y`"},
    {"rem", "a remainder is written `x %% y`, which rounds towards zero; `x % y` rounds down"},
    {"quot", "a quotient is written `x // y`, which rounds towards zero; `x / y` rounds down"},
    {"div", "a quotient is written `x / y`, which rounds down for integers"},
    {"or", "to combine conditions, write `||`"},
    {"xor", "an exclusive or is written `x ^ y`, that of conditions `x != y`"},
    {"True", "write `true`"},
    {"False", "write `false`"},
    {"otherwise", "there are no guards; write `if c then a else b`"},
    {"None", kNoOption},
    {"Some", kNoOption},
    {"Nothing", kNoOption},
    {"Just", kNoOption},
    {"none", kNoOption},
    {"some", kNoOption},
    {"null", kNoOption},
    {"nil", kNoOption},
    {"lambda", "a function is written `\\x -> e`"},
    {"fun", "a function is written `\\x -> e`"},
    {"fn", "a function is written `\\x -> e`"},
    {"function", "a function is written `\\x -> e`"},
    {"return", "there is no `return`; a function gives the value of its body"},
    {"begin", kNoBlocks},
    {"end", kNoBlocks},
    {"var", "a name is bound with `let x = e in …`"},
    {"mut", "nothing changes; a new value is bound with `let x = e in …`"},
    {"self", "there are no objects; a function takes all that it works on as parameters"},
    {"this", "there are no objects; a function takes all that it works on as parameters"},
    {"as", kConversions},
    {"elif", "a further condition is written `else if`"},
    {"elsif", "a further condition is written `else if`"},
    {"switch", "values are taken apart with `match e case p -> r`"},
    {"undefined", "a hole is written `???`"},
    {"error", "a program fails at an `assert condition e` whose condition is false"},
    {"raise", "a program fails at an `assert condition e` whose condition is false"},
    {"throw", "a program fails at an `assert condition e` whose condition is false"},
};

constexpr ForeignName kOperators[] = {
    {"/=", "to compare, write `!=`; nothing is assigned to"},
    {"<>", "to compare, write `!=`; arrays are joined with `++`"},
    {"===", "to compare, write `==`"},
    {"!==", "to compare, write `!=`"},
    {"=/=", "to compare, write `!=`"},
    {"+=", kNoAssignment},
    {"-=", kNoAssignment},
    {"*=", kNoAssignment},
    {"%=", kNoAssignment},
    {"|=", kNoAssignment},
    {"&=", kNoAssignment},
    {"=>", "a function is written `\\x -> e`"},
    {"<-", "nothing is assigned to; a changed array is written `xs with [i] = e`"},
    {"/*", "a comment is written `-- text`"},
    {"*/", "a comment is written `-- text`"},
    {"+.", "operators are the same for all types of numbers: write `+`"},
    {"-.", "operators are the same for all types of numbers: write `-`"},
    {"*.", "operators are the same for all types of numbers: write `*`"},
    {"/.", "operators are the same for all types of numbers: write `/`"},
    {"<$>", "a function is applied to all elements by `map f xs`"},
    {"!!", "an element is written `xs[i]`"},
};

constexpr ForeignName kTypes[] = {
    {"int", "integers are i8, i16, i32 and i64; most often `i32`, and `i64` for sizes and indices"},
    {"Int", "integers are i8, i16, i32 and i64; most often `i32`, and `i64` for sizes and indices"},
    {"integer",
     "integers are i8, i16, i32 and i64; most often `i32`, and `i64` for sizes and indices"},
    {"Integer",
     "integers are i8, i16, i32 and i64; most often `i32`, and `i64` for sizes and indices"},
    {"long", "an integer of 64 bits is an `i64`"},
    {"short", "an integer of 16 bits is an `i16`"},
    {"Int32", "an integer of 32 bits is an `i32`"},
    {"Int64", "an integer of 64 bits is an `i64`"},
    {"int32", "an integer of 32 bits is an `i32`"},
    {"int64", "an integer of 64 bits is an `i64`"},
    {"size_t", "sizes and indices are of type `i64`"},
    {"usize", "sizes and indices are of type `i64`"},
    {"isize", "sizes and indices are of type `i64`"},
    {"uint", "unsigned integers are u8, u16, u32 and u64"},
    {"unsigned", "unsigned integers are u8, u16, u32 and u64"},
    {"nat", "unsigned integers are u8, u16, u32 and u64; sizes are of type `i64`"},
    {"float", "floats are f16, f32 and f64: `f32` has single, `f64` double precision"},
    {"Float", "floats are f16, f32 and f64: `f32` has single, `f64` double precision"},
    {"double", "a float of double precision is an `f64`"},
    {"Double", "a float of double precision is an `f64`"},
    {"Float32", "a float of single precision is an `f32`"},
    {"Float64", "a float of double precision is an `f64`"},
    {"float32", "a float of single precision is an `f32`"},
    {"float64", "a float of double precision is an `f64`"},
    {"real", "floats are f16, f32 and f64: `f32` has single, `f64` double precision"},
    {"half", "a float of half precision is an `f16`"},
    {"number", "numbers are of type i32, i64, f32, f64 and others"},
    {"char", "a character is a byte, of type `u8`"},
    {"Char", "a character is a byte, of type `u8`"},
    {"byte", "a byte is a `u8`"},
    {"string", "a string is an array of bytes, of type `[]u8`"},
    {"String", "a string is an array of bytes, of type `[]u8`"},
    {"str", "a string is an array of bytes, of type `[]u8`"},
    {"Bool", "write `bool`"},
    {"boolean", "write `bool`"},
    {"Boolean", "write `bool`"},
    {"unit", "the type of the empty tuple is `()`"},
    {"void", "every function gives a value; that of the empty tuple has type `()`"},
    {"list", "the type of an array is written `[]t` or `[n]t`"},
    {"List", "the type of an array is written `[]t` or `[n]t`"},
    {"array", "the type of an array is written `[]t` or `[n]t`"},
    {"Array", "the type of an array is written `[]t` or `[n]t`"},
    {"Vec", "the type of an array is written `[]t` or `[n]t`"},
    {"Vector", "the type of an array is written `[]t` or `[n]t`"},
    {"vector", "the type of an array is written `[]t` or `[n]t`"},
    {"Matrix", "an array of two dimensions is written `[n][m]t`"},
    {"ndarray", "an array of two dimensions is written `[n][m]t`"},
    {"tuple", "a tuple type is written `(a, b)`"},
    {"option", kNoOption},
    {"Option", kNoOption},
    {"Maybe", kNoOption},
};

constexpr std::string_view kNumberModules =
    "functions of numbers are in the modules of their types, as in `f64.sqrt`; those of arrays "
    "need no module";

constexpr ForeignName kModules[] = {
    {"np", kNumberModules},
    {"numpy", kNumberModules},
    {"math", kNumberModules},
    {"Math", kNumberModules},
    {"std", kNumberModules},
    {"jnp", kNumberModules},
    {"Array", "functions of arrays need no module: `map`, `length`"},
    {"List", "functions of arrays need no module: `map`, `length`"},
    {"console", kNoPrint},
    {"sys", kNoPrint},
    {"System", kNoPrint},
    {"self", "there are no objects; a function takes all that it works on as parameters"},
    {"this", "there are no objects; a function takes all that it works on as parameters"},
};

constexpr ForeignName kInfixes[] = {
    {"and", "to combine conditions, write `&&`"},
    {"or", "to combine conditions, write `||`"},
    {"xor", "an exclusive or is written `x ^ y`, that of conditions `x != y`"},
    {"mod", "a remainder is written `x % y`"},
    {"div", "a quotient is written `x / y`"},
    {"is", "to compare, write `==`"},
    {"as", kConversions},
    {"to", "a range is written `a...b`, which includes b, or `a..<b`"},
};

std::string_view find(std::span<const ForeignName> names, std::string_view name) {
  auto it = std::ranges::find(names, name, &ForeignName::name);
  return it == names.end() ? std::string_view{} : it->hint;
}

}  // namespace

std::string_view foreign_value_hint(std::string_view name) { return find(kValues, name); }
std::string_view foreign_operator_hint(std::string_view name) { return find(kOperators, name); }
std::string_view foreign_type_hint(std::string_view name) { return find(kTypes, name); }
std::string_view foreign_module_hint(std::string_view name) { return find(kModules, name); }
std::string_view foreign_infix_hint(std::string_view name) { return find(kInfixes, name); }

}  // namespace planish
