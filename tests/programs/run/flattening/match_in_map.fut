-- The same branches as nested conditions and as one match.
-- Checklist: 9.
-- ==
-- input { [0u8, 1u8, 2u8, 3u8, 6u8, 255u8] } output { [1u8, 2u8, 3u8, 4u8, 3u8, 4u8] [1u8, 2u8, 3u8, 4u8, 3u8, 4u8] }
def by_if (z: u8) : u8 =
  let x = z % 4
  in if x == 0 then 1 else if x == 1 then 2 else if x == 2 then 3 else 4

def by_match (z: u8) : u8 =
  match z % 4
  case 0 -> 1
  case 1 -> 2
  case 2 -> 3
  case _ -> 4

def main (xs: []u8) = (map by_if xs, map by_match xs)
