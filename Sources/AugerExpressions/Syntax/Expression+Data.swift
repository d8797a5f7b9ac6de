import AugerColumns
import AugerDiagnostics

/// What an expression must know of all rows before any of them is computed.
package struct DataQuestion: Sendable {
  package enum Kind: Sendable, Hashable {
    /// The day of the latest date, of `LastMonths(d, n)` and its like.
    case lastDay
    /// How wide bins should be, of `Bin(x)`.
    case binWidth
  }

  package let kind: Kind
  /// Over the columns of a row.
  package let argument: Expression

  /// Equal for equal questions.
  package var text: String { "\(kind) \(argument)" }
}

extension Expression {
  /// What it must know of all rows, in the order of the text.
  package var dataQuestions: [DataQuestion] {
    var questions: [DataQuestion] = []
    root.visit { node in
      if let (kind, argument) = node.question {
        questions.append(DataQuestion(kind: kind, argument: Expression(source: source, root: argument)))
      }
    }
    return questions
  }

  /// The expression with the answers written into its calls; what has none stays open.
  package func answering(_ answer: (DataQuestion) -> Scalar?) -> Expression {
    guard !dataQuestions.isEmpty else { return self }
    let root = root.replacing { node in
      guard let (kind, argument) = node.question, case .call(let name, let span, let arguments) = node.kind,
        let value = answer(DataQuestion(kind: kind, argument: Expression(source: source, root: argument)))
      else { return nil }
      // A day is a text that stands for it.
      let literal: Scalar = if case .date(let day) = value { .string(day.description) } else { value }
      return ExpressionNode(.call(name, span, arguments + [ExpressionNode(.literal(literal), span)]), node.span)
    }
    return Expression(source: source, root: root)
  }
}

extension ExpressionNode {
  /// What a call asks of all rows; nil where it says the answer itself, or where groups stand in the place of rows.
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
  /// The step of `LastMonths` and its like.
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
