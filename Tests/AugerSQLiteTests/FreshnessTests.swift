import AugerColumns
import AugerDiagnostics
import AugerQuery
import AugerSQLite
import AugerTestKit
import Foundation
import Testing

/// Cached knowledge about a database refers to the current file. It expires after a commit, and after the file was
/// replaced or deleted.
@Suite struct FreshnessTests {
  private static let setup = "CREATE TABLE t (v INTEGER); INSERT INTO t VALUES (1)"

  private static func value(_ source: any SQLSource) throws -> Scalar {
    try source.query("SELECT max(v) FROM t").columns[0][0]
  }

  private static func version(_ source: any SQLSource) throws -> String? {
    let control = RunControl()
    let version = try source.contentVersion(ofTable: "t", control)
    #expect(try source.contentVersion(ofStatement: "SELECT v FROM t", control) == version)
    #expect(try source.table("t", control).contentVersion(control) == version)
    return version
  }

  @Test(arguments: ["DELETE", "WAL"]) func commitChangesTheVersion(_ mode: String) throws {
    let database = try Database("PRAGMA journal_mode = \(mode); \(Self.setup)")
    let source = try database.source()
    var seen: [String?] = []
    for value in 1...5 {
      let version = try Self.version(source)
      #expect(version != nil && !seen.contains(version))
      #expect(try Self.version(source) == version, "nothing was written")
      #expect(try Self.value(source) == .int(Int64(value)))
      seen.append(version)
      try database.execute("UPDATE t SET v = v + 1")
    }
  }

  @Test func uncommittedChangesDoNotChangeTheVersion() throws {
    let database = try Database(Self.setup)
    let source = try database.source([SourceOption("busyTimeout", "0")])
    let version = try Self.version(source)
    try database.execute("BEGIN EXCLUSIVE; UPDATE t SET v = 2")
    #expect(try source.contentVersion(ofTable: "t", RunControl()) == version)
    try database.execute("COMMIT")
    #expect(try Self.version(source) != version)
  }

  @Test(arguments: [false, true], ["DELETE", "WAL"])
  func replacedFileChangesTheVersion(_ isImmutable: Bool, _ mode: String) throws {
    let database = try Database(
      "PRAGMA journal_mode = \(mode); \(Self.setup); PRAGMA wal_checkpoint(TRUNCATE)")
    let source = try database.source(isImmutable ? [SourceOption("immutable", "true")] : [])
    let version = try Self.version(source)
    #expect(try Self.value(source) == .int(1))
    // The other file has an equal number of commits, so its change counter is equal.
    let other = try Database("\(Self.setup); UPDATE t SET v = 7")
    for file in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: database.path + file) }
    try FileManager.default.moveItem(atPath: other.path, toPath: database.path)
    #expect(try Self.version(source) != version)
    #expect(try Self.value(source) == .int(7))
  }

  @Test func newContentOfTheFileChangesTheVersion() throws {
    let database = try Database(Self.setup)
    let other = try Database("CREATE TABLE t (v INTEGER); INSERT INTO t VALUES (7)")
    let source = try database.source()
    let version = try Self.version(source)
    #expect(try Self.value(source) == .int(1))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: other.path))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: database.path))
    try file.write(contentsOf: bytes)
    try file.close()
    #expect(try Self.version(source) != version)
    #expect(try Self.value(source) == .int(7))
  }

  @Test func deletedFileHasNeitherVersionNorRows() throws {
    let database = try Database(Self.setup)
    let source = try database.source()
    _ = try Self.version(source)
    #expect(try Self.value(source) == .int(1))
    try FileManager.default.removeItem(atPath: database.path)
    SQLiteTests.expect(.fileNotFound) { _ = try source.contentVersion(ofTable: "t", RunControl()) }
    SQLiteTests.expect(.fileNotFound) { _ = try Self.value(source) }
    SQLiteTests.expect(.fileNotFound) { _ = try source.table("t", RunControl()) }
  }

  @Test func statementThatReadsTheClockHasNoVersion() throws {
    let source = try Database(Self.setup).source()
    func hasVersion(_ text: String) throws -> Bool {
      try source.contentVersion(ofStatement: text, RunControl()) != nil
    }
    for text in [
      "SELECT * FROM t WHERE d = date('now')", "SELECT date()", "SELECT CURRENT_TIMESTAMP", "SELECT random()",
      "SELECT strftime('%s')", "SELECT v FROM t ORDER BY random ( )",
    ] { #expect(try !hasVersion(text), "\(text)") }
    for text in [
      "SELECT date(d), strftime('%Y', d) FROM t", "SELECT date, time FROM t", "SELECT v -- now\nFROM t WHERE v = :v",
    ] { #expect(try hasVersion(text), "\(text)") }
  }
}

/// The version of SQL over other sources depends on the tables that it names.
@Suite struct MemberFreshnessTests {
  /// A source whose version a test sets. It counts version checks.
  private final class Member: Source {
    let name: String
    let version = Locked<String?>("1")
    let looks = Locked(0)

    init(_ name: String) { self.name = name }

    func tables(_ control: RunControl) -> [TableDescription] {
      looks.withLock { $0 += 1 }
      return [TableDescription(name: name, kind: .file, columns: [])]
    }

    func table(_ name: String, _ control: RunControl) throws -> any ScannableTable { throw CancellationError() }

    func contentVersion(ofTable name: String, _ control: RunControl) throws -> String? { version.withLock { $0 } }

    func close() {}
  }

  @Test func versionDependsOnlyOnTheNamedTables() throws {
    let members = ["sales", "costs"].map(Member.init)
    let others = OtherSources(members.map(\.name)) { name in try #require(members.first { $0.name == name }) }
    let source = try #require(
      try SQLAdapter().open(SourceConfiguration(name: "all", location: ""), beside: others).sql)
    func version(_ text: String) throws -> String? { try source.contentVersion(ofStatement: text, RunControl()) }
    let (one, both) = ("SELECT * FROM Sales", "SELECT * FROM sales JOIN costs USING (id)")
    let first = (try version(one), try version(both))
    #expect(first.0 != nil && first.1 != nil)
    let looks = members[0].looks.withLock { $0 }
    #expect(try version(one) == first.0 && version(both) == first.1)
    #expect(members[0].looks.withLock { $0 } == looks, "a cached answer costs no look at the tables")
    members[1].version.withLock { $0 = "2" }
    #expect(try version(one) == first.0)
    #expect(try version(both) != first.1)
    members[0].version.withLock { $0 = nil }
    #expect(try version(one) == nil && version(both) == nil)
    #expect(try source.contentVersion(ofTable: "costs", RunControl()) != nil)
  }
}
