import AugerAdapterKit
import AugerColumns
import AugerDiagnostics
import AugerQuery

/// A read-only statement that the server has parsed: its columns, and the text that requests its rows.
///
/// The server parses the original text before it becomes part of another statement. This verifies that it is a single
/// statement, gives errors their position, and returns the columns. Columns without a supported binary format are
/// then requested as text.
struct PreparedQuery {
  let columns: [ResultColumn]
  private let statement: SQLStatement
  private let types: [UInt32]
  private let text: String
  private let isQuery: Bool

  static let operation = "execute the query"

  init(
    _ written: SQLStatement, _ connection: PostgreSQLConnection, _ catalogue: TypeCatalogue, _ watch: Watch
  ) throws {
    let scan = StatementScan(written.text)
    guard scan.firstWord != nil else {
      throw AugerError(.queryFailed, operation: Self.operation, "the text contains no statement")
    }
    if let next = scan.next {
      throw written.multipleStatements(secondAt: next, operation: Self.operation)
    }
    guard !written.text.utf8.contains(0) else {
      throw AugerError(.queryFailed, operation: Self.operation, "the text has a NUL character")
    }
    let statement = try written.comparingBytes(connection, watch)
    let (description, types) = try Self.described(statement, connection, watch)
    self.statement = statement
    self.types = types
    text = String(decoding: statement.text.utf8.prefix(StatementScan(statement.text).end), as: UTF8.self)
    isQuery = scan.isQuery
    columns = try catalogue.columns(description.columns, connection, watch)
    guard !scan.isSelectInto else { throw statement.notReadOnly("make a table", operation: Self.operation) }
    // SELECT may have no columns. Another statement without columns would have side effects.
    guard isQuery || !columns.isEmpty else {
      throw statement.notReadOnly("do something and return no rows", operation: Self.operation)
    }
  }

  // MARK: Types of arguments

  /// Describes the statement. The argument types are those that the server infers if they can hold the values,
  /// otherwise those of the values.
  private static func described(
    _ statement: SQLStatement, _ connection: PostgreSQLConnection, _ watch: Watch
  ) throws -> (Description, [UInt32]) {
    let bindings = statement.bindings
    let own = bindings.map(Argument.type)
    func describe(_ types: [UInt32]) throws -> Description {
      // Both explicitly typed and inferred parameters must be considered.
      let description = try connection.describe(statement.text, types: types, watch)
      guard description.parameters.count == bindings.count else {
        throw AugerError(
          .queryFailed, operation: operation,
          "the statement has \(description.parameters.count) placeholders for \(bindings.count) values")
      }
      return description
    }
    let inferred: Description
    do {
      inferred = try describe([])
    } catch let failure as ServerFailure {
      // If the server cannot infer types, those of the values apply, for non-strings or for all. Many operators and
      // functions exist for int4 but not for int8.
      let numbers = own.map { $0 == Argument.text ? 0 : $0 }
      let small = zip(bindings, numbers).map { $0.isSmallInteger ? Argument.int4 : $1 }
      for types in [numbers, small, own] where failure.stateClass == "42" && types.contains(where: { $0 != 0 }) {
        if let description = try? describe(types) { return (description, description.parameters) }
      }
      throw failure.error(operation: operation, statement: statement)
    }
    let wanted = bindings.indices.map { index in
      Argument.fits(bindings[index], inferred.parameters[index]) ? inferred.parameters[index] : own[index]
    }
    if wanted == inferred.parameters { return (inferred, wanted) }
    do {
      return (try describe(wanted), wanted)
    } catch let failure as ServerFailure {
      // A number that is compared with text means its string.
      let lenient = bindings.indices.map { index in
        Argument.isTextual(inferred.parameters[index]) ? inferred.parameters[index] : wanted[index]
      }
      guard failure.stateClass == "42", lenient != wanted, let description = try? describe(lenient) else {
        throw failure.error(operation: operation, statement: statement)
      }
      return (description, lenient)
    }
  }

  // MARK: Requesting rows

  /// The statement, or an outer statement that converts columns to readable formats.
  private var asked: String {
    let needsCasts = columns.contains { $0.form.isCast }
    guard isQuery, needsCasts else { return text }
    let names = columns.indices.map { "c\($0)" }
    let list = zip(columns, names).map { $0.form.expression($1) }.joined(separator: ", ")
    // A line break precedes the parenthesis, because the text may end with a comment.
    return "SELECT \(list) FROM (\(text)\n) AS q (\(names.joined(separator: ", ")))"
  }

  /// Starts reading. The connection must be in a separate transaction.
  func begin(_ connection: PostgreSQLConnection, _ watch: Watch) throws {
    if usesCopy {
      try connection.sendCopy("COPY (\(asked)\n) TO STDOUT (FORMAT binary)", watch)
    } else {
      var values: [String?] = []
      for (index, binding) in statement.bindings.enumerated() {
        values.append(try Argument.text(binding, as: types[index], number: index + 1))
      }
      try connection.sendQuery(asked, types: types, values: values, watch)
    }
  }

  /// True if rows are read with COPY, which does not support arguments.
  var usesCopy: Bool { isQuery && statement.bindings.isEmpty }
}

extension Scalar {
  fileprivate var isSmallInteger: Bool {
    if case .int(let value) = self { Int32(exactly: value) != nil } else { false }
  }
}
