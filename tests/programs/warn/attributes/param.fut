-- Tuning parameters have names, and are numbers of type i64.
entry nameless (n: i64) = #[param] n
entry other_type (n: i32) = #[param(chunk)] n
entry fine (n: i64) = #[param(chunk)] n
