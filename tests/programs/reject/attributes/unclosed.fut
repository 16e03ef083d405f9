-- An attribute ends with a bracket.
def f (x: i32) = #[unsafe x
