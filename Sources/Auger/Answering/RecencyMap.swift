/// A dictionary with a least-recently-used order. The oldest value is found in constant time.
///
/// The nodes are in an array without gaps. Each contains the indices of the next older and the next newer node.
package struct RecencyMap<Key: Hashable, Value> {
  private struct Node {
    var key: Key
    var value: Value
    /// The nodes used just before and just after this one; nil at the ends.
    var older: Int?
    var newer: Int?
  }

  private var nodes: [Node] = []
  private var places: [Key: Int] = [:]
  private var oldest: Int?
  private var newest: Int?

  package init() {}

  package var count: Int { nodes.count }

  /// The value of a key. Access does not change the order.
  package subscript(key: Key) -> Value? { places[key].map { nodes[$0].value } }

  /// Changes the value of a key without changing the order. Does nothing if the key does not exist.
  package mutating func change(_ key: Key, _ body: (inout Value) -> Void) {
    if let place = places[key] { body(&nodes[place].value) }
  }

  /// Returns the value of a key and marks it as most recently used.
  package mutating func use(_ key: Key) -> Value? {
    guard let place = places[key] else { return nil }
    if newest != place {
      unlink(place)
      linkAsNewest(place)
    }
    return nodes[place].value
  }

  /// Inserts or replaces the value of a key and marks it as most recently used.
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

  /// Removes and returns the least recently used value; nil if the map is empty.
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

  /// Stores a node at an index and updates its links and the index of its key.
  private mutating func put(_ node: Node, at place: Int) {
    nodes[place] = node
    places[node.key] = place
    if let older = node.older { nodes[older].newer = place } else { oldest = place }
    if let newer = node.newer { nodes[newer].older = place } else { newest = place }
  }
}
