-- In module types.
module type t = {
  #[note] val x : i32
  #[note(2)] type u
}
