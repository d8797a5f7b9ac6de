// `import AugerQuery` is enough for an adapter: columns and their values, the operators and functions that `SQLRules`
// write down, and errors come along.

@_exported import AugerColumns
@_exported import AugerDiagnostics
@_exported import AugerExpressions
