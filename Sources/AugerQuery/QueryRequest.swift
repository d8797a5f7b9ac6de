import AugerColumns
import AugerDiagnostics

/// A query of a chart or a filter with all of its arguments.
public struct QueryRequest: Sendable, Hashable {
  /// The name of the query.
  public var query: String
  /// The arguments by name.
  public var arguments: QueryArguments
  /// Other keys or measures, for example for a date level whose values do not add up. Nil means the query's own keys
  /// and measures.
  package var regrouping: Regrouping?

  /// Creates a request for a named query with arguments and an optional regrouping.
  public init(_ query: String, arguments: QueryArguments = QueryArguments()) {
    self.init(query, arguments: arguments, regrouping: nil)
  }

  package init(_ query: String, arguments: QueryArguments = QueryArguments(), regrouping: Regrouping?) {
    self.query = query
    self.arguments = arguments
    self.regrouping = regrouping
  }

  /// Returns the request with those of the arguments that its query accepts, which replace its own of the same names.
  /// A query without a description accepts all arguments.
  package func adding(_ further: QueryArguments, knowing queries: any QueryDelegate) -> QueryRequest {
    adding(further, taking: queries.description(of: query)?.parameters)
  }

  /// Returns the request with those of the arguments that are in `parameters`. Nil means all of them.
  package func adding(_ further: QueryArguments, taking parameters: [String]?) -> QueryRequest {
    var result = self
    for (name, value) in further.entries where parameters?.contains(name: name) ?? true {
      result.arguments[name] = value
    }
    return result
  }

  /// A canonical string, equal for equal requests.
  package var canonicalText: Name {
    func sized(_ texts: [String]) -> String { texts.map { "\($0.utf8.count):\($0)" }.joined() }
    let keys = regrouping.map { regrouping in
      func sizedKeys(_ keys: [Regrouping.Key]) -> String { sized(keys.flatMap { [$0.name, $0.expression] }) }
      return sized(regrouping.kept) + ";" + sizedKeys(regrouping.derived)
        + (regrouping.measures.map { ";" + sizedKeys($0) } ?? "")
        + (regrouping.rows.map { ";rows:" + sized($0.texts) } ?? "")
    }
    return Name(sized([query, arguments.canonicalText]) + (keys.map { "/" + $0 } ?? ""))
  }
}

extension QueryRequest {
  public static func == (a: QueryRequest, b: QueryRequest) -> Bool { a.canonicalText == b.canonicalText }

  public func hash(into hasher: inout Hasher) { hasher.combine(canonicalText) }
}
