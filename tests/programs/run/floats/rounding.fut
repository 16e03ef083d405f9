-- Rounding: down, up, towards zero, and to the nearest with ties to even.
-- ==
-- input { 2.5f64 } output { 2f64 3f64 2f64 2f64 }
-- input { 3.5f64 } output { 3f64 4f64 3f64 4f64 }
-- input { -2.5f64 } output { -3f64 -2f64 -2f64 -2f64 }
-- input { -0.5f64 } output { -1f64 0f64 0f64 0f64 }
-- input { 2251799813685249.5f64 } output { 2251799813685249f64 2251799813685250f64 2251799813685249f64 2251799813685250f64 }
-- input { 2251799813685248.5f64 } output { 2251799813685248f64 2251799813685249f64 2251799813685248f64 2251799813685248f64 }
def main (x: f64) = (f64.floor x, f64.ceil x, f64.trunc x, f64.round x)
