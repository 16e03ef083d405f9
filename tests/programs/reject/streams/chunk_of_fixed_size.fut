-- A chunk has any size.
def main [n] (xs: [n]i32) = stream_map (\_ (chunk: [4]i32) -> map (+ 1) chunk) xs
