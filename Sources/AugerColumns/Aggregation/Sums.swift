import AugerDiagnostics

/// Counts rows, or values that are not null.
package struct CountAccumulator: Sendable {
  var counts: [Int64] = []

  mutating func update(_ values: Column?, _ grouping: Grouping) {
    counts.grow(to: grouping.count, 0)
    let groups = grouping.groups.span
    if let values {
      var counts = taken(&self.counts)
      values.forEachPresent { counts[Int(groups[$0])] += 1 }
      self.counts = counts
    } else {
      for row in groups.indices { counts[Int(groups[row])] += 1 }
    }
  }

  mutating func merge(_ other: CountAccumulator, _ mapping: [Int], _ count: Int) {
    counts.grow(to: count, 0)
    for group in other.counts.indices { counts[mapping[group]] += other.counts[group] }
  }

  func finish(_ count: Int) -> Column {
    var result = counts
    result.grow(to: count, 0)
    return Column(result)
  }
}

/// Exact sums of ints, Booleans and decimals in 128 bits, and their averages.
package struct IntegerSum: Sendable {
  let type: DataType
  let isAverage: Bool
  var sums: [Int128] = []
  var counts: [Int64] = []

  init(_ type: DataType, isAverage: Bool) {
    self.type = type
    self.isAverage = isAverage
  }

  mutating func update(_ values: Column, _ grouping: Grouping) throws(AugerError) {
    var sums = taken(&self.sums)
    var counts = taken(&self.counts)
    sums.grow(to: grouping.count, 0)
    counts.grow(to: grouping.count, 0)
    let groups = grouping.groups.span
    var hasOverflowed = false
    switch values.values {
    case .int64(let buffer), .decimal64(let buffer):
      let span = buffer.span
      values.forEachPresent { row in
        let group = Int(groups[row])
        // 2^63 values of 2^63 fit 128 bits.
        sums[group] &+= Int128(span[row])
        counts[group] &+= 1
      }
    case .decimal128(let buffer):
      let span = buffer.span
      values.forEachPresent { row in
        let group = Int(groups[row])
        let (sum, overflow) = sums[group].addingReportingOverflow(span[row])
        hasOverflowed = hasOverflowed || overflow
        sums[group] = sum
        counts[group] &+= 1
      }
    case .bool(let bits):
      values.forEachPresent { row in
        let group = Int(groups[row])
        sums[group] &+= bits[row] ? 1 : 0
        counts[group] &+= 1
      }
    default: preconditionFailure("sums are of numbers")
    }
    self.sums = sums
    self.counts = counts
    if hasOverflowed { throw overflow }
  }

  mutating func merge(_ other: IntegerSum, _ mapping: [Int], _ count: Int) throws(AugerError) {
    sums.grow(to: count, 0)
    counts.grow(to: count, 0)
    for group in other.sums.indices {
      let (sum, hasOverflowed) = sums[mapping[group]].addingReportingOverflow(other.sums[group])
      if hasOverflowed { throw overflow }
      sums[mapping[group]] = sum
      counts[mapping[group]] += other.counts[group]
    }
  }

  func finish(_ count: Int) throws(AugerError) -> Column {
    var sums = sums
    var counts = counts
    sums.grow(to: count, 0)
    counts.grow(to: count, 0)
    let validity = Bitmap(counts.map { $0 > 0 })
    let scale = if case .decimal(_, let scale) = type { scale } else { 0 }
    if isAverage {
      let averages = zip(sums, counts).map { sum, count in
        count == 0 ? 0 : Decimal128.ratio(sum, scale: scale, over: count)
      }
      return Column(.float64, .float64(Buffer(averages)), validity: validity)
    }
    if case .decimal = type {
      for sum in sums where sum.magnitude >= Decimal128.powersOfTen[38].magnitude { throw overflow }
      return Column(.decimal(precision: 38, scale: scale), .decimal128(Buffer(sums)), validity: validity)
    }
    var narrow: [Int64] = []
    narrow.reserveCapacity(count)
    for sum in sums {
      guard let value = Int64(exactly: sum) else { throw overflow }
      narrow.append(value)
    }
    return Column(.int64, .int64(Buffer(narrow)), validity: validity)
  }

  private var overflow: AugerError {
    AugerError(
      .sumOverflow, operation: "add up \(type) values", "the sum exceeds the range of \(type)",
      hint: "Multiply the argument by 1.0 to compute a float.")
  }
}

extension Decimal128 {
  /// Returns `sum × 10^−scale ÷ count` as a double, with an error of at most one unit in the last place.
  package static func ratio(_ sum: Int128, scale: Int, over count: Int64) -> Double {
    let (whole, rest) = sum.quotientAndRemainder(dividingBy: powersOfTen[scale] * Int128(1))
    guard scale > 0 else { return Double(sum) / Double(count) }
    if sum.magnitude < 1 << 53, scale <= 22 { return Double(sum) / exactDoublePowers[scale] / Double(count) }
    return (Double(whole) + Double(rest) / Double(powersOfTen[scale])) / Double(count)
  }
}

