module type units = {
  type length = f64
  type area = (length, length)
}

module metric : units = {
  type length = f64
  type area = (f64, f32)
}
