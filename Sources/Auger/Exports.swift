// `import Auger` and an adapter are enough for a program: what is public in the modules below comes along.

@_exported import AugerAnalysis
@_exported import AugerCharts
@_exported import AugerColumns
@_exported import AugerDiagnostics
@_exported import AugerExport
@_exported import AugerMetadata
@_exported import AugerQuery
