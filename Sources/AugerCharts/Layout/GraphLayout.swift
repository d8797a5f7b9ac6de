import AugerColumns
import AugerDiagnostics

/// The layout of a graph: neighbors are close to each other, and the distance of other nodes corresponds to the links
/// between them.
///
/// Each connected component is arranged separately and gets its share of the frame. Stress majorization (Gansner, Koren
/// and North), starting with classical scaling, approximates distances to the number of links between two nodes. Only
/// sums, products and roots are used, so that equal graphs have equal positions on every machine.
package struct GraphLayout: Sendable {
  /// The position of each node in the frame.
  package let places: [(x: Double, y: Double)]

  /// Maximum number of nodes of a component that is arranged by distances. Larger components are arranged in rows. The
  /// work grows with the square of the number of nodes.
  package static let mostNodes = 1500

  /// - Parameter links: Pairs of node numbers. Pairs of equal or unknown numbers are ignored.
  package init(nodeCount: Int, links: [(Int, Int)], in frame: ChartFrame) {
    var neighbors = [[Int]](repeating: [], count: nodeCount)
    for (a, b) in links where a != b && neighbors.indices.contains(a) && neighbors.indices.contains(b) {
      neighbors[a].append(b)
      neighbors[b].append(a)
    }
    var places = [(x: Double, y: Double)](repeating: (frame.midX, frame.midY), count: nodeCount)
    let parts = Self.parts(neighbors)
    // A pair needs more than half of the space of four nodes.
    let shares = frame.squarified(parts.map { Double($0.count) + 1 })
    for (part, share) in zip(parts, shares) {
      for (node, place) in zip(part, Self.placed(part, neighbors, in: share)) { places[node] = place }
    }
    self.places = places
  }

  /// Returns the connected components, each in the order of its first node.
  private static func parts(_ neighbors: [[Int]]) -> [[Int]] {
    var isSeen = [Bool](repeating: false, count: neighbors.count)
    var parts: [[Int]] = []
    for start in neighbors.indices where !isSeen[start] {
      isSeen[start] = true
      var part = [start]
      var next = 0
      while next < part.count {
        for node in neighbors[part[next]] where !isSeen[node] {
          isSeen[node] = true
          part.append(node)
        }
        next += 1
      }
      parts.append(part.sorted())
    }
    return parts
  }

  private static func placed(
    _ part: [Int], _ neighbors: [[Int]], in frame: ChartFrame
  ) -> [(x: Double, y: Double)] {
    let count = part.count
    guard count > 1 else { return [(frame.midX, frame.midY)] }
    guard count <= mostNodes else { return rows(count, in: frame) }
    let distances = distances(part, neighbors)
    var places = scaled(distances, count)
    let rounds = min(200, max(12, 40_000_000 / (count * count)))
    for _ in 0..<rounds { settle(&places, distances) }
    return fitted(places, in: frame)
  }

  /// Returns positions in rows with equal steps, for components that are too large.
  private static func rows(_ count: Int, in frame: ChartFrame) -> [(x: Double, y: Double)] {
    let columns = max(1, Int(clamping: (Double(count) * frame.width / max(frame.height, 1)).squareRoot()))
    let rows = (count + columns - 1) / columns
    let width = frame.width / Double(columns)
    let height = frame.height / Double(rows)
    return (0..<count).map { node -> (x: Double, y: Double) in
      let x = frame.x + (Double(node % columns) + 0.5) * width
      let y = frame.y + (Double(node / columns) + 0.5) * height
      return (x, y)
    }
  }

  /// Returns the number of links on the shortest path between any two nodes of a component, row by row.
  private static func distances(_ part: [Int], _ neighbors: [[Int]]) -> [Double] {
    let count = part.count
    var number = [Int](repeating: -1, count: neighbors.count)
    for (place, node) in part.enumerated() { number[node] = place }
    var distances = [Double](repeating: 0, count: count * count)
    var isSeen = [Int](repeating: -1, count: count)
    for start in 0..<count {
      var queue = [start]
      isSeen[start] = start
      var next = 0
      while next < queue.count {
        let from = queue[next]
        next += 1
        for neighbor in neighbors[part[from]] {
          let to = number[neighbor]
          guard isSeen[to] != start else { continue }
          isSeen[to] = start
          distances[start * count + to] = distances[start * count + from] + 1
          queue.append(to)
        }
      }
    }
    return distances
  }

  /// Applies classical scaling: the two directions with the largest spread of distances.
  private static func scaled(_ distances: [Double], _ count: Int) -> [(x: Double, y: Double)] {
    var matrix = distances.map { $0 * $0 }
    var means = [Double](repeating: 0, count: count)
    for row in 0..<count {
      var sum = 0.0
      for column in 0..<count { sum += matrix[row * count + column] }
      means[row] = sum / Double(count)
    }
    let mean = means.reduce(0, +) / Double(count)
    for row in 0..<count {
      for column in 0..<count {
        matrix[row * count + column] = -0.5 * (matrix[row * count + column] - means[row] - means[column] + mean)
      }
    }
    let first = direction(of: matrix, count, beside: nil)
    let second = direction(of: matrix, count, beside: first)
    // Nodes with the same distances to all others would never separate.
    return (0..<count).map { node -> (x: Double, y: Double) in
      let a = Double(node * 7919 % 997) / 997 - 0.5
      let b = Double(node * 6007 % 991) / 991 - 0.5
      return (first[node] + 0.05 * a, second[node] + 0.05 * b)
    }
  }

  /// Returns the direction of the largest extent of a matrix, orthogonal to another direction. Its length is the
  /// extent.
  private static func direction(of matrix: [Double], _ count: Int, beside other: [Double]?) -> [Double] {
    var vector = (0..<count).map { Double(($0 * 31 + 7) % 101) - 50 }
    var length = 0.0
    let unit = other.map { normalized($0).vector }
    for _ in 0..<30 {
      if let unit {
        let share = zip(vector, unit).reduce(0) { $0 + $1.0 * $1.1 }
        for node in 0..<count { vector[node] -= share * unit[node] }
      }
      (vector, _) = normalized(vector)
      var next = [Double](repeating: 0, count: count)
      for row in 0..<count {
        var sum = 0.0
        for column in 0..<count { sum += matrix[row * count + column] * vector[column] }
        next[row] = sum
      }
      (vector, length) = normalized(next)
    }
    let stretch = length.squareRoot()
    return vector.map { $0 * stretch }
  }

  private static func normalized(_ vector: [Double]) -> (vector: [Double], length: Double) {
    let length = vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
    return length > 1e-12 ? (vector.map { $0 / length }, length) : (vector, 0)
  }

  /// Moves each node to the position that best matches its distances to all others. Near nodes have more weight.
  private static func settle(_ places: inout [(x: Double, y: Double)], _ distances: [Double]) {
    let count = places.count
    for node in 0..<count {
      let here = places[node]
      var (x, y, sum) = (0.0, 0.0, 0.0)
      for other in 0..<count where other != node {
        let wanted = distances[node * count + other]
        let weight = 1 / (wanted * wanted)
        let (dx, dy) = (here.x - places[other].x, here.y - places[other].y)
        let length = (dx * dx + dy * dy).squareRoot()
        let pull = length > 1e-9 ? wanted / length : 0
        x += weight * (places[other].x + dx * pull)
        y += weight * (places[other].y + dy * pull)
        sum += weight
      }
      places[node] = (x / sum, y / sum)
    }
  }

  /// Returns the positions fitted to the frame, with the longer side along its longer side. The aspect ratio can change
  /// by up to one half.
  private static func fitted(_ places: [(x: Double, y: Double)], in frame: ChartFrame) -> [(x: Double, y: Double)] {
    var places = places
    func span(_ value: (Int) -> Double) -> (low: Double, length: Double) {
      let values = places.indices.map(value)
      let low = values.min() ?? 0
      return (low, (values.max() ?? 0) - low)
    }
    var (x, y) = (span { places[$0].x }, span { places[$0].y })
    if (x.length < y.length) != (frame.width < frame.height) {
      places = places.map { ($0.y, $0.x) }
      swap(&x, &y)
    }
    let most = 1.5
    let (fitX, fitY) = (
      x.length > 1e-9 ? frame.width / x.length : .infinity, y.length > 1e-9 ? frame.height / y.length : .infinity
    )
    let (scaleX, scaleY) = (min(fitX, fitY * most), min(fitY, fitX * most))
    let (middleX, middleY) = (x.low + x.length / 2, y.low + y.length / 2)
    return places.map { place -> (x: Double, y: Double) in
      let dx = scaleX.isFinite ? (place.x - middleX) * scaleX : 0
      let dy = scaleY.isFinite ? (place.y - middleY) * scaleY : 0
      return (frame.midX + dx, frame.midY + dy)
    }
  }
}
