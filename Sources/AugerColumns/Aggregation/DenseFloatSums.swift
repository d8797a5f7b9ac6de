import AugerDiagnostics

/// Sums of floats of one chunk by group number, without rounding.
///
/// A value is split into two integers: multiples of 2^(e−46), and of 2^(e−76) for the rest. 2^e exceeds every value
/// of the chunk. The split adds a suitable constant, whose low bits then contain the integer. Integer sums are exact
/// in any order, so several rows are added in parallel. Values below 2^(e−24) would lose digits. Blocks of rows with
/// such values, or with infinities, are added with two-sums instead.
struct DenseFloatSums: Sendable {
  let groups: Int
  /// The sum of the first integers, including the bits of the constant for each row, and the sum of the second
  /// integers plus 2^47 times the number of rows.
  private var cells: [SIMD2<Int64>]
  /// The exponent e. Nil before the first row.
  private var exponent: Int?
  private var rows = 0
  /// The sums from before a change of the exponent, and from blocks that did not fit.
  private var others: FloatSum?

  private static let stretch = 4096
  private static let rowLimit = 1 << 16

  init(groups: Int) {
    self.groups = groups
    cells = [SIMD2<Int64>](repeating: .zero, count: groups * DenseLoops.Copies.count(groups: groups))
  }

  mutating func add(_ values: Span<Double>, _ numbers: Span<UInt16>) {
    var first = 0
    while first < values.count {
      let range = first..<min(values.count, first + Self.stretch)
      addStretch(values.extracting(range), numbers.extracting(range))
      first = range.upperBound
    }
  }

  private mutating func addStretch(_ values: Span<Double>, _ numbers: Span<UInt16>) {
    if rows + values.count > Self.rowLimit { moveCells() }
    var fits = exponent.map { DenseLoops.areZeroOrWithin(values, low: $0 - 24, high: $0) } ?? false
    if !fits {
      let (greatest, least) = DenseLoops.magnitudes(values)
      // After the first block, allow for values up to twice as large.
      let wanted = greatest.isFinite && greatest > 0 ? Int(greatest.exponent) + 2 : greatest == 0 ? 0 : 2000
      fits = wanted.magnitude < 900 && least >= Self.power(wanted - 24)
      if fits {
        moveCells()
        exponent = wanted
      }
    }
    guard fits, let exponent else {
      var sums = others ?? FloatSum(isAverage: false)
      others = nil
      sums.add(values, numbers, groups)
      others = sums
      return
    }
    rows += values.count
    let high = SIMD2(repeating: Self.high(exponent))
    let low = SIMD2(repeating: Self.low(exponent))
    let one = SIMD2(repeating: Self.row &- Int64(bitPattern: Self.low(exponent).bitPattern))
    var cells = taken(&self.cells)
    var values = values
    var numbers = numbers
    if groups == 1 {
      let (wide, deep) = (SIMD8(repeating: Self.high(exponent)), SIMD8(repeating: Self.low(exponent)))
      let (sum, count) = DenseLoops.total(values) { (value: SIMD8<Double>) in
        let first = value + wide
        let second = (value - (first - wide)) + deep
        return (first.bits, second.bits &+ one[0])
      }
      cells[0] &+= sum
      (values, numbers) = (values.extracting(count...), numbers.extracting(count...))
    }
    DenseLoops.add(values, numbers, groups, &cells) { x, y in
      let value = SIMD2(x, y)
      let first = value + high
      let second = (value - (first - high)) + low
      let a = first.bits
      let b = second.bits &+ one
      return (SIMD2(a[0], b[0]), SIMD2(a[1], b[1]))
    }
    self.cells = cells
  }

  private static func power(_ exponent: Int) -> Double { Double(sign: .plus, exponent: exponent, significand: 1) }

  /// Returns 1.5 × 2^52 units. A sum with it has the units as its low bits, regardless of the sign.
  private static func high(_ exponent: Int) -> Double { 1.5 * power(exponent - 46 + 52) }
  private static func low(_ exponent: Int) -> Double { 1.5 * power(exponent - 76 + 52) }

  /// One row in the second word. It exceeds every sum of 2^16 second integers.
  private static let row: Int64 = 1 << 47

  /// Returns the exact sum of a group in the cells, and its number of rows.
  private func cell(_ group: Int, _ exponent: Int) -> (sum: Double, error: Double, count: Int64) {
    var total = SIMD2<Int64>.zero
    for copy in 0..<DenseLoops.Copies.count(groups: groups) { total &+= cells[copy * groups + group] }
    let second = UInt64(bitPattern: total[1])
    let count = Int64(bitPattern: (second &+ UInt64(Self.row / 2)) >> 47)
    let low = total[1] &- count &* Self.row
    let high = total[0] &- count &* Int64(bitPattern: Self.high(exponent).bitPattern)
    // The high integers have up to 62 bits. The bits that a double cannot hold are added to the 46 bits of the low
    // ones.
    let rounded = Double(high)
    let rest = Double(high &- Int64(clamping: rounded)) * 0x1p30 + Double(low)
    return (rounded * Self.power(exponent - 46), rest * Self.power(exponent - 76), count)
  }

  /// Moves the sums out of the cells and clears them.
  private mutating func moveCells() {
    guard rows > 0, let exponent else { return }
    var sums = others ?? FloatSum(isAverage: false)
    others = nil
    sums.grow(groups)
    for group in 0..<groups {
      let (sum, error, count) = cell(group, exponent)
      if count > 0 { sums.add(sum, error, count, to: group) }
    }
    others = sums
    for index in cells.indices { cells[index] = .zero }
    rows = 0
  }

  func markPresent(_ present: inout [Bool]) {
    let copies = DenseLoops.Copies.count(groups: groups)
    for group in 0..<groups {
      // Every row changes the second word, because fewer than 2^17 rows exist.
      for copy in 0..<copies where cells[copy * groups + group][1] != 0 { present[group] = true }
      if let others, others.counts[group] > 0 { present[group] = true }
    }
  }

  /// Returns the sums of some groups, in that order.
  func sums(of order: [UInt16], isAverage: Bool) -> FloatSum {
    var result = FloatSum(isAverage: isAverage)
    result.grow(order.count)
    for (index, number) in order.enumerated() {
      let group = Int(number)
      if let others {
        result.add(others.sums[group], others.errors[group], others.counts[group], to: index)
      }
      if rows > 0, let exponent {
        let (sum, error, count) = cell(group, exponent)
        result.add(sum, error, count, to: index)
      }
    }
    return result
  }
}

extension FloatSum {
  mutating func grow(_ count: Int) {
    sums.grow(to: count, 0)
    errors.grow(to: count, 0)
    counts.grow(to: count, 0)
  }

  /// Adds a sum with its error.
  mutating func add(_ sum: Double, _ error: Double, _ count: Int64, to group: Int) {
    let (total, lost) = Self.twoSum(sums[group], sum)
    sums[group] = total
    errors[group] += lost + error
    counts[group] += count
  }

  mutating func add(_ values: Span<Double>, _ numbers: Span<UInt16>, _ groups: Int) {
    grow(groups)
    var sums = taken(&self.sums)
    var errors = taken(&self.errors)
    var counts = taken(&self.counts)
    for row in values.indices {
      let group = Int(numbers[row])
      let (sum, error) = Self.twoSum(sums[group], values[row])
      sums[group] = sum
      errors[group] += error
      counts[group] &+= 1
    }
    self.sums = sums
    self.errors = errors
    self.counts = counts
  }
}