/// Sums of floats in row order, and their averages.
///
/// Each sum also accumulates its rounding errors (Knuth's two-sum), so that cents add up to cents. The result is
/// rounded once, not once per row.
package struct FloatSum: Sendable {
  let isAverage: Bool
  var sums: [Double] = []
  var errors: [Double] = []
  var counts: [Int64] = []

  init(isAverage: Bool) { self.isAverage = isAverage }

  mutating func update(_ values: Column, _ grouping: Grouping) {
    guard case .float64(let buffer) = values.values else { preconditionFailure("float sums are of floats") }
    var sums = taken(&self.sums)
    var errors = taken(&self.errors)
    var counts = taken(&self.counts)
    sums.grow(to: grouping.count, 0)
    errors.grow(to: grouping.count, 0)
    counts.grow(to: grouping.count, 0)
    let groups = grouping.groups.span
    let span = buffer.span
    values.forEachPresent { row in
      let group = Int(groups[row])
      let (sum, error) = Self.twoSum(sums[group], span[row])
      sums[group] = sum
      errors[group] += error
      counts[group] &+= 1
    }
    self.sums = sums
    self.errors = errors
    self.counts = counts
  }

  /// Returns the rounded sum and its exact error.
  @inline(__always)
  static func twoSum(_ a: Double, _ b: Double) -> (sum: Double, error: Double) {
    let sum = a + b
    let virtual = sum - a
    return (sum, (a - (sum - virtual)) + (b - virtual))
  }

  mutating func merge(_ other: FloatSum, _ mapping: [Int], _ count: Int) {
    sums.grow(to: count, 0)
    errors.grow(to: count, 0)
    counts.grow(to: count, 0)
    for group in other.sums.indices {
      let target = mapping[group]
      let (sum, error) = Self.twoSum(sums[target], other.sums[group])
      sums[target] = sum
      errors[target] += error + other.errors[group]
      counts[target] += other.counts[group]
    }
  }

  func finish(_ count: Int) -> Column {
    var results = zip(sums, errors).map { sum, error in
      // If the sum exceeds the largest double, the error is NaN.
      error.isFinite ? sum + error : sum
    }
    var counts = counts
    results.grow(to: count, 0)
    counts.grow(to: count, 0)
    if isAverage { results = zip(results, counts).map { $1 == 0 ? 0 : $0 / Double($1) } }
    return Column(.float64, .float64(Buffer(results)), validity: Bitmap(counts.map { $0 > 0 }))
  }
}

/// The count, mean and sum of squared deviations, for the variance of a sample and its standard deviation (Welford's
/// update, Chan's merge).
package struct Moments: Sendable {
  let isVariance: Bool
  var counts: [Int64] = []
  var means: [Double] = []
  var squares: [Double] = []

  init(isVariance: Bool) { self.isVariance = isVariance }

  mutating func update(_ values: Column, _ grouping: Grouping) {
    let numbers = values.doubles
    grow(grouping.count)
    let groups = grouping.groups.span
    for row in numbers.indices where !values.isNull(row) {
      let group = Int(groups[row])
      counts[group] += 1
      let delta = numbers[row] - means[group]
      means[group] += delta / Double(counts[group])
      squares[group] += delta * (numbers[row] - means[group])
    }
  }

  private mutating func grow(_ count: Int) {
    counts.grow(to: count, 0)
    means.grow(to: count, 0)
    squares.grow(to: count, 0)
  }

  mutating func merge(_ other: Moments, _ mapping: [Int], _ count: Int) {
    grow(count)
    for group in other.counts.indices where other.counts[group] > 0 {
      let target = mapping[group]
      guard counts[target] > 0 else {
        // Merging into an empty group must not square large values.
        counts[target] = other.counts[group]
        means[target] = other.means[group]
        squares[target] = other.squares[group]
        continue
      }
      let (a, b) = (Double(counts[target]), Double(other.counts[group]))
      let delta = other.means[group] - means[target]
      means[target] += delta * (b / (a + b))
      squares[target] += other.squares[group] + delta * delta * (a * b / (a + b))
      counts[target] += other.counts[group]
    }
  }

  func finish(_ count: Int) -> Column {
    var all = self
    all.grow(count)
    var results = zip(all.counts, all.squares).map { $0 < 2 ? 0 : $1 / Double($0 - 1) }
    if !isVariance { results = results.map { $0.squareRoot() } }
    return Column(.float64, .float64(Buffer(results)), validity: Bitmap(all.counts.map { $0 >= 2 }))
  }
}

extension Column {
  /// The numbers of a numeric or Boolean column as doubles. The slot of a null has an unspecified value.
  var doubles: [Double] {
    switch values {
    case .float64(let buffer): buffer.array
    case .int64(let buffer): buffer.array.map { Double($0) }
    case .bool(let bits): (0..<bits.count).map { bits[$0] ? 1 : 0 }
    case .decimal64, .decimal128: (0..<count).map { self[$0].doubleValue ?? 0 }
    case .string, .date, .timestamp, .time, .interval, .binary: preconditionFailure("numbers are needed")
    }
  }
}

extension Diagnostic.Code {
  package static let sumOverflow = Self("sumOverflow")
}
