import AugerColumns
extension Evaluation {
  func textColumn(_ c: Column) throws -> Column { preconditionFailure("x") }
  func compareStrings(_ operation: BinaryOperator, _ a: Operand, _ b: Operand) throws -> Bitmap { preconditionFailure("x") }
  func blendedStrings(_ bits: Bitmap, _ a: Operand, _ b: Operand) throws -> Column.Values { preconditionFailure("x") }
  func membership(_ operand: BoundNode, _ set: ConstantSet) throws -> Operand { preconditionFailure("x") }
  func number(_ f: NumericFunction, _ o: [BoundNode], _ n: BoundNode) throws -> Operand { preconditionFailure("x") }
  func rounded(_ f: RoundingMode, _ o: BoundNode, _ d: Int, _ n: BoundNode) throws -> Operand { preconditionFailure("x") }
  func datePart(_ f: DatePart, _ o: BoundNode) throws -> Operand { preconditionFailure("x") }
  func shifted(_ f: DateShift, _ o: BoundNode, _ d: BoundNode, _ n: BoundNode) throws -> Operand { preconditionFailure("x") }
  func start(of f: Grain, _ o: BoundNode) throws -> Operand { preconditionFailure("x") }
  func madeDate(_ o: [BoundNode], _ n: BoundNode) throws -> Operand { preconditionFailure("x") }
  func parsedDate(_ o: BoundNode, _ n: BoundNode) throws -> Operand { preconditionFailure("x") }
  func concatenation(_ o: [BoundNode]) throws -> Operand { preconditionFailure("x") }
  func text(_ f: TextFunction, _ o: [BoundNode], _ n: DataType) throws -> Operand { preconditionFailure("x") }
  func match(_ f: TextPattern, _ o: BoundNode) throws -> Operand { preconditionFailure("x") }
}
