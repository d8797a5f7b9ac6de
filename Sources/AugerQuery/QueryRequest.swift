import AugerColumns
import AugerDiagnostics

/// A query that a chart or a filter needs, with everything that was picked.
public struct QueryRequest: Sendable, Hashable {
  /// The name of the query.
  public var query: String
  /// The arguments by their names.
  public var arguments: QueryArguments
  /// Other keys than the query's own, for a level of dates whose values do not add up, or other measures; nil: as it
  /// stands.
  public var regrouping: Regrouping?

  /// A query by its name, with its arguments and, where it is to be grouped otherwise, how.
  public init(_ query: String, arguments: QueryArguments = QueryArguments(), regrouping: Regrouping? = nil) {
    self.query = query
    self.arguments = arguments
    self.regrouping = regrouping
  }

  /// The request with those of the arguments that its query takes, in the place of its own of these names. A query of
  /// which nothing is known takes all.
  package func adding(_ further: QueryArguments, knowing queries: any QueryDelegate) -> QueryRequest {
    adding(further, taking: queries.description(of: query)?.parameters)
  }

  /// The request with those of the arguments that are among `parameters`. Nil: with all of them.
  package func adding(_ further: QueryArguments, taking parameters: [String]?) -> QueryRequest {
    var result = self
    for (name, value) in further.entries where parameters?.contains(name: name) ?? true {
      result.arguments[name] = value
    }
    return result
  }

  /// One text for equal requests.
  package var canonicalText: Name {
    func sized(_ texts: [String]) -> String { texts.map { "\($0.utf8.count):\($0)" }.joined() }
    let keys = regrouping.map { regrouping in
      func sizedKeys(_ keys: [Regrouping.Key]) -> String { sized(keys.flatMap { [$0.name, $0.expression] }) }
      return sized(regrouping.kept) + ";" + sizedKeys(regrouping.derived)
        + (regrouping.measures.map { ";" + sizedKeys($0) } ?? "")
    }
    return Name(sized([query, arguments.canonicalText]) + (keys.map { "/" + $0 } ?? ""))
  }
}

extension QueryRequest {
  public static func == (a: QueryRequest, b: QueryRequest) -> Bool { a.canonicalText == b.canonicalText }

  public func hash(into hasher: inout Hasher) { hasher.combine(canonicalText) }
}
