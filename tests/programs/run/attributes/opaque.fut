-- `opaque` and `trace` give back what they are given.
-- ==
-- input { 3 [1, 2] } output { 4 [1, 2] }
def main (x: i32) (xs: []i32) = (opaque x + 1, #[opaque] xs)
