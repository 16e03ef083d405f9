-- Outside of module types, types are defined.
type t
