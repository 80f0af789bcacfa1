module log-judge

go 1.24

require golang.org/x/mod v0.22.0
