/// All functions of the language. Aggregates are included although the engine computes them. Window functions are for
/// chart values.
package enum FunctionCatalogue {
  package static let functions: [FunctionDescription] = numbers + dates + texts + logic + aggregates + windows

  /// Returns a function by its name, in any case. `Min` and `Max` with several arguments are functions, and with one
  /// argument aggregates.
  package static func function(named name: String) -> FunctionDescription? {
    byName[name.lowercased()]
  }

  /// Returns the description of an aggregate, including `min` and `max`.
  static func description(of aggregate: AggregateFunction) -> FunctionDescription? {
    aggregates.first { $0.name == aggregate.rawValue }
  }

  static func isWindow(_ name: String) -> Bool { function(named: name)?.group == .window }

  private static let byName: [String: FunctionDescription] = Dictionary(
    functions.map { ($0.name.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })

  /// Names for suggestions, in catalog order.
  static let names: [String] = functions.map(\.name)
}
