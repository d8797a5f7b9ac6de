// AugerMetadata
