import AugerDiagnostics
import AugerExpressions

extension TableQuery {
  /// Returns the query with references to columns whose names look like expressions, such as `Sub-Category`. They are
  /// resolved in derived columns and row conditions.
  ///
  /// `columns` are those of the table. They are read only if an expression can be a name. Columns of joined tables
  /// need brackets. Conditions of the data policy are unchanged.
  package func naming(_ columns: () throws -> [String]) rethrows -> TableQuery {
    let isSimple = derive.allSatisfy { $0.expression.columnName != nil } && filters.isEmpty
    if isSimple { return self }
    var query = self
    var known = try columns()
    // An expression named like its own text, such as a group key, that is a column.
    query.derive.removeAll { item in
      known.contains(name: item.name) && Name(String(item.expression.source[item.expression.span])) == Name(item.name)
    }
    let derive = query.derive
    for index in derive.indices {
      query.derive[index].expression = derive[index].expression.naming(known)
      known.append(derive[index].name)
    }
    for index in filters.indices where !filters[index].isRestriction {
      query.filters[index].expression = filters[index].expression.naming(known)
    }
    return query
  }
}
