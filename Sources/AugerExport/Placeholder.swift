// AugerExport
