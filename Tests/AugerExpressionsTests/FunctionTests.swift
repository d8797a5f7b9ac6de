import AugerColumns
import AugerDiagnostics
import AugerExpressions
import Testing

struct FunctionTests {
  @Test(
    "Numbers",
    arguments: [
      ("round(2.5)", "3"), ("round(-2.5, 0)", "-3"), ("round(1.005, 2)", "1.01"), ("round(2.675, 2)", "2.68"),
      ("round(1125899906842.6248, 2)", "1125899906842.62"), ("round(-1125899906842.6248, 2)", "-1125899906842.62"),
      ("round(1125899906842.6252, 2)", "1125899906842.63"), ("truncate(1.15, 2)", "1.15"),
      ("truncate(-1.15, 2)", "-1.15"), ("round(1.5e17, -17)", "200000000000000000"), ("round(0.5, 30)", "0.5"),
      ("round(1.5, -9223372036854775807)", "0"), ("round(15, -9223372036854775808)", "0"),
      ("truncate(1.5, 9223372036854775807)", "1.5"),
      ("round(0.285, 2)", "0.29"), ("round(1e300, 2)", "1e+300"), ("round(1250, -2)", "1300"),
      ("round(-1250, -2)", "-1300"),
      ("int(-12.2)", "-13"), ("truncate(-12.7)", "-12"), ("truncate(3.789, 2)", "3.78"), ("ceiling(-1.01)", "-1"),
      ("floor(5)", "5"), ("sin(180)", "0"), ("cos(90)", "0"), ("sin(-30)", "-0.5"), ("tan(45)", "1"),
      ("cos(120)", "-0.5"),
      ("fact(20)", "2432902008176640000"), ("fact(0)", "1"), ("power(2, -1)", "0.5"), ("sign(-0.0)", "0"),
      ("neg(-1)", "1"),
      ("abs(true)", "1"), ("logten(1000)", "3"), ("mod(5.5, 2)", "1.5"), ("exp(0)", "1"),
    ])
  func numbers(text: String, result: String) throws {
    #expect(try value(text) == result)
  }

  @Test(
    "Functions without a result give null and one warning",
    arguments: ["log(0)", "log(-1)", "logten(0)", "sqrt(-1)", "fact(-1)", "tan(90)", "power(-8, 0.5)", "power(0, -1)"])
  func domains(text: String) throws {
    #expect(try value(text) == "null")
    let warnings = try Setting().warnings(text)
    #expect(warnings.count == 1)
    #expect(warnings.first?.hasPrefix("warning: domainError: ") == true)
  }

  @Test func typesOfRounding() throws {
    let setting = Setting(columns: [("i", Column([1] as [Int64])), ("f", Column([1.5]))])
    for function in ["ceiling", "floor", "round", "truncate"] {
      #expect(try setting.bind("\(function)(i)").type == .int64)
      #expect(try setting.bind("\(function)(f)").type == .float64)
    }
    #expect(try setting.bind("int(f)").type == .int64)
    #expect(try setting.bind("sign(f)").type == .int64)
  }

  @Test(
    "Strings",
    arguments: [
      ("left('abc', 0)", ""), ("left('abc', -1)", ""), ("left('abc', 9)", "abc"), ("right('abc', 9)", "abc"),
      ("right('äöü', 2)", "öü"),
      ("mid('abc', 9)", ""), ("mid('äöü', 2, 1)", "ö"), ("mid('abc', 2, 0)", ""),
      ("mid('abc', 2, 9223372036854775807)", "bc"),
      ("replace('abc', 2, 0, 'X')", "aXbc"), ("replace('abc', 9, 1, 'X')", "abcX"), ("replace('abc', 2, 99, '')", "a"),
      ("pos('äöü', 'ü')", "3"), ("pos('aa', 'a', 2)", "2"), ("pos('aa', 'a', 3)", "0"), ("pos('a', '')", "0"),
      ("pos('a', 'a', 0)", "0"),
      ("len('🙂e\u{301}')", "3"), ("upper('straße')", "STRASSE"), ("lower('ÄÖ')", "äö"),
      ("wordcap('rOBERT e. lee')", "Robert E. Lee"),
      ("wordcap('élan vital')", "Élan Vital"), ("trim('  a b ')", "a b"), ("trim('   ')", ""),
      ("contains('abc', '')", "1"),
      ("startswith('a', 'ab')", "0"), ("endswith('abc', 'bc')", "1"), ("concat(1, 'a', true, null)", "null"),
      ("string(1.50)", "1.5"),
      ("string(1e21)", "1e+21"), ("string(true)", "1"), ("'it''s'", "it's"),
    ])
  func texts(text: String, result: String) throws {
    #expect(try value(text) == result)
    // The same call on a column, which is computed once per dictionary entry.
    let expression = try Expression.parse(text)
    guard case .call(let name, _, let arguments) = expression.root.kind,
      case .literal(.string(let subject)) = arguments.first?.kind
    else { return }
    let rest = arguments.dropFirst().map { ", \($0)" }.joined()
    let setting = Setting(columns: [("s", Column(["other", nil, subject, subject] as [String?]))])
    #expect(try Array(setting.results("\(name)(s\(rest))")[1...]) == ["null", result, result])
  }

  @Test(
    "String patterns",
    arguments: [
      ("abc", "b", true), ("abc", "^b", false), ("abc", "^a", true), ("abc", "c$", true), ("abc", "b$", false),
      ("abc", "^a.c$", true),
      ("", "^$", true), ("abc", "", true), ("a.c", "a\\.c", true), ("abc", "a\\.c", false),
      ("x5", "^[a-z][0-9]$", true),
      ("x5", "^[^a-z]", false), ("aaa", "^a*$", true), ("", "^a*$", true), ("", "a+", false), ("ac", "^ab?c$", true),
      ("abbc", "^ab?c$", false),
      ("abbc", "^ab+c$", true), ("a^b", "a^b", true), ("a$b", "a$b", true), ("äöü", "^...$", true),
      ("a-b", "[b-]", true), ("]", "[\\]]", true),
    ])
  func patterns(text: String, pattern: String, isFound: Bool) throws {
    #expect(try value("match('\(text)', '\(pattern)')") == (isFound ? "1" : "0"))
  }

  @Test func patternMatchingTakesLinearTime() throws {
    let pattern = String(repeating: "a?", count: 30) + String(repeating: "a", count: 30)
    #expect(try value("match('\(String(repeating: "a", count: 30))', '^\(pattern)$')") == "1")
    let stars = String(repeating: "a*", count: 30) + "b"
    #expect(try value("match('\(String(repeating: "a", count: 2000))', '^\(stars)$')") == "0")
  }

  @Test func onlyUsedEntriesOfLargeDictionariesAreRead() throws {
    let column = Column((0..<1000).map { "text \($0)" })[990..<993]
    let setting = Setting(columns: [("s", column)])
    #expect(try setting.results("right(s, 3)") == ["990", "991", "992"])
    #expect(try setting.results("s == 'text 991'") == ["0", "1", "0"])
    #expect(try setting.results("s + '!'") == ["text 990!", "text 991!", "text 992!"])
    #expect(try setting.results("if(s > 'text 991', s, 'x')") == ["x", "x", "text 992"])
  }
}
