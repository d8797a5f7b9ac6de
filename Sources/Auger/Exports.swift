// Programs need only `import Auger` and an adapter: the public declarations of the modules below are re-exported.
// Declarations for custom adapters remain in `AugerQuery`.

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
@_exported import protocol AugerQuery.TableSource
