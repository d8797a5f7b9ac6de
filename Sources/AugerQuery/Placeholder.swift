// AugerQuery
