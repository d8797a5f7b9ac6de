import Foundation
import TestSupport
import Testing

/// Arrow as an output format of commands and as a source.
@Suite struct ArrowTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write(
      "day,region,amount,note\n2024-01-01,N,1.5,a\n2024-01-02,S,2.5,\n2024-02-01,N,4,\"x, y\"\n2024-02-02,,8,b\n",
      to: "sales.csv")
  }

  private func run(_ words: String...) throws -> Auger {
    let run = try Auger(words, in: folder.root)
    #expect(run.exitCode == 0, "\(run.errors)")
    return run
  }

  private func csv(_ file: String) throws -> String { try run("query", file, "--format", "csv").output }

  @Test(arguments: ["arrow", "arrows"]) func queryResultSurvivesARoundTrip(_ ending: String) throws {
    _ = try run("query", "sales.csv", "-o", "copy.\(ending)")
    #expect(try csv("copy.\(ending)") == csv("sales.csv"))
    let printed = try run("query", "sales.csv", "--format", ending)
    #expect(printed.output.contains("region") && printed.output.hasPrefix("ARROW1") == (ending == "arrow"))
  }

  /// Arrow output of a chart has the same order, limit and series columns as CSV, TSV and text output.
  @Test func chartIsWrittenAsATable() throws {
    let words = ["chart", "sales.csv", "--category", "day", "--series", "region", "--value", "Running(sum(amount))"]
    for more in [["--sort", "-category", "--limit", "3"], ["--value", "count()"]] {
      let plain = try Auger(words + more + ["--format", "csv"], in: folder.root)
      let arrow = try Auger(words + more + ["-o", "chart.arrow"], in: folder.root)
      #expect(arrow.exitCode == 0, "\(arrow.errors)")
      #expect(try csv("chart.arrow") == plain.output)
    }
  }

  @Test func fileIsAWorkspaceSource() throws {
    _ = try run("query", "sales.csv", "-o", "sales.arrow")
    _ = try folder.write(
      """
      sources: { files: { adapter: arrow, path: sales.arrow } }
      queries:
        ByRegion: { source: files, from: sales, groupBy: [region], measures: { total: sum(amount) }, orderBy: [-total] }
      """, to: "auger.yaml")
    #expect(try run("query", "ByRegion", "--format", "csv").output == "region,total\n,8\nN,5.5\nS,2.5\n")
    #expect(try run("check", "--live").output.contains("0 errors"))
    #expect(try run("inspect", "files.sales").output.contains("4 rows, 4 columns"))
    let chart = try run("chart", "files", "--category", "region", "--value", "sum(amount)", "--format", "csv")
    #expect(chart.output == "region,sum(amount)\nN,5.5\nS,2.5\n,8\n")
  }

  /// Arrow files are recognized by their first bytes, without an extension.
  @Test func fileWithoutExtensionIsRecognized() throws {
    _ = try run("query", "sales.csv", "-o", "sales.arrow")
    _ = try folder.write([UInt8](try Data(contentsOf: folder.url("sales.arrow"))), to: "sales")
    #expect(try csv("sales") == csv("sales.csv"))
    #expect(try csv("arrow:sales") == csv("sales.csv"))
  }

  @Test func exportsSupportArrow() throws {
    let sample = try SampleWorkspace.copy()
    _ = try run("export", "--workspace", sample.root.path, "--formats", "csv,arrow", "-o", "out")
    let charts = try FileManager.default.subpathsOfDirectory(atPath: folder.url("out").path)
      .filter { $0.hasSuffix(".arrow") }
    #expect(!charts.isEmpty)
    for chart in charts {
      let plain = try String(contentsOf: folder.url("out/" + chart.dropLast(6) + ".csv"), encoding: .utf8)
      // Strings that look like numbers remain strings in Arrow, so they are written unchanged.
      #expect(try csv("out/" + chart) == plain, "\(chart)")
    }
  }

  @Test func severalResultsInOneFileFail() throws {
    _ = try run("query", "sales.csv", "-o", "sales.arrow")
    _ = try run("query", "sales.csv", "-o", "sales.arrows")
    let several = try Auger(["chart", "*.arrow"], in: folder.root)
    #expect(several.exitCode == 2 && several.errors.hasPrefix("error: fileNotFound: "), "\(several.errors)")
    #expect(several.errors.contains("hint: Name one file. Patterns are not supported"), "\(several.errors)")
    for ending in ["arrow", "arrows"] {
      func piped(_ name: String) throws -> Auger {
        let program = Auger.directory.appendingPathComponent("auger").path
        return try Auger(
          ["-c", "cat sales.\(ending) | \"$0\" query \(name)", program], running: "/bin/sh", in: folder.root)
      }
      let typed = try piped("-")
      #expect(typed.exitCode == 2 && typed.errors.contains("error: binaryFile: "), "\(typed.errors)")
      #expect(typed.errors.contains("hint: Rename the file so that it ends with .arrow"), "\(typed.errors)")
      for name in ["arrow:-", "arrow:/dev/stdin"] {
        let run = try piped(name)
        #expect(run.exitCode == 2 && run.errors.contains("error: notAFile: "), "\(run.errors)")
        #expect(run.errors.contains("hint: Write the data to a file first."), "\(run.errors)")
      }
    }
  }

  @Test func unsupportedFileHasAHint() throws {
    let fixtures = Shared.repository.appendingPathComponent("Fixtures/Cases/Arrow").path
    let packed = try Auger(["query", fixtures + "/zstd.arrow"], in: folder.root)
    #expect(
      packed.exitCode == 2 && packed.errors.contains("error: unsupportedArrow: its columns are compressed by zstd"))
    #expect(packed.errors.contains("hint: Write the file without compression"))
    let faster = try Auger(["query", fixtures + "/lz4.arrow"], in: folder.root)
    #expect(faster.exitCode == 2 && faster.errors.contains("its columns are compressed by lz4"), "\(faster.errors)")
    let nested = try Auger(["query", fixtures + "/nested.arrow", "--format", "csv"], in: folder.root)
    #expect(nested.exitCode == 0 && nested.output.hasPrefix("before,list,large_list,"))
    #expect(nested.errors.contains("warning: unsupportedType: column 'dense' is left out: dense_union<"))
    _ = try folder.write("a,b\n1,2\n", to: "wrong.arrow")
    let wrong = try Auger(["query", "wrong.arrow"], in: folder.root)
    #expect(wrong.exitCode == 2 && wrong.errors.hasPrefix("wrong.arrow: error: notArrow"), "\(wrong.errors)")
  }
}
