-- Without `*` the chunk is not the function's own.
def main [n] (xs: [n]i32) = stream_map (\k (chunk: [k]i32) -> chunk with [k - 1] = 0) xs
