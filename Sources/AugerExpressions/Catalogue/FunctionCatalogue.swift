/// Every function of the language. Aggregates are listed with the others; the engine computes them.
public enum FunctionCatalogue {
  public static let functions: [FunctionDescription] = numbers + dates + texts + logic + aggregates

  /// A function by its name in any case. `Min` and `Max` are two: of one argument an aggregate, of more not.
  public static func function(named name: String) -> FunctionDescription? {
    byName[name.lowercased()]
  }

  private static let byName: [String: FunctionDescription] = Dictionary(
    functions.map { ($0.name.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })

  /// Names for suggestions, in the order of the catalogue.
  static let names: [String] = functions.map(\.name)
}
