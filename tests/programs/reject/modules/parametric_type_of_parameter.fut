module type any = (p: {type t val x : t}) -> {
  val y : p.t
}

module only_numbers : any = \(p: {type t = i64 val x : t}) -> {def y : i64 = p.x + 1}
