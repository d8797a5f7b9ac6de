import AugerColumns
import AugerDiagnostics

/// The evaluation of one expression over one batch.
///
/// Every node is computed for all rows, column by column. `active` contains the rows for which problems count. A
/// branch of `if` is thus a loop, and its divisions by zero in rows of the other branch are ignored.
struct Evaluation {
  let source: SourceText
  let columns: [Column?]
  let rowCount: Int
  let firstRow: Int
  /// The partitions for window functions. Nil if the expression has none.
  var frame: WindowFrame?
  /// The rows whose results are used. Nil means all rows.
  var active: Bitmap?
  /// The original position of each row in the batch. Nil means that positions are unchanged.
  var rows: [Int32]?
  var warnings = Warnings()
  /// The size limit for the distinct strings of one result.
  var room = TextRoom.widest
  /// The check for cancellation. Nil means that the work is never cancelled.
  var checkpoint: BoundExpression.Checkpoint?

  /// The number of strings created between two calls of the checkpoint: about a millisecond of work.
  private static let checkedTexts = 1 << 12

  mutating func value(of node: BoundNode) throws -> Operand {
    try checkpoint?()
    switch node.kind {
    case .constant(let value): return .constant(value)
    case .bareNull: return .constant(.null)
    case .column(let index):
      guard columns.indices.contains(index), let column = columns[index] else {
        preconditionFailure("column \(index) is read but was not given")
      }
      precondition(column.count == rowCount, "column \(index) has \(column.count) rows in a batch of \(rowCount)")
      return .column(column)
    case .convert, .arithmetic, .compare, .extreme, .difference, .seconds, .bin: return try computed(node)
    case .logic, .not, .isNull, .inSet, .choose, .coalesce, .window: return try decided(node)
    case .number, .round, .datePart, .dateShift, .startOf, .makeDate, .parseDate, .parseNumber, .zoned:
      return try applied(node)
    case .concatenate, .text, .match: return try written(node)
    }
  }

  // In groups: one function with all cases would use so much stack that the nesting limit had to be lower.

  private mutating func computed(_ node: BoundNode) throws -> Operand {
    switch node.kind {
    case .convert(let operand): return try conversion(of: operand, to: node)
    case .arithmetic(let first, let steps): return try arithmetic(first, steps)
    case .compare(let operation, let left, let right): return try comparison(operation, left, right)
    case .extreme(let isMaximum, let operands): return try extreme(isMaximum, operands, node.type)
    case .difference(let left, let right): return try difference(left, right, node)
    case .seconds(let operand): return try seconds(operand)
    case .bin(let operand, let width): return try binned(operand, width, node)
    default: preconditionFailure("the node belongs to another group")
    }
  }

  private mutating func decided(_ node: BoundNode) throws -> Operand {
    switch node.kind {
    case .logic(let isAnd, let operands): return try logic(isAnd, operands)
    case .not(let operand): return try negation(operand)
    case .isNull(let operand, let isNegated): return try nullTest(operand, isNegated)
    case .inSet(let operand, let set): return try membership(operand, set)
    case .choose(let cases, let otherwise): return try choice(cases, otherwise, node.type)
    case .coalesce(let operands): return try coalesced(operands, node.type)
    case .window(let function, let operand): return try window(function, operand, node)
    default: preconditionFailure("the node belongs to another group")
    }
  }

  private mutating func applied(_ node: BoundNode) throws -> Operand {
    switch node.kind {
    case .number(let function, let operands): return try number(function, operands, node)
    case .round(let mode, let operand, let digits): return try rounded(mode, operand, digits, node)
    case .datePart(let part, let operand): return try datePart(part, operand)
    case .dateShift(let grain, let operand, let amount): return try shifted(grain, operand, amount, node)
    case .startOf(let grain, let operand): return try start(of: grain, operand)
    case .makeDate(let parts): return try madeDate(parts, node)
    case .parseDate(let operand): return try parsedDate(operand, node)
    case .parseNumber(let writing, let operand): return try parsedNumber(writing, operand)
    case .zoned(let operation, let operand, let zone): return try zoned(operation, operand, zone, node.type)
    default: preconditionFailure("the node belongs to another group")
    }
  }

  private mutating func written(_ node: BoundNode) throws -> Operand {
    switch node.kind {
    case .concatenate(let parts): return try concatenation(parts)
    case .text(let function, let arguments): return try text(function, arguments, node.type)
    case .match(let pattern, let operand): return try match(pattern, operand)
    default: preconditionFailure("the node belongs to another group")
    }
  }

  /// Returns the operand as a column with one value per row.
  func column(_ operand: Operand, _ type: DataType) throws -> Column {
    switch operand {
    case .column(let column): column
    case .constant(let value): try Column(type, repeating: value, count: rowCount)
    }
  }

  /// Returns the rows in which no operand is null. Nil means all rows.
  func validity(_ operands: Operand...) -> Bitmap? {
    operands.reduce(nil) { Bitmap.intersection($0, $1.validity) }
  }

  /// Calls the checkpoint once every few thousand strings, counted in `done`.
  @inline(__always)
  func check(_ done: inout Int) throws {
    done += 1
    if done % Self.checkedTexts == 0 { try checkpoint?() }
  }

  // MARK: Problems

  /// Makes the rows in `problems` null, and counts the active ones as one warning.
  mutating func warn(
    _ code: Diagnostic.Code, _ message: String, _ problems: Bitmap, _ validity: Bitmap?
  ) -> Bitmap? {
    guard problems.trueCount > 0 else { return validity }
    let counted = Bitmap.intersection(Bitmap.intersection(problems, validity), active) ?? problems
    if counted.trueCount > 0 {
      warnings.add(Warning(code, message, count: counted.trueCount, firstPlace: counted.firstTrue.map(place(ofRow:))))
    }
    return Bitmap.intersection(validity, problems.inverted)
  }

  /// Throws if `problems` contains an active row.
  func check(
    _ problems: Bitmap, _ validity: Bitmap?, _ span: SourceSpan, _ message: String, hint: String? = Self.inFloats
  ) throws {
    let counted = Bitmap.intersection(Bitmap.intersection(problems, validity), active) ?? problems
    guard let row = counted.firstTrue else { return }
    throw DiagnosticError(
      Diagnostic(
        .expressionEvaluation, "\(message), first in \(place(ofRow: row))", at: .init(source, span), hint: hint,
        details: [.init(.expression, String(source[span])), .init(.dataRow, String(number(ofRow: row)))]))
  }

  /// The hint for results with too many digits for ints and decimals.
  static let inFloats = "a factor of 1e0 makes floats of them, which have 15 to 17 digits"
  /// The message part for results that are too large for floats.
  static let floatRange = "Use a number up to 1.8e308."

  func place(ofRow row: Int) -> String { "row \(number(ofRow: row))" }

  /// Returns the row number in the whole result, counted from 1.
  private func number(ofRow row: Int) -> Int { firstRow + (rows.map { Int($0[row]) } ?? row) + 1 }
}

extension Bitmap {
  /// Calls `body` with the index of each set bit, in ascending order.
  @inline(__always)
  func forEachTrue(_ body: (Int) throws -> Void) rethrows {
    for index in 0..<wordCount {
      var rest = word(index)
      while rest != 0 {
        try body(index * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
  }

  var firstTrue: Int? {
    guard trueCount > 0 else { return nil }
    for index in 0..<wordCount where word(index) != 0 { return index * 64 + word(index).trailingZeroBitCount }
    return nil
  }
}
