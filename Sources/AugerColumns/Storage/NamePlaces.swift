import AugerDiagnostics

/// An index of the names in a list, created on first use and shared by all lookups. Every chart of a dashboard and
/// every query of a workspace is looked up several times. Linear searches would take quadratic time.
package final class NamePlaces: Sendable {
  /// The number of elements below which a linear search is as fast.
  package static let fewest = 16

  private let known = Locked<[Name: Int]?>(nil)

  package init() {}

  /// Returns the first element of a list with a name. Nil if none exists. The list must always be the same.
  package func first<Element>(of list: [Element], named name: String, _ nameOf: (Element) -> String) -> Element? {
    let name = Name(name)
    guard list.count >= Self.fewest else { return list.first { Name(nameOf($0)) == name } }
    return place(of: name, count: list.count) { CollectionOfOne(nameOf(list[$0])) }.map { list[$0] }
  }

  /// Returns the first index of a name in a list of `count` elements. Nil if none exists. An element can have several
  /// names, which must always be the same.
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
