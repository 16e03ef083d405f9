def shapes : i32 = 3

module shapes = {
  def count : i32 = 3
}
