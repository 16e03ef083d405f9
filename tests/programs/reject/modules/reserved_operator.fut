module lazy = {
  def (||) (x: i32) (y: i32) : i32 = if x != 0 then x else y
}
