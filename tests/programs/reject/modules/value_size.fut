module type halver = {
  val halve [n] : [n]i32 -> [n / 2]i32
}

module m : halver = {
  def halve [n] (xs: [n]i32) : [n]i32 = xs
}
