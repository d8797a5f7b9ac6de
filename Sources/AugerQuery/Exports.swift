// `import AugerQuery` is enough for an adapter. It also exports columns and their values, errors, and the operators
// and functions that `SQLRules` translate.

@_exported import AugerColumns
@_exported import AugerDiagnostics
@_exported import AugerExpressions
