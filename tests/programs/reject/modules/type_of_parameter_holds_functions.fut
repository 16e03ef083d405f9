module f (p: {type^ t}) : {type~ t} = {
  type^ t = p.t
}
