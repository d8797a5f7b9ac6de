/// The rows of a block that an aggregation takes, and the group number of each.
package struct BlockRows: Sendable {
  /// Of every row of the block, taken or not; at most 2^16.
  let numbers: [UInt16]
  /// Nil takes all.
  let selection: Bitmap?
  private let positions: [UInt16]
  private let selectedNumbers: [UInt16]

  package init(numbers: [UInt16], selection: Bitmap?) {
    precondition(numbers.count <= 1 << 16, "a block has at most 65 536 rows")
    self.numbers = numbers
    self.selection = selection
    positions = selection.map { Gather.positions($0) } ?? []
    selectedNumbers = selection == nil ? numbers : Gather.taken(numbers.span, at: positions)
  }

  package var count: Int { selectedNumbers.count }

  var taken: [UInt16] { selectedNumbers }

  /// The taken rows in which a column has a value: their numbers, and where they stand; nil is everywhere.
  func present(in column: Column?) -> (numbers: [UInt16], positions: [UInt16]?) {
    guard let validity = column?.validity else { return (selectedNumbers, selection == nil ? nil : positions) }
    let rows = Gather.positions(Bitmap.intersection(validity, selection) ?? validity)
    return (Gather.taken(numbers.span, at: rows), rows)
  }
}
