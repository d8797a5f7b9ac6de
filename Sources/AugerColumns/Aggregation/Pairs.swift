/// The counts, means and sums of products of deviations of pairs, for their correlation (Welford's update, Chan's
/// merge). Rows with a null in either column are skipped.
package struct PairMoments: Sendable {
  struct Cell: Sendable {
    var count: Int64 = 0
    var meanX = 0.0
    var meanY = 0.0
    var squaresX = 0.0
    var squaresY = 0.0
    var products = 0.0

    mutating func add(_ x: Double, _ y: Double) {
      count += 1
      let (beforeX, beforeY) = (x - meanX, y - meanY)
      meanX += beforeX / Double(count)
      meanY += beforeY / Double(count)
      // A deviation of zero adds zero.
      let weight = Double(count - 1) / Double(count)
      squaresX += beforeX * beforeX * weight
      squaresY += beforeY * beforeY * weight
      products += beforeX * beforeY * weight
    }

    mutating func merge(_ other: Cell) {
      if other.count == 0 { return }
      if count == 0 {
        // Merging into an empty cell must not square large values.
        self = other
        return
      }
      let (a, b) = (Double(count), Double(other.count))
      let (distanceX, distanceY) = (other.meanX - meanX, other.meanY - meanY)
      let weight = a * b / (a + b)
      meanX += distanceX * (b / (a + b))
      meanY += distanceY * (b / (a + b))
      squaresX += other.squaresX + distanceX * distanceX * weight
      squaresY += other.squaresY + distanceY * distanceY * weight
      products += other.products + distanceX * distanceY * weight
      count += other.count
    }

    /// The correlation. Nil if one of the columns does not vary, or a sum exceeds the range of floats.
    var correlation: Double? {
      guard count >= 2, squaresX > 0, squaresY > 0, squaresX.isFinite, squaresY.isFinite else { return nil }
      let square = squaresX * squaresY
      let result =
        square.isNormal ? products / square.squareRoot() : products / squaresX.squareRoot() / squaresY.squareRoot()
      return result.isFinite ? min(max(result, -1), 1) : nil
    }
  }

  var cells: [Cell] = []

  mutating func update(_ x: Column, _ y: Column, _ grouping: Grouping) {
    let (first, second) = (x.doubles, y.doubles)
    var cells = taken(&self.cells)
    cells.grow(to: grouping.count, Cell())
    let groups = grouping.groups.span
    for row in groups.indices where !x.isNull(row) && !y.isNull(row) {
      cells[Int(groups[row])].add(first[row], second[row])
    }
    self.cells = cells
  }

  mutating func merge(_ other: PairMoments, _ mapping: [Int], _ count: Int) {
    cells.grow(to: count, Cell())
    for group in other.cells.indices { cells[mapping[group]].merge(other.cells[group]) }
  }

  func finish(_ count: Int) -> Column {
    var all = cells
    all.grow(to: count, Cell())
    return Column(all.map(\.correlation))
  }
}

/// Weighted means: sums of products, and of the weights of rows that have both.
package struct WeightedMean: Sendable {
  var products = FloatSum(isAverage: false)
  var weights = FloatSum(isAverage: false)

  mutating func update(_ values: Column, _ weights: Column, _ grouping: Grouping) {
    let numbers = weights.doubles
    let isPresent = Bitmap.intersection(values.validity, weights.validity)
    let weighted = zip(values.doubles, numbers).map { $0 * $1 }
    products.update(Column(.float64, .float64(Buffer(weighted)), validity: isPresent), grouping)
    self.weights.update(Column(.float64, .float64(Buffer(numbers)), validity: isPresent), grouping)
  }

  mutating func merge(_ other: WeightedMean, _ mapping: [Int], _ count: Int) {
    products.merge(other.products, mapping, count)
    weights.merge(other.weights, mapping, count)
  }

  /// Returns the means. Null without rows, or if the sum of the weights is zero.
  func finish(_ count: Int) -> Column {
    let (products, weights) = (products.finish(count), weights.finish(count))
    return Column(
      zip(products.doubles, weights.doubles).enumerated().map { group, sums -> Double? in
        products.isNull(group) || sums.1 == 0 ? nil : sums.0 / sums.1
      })
  }
}
