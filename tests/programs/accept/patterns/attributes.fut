-- Attributes inside of patterns.
def f (x: i32) = match x case #[hint] 0 -> 1 case #[other] n -> n
