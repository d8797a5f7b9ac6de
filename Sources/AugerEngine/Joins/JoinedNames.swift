import AugerDiagnostics

/// What the columns of joined tables are called: `JOIN.NAME`, and `NAME` alone where nothing else has it.
struct JoinedNames {
  /// Of the query's own table, in their order.
  let ownNames: [String]
  let own: Set<Name>
  let joins: [(name: String, columns: [String])]

  init(_ own: [String], _ joins: [(name: String, columns: [String])]) {
    ownNames = own
    self.own = Set(own.map { Name($0) })
    self.joins = joins
  }

  /// The names of a column in the joined schema. Alone the name stands for the first join that has it: the key of the
  /// next one may name it, though that one has such a column too; what comes after all joins may not.
  func names(of column: String, in join: Int) -> [String] {
    let isTaken = own.contains(Name(column)) || joins[..<join].contains { $0.columns.contains(name: column) }
    return ["\(joins[join].name).\(column)"] + (isTaken ? [] : [column])
  }

  /// What a column is called where a result has all columns: by its name alone, unless another table has it too.
  func shownName(of column: String, in join: Int) -> String {
    let isShared = own.contains(Name(column)) || joins.count { $0.columns.contains(name: column) } > 1
    return isShared ? "\(joins[join].name).\(column)" : column
  }
}
