import Foundation
import TestSupport
import Testing

/// Column names in a database can contain any characters. `auger init` always writes a valid workspace that contains
/// only the proposed entries.
@Suite struct HostileNameTests {
  /// Names that could end a line, a quoted string or a bracket in some parser, and then add a key to the workspace.
  static let names = [
    "Country\nevil: 1\n#", "Country\r\nevil: 1\r\n#", "Country\revil: 1\r#", "Country\u{85}evil: 1\u{85}#",
    "Country\u{2028}evil: 1\u{2028}#", "Country\"\u{301}\nevil: 1", "Country]\u{338}] or [x",
    "Country'\u{301}, evil: 1",
    "Country\t\u{7F}\u{FEFF}", "Country\n\n  evil: 1\n", "Country -- \n evil", "Country&\u{301}<b>\"x=\"1",
  ]

  @Test(arguments: names) func namesAreEscapedInTheWorkspace(name: String) throws {
    let folder = try TemporaryFolder()
    func quoted(_ name: String) -> String {
      "\"" + String(decoding: name.utf8.flatMap { $0 == UInt8(ascii: "\"") ? [$0, $0] : [$0] }, as: UTF8.self) + "\""
    }
    let column = quoted(name)
    let rows = (0..<240).map { row in
      "(\(row), \(row % 12), '2024-0\(row % 9 + 1)-1\(row % 7)', '\(["a", "b", "c"][row % 3])', \(row))"
    }
    let products = (0..<12).map { "(\($0), 'Product \($0)', '\($0 % 2 == 0 ? "x" : "y")')" }
    #expect(
      Database(path: folder.url("shop.sqlite").path).execute(
        """
        CREATE TABLE products (ProductID INTEGER PRIMARY KEY, \(column) TEXT, Category TEXT);
        CREATE TABLE sales (
          SaleID INTEGER PRIMARY KEY, ProductID INTEGER REFERENCES products (ProductID), day DATE, \(column) TEXT,
          amount REAL);
        INSERT INTO products VALUES \(products.joined(separator: ", "));
        INSERT INTO sales VALUES \(rows.joined(separator: ", "));
        """))
    let made = try Auger(["init", "shop.sqlite", "-o", "made"], in: folder.root)
    #expect(made.exitCode == 0, "\(made.errors)")
    let text = try Data(contentsOf: folder.url("made/auger.yaml"))
    let keys = text.split { $0 == 0x0A || $0 == 0x0D }.filter { $0.first.map { $0 > 0x20 && $0 != 0x23 } ?? false }
    #expect(
      keys.allSatisfy {
        ["locale: en_US", "sources:", "queries:", "dashboards:"].contains(String(decoding: $0, as: UTF8.self))
      },
      "\(keys.map { String(decoding: $0, as: UTF8.self) })")
    let check = try Auger(["check", "made", "--live"], in: folder.root)
    #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
    let export = try Auger(["export", "--workspace", "made", "-o", "charts"], in: folder.root)
    #expect(export.exitCode == 0, "\(export.errors)")
  }
}
