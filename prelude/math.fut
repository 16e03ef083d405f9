-- | Numbers: one module for each primitive type, and the module types they have in common.

open import "number"

open import "i8"
open import "i16"
open import "i32"
open import "i64"
open import "u8"
open import "u16"
open import "u32"
open import "u64"
open import "f16"
open import "f32"
open import "f64"
open import "bool"
