-- Each test is made once on the way to a case. Constructors have their numbers by the alphabet.
type colour = #red | #green | #blue

entry main (c: colour) (n: i32): i32 =
  match (c, n)
  case (#red, 1) -> 10
  case (#red, 2) -> 20
  case (#red, _) -> 30
  case (#green, m) -> m
  case (#blue, m) -> -m
