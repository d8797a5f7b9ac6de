import AugerDiagnostics

/// Where names stand in a list, found once for all that look for them. Each chart of a dashboard and each query of a
/// workspace is looked for several times: to look through all of them would take the square of their number.
package final class NamePlaces: Sendable {
  /// Fewer are looked through as quickly.
  package static let fewest = 16

  private let known = Locked<[Name: Int]?>(nil)

  package init() {}

  /// The first element of a list that has a name; nil where none has it. The list is always the same.
  package func first<Element>(of list: [Element], named name: String, _ nameOf: (Element) -> String) -> Element? {
    let name = Name(name)
    guard list.count >= Self.fewest else { return list.first { Name(nameOf($0)) == name } }
    return place(of: name, count: list.count) { CollectionOfOne(nameOf(list[$0])) }.map { list[$0] }
  }

  /// The first place of a name in a list of `count` elements; nil where it has none. Each element may have several
  /// names, and they are always the same.
  package func place<Names: Collection<String>>(of name: Name, count: Int, names: (Int) -> Names) -> Int? {
    known.withLock { known in
      if let known { return known[name] }
      var places = [Name: Int](minimumCapacity: count)
      for place in 0..<count {
        for name in names(place) where places[Name(name)] == nil { places[Name(name)] = place }
      }
      known = places
      return places[name]
    }
  }
}
