extension ChartFrame {
  /// Divides the frame into areas proportional to `weights`, as close to squares as possible: a squarified treemap
  /// (Bruls, Huizing and van Wijk).
  ///
  /// Returns one frame for each weight, in their order. Weights of zero or below get an empty one. O(n log n).
  package func squarified(_ weights: [Double]) -> [ChartFrame] {
    var frames = [ChartFrame](repeating: ChartFrame(x: x, y: y, width: 0, height: 0), count: weights.count)
    guard let largest = weights.filter({ $0 > 0 && $0.isFinite }).max() else { return frames }
    // Divide by the largest weight first, because the sum of the weights could overflow.
    let order = weights.indices.filter { weights[$0] > 0 && weights[$0].isFinite }
      .sorted { (weights[$0], $1) > (weights[$1], $0) }
    let total = order.reduce(0) { $0 + weights[$1] / largest }
    let areas = order.map { weights[$0] / largest / total * width * height }
    var rest = self
    var first = 0
    while first < order.count {
      let side = min(rest.width, rest.height)
      var end = first + 1
      var sum = areas[first]
      var worst = Self.worst(areas[first], areas[first], sum, side)
      while end < order.count {
        let next = Self.worst(areas[first], areas[end], sum + areas[end], side)
        if next > worst { break }
        worst = next
        sum += areas[end]
        end += 1
      }
      // The last row uses the remaining space, which corrects rounding.
      let isUpright = rest.width >= rest.height
      let length = isUpright ? rest.height : rest.width
      let depth =
        end == order.count ? (isUpright ? rest.width : rest.height) : length > 0 ? sum / length : 0
      var offset = 0.0
      for index in first..<end {
        let part = sum > 0 ? areas[index] / sum * length : 0
        frames[order[index]] =
          isUpright
          ? ChartFrame(x: rest.x, y: rest.y + offset, width: depth, height: part)
          : ChartFrame(x: rest.x + offset, y: rest.y, width: part, height: depth)
        offset += part
      }
      rest = isUpright ? rest.inset(left: depth) : rest.inset(top: depth)
      first = end
    }
    return frames
  }

  /// Returns the worst aspect ratio in a row of areas from `largest` to `smallest`.
  private static func worst(_ largest: Double, _ smallest: Double, _ sum: Double, _ side: Double) -> Double {
    let (square, whole) = (side * side, sum * sum)
    guard square > 0, whole > 0, smallest > 0 else { return .infinity }
    return max(square * largest / whole, whole / (square * smallest))
  }
}
