-- Division by a variable is checked, by a constant not, and nothing is checked in `unsafe` code.
entry main (x: i32) (y: i32) =
  (x / y, x % 7, #[unsafe] (x / y), f32.i32 x / f32.i32 y)
