module type keep = (p: {type t val x : t}) -> {
  val y : p.t
}

module m : keep = \(p: {type t val x : t}) -> {def y : (p.t, p.t) = (p.x, p.x)}
