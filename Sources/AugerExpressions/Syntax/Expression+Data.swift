import AugerColumns
import AugerDiagnostics

/// A value that depends on all rows and is needed before any row can be computed.
package struct DataQuestion: Sendable {
  package enum Kind: Sendable, Hashable {
    /// The latest date, for `LastMonths(d, n)` and similar functions.
    case lastDay
    /// The width of bins, for `Bin(x)`.
    case binWidth
  }

  package let kind: Kind
  /// The argument, over the columns of a row.
  package let argument: Expression

  /// A key that is equal for equal questions.
  package var text: String { "\(kind) \(argument)" }
}

extension Expression {
  /// The values that depend on all rows, in the order of the text.
  package var dataQuestions: [DataQuestion] {
    var questions: [DataQuestion] = []
    root.visit { node in
      if let (kind, argument) = node.question {
        questions.append(DataQuestion(kind: kind, argument: Expression(source: source, root: argument)))
      }
    }
    return questions
  }

  /// Returns the expression with the answers as arguments of its calls. Calls without an answer are unchanged.
  package func answering(_ answer: (DataQuestion) -> Scalar?) -> Expression {
    guard !dataQuestions.isEmpty else { return self }
    let root = root.replacing { node in
      guard let (kind, argument) = node.question, case .call(let name, let span, let arguments) = node.kind,
        let value = answer(DataQuestion(kind: kind, argument: Expression(source: source, root: argument)))
      else { return nil }
      // A date is inserted as a string.
      let literal: Scalar = if case .date(let day) = value { .string(day.description) } else { value }
      return ExpressionNode(.call(name, span, arguments + [ExpressionNode(.literal(literal), span)]), node.span)
    }
    return Expression(source: source, root: root)
  }
}

extension ExpressionNode {
  /// The question of a call. Nil if the call contains the answer, or if its argument contains an aggregate.
  fileprivate var question: (DataQuestion.Kind, ExpressionNode)? {
    guard case .call(let name, _, let arguments) = kind, let first = arguments.first, !first.containsAggregate else {
      return nil
    }
    if name.lowercased() == "bin", arguments.count == 1 { return (.binWidth, first) }
    if FunctionCatalogue.recentUnit(name) != nil, arguments.count == 2 { return (.lastDay, first) }
    return nil
  }
}

extension FunctionCatalogue {
  /// Returns the unit of `LastMonths` and similar functions.
  static func recentUnit(_ name: String) -> CalendarUnit? {
    switch name.lowercased() {
    case "lastdays": .day
    case "lastweeks": .week
    case "lastmonths": .month
    case "lastquarters": .quarter
    case "lastyears": .year
    default: nil
    }
  }
}
