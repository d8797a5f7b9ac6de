// AugerEngine
