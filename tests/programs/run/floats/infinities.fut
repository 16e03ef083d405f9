-- Arithmetic with infinities.
-- ==
-- input { } output { true true true true true true }
def main =
  let inf = f64.inf
  in ( inf + 1 == inf
     , f64.isnan (inf - inf)
     , f64.isnan (inf * 0)
     , -inf < f64.i64 i64.lowest
     , 1 / inf == 0
     , f64.isinf (1e308 * 10)
     )
