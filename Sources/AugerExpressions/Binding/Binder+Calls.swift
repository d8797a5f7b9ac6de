import AugerColumns
import AugerDiagnostics
extension Binder {
  mutating func call(_ name: String, _ nameSpan: SourceSpan, _ arguments: [ExpressionNode], _ span: SourceSpan) -> BoundNode? {
    if let function = AggregateFunction(called: name, argumentCount: arguments.count) { return aggregate(function, arguments, span) }
    return fail(.unknownFunction, "function '\(name)' is not known", nameSpan)
  }
}
