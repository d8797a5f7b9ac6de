import Auger
import AugerColumns

/// A generator for a Swift file that contains a query delegate with one method for each query, like MAKit's MAGen.
package struct SwiftGenerator: Sendable {
  package var typeName: String
  /// The origin of the queries, for the comment at the top of the file: `sales.xml`.
  package var origin: String

  package init(typeName: String, origin: String) {
    self.typeName = typeName
    self.origin = origin
  }

  /// Returns a type name for a dashboard or workspace: `sales` → `SalesQueries`.
  package static func typeName(for name: String) -> String { SwiftNames.type(name) + "Queries" }

  /// Returns the text of the file. The same input produces the same bytes.
  package func file(_ needs: [QueryNeed]) -> String {
    var names = SwiftNames()
    let methods = needs.map { Method($0, name: names.variable($0.name)) }
    let declarations = methods.map(\.declaration).joined(separator: "\n\n")
    let cases = methods.map(\.dispatch).joined(separator: "\n")
    let list = needs.map { "      \(SwiftNames.literal($0.name))," }.joined(separator: "\n")
    return """
      // Written by `auger generate swift` from \(SwiftNames.comment(origin)). Conform to it elsewhere: the next run
      // writes this file anew.

      import Auger
      import AugerColumns
      import AugerQuery

      /// Answers the queries of \(SwiftNames.comment(origin)): one method for each.
      ///
      /// A value that conforms is the delegate of a pipeline: `Pipeline(delegate: queries)`.
      /// An argument without a selected value is nil and does not filter.
      public protocol \(typeName): QueryDelegate {
      \(declarations)
      }

      extension \(typeName) {
        public func table(for request: QueryRequest) async throws -> DataTable {
          switch request.query {
      \(cases)
          default: throw request.unknown(among: Self.queryNames)
          }
        }

        /// The names of the queries.
        public static var queryNames: [String] {
          [
      \(list)
          ]
        }
      }

      """
  }

  private struct Method {
    let need: QueryNeed
    let name: String
    let parameters: [(label: String, argument: QueryNeed.Argument)]

    init(_ need: QueryNeed, name: String) {
      self.need = need
      self.name = name
      var names = SwiftNames()
      parameters = need.arguments.map { (names.variable($0.name), $0) }
    }

    var declaration: String {
      var lines = ["Query '\(need.name)' of \(Self.list(need.askers)).", ""]
      if !parameters.isEmpty { lines.append("- Parameters:") }
      for (label, argument) in parameters {
        let plain = label.filter { $0 != "`" }
        lines.append("  - \(plain): '\(argument.name)', the \(Self.list(argument.sources, "or the")).")
      }
      lines.append(need.columns.isEmpty ? "- Returns: any table." : "- Returns: a table with these columns:")
      for column in need.columns { lines.append("  - '\(column.name)': \(Self.list(column.uses))") }
      let comment = lines.flatMap { Self.wrapped($0) }.map { $0.isEmpty ? "  ///" : "  /// \($0)" }
      return comment.joined(separator: "\n") + "\n" + signature
    }

    private var signature: String {
      let typed = parameters.map { "\($0.label): \($0.argument.swiftType)" }
      let line = "  func \(name)(\(typed.joined(separator: ", "))) async throws -> DataTable"
      if line.unicodeScalars.count <= 120 { return line }
      let inner = "    " + typed.joined(separator: ", ")
      let body = inner.unicodeScalars.count <= 120 ? inner : typed.map { "    \($0)" }.joined(separator: ",\n")
      return "  func \(name)(\n\(body)\n  ) async throws -> DataTable"
    }

    var dispatch: String {
      let head = "    case \(SwiftNames.literal(need.name)):"
      if parameters.isEmpty {
        let line = "\(head) return try await \(name)()"
        return line.unicodeScalars.count <= 120 ? line : "\(head)\n      return try await \(name)()"
      }
      let values = parameters.map { label, argument in "\(label): \(argument.reading)" }
      let line = "      return try await \(name)(\(values.joined(separator: ", ")))"
      if line.unicodeScalars.count <= 120 { return "\(head)\n\(line)" }
      let inner = "        " + values.joined(separator: ", ")
      let body =
        inner.unicodeScalars.count + 1 <= 120 ? inner : values.map { "        \($0)" }.joined(separator: ",\n")
      return "\(head)\n      return try await \(name)(\n\(body))"
    }

    private static func list(_ items: [String], _ word: String = "and") -> String {
      let items = items.map(SwiftNames.comment)
      guard let last = items.last, items.count > 1 else { return items.first ?? "" }
      return items.dropLast().joined(separator: ", ") + " \(word) " + last
    }

    /// Wraps a text into lines of up to 112 characters. Continuation lines are indented.
    private static func wrapped(_ text: String) -> [String] {
      let indent = text.prefix { $0 == " " }
      var lines: [String] = []
      var line = ""
      for word in SwiftNames.comment(text).split(separator: " ") {
        if !line.isEmpty, line.unicodeScalars.count + word.unicodeScalars.count > 110 {
          lines.append(line)
          line = (text.drop { $0 == " " }.hasPrefix("-") ? "  " : "") + indent + word
        } else {
          line += line.isEmpty ? indent + word : " " + word
        }
      }
      return lines + [line]
    }
  }
}

extension QueryNeed.Argument {
  /// The Swift type of the argument: `[String]?`, `ArgumentRange<CivilDate>?`. `QueryArgument?` if the type of its
  /// values is not declared or has no equivalent in Swift.
  fileprivate var swiftType: String {
    guard let valueType else { return "QueryArgument?" }
    return kind == .picks ? "[\(valueType)]?" : "ArgumentRange<\(valueType)>?"
  }

  /// The Swift code that reads the argument of a request.
  fileprivate var reading: String {
    let name = SwiftNames.literal(name)
    guard valueType != nil else { return "request.arguments[\(name)]" }
    return "try request.arguments.\(kind == .picks ? "values" : "range")(of: \(name))"
  }

  private var valueType: String? {
    switch type {
    case .bool: "Bool"
    case .int64: "Int64"
    case .float64: "Double"
    case .string: "String"
    case .date: "CivilDate"
    case .timestamp(nil): "Timestamp"
    case .decimal, .timestamp, .time, .interval, .binary, nil: nil
    }
  }
}
