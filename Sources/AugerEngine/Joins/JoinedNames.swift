import AugerDiagnostics

/// The names of joined columns: `JOIN.NAME`, and the plain `NAME` if it is unique.
struct JoinedNames {
  /// The columns of the query's first table, in order.
  let ownNames: [String]
  let own: Set<Name>
  let joins: [(name: String, columns: [String])]

  init(_ own: [String], _ joins: [(name: String, columns: [String])]) {
    ownNames = own
    self.own = Set(own.map { Name($0) })
    self.joins = joins
  }

  /// Returns the names of a column in the joined schema.
  ///
  /// A plain name refers to the first join that has the column. The key of a later join can use it even if that join
  /// has a column of the same name. Expressions after all joins cannot.
  func names(of column: String, in join: Int) -> [String] {
    let isTaken = own.contains(Name(column)) || joins[..<join].contains { $0.columns.contains(name: column) }
    return ["\(joins[join].name).\(column)"] + (isTaken ? [] : [column])
  }

  /// Returns the name of a column in a result with all columns: the plain name, unless another table has it too.
  func shownName(of column: String, in join: Int) -> String {
    let isShared = own.contains(Name(column)) || joins.count { $0.columns.contains(name: column) } > 1
    return isShared ? "\(joins[join].name).\(column)" : column
  }
}
