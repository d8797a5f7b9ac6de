import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// The positions of the columns of joined tables. They follow the columns of the query's first table, one table after
/// another.
struct JoinedLayout: Sendable {
  struct Part: Sendable {
    /// The number of columns before the part, which its key may use.
    let start: Int
    /// The positions of each column of the joined table: under its qualified name, and under the plain name if no
    /// earlier table has that name.
    let places: [[Int]]
    /// The column that is true if a matching row exists.
    let match: Int
  }

  let schema: Schema
  let parts: [Part]

  /// Creates a layout. `joins` contain the columns that the query names, and `names` knows all columns.
  init(_ own: Schema, _ joins: [(join: TableJoin, schema: Schema)], _ names: JoinedNames) {
    var fields = own.fields
    var parts: [Part] = []
    for (number, entry) in joins.enumerated() {
      let start = fields.count
      var places: [[Int]] = []
      for field in entry.schema.fields {
        let all = names.names(of: field.name, in: number)
        places.append(Array(fields.count..<fields.count + all.count))
        fields += all.map { Field($0, field.type, declaredType: field.declaredType) }
      }
      parts.append(Part(start: start, places: places, match: fields.count))
      fields.append(Field(Self.matchName(entry.join), .bool))
    }
    schema = Schema(fields)
    self.parts = parts
  }

  /// Returns the columns before a join.
  func before(_ part: Part) -> Schema { Schema(Array(schema.fields.prefix(part.start))) }

  private static let match = "\u{1F}match:"

  static func matchName(_ join: TableJoin) -> String { match + join.name }

  /// Returns a name for a condition that represents an inner join. Nil for all other conditions.
  static func innerJoin(_ condition: Expression) -> String? {
    guard let name = condition.columnName, name.hasPrefix(match) else { return nil }
    return "inner join \(name.dropFirst(match.count))"
  }
}

extension TableQuery {
  /// Returns the query over joined rows. Inner joins become conditions before those of the query.
  func overJoinedRows() throws -> TableQuery {
    var query = self
    query.joins = []
    for join in joins.reversed() where join.kind == .inner {
      query.filters.insert(try TableQuery.Filter("[\(JoinedLayout.matchName(join))]"), at: 0)
    }
    return query
  }

  /// Returns the needed columns of a joined table: those that the query names, and the key. If the result contains
  /// all columns, all are needed.
  func columns(of join: TableJoin, among known: [String]) -> [String] {
    let named = namedColumns
    let takesAll = !isAggregation && select == nil
    return known.filter { column in
      takesAll || named.contains(Name(column)) || named.contains(Name("\(join.name).\(column)"))
        || join.on.contains { Name($0.column.name) == Name(column) }
    }
  }

  var namedColumns: Set<Name> {
    let expressions =
      derive.map(\.expression) + filters.map(\.expression) + measures.map(\.expression) + having.map(\.expression)
      + joins.flatMap { $0.on.map(\.value) }
    let references = groupBy.map(\.name) + (select ?? []).map(\.name) + orderBy.map(\.column.name)
    return Set((expressions.flatMap(\.columnNames) + references).map { Name($0) })
  }
}
