-- A record of constants, functions and arrays.
-- ==
-- input { 2 } output { 8 6 }
def config = {scale = 4i32, offsets = [1, 2, 3 : i32], apply = \(x: i32) -> x * 4}
def main (x: i32) = (config.apply x, x * config.scale - config.offsets[1])
