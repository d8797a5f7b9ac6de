// AugerColumns
