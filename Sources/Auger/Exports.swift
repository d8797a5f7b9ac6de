// `import Auger` and an adapter are enough for a program: what is public in the modules below comes along. What only an
// adapter of one's own needs stays in `AugerQuery`.

@_exported import AugerAnalysis
@_exported import AugerCharts
@_exported import AugerColumns
@_exported import AugerDiagnostics
@_exported import AugerExport
@_exported import AugerMetadata

@_exported import protocol AugerQuery.QueryDelegate
@_exported import struct AugerQuery.QueryDescription
@_exported import struct AugerQuery.QueryRequest
@_exported import struct AugerQuery.Regrouping
@_exported import struct AugerQuery.Restrictions
