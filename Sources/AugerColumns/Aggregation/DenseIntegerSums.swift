/// Sums of ints and narrow decimals of one chunk by group number, in 64 bits while they suffice, then in 128.
struct DenseIntegerSums: Sendable {
  let groups: Int
  private let type: DataType
  /// The sum and the number of rows.
  private var cells: [SIMD2<Int64>]
  private var rows = 0
  /// The sums moved out of the cells, and values too large for them.
  private var others: IntegerSum?

  /// The number of values below 2^46 whose sum fits 63 bits.
  private static let rowLimit = 1 << 16

  init(_ type: DataType, groups: Int) {
    self.type = type
    self.groups = groups
    cells = [SIMD2<Int64>](repeating: .zero, count: groups * DenseLoops.Copies.count(groups: groups))
  }

  mutating func add(_ values: Span<Int64>, _ numbers: Span<UInt16>) {
    if rows + values.count > Self.rowLimit { moveCells() }
    guard values.count <= Self.rowLimit, DenseLoops.areBelowLimit(values) else {
      withOthers { sums in
        for row in values.indices { sums.add(Int128(values[row]), 1, to: Int(numbers[row])) }
      }
      return
    }
    rows += values.count
    var cells = taken(&self.cells)
    var values = values
    var numbers = numbers
    if groups == 1 {
      let (sum, count) = DenseLoops.total(values) { ($0, SIMD8(repeating: 1)) }
      cells[0] &+= sum
      (values, numbers) = (values.extracting(count...), numbers.extracting(count...))
    }
    DenseLoops.add(values, numbers, groups, &cells) { (SIMD2($0, 1), SIMD2($1, 1)) }
    self.cells = cells
  }

  private mutating func withOthers(_ body: (inout IntegerSum) -> Void) {
    var sums = others ?? IntegerSum(type, isAverage: false)
    others = nil
    sums.grow(groups)
    body(&sums)
    others = sums
  }

  private func cell(_ group: Int) -> SIMD2<Int64> {
    var total = SIMD2<Int64>.zero
    for copy in 0..<DenseLoops.Copies.count(groups: groups) { total &+= cells[copy * groups + group] }
    return total
  }

  private mutating func moveCells() {
    guard rows > 0 else { return }
    let moved = (0..<groups).map(cell)
    withOthers { sums in
      for (group, cell) in moved.enumerated() { sums.add(Int128(cell[0]), cell[1], to: group) }
    }
    for index in cells.indices { cells[index] = .zero }
    rows = 0
  }

  func markPresent(_ present: inout [Bool]) {
    for group in 0..<groups {
      if cell(group)[1] > 0 { present[group] = true }
      if let others, others.counts[group] > 0 { present[group] = true }
    }
  }

  /// Returns the sums of some groups, in that order.
  func sums(of order: [UInt16], isAverage: Bool) -> IntegerSum {
    var result = IntegerSum(type, isAverage: isAverage)
    result.grow(order.count)
    for (index, number) in order.enumerated() {
      let group = Int(number)
      let cell = cell(group)
      result.add(Int128(cell[0]), cell[1], to: index)
      if let others { result.add(others.sums[group], others.counts[group], to: index) }
    }
    return result
  }
}

extension IntegerSum {
  mutating func grow(_ count: Int) {
    sums.grow(to: count, 0)
    counts.grow(to: count, 0)
  }

  /// 2^63 values of 64 bits fit 128 bits.
  mutating func add(_ sum: Int128, _ count: Int64, to group: Int) {
    sums[group] &+= sum
    counts[group] &+= count
  }
}
