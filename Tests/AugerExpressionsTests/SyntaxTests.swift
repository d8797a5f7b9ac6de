import AugerColumns
import AugerDiagnostics
import AugerExpressions
import Foundation
import TestSupport
import Testing

struct SyntaxTests {
  /// Returns the syntax tree as text, with parentheses around every chain.
  private func outline(_ text: String) throws -> String { Self.outline(try Expression.parse(text).root) }

  private static func outline(_ node: ExpressionNode) -> String {
    switch node.kind {
    case .chain(let first, let terms):
      "(" + outline(first) + terms.map { " \($0.operation.rawValue) " + outline($0.operand) }.joined() + ")"
    case .unary(let operation, let operand): "\(operation.rawValue)(\(outline(operand)))"
    case .isNull(let operand, let isNegated): "(\(outline(operand)) is \(isNegated ? "not " : "")null)"
    case .inList(let operand, let items, let isNegated):
      "(\(outline(operand)) \(isNegated ? "not " : "")in [\(items.map(outline).joined(separator: " "))])"
    case .call(let name, _, let arguments): "\(name)[\(arguments.map(outline).joined(separator: " "))]"
    default: node.description
    }
  }

  @Test(
    "Operator precedence matches the grammar",
    arguments: [
      ("a+b*c", "(a + (b * c))"), ("a-b-c", "(a - b - c)"), ("-a*b", "(-(a) * b)"), ("a*-b", "(a * -(b))"),
      ("a<b+1", "(a < (b + 1))"), ("not a = b", "not((a == b))"), ("not a and b", "(not(a) and b)"),
      ("not(a) = b", "(not(a) == b)"), ("a or b and c", "(a or (b and c))"),
      ("a = b and c <> d", "((a == b) and (c != d))"),
      ("and(a, b) or c", "(and[a b] or c)"), ("a and (b or c)", "(a and (b or c))"),
      ("a + b is null", "((a + b) is null)"),
      ("a is not null and b", "((a is not null) and b)"), ("a not in (1, 2)", "(a not in [1 2])"),
      ("a % 2 == 0", "((a % 2) == 0)"), ("(a)", "a"), ("NOT A", "not(A)"), ("a AND b", "(a and b)"),
      ("if(a>b, if(a>c, a, c), b)", "if[(a > b) if[(a > c) a c] b]"), ("count(*)", "count[]"),
      ("[unit ]] price]*2", "([unit ]] price] * 2)"),
      ("--5", "5"), ("-(5)", "-(5)"), ("a == not b", "(a == not(b))"), ("$r.lower < x", "($r.lower < x)"),
      ("-9223372036854775808", "-9223372036854775808"), ("1.50", "1.50"), ("1e3", "1000e0"), (".5", "0.5"),
    ])
  func precedence(text: String, tree: String) throws {
    #expect(try outline(text) == tree)
  }

  @Test(
    "A printed expression parses to an equal tree",
    arguments: [
      "a+b*c-d/(e-f)%2", "not (a or b) and c", "-(a+b)", "-(5)", "- -x", "+5", "a-(b-c)", "(a-b)-c", "'it''s'",
      "[a]]b]+[and]",
      "x in ($list, 1, 'a')", "not(x is null)", "(a = b) = c", "a = (b = c)", "(not a) + 1",
      "1.10 + 1e300 + 12345678901234567890",
      "$r.lower + $r.upper", "IF(a=1,string(a),'hello')", "a and (b and c)", "true or false or null",
      "(a in (1)) is null", "größe + 数", "$[Sales Reason] + $[a]]b].lower + $[x]",
    ])
  func roundTrip(text: String) throws {
    let first = try Expression.parse(text)
    let second = try Expression.parse(first.description)
    #expect(first.root == second.root)
    #expect(second.description == first.description)
  }

  @Test func namesAreListedInOrderOfAppearance() throws {
    let expression = try Expression.parse("b + a + b * $y - sum(c) + $x + $y")
    #expect(expression.columnNames == ["b", "a", "c"])
    #expect(expression.variableNames == ["y", "x"])
    #expect(expression.containsAggregate)
  }

  @Test func minimumOfTwoIsNotAnAggregate() throws {
    #expect(try !Expression.parse("min(a, b)").containsAggregate)
    #expect(try Expression.parse("Min(a)").containsAggregate)
  }

  @Test func partOfAFileHasLocationsInTheFile() throws {
    let file = SourceText(name: "auger.yaml", text: "where: 'ä' + amount")
    let expression = try Expression.parse(file, in: SourceSpan(7, file.text.utf8.count))
    #expect(expression.root.span == SourceSpan(7, 20))
    let error = #expect(throws: DiagnosticError.self) { try Expression.parse(file, in: SourceSpan(7, 13)) }
    #expect(error?.diagnostics.first?.place?.span == SourceSpan(13, 13))
  }

