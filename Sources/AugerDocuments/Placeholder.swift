// AugerDocuments
