-- A string is an array of bytes; characters beyond ASCII take several.
-- ==
-- input { } output { [104u8, 105u8] [195u8, 188u8] 0i64 3i64 }
def main = ("hi", "ü", length "", length "€")
