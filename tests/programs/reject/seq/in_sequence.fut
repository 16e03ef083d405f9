-- Checklist: 62, 67.
def nested (n: i64) : seq (seq i64) = seq.map (\i -> seq.produce i id) (seq.produce n id)
