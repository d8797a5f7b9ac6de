import AugerColumns
import AugerDiagnostics

// Arguments of queries, and the types of those that would otherwise be read as other types.
extension JSONValue {
  /// Reads drill arguments. The types are shared by all, or are a list with one entry for each.
  func picks(_ types: JSONValue?) throws(AugerError) -> [QueryArguments?] {
    let items = try items()
    let lists = try types.flatMap { $0.isList ? $0 : nil }?.items(items.count)
    // The types are used for each entry, so sort them by name once.
    let shared = try types.flatMap { $0.isList ? nil : $0 }?.typesByName() ?? [:]
    var picks: [QueryArguments?] = []
    for (index, item) in items.enumerated() {
      let types = try lists.map { lists throws(AugerError) in try lists[index].typesByName() } ?? shared
      picks.append(item.isNull ? nil : try item.arguments(byName: types))
    }
    return picks
  }

  private func typesByName() throws(AugerError) -> [Name: JSONValue] {
    var types: [Name: JSONValue] = [:]
    for (key, type) in try members() {
      guard types.updateValue(type, forKey: Name(tape.text(key))) == nil else {
        throw tape.failure(at: key, "the key occurs twice")
      }
    }
    return types
  }

  func arguments(_ types: JSONValue?) throws(AugerError) -> QueryArguments {
    let types = try types?.typesByName() ?? [:]
    let arguments = try arguments(byName: types)
    for (name, type) in types where arguments[name.text] == nil {
      throw type.failure("refers to an argument that does not exist")
    }
    return arguments
  }

  private func arguments(byName types: [Name: JSONValue]) throws(AugerError) -> QueryArguments {
    var entries: [(name: String, value: QueryArgument)] = []
    var names: Set<Name> = []
    for (key, value) in try members() {
      let name = Name(tape.text(key))
      guard names.insert(name).inserted else { throw tape.failure(at: key, "the name occurs twice") }
      entries.append((name.text, try value.queryArgument(types[name])))
    }
    return QueryArguments(unique: entries)
  }

  private func queryArgument(_ type: JSONValue?) throws(AugerError) -> QueryArgument {
    if isList {
      let items = try items()
      let types = try type.flatMap { $0.isList ? $0 : nil }?.items(items.count)
      var scalars: [Scalar] = []
      for (index, item) in items.enumerated() { scalars.append(try item.argument(types?[index] ?? type)) }
      return .list(scalars)
    }
    if isObject {
      let range = try object(["lower", "upper"])
      let types = try type.flatMap { $0.isList ? $0 : nil }?.items(2)
      return .range(
        lower: try range.required("lower").argument(types?[0] ?? type),
        upper: try range.required("upper").argument(types?[1] ?? type))
    }
    return .scalar(try argument(type))
  }
}
