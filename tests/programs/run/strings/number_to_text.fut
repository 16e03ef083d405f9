-- Decimal digits of a number, by a loop that grows a string.
-- ==
-- input { 0u64 } output { "0" }
-- input { 18446744073709551615u64 } output { "18446744073709551615" }
def main (x: u64) : []u8 =
  let digit (d: u64) : u8 = u8.u64 d + '0'
  let (text, _) =
    loop (text, x) = ([digit (x % 10)], x / 10) while x > 0 do ([digit (x % 10)] ++ text, x / 10)
  in text
