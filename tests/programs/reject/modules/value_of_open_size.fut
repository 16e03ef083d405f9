module type dictionary = {
  type~ t
  val empty : t
}

module bits : dictionary = {
  type~ t = []bool
  def empty : [0]bool = []
}
