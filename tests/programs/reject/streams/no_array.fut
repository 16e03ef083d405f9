-- stream_red wants an array beside what is combined.
def main [n] (xs: [n]i32) = stream_red (+) (\_ sum chunk -> sum + i32.sum chunk) 0 xs
