-- The cases of a match, as in Rust.
def f (x: i32) = match x { 0 => 1, _ => 2 }
