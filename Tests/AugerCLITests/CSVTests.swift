import Foundation
import TestSupport
import Testing

/// Commands on irregular CSV files.
@Suite struct CSVTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func asTextPreservesEveryField() throws {
    let file = try folder.write("a;b\n007; 1 \n\"x\"\"y\";\n", to: "data.csv")
    let run = try Auger(["query", file, "--as-text", "--no-header", "--delimiter", ";", "--format", "csv"])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(
      lines(run.output.replacing("\r\n", with: "\n")).prefix(4) == [
        "column1,column2", "a,b", "007, 1 ", "\"x\"\"y\",\"\"",
      ])
  }

  @Test(
    .enabled(if: Shared.isThere, Comment(rawValue: Shared.reason)),
    arguments: ["comma_in_quotes", "escaped_quotes", "newlines", "quotes_and_newlines", "utf8"])
  func csvSpectrumSurvivesARoundTrip(name: String) throws {
    let source = Shared.path("data/csv/csv-spectrum/csvs/\(name).csv")
    let options = ["--as-text", "--no-header", "--delimiter", ",", "--format", "csv"]
    let first = try Auger(["query", source] + options + ["-o", folder.url("once.csv").path])
    #expect(first.exitCode == 0, "\(first.errors)")
    // The output is valid input, with the column names in the first line.
    let second = try Auger(["query", folder.url("once.csv").path, "--as-text", "--format", "csv"])
    #expect(try Data(contentsOf: folder.url("once.csv")) == Data(second.output.utf8))
    let rows = try #require(
      try JSONSerialization.jsonObject(
        with: Data(contentsOf: URL(fileURLWithPath: Shared.path("data/csv/csv-spectrum/json/\(name).json"))))
        as? [[String: String]])
    let json = try Auger(["query", source, "--as-text", "--format", "json"])
    let found = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: String]]
    #expect(found == rows.map { $0.mapValues { $0.replacing("\r\n", with: "\n") } })
  }

  @Test func inspectShowsDialectAndColumns() throws {
    _ = try folder.write(
      "Titel\n\nTag;Betrag;Ort\n31.12.2024;1.234,50;München\n01.02.2024;-0,5;Köln\n05.06.2024;NA;Köln\n",
      to: "umsatz.csv")
    let run = try Auger(["inspect", "umsatz.csv"], in: folder.root)
    #expect(
      run.output == """
        umsatz: 3 rows, 3 columns
        dialect: delimiter ';', quote '"', header, 2 lines skipped
        encoding: utf-8, line ends LF
        sampled: 3 rows, all
        format: Tag: date written like DD.MM.YYYY
        format: Betrag: float written like 1.234,5

        column type   nulls distinct range                    samples
        ------ ------ ----- -------- ------------------------ ----------------
        Tag    date       0        3 2024-02-01 .. 2024-12-31 2024-12-31, 202…
        Betrag float      1        2 -0.5 .. 1234.5           1234.5, -0.5
        Ort    string     0        2 Köln .. München          München, Köln, …

        """)
    for line in lines(run.output) { #expect(line.count <= 80) }
    let json = try Auger(["inspect", "umsatz.csv", "--format", "json"], in: folder.root)
    let object = try #require(JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(object["dialect"] as? String == "delimiter ';', quote '\"', header, 2 lines skipped")
    let formats = ["Tag: date written like DD.MM.YYYY", "Betrag: float written like 1.234,5"]
    #expect(object["format"] as? [String] == formats)
    #expect((object["columns"] as? [[String: Any]])?.map { $0["nulls"] as? Int } == [0, 1, 0])
  }

  @Test func editedSchemaDeterminesTypes() throws {
    _ = try folder.write("id,amount\n1,5\n2,6\n", to: "sales.csv")
    let written = try Auger(["inspect", "sales.csv", "--write-schema"], in: folder.root)
    #expect(written.exitCode == 0, "\(written.errors)")
    let schema = folder.url("sales.schema.yaml")
    let text = try String(contentsOf: schema, encoding: .utf8)
    #expect(text.contains("{ name: \"id\", type: \"int\" }"))
    let again = try Auger(["inspect", "sales.csv", "--write-schema"], in: folder.root)
    #expect(again.exitCode == 2 && again.errors.contains("already exists"))
    let shown = try Auger(["inspect", "sales.csv", "--write-schema", "-o", "-"], in: folder.root)
    #expect(shown.exitCode == 0 && shown.output == text, "\(shown.errors)")
    try Data(text.replacing("\"id\", type: \"int\"", with: "\"id\", type: string").utf8).write(to: schema)
    #expect(try Auger(["query", "sales.csv", "--format", "json"], in: folder.root).output.contains("\"1\""))
    try Data(text.replacing("header: true", with: "header: maybe").utf8).write(to: schema)
    let wrong = try Auger(["query", "sales.csv"], in: folder.root)
    #expect(wrong.exitCode == 2 && wrong.errors.contains("sales.schema.yaml:5:9: error: wrongValue"), "\(wrong.errors)")
    let named = try Auger(["query", "sales.csv", "--schema", "gone.yaml"], in: folder.root)
    #expect(named.exitCode == 2 && named.errors.contains("fileNotFound"))
  }

  @Test func rejectsAreListed() throws {
    _ = try folder.write("id,amount\n1,5\nx,6\n3\n4,oops\n", to: "sales.csv")
    let schema = try folder.write("columns: [{ name: id, type: int }, { name: amount, type: int }]\n", to: "law.yaml")
    let options = ["--schema", schema, "--on-error", "null", "--rejects", "rejects.csv", "--rejects-limit", "2"]
    let run = try Auger(["query", "sales.csv", "--format", "csv"] + options, in: folder.root)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(
      try String(contentsOf: folder.url("rejects.csv"), encoding: .utf8) == """
        file,line,column,field,value,expected
        sales.csv,3,1,id,x,int
        sales.csv,4,1,,a row of 1 fields,a row of 2 fields

        """)
    #expect(run.errors.contains("rejectsCut") && run.errors.contains("sales.csv:5:3"), "\(run.errors)")
  }

  /// Numbers near the limits of 128 bits must not wrap around or crash the process.
  @Test func declaredDecimalHasAtMost38Digits() throws {
    let (large, small) = ("340282366920938463463374607431768211457", "-170141183460469231731687303715884105728")
    let schema = try folder.write("columns: [{ name: n, type: \"decimal(38,0)\" }]\n", to: "law.yaml")
    for (file, number) in [("large.csv", large), ("small.csv", small)] {
      _ = try folder.write("a,n\nx,1\ny,\(number)\n", to: file)
      let options = ["query", file, "--schema", schema, "--format", "csv", "--on-error"]
      let refused = try Auger(options + ["fail"], in: folder.root)
      #expect(refused.exitCode == 2 && refused.output.isEmpty, "\(refused)")
      #expect(
        refused.errors.contains("\(file):3:3: error: badValue: column 'n': '\(number)' is not a valid decimal(38,0)"),
        "\(refused.errors)")
      let read = try Auger(options + ["null"], in: folder.root)
      #expect(read.exitCode == 0 && read.output == "a,n\nx,1\ny,\n", "\(read)")
      #expect(read.errors.contains("was read as null, first at \(file):3:3"), "\(read.errors)")
    }
  }

  @Test func patternIsOneTableWithAFileColumn() throws {
    _ = try folder.write("n\n1\n", to: "2024-01.csv")
    _ = try folder.write("n\n2\n3\n", to: "2024-02.csv")
    for source in ["2024-*.csv", "csv:2024-*.csv"] {
      let run = try Auger(["query", source, "--format", "tsv"], in: folder.root)
      #expect(
        run.output.replacing("\r\n", with: "\n") == "n\tfile\n1\t2024-01.csv\n2\t2024-02.csv\n3\t2024-02.csv\n",
        "\(run.errors)")
    }
    let chart = try Auger(
      ["chart", "2024-*.csv", "--category", "file", "--value", "sum(n)"], in: folder.root)
    #expect(chart.exitCode == 0, "\(chart.errors)")
    #expect(chart.output.contains("2024-02.csv"))
  }

  @Test func standardInputCanBeReadRepeatedly() throws {
    // A fraction after 10,500 whole numbers restarts the scan.
    let text = "n,w\n" + (1...10_500).map { "\($0),x\n" }.joined() + "0.5,y\n"
    let file = try folder.write(text, to: "input.csv")
    let process = Process()
    process.executableURL = Auger.directory.appendingPathComponent("auger")
    process.arguments = [
      "chart", "-", "--category", "w", "--value", "sum(n)", "-o", folder.url("chart.json").path,
    ]
    let pipe = Pipe()
    process.standardInput = pipe
    try process.run()
    try pipe.fileHandleForWriting.write(contentsOf: Data(contentsOf: URL(fileURLWithPath: file)))
    try pipe.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let chart = try String(contentsOf: folder.url("chart.json"), encoding: .utf8)
    #expect(chart.contains("55130250") && chart.contains("0.5"))
  }

  @Test("a pipe is read from its first byte, under any name")
  func pipes() throws {
    let file = try folder.write("region,amount\nWest,10\nEast,2\n", to: "sales.csv")
    let auger = Auger.directory.appendingPathComponent("auger").path
    for script in [
      "cat \(file) | \(auger) query /dev/stdin --format csv", "\(auger) query <(cat \(file)) --format csv",
      "cat \(file) | \(auger) query - --format csv", "\(auger) query /dev/stdin --format csv < \(file)",
      "cat \(file) | \(auger) query csv:/dev/stdin --format csv",
    ] {
      let run = try Auger(["-c", script], running: "/bin/bash")
      #expect(run.exitCode == 0, "\(run.errors)")
      #expect(run.output.contains("region,amount"), "\(script)")
      #expect(run.output.contains("West,10"), "\(script)")
    }
  }

  @Test func encodingsAreDetectedOrNamed() throws {
    let latin = try folder.write(Array("name,n\nK".utf8) + [0xF6] + Array("ln,1\n".utf8), to: "latin.csv")
    #expect(try Auger(["query", latin, "--format", "csv"]).output.contains("Köln"))
    #expect(try Auger(["query", latin, "--encoding", "utf-8"]).errors.contains("latin.csv:2:1: error: invalidUTF8"))
  }
}
