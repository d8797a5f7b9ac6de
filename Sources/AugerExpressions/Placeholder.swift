// AugerExpressions
