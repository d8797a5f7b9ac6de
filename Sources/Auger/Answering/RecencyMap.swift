/// Values by their keys, in the order of their last use: the one that was not used for longest is known at once,
/// however many there are.
///
/// They stand in an array without gaps, each with the places of its neighbours in that order.
package struct RecencyMap<Key: Hashable, Value> {
  private struct Node {
    var key: Key
    var value: Value
    /// Of those that were used just before and just after; nil at the ends.
    var older: Int?
    var newer: Int?
  }

  private var nodes: [Node] = []
  private var places: [Key: Int] = [:]
  private var oldest: Int?
  private var newest: Int?

  package init() {}

  package var count: Int { nodes.count }

  /// The value of a key, as it stands: reading and changing it is no use of it.
  package subscript(key: Key) -> Value? { places[key].map { nodes[$0].value } }

  /// Changes the value of a key in its place, without using it; does nothing where there is none.
  package mutating func change(_ key: Key, _ body: (inout Value) -> Void) {
    if let place = places[key] { body(&nodes[place].value) }
  }

  /// The value of a key, which is used with that.
  package mutating func use(_ key: Key) -> Value? {
    guard let place = places[key] else { return nil }
    if newest != place {
      unlink(place)
      linkAsNewest(place)
    }
    return nodes[place].value
  }

  /// Keeps a value, used now, in the place of the one that the key had.
  package mutating func insert(_ value: Value, for key: Key) {
    if let place = places[key] {
      nodes[place].value = value
      _ = use(key)
      return
    }
    places[key] = nodes.count
    nodes.append(Node(key: key, value: value))
    linkAsNewest(nodes.count - 1)
  }

  @discardableResult package mutating func remove(_ key: Key) -> Value? {
    guard let place = places.removeValue(forKey: key) else { return nil }
    unlink(place)
    let value = nodes[place].value
    let moved = nodes.removeLast()
    if place < nodes.count { put(moved, at: place) }
    return value
  }

  /// Removes the value that was not used for longest; nil where there is none.
  package mutating func removeOldest() -> Value? {
    guard let oldest else { return nil }
    return remove(nodes[oldest].key)
  }

  private mutating func linkAsNewest(_ place: Int) {
    nodes[place].older = newest
    nodes[place].newer = nil
    if let newest { nodes[newest].newer = place } else { oldest = place }
    newest = place
  }

  private mutating func unlink(_ place: Int) {
    let (older, newer) = (nodes[place].older, nodes[place].newer)
    if let older { nodes[older].newer = newer } else { oldest = newer }
    if let newer { nodes[newer].older = older } else { newest = older }
  }

  /// The last of the array comes to another place, which its neighbours and its key learn.
  private mutating func put(_ node: Node, at place: Int) {
    nodes[place] = node
    places[node.key] = place
    if let older = node.older { nodes[older].newer = place } else { oldest = place }
    if let newer = node.newer { nodes[newer].older = place } else { newest = place }
  }
}
