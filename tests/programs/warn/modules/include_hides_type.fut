module type has_key = {
  type key
}

module type table = {
  type key
  val first : key
  include has_key
  val second : key
}
