import Foundation
import Testing

/// A result that exceeds the memory limit fails with the same code on every code path.
@Suite struct MemoryLimitTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let rows = (0..<5000).map { "\($0),name \($0),\($0 % 7)" }.joined(separator: "\n")
    _ = try folder.write("id,name,kind\n\(rows)\n", to: "things.csv")
    let database = Database(path: folder.url("things.sqlite").path)
    #expect(
      database.execute(
        """
        CREATE TABLE things (id INTEGER, name TEXT, kind INTEGER);
        WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 4999)
        INSERT INTO things SELECT i, 'name ' || i, i % 7 FROM n;
        """))
    _ = try folder.write(
      """
      sources: { db: { adapter: sqlite, path: things.sqlite }, files: { adapter: csv, path: "*.csv" } }
      queries:
        SQL: { source: db, sql: "SELECT * FROM things" }
        Rows: { source: files, from: things }
        Groups: { source: files, from: things, groupBy: [name], measures: { n: count() } }
        Distinct: { source: files, from: things, measures: { n: countDistinct(name) } }
        Median: { source: files, from: things, measures: { n: median(id) } }
        Kinds: { source: files, from: things, groupBy: [kind], measures: { n: count() } }
      """, to: "auger.yaml")
  }

  @Test(arguments: ["SQL", "Rows", "Groups", "Distinct", "Median"])
  func largeResultFails(query: String) throws {
    let run = try Auger(["query", query, "--memory-limit", "16kB"], in: folder.root)
    #expect(run.exitCode == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("error: lowMemory: it needs more than the 16384 bytes"), "\(run.errors)")
    #expect(run.errors.contains("execute query '\(query)'"), "\(run.errors)")
    let enough = try Auger(["query", query, "--memory-limit", "8MB", "--format", "csv"], in: folder.root)
    #expect(enough.exitCode == 0, "\(enough.errors)")
  }

  /// Temporary read buffers count too.
  @Test func fewGroupsOfManyRowsAreSmall() throws {
    let run = try Auger(["query", "Kinds", "--memory-limit", "400kB", "--format", "csv"], in: folder.root)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.hasPrefix("kind,n\n0,715\n"))
  }

  /// A string concatenated with itself thirty times grows by a factor of a billion. The query fails before creating it.
  @Test func doublingStringsExceedTheMemoryLimit() throws {
    let steps = (1...40).map { "d\($0): \"concat(d\($0 - 1), d\($0 - 1))\"" }.joined(separator: ", ")
    _ = try folder.write(
      """
      sources: { files: { adapter: csv, path: "*.csv" } }
      queries:
        Doubled: { source: files, from: things, derive: { d0: name, \(steps) }, select: [d40], limit: 1 }
      """, to: "auger.yaml")
    let run = try Auger(["query", "Doubled", "--memory-limit", "1MB"], in: folder.root)
    #expect(run.exitCode == 2 && run.errors.contains("lowMemory"), "\(run.errors)")
    #expect(run.errors.contains("the strings exceed the memory limit of 1048576 bytes"), "\(run.errors)")
  }

  /// The byte limit of a query also limits its intermediate strings, with and without groups.
  @Test func doublingStringsExceedTheQueryLimit() throws {
    let steps = (1...31).map { "d\($0): \"concat(d\($0 - 1), d\($0 - 1))\"" }.joined(separator: ", ")
    _ = try folder.write(
      """
      sources: { files: { adapter: csv, path: "*.csv" }, db: { adapter: sqlite, path: things.sqlite } }
      queries:
        Doubled:
          source: files
          from: things
          derive: { d0: name, \(steps) }
          select: [d31]
          limits: { bytes: 1000000 }
        Counted:
          source: db
          from: things
          derive: { d0: name, \(steps) }
          measures: { n: "max(d31)" }
          limits: { bytes: 1000000 }
        Few:
          source: files
          from: things
          derive: { d: "concat(name, name)" }
          measures: { n: count() }
          limits: { bytes: 8 }
      """, to: "auger.yaml")
    for query in ["Doubled", "Counted"] {
      let run = try Auger(["query", query], in: folder.root)
      #expect(
        run.exitCode == 2 && run.errors.contains("limitExceeded: the strings need more than 16777216 bytes"),
        "\(run.errors)")
    }
    let few = try Auger(["query", "Few", "--format", "csv"], in: folder.root)
    #expect(few.output == "n\n5000\n", "\(few.errors)")
  }

  /// All queries of a refresh share one memory budget.
  @Test(arguments: ["Rows", "Groups", "SQL"]) func runOverTheMemoryLimitFails(query: String) throws {
    let workspace = folder.url("auger.yaml")
    let text = try String(contentsOf: workspace, encoding: .utf8)
    _ = try folder.write(
      text + """

        jobs:
          nightly: { schedule: "0 2 * * *", queries: [\(query)], formats: [csv], publish: { directory: public } }
        """, to: "auger.yaml")
    let run = try Auger(["refresh", "--memory-limit", "16kB", "--diagnostics", "json"], in: folder.root)
    #expect(run.exitCode == 2, "\(run.errors)")
    #expect((run.output + run.errors).contains("lowMemory"), "\(run.output) \(run.errors)")
    let enough = try Auger(["refresh", "--memory-limit", "16MB"], in: folder.root)
    #expect(enough.exitCode == 0, "\(enough.errors)")
    #expect(FileManager.default.fileExists(atPath: folder.url("public/current/queries/\(query).csv").path))
  }

  /// A value from SQLite that exceeds the limit fails before it is read.
  @Test func longDatabaseStringFails() throws {
    let words = ["query", "--source", "things.sqlite", "--sql", "SELECT hex(zeroblob(:n)) AS x", "--arg", "n=8000000"]
    let run = try Auger(words + ["--memory-limit", "20MB", "--format", "csv"], in: folder.root)
    #expect(run.exitCode == 2 && run.errors.contains("error: lowMemory: it needs more than the 20 MB"), "\(run.errors)")
    let enough = try Auger(words + ["--memory-limit", "400MB", "--format", "csv"], in: folder.root)
    #expect(enough.exitCode == 0 && enough.output.utf8.count == 16_000_003, "\(enough.errors)")
  }

  /// Output is streamed, so its size does not matter.
  @Test(arguments: ["text", "json", "csv", "tsv"]) func outputIsStreamed(format: String) throws {
    let long = String(repeating: "y", count: 2000)
    _ = try folder.write(
      """
      sources: { files: { adapter: csv, path: "*.csv" } }
      queries:
        Long: { source: files, from: things, derive: { long: "concat(kind, ':\(long)')" }, select: [id, long] }
      """, to: "auger.yaml")
    let run = try Auger(["query", "Long", "--memory-limit", "2MB", "--format", format], in: folder.root)
    #expect(run.exitCode == 0, "\(run.errors.prefix(300))")
    #expect(run.output.utf8.count > 5000 * 2000)
    // An output file is complete and equals the standard output.
    let written = try Auger(
      ["query", "Long", "--memory-limit", "2MB", "--format", format, "-o", "long.txt"], in: folder.root)
    #expect(written.exitCode == 0, "\(written.errors.prefix(300))")
    #expect(try String(contentsOf: folder.url("long.txt"), encoding: .utf8) == run.output)
  }

  @Test func chartsAndExportsHaveTheLimit() throws {
    let chart = ["chart", "things.csv", "--category", "name", "--value", "count()", "--memory-limit"]
    let refused = try Auger(chart + ["10kb"], in: folder.root)
    #expect(refused.exitCode == 2)
    #expect(refused.errors.contains("error: lowMemory: "), "\(refused.errors)")
    #expect(try Auger(chart + ["1GB"], in: folder.root).exitCode == 0)
    for wrong in ["much", "-1MB", "99999999999GB", "1TB"] {
      let run = try Auger(chart + [wrong], in: folder.root)
      #expect(run.exitCode == 2)
      #expect(run.errors.contains("--memory-limit"), "\(run.errors)")
    }
  }

  /// The files of forty values have 20 MB and the limit is 4 MB. Memory for one value is released before the next is
  /// read.
  @Test func jobReleasesMemoryBetweenValues() throws {
    let folder = try TemporaryFolder()
    let database = Database(path: folder.url("parts.sqlite").path)
    #expect(
      database.execute(
        """
        CREATE TABLE parts (k TEXT, t TEXT);
        WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19999)
        INSERT INTO parts SELECT 'k' || (i / 500), i || replace(hex(zeroblob(500)), '00', 'xy') FROM n;
        CREATE INDEX byK ON parts (k);
        """))
    _ = try folder.write(
      """
      sources: { db: { adapter: sqlite, path: parts.sqlite } }
      queries:
        Keys: { source: db, from: parts, groupBy: [k] }
        Rows: { source: db, from: parts, where: ["k = $k"] }
        All: { source: db, from: parts }
      jobs:
        parts: { queries: Rows, forEach: { k: Keys }, formats: csv, publish: { directory: parts } }
        whole: { queries: All, formats: csv, publish: { directory: whole } }
      """, to: "auger.yaml")
    let parts = try Auger(["refresh", "parts", "--memory-limit", "4MB"], in: folder.root)
    #expect(parts.exitCode == 0, "\(parts.errors)")
    let sizes = try (0..<40).map { value in
      try Data(contentsOf: folder.url("parts/current/k\(value)/queries/Rows.csv")).count
    }
    #expect(sizes.allSatisfy { $0 > 500_000 }, "\(sizes)")
    let whole = try Auger(["refresh", "whole", "--memory-limit", "4MB"], in: folder.root)
    #expect(whole.exitCode == 2 && (whole.output + whole.errors).contains("lowMemory"), "\(whole.errors)")
  }
}
