// AugerAnalysis
