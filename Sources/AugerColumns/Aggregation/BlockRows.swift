/// The rows of a block that an aggregation uses, with their group numbers.
package struct BlockRows: Sendable {
  /// The group number of every row of the block, used or not. At most 2^16 rows.
  let numbers: [UInt16]
  /// The used rows. Nil means all rows.
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

  /// Returns the used rows in which a column is not null: their numbers and positions. Nil positions mean all rows.
  func present(in column: Column?) -> (numbers: [UInt16], positions: [UInt16]?) {
    guard let validity = column?.validity else { return (selectedNumbers, selection == nil ? nil : positions) }
    let rows = Gather.positions(Bitmap.intersection(validity, selection) ?? validity)
    return (Gather.taken(numbers.span, at: rows), rows)
  }
}