  @Test func longChainsAreNotDeep() throws {
    let text = (1...10_000).map { "\($0)" }.joined(separator: "+")
    #expect(try value(text) == "50005000")
    #expect(try value("Len(" + (1...10_000).map { _ in "'x'" }.joined(separator: "+") + ")") == "10000")
    let column = (name: "x", column: Column([1, 2] as [Int64]))
    let setting = Setting(columns: [column])
    #expect(try setting.results((1...10_000).map { _ in "x" }.joined(separator: "+")) == ["10000", "20000"])
    #expect(try setting.results((1...10_000).map { "x==\($0)" }.joined(separator: " or ")) == ["1", "1"])
    #expect(try Expression.parse(text).description.utf8.count > 10_000)
  }

  @Test func nestingIsBounded() throws {
    let deep = String(repeating: "(", count: 190) + "1" + String(repeating: ")", count: 190)
    #expect(try value(deep) == "1")
    for (open, close) in [("(", ")"), ("-", ""), ("not ", ""), ("abs(", ")"), ("if(1,", ",2)")] {
      let text = String(repeating: open, count: 20_000) + "1" + String(repeating: close, count: 20_000)
      let error = #expect(throws: DiagnosticError.self) { try Expression.parse(text) }
      #expect(error?.diagnostics.first?.message == "the expression is nested too deeply")
    }
    let comparisons = String(repeating: "1=", count: 20_000) + "1"
    #expect(throws: DiagnosticError.self) { try Expression.parse(comparisons) }
    #expect(throws: DiagnosticError.self) { try Expression.parse("1" + String(repeating: " is null", count: 20_000)) }
  }

  @Test func deepestNestingIsEvaluated() throws {
    let setting = Setting(columns: [("x", Column([1, -1] as [Int64]))])
    let text = String(repeating: "if(x > 0, x + ", count: 95) + "1" + String(repeating: ", 0)", count: 95)
    #expect(try setting.results(text) == ["96", "0"])
  }

  @Test("Random tokens do not trap", arguments: 0..<20)
  func randomTokensDoNotTrap(seed: Int) throws {
    let words = [
      "a", "[b c]", "$x", "$x.lower", "1", "2.5", "'s'", "''", "(", ")", ",", "+", "-", "*", "/", "%", "=", "<>", "<",
      "and", "or",
      "not", "in", "is", "null", "abs", "if", "\"", "‘", "–", "]", "$", "'", "1e", "ü", "\u{301}", "🙂", "&", "\0",
    ]
    var state = UInt64(seed)
    for _ in 0..<200 {
      var text = ""
      for _ in 0..<12 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += words[Int(state >> 33) % words.count] + (state >> 60 == 0 ? "" : " ")
      }
      do {
        let expression = try Expression.parse(text)
        #expect(try Expression.parse(expression.description).root == expression.root, "\(text)")
      } catch {
        let span = try #require(error.diagnostics.first?.place?.span)
        #expect(span.lower >= 0 && span.upper <= text.utf8.count, "\(text)")
      }
    }
  }
}

/// The number syntax of expressions, compared with Python (`Scripts/number-judge.py`).
struct NumberSyntaxTests {
  @Test func numbersMatchPython() throws {
    let file = Shared.repository.appendingPathComponent("Fixtures/Cases/Numbers/judged.txt")
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let text = parts[0]
      guard parts[3] != "-", text.utf8.last != UInt8(ascii: "."), !text.contains(".e"), !text.contains(".E") else {
        _ = try? Expression.parse(text)
        continue
      }
      let double = UInt64(parts[3], radix: 16).map { Double(bitPattern: $0) }
      guard let value = try? Setting().bind(text).constant else {
        // Expressions reject two kinds of numbers: more than 38 digits without a point, and values outside the range of
        // a float.
        #expect(parts[1] == "-" && !text.contains("."), "\(text)")
        continue
      }
      if case .float(let number) = value {
        #expect(number == double, "\(text)")
      } else {
        #expect(value.converted(to: .decimal(precision: 38, scale: 0))?.description == parts[1], "\(text)")
      }
    }
  }

  @Test(arguments: [
    "340282366920938463463374607431768211456", "170141183460469231731687303715884105728",
    "-170141183460469231731687303715884105728",
  ])
  func numbersOfThirtyNineDigitsFail(_ text: String) {
    #expect(throws: DiagnosticError.self) { try Expression.parse(text) }
  }
}
