/// Every function of the language. Aggregates are listed with the others; the engine computes them. Window forms are
/// for the values of charts.
package enum FunctionCatalogue {
  package static let functions: [FunctionDescription] = numbers + dates + texts + logic + aggregates + windows

  /// A function by its name in any case. `Min` and `Max` are two: of one argument an aggregate, of more not.
  package static func function(named name: String) -> FunctionDescription? {
    byName[name.lowercased()]
  }

  /// An aggregate's description; also of `min` and `max`.
  static func description(of aggregate: AggregateFunction) -> FunctionDescription? {
    aggregates.first { $0.name == aggregate.rawValue }
  }

  static func isWindow(_ name: String) -> Bool { function(named: name)?.group == .window }

  private static let byName: [String: FunctionDescription] = Dictionary(
    functions.map { ($0.name.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })

  /// Names for suggestions, in the order of the catalogue.
  static let names: [String] = functions.map(\.name)
}
