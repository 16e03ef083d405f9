-- The module bool.

import "number"

-- | Truth values: 0 converts to `false`, and every other number to `true`.
module bool : (from_prim with t = bool) = {
  type t = bool

  def i8 (x: i8) : t = intrinsics.to_bool x
  def i16 (x: i16) : t = intrinsics.to_bool x
  def i32 (x: i32) : t = intrinsics.to_bool x
  def i64 (x: i64) : t = intrinsics.to_bool x
  def u8 (x: u8) : t = intrinsics.to_bool x
  def u16 (x: u16) : t = intrinsics.to_bool x
  def u32 (x: u32) : t = intrinsics.to_bool x
  def u64 (x: u64) : t = intrinsics.to_bool x
  def f16 (x: f16) : t = intrinsics.to_bool x
  def f32 (x: f32) : t = intrinsics.to_bool x
  def f64 (x: f64) : t = intrinsics.to_bool x
  def bool (x: bool) : t = x
}
