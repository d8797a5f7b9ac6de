import AugerCharts
import Foundation
import TestSupport
import Testing

/// The sample workspace that `auger demo` writes.
@Suite struct SampleTests {
  /// Returns the 64-bit FNV-1a hash.
  private static func hash(_ bytes: Data) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// Returns the schema violations of the charts and dashboards in a folder.
  private static func misfits(below folder: URL) throws -> [String] {
    func schema(_ name: String) throws -> JSONSchemaCheck {
      let file = Shared.repository.appendingPathComponent("Schemas/auger.\(name)-1.schema.json")
      return try JSONSchemaCheck(String(contentsOf: file, encoding: .utf8))
    }
    let (chart, dashboard) = (try schema("chart"), try schema("dashboard"))
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    let documents = paths.filter { $0.hasSuffix(".json") }
    if !documents.contains(where: { $0.contains("/") }) { return ["there are no charts"] }
    return try documents.sorted().flatMap { path in
      let bytes = Array(try Data(contentsOf: folder.appendingPathComponent(path)))
      return try (path.contains("/") ? chart : dashboard).findings(in: bytes).map { "\(path): \($0)" }
    }
  }

  @Test func demoWritesAReproducibleWorkspace() throws {
    let folder = try TemporaryFolder()
    let demo = try Auger(["demo", folder.root.path])
    #expect(demo.exitCode == 0, "\(demo.errors)")
    #expect(demo.output.contains("Charts/sales.svg") && demo.output.contains("Try next"))
    #expect(demo.output.contains(/2024, and [0-9]+ charts of them/))
    #expect(demo.errors.isEmpty, "\(demo.errors)")
    let csv = try Data(contentsOf: folder.url("sales.csv"))
    #expect(Self.hash(csv) == 0x01C2_C3B8_63CD_8871, "the sample is the same to the byte everywhere")
    let charts = try FileManager.default.contentsOfDirectory(atPath: folder.url("Charts/sales").path).sorted()
    #expect(charts.count == 12)
    // The README shows this picture.
    let picture = try Data(contentsOf: folder.url("Charts/sales.svg"))
    #expect(picture == (try Data(contentsOf: Shared.repository.appendingPathComponent("Documentation/dashboard.svg"))))
    #expect(try Self.misfits(below: folder.url("Charts")) == [])
    for stop in ["drilled into Europe", "zoomed to quarters", "filtered to two regions", "what if snow"] {
      let tour = try String(contentsOf: folder.url("Charts/tour.svg"), encoding: .utf8)
      #expect(tour.contains(stop), "\(stop)")
    }
    let check = try Auger(["check", "--live", folder.root.path])
    #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
    let again = folder.url("again")
    let export = try Auger(["export", "--workspace", folder.root.path, "-o", again.path])
    #expect(export.exitCode == 0, "\(export.errors)")
    for name in charts + ["../sales.svg"] {
      #expect(
        try Data(contentsOf: folder.url("Charts/sales/\(name)"))
          == Data(contentsOf: again.appendingPathComponent("sales/\(name)")), "\(name)")
    }
  }

  @Test func galleryShowsEachChartType() throws {
    let folder = try SampleWorkspace.copy()
    let charts = folder.url("Charts/gallery")
    for kind in ChartType.allCases {
      let json = try String(contentsOf: charts.appendingPathComponent("\(kind.rawValue).json"), encoding: .utf8)
      #expect(json.contains("\"type\": \"\(kind.rawValue)\""))
      #expect(json.contains("\"warnings\": []"), "\(kind.rawValue)")
      let picture = try String(contentsOf: charts.appendingPathComponent("\(kind.rawValue).svg"), encoding: .utf8)
      // Regions and contours are not drawn category by category.
      let isWhole = [.dataGrid, .polygon, .contour].contains(kind)
      let hasMarks = picture.contains("data-category") || picture.contains("data-item") || isWhole
      #expect(hasMarks, "\(kind.rawValue)")
      #expect(!picture.contains("No values"), "\(kind.rawValue)")
    }
    // The documentation of charts shows this picture.
    let gallery = try Data(contentsOf: folder.url("Charts/gallery.svg"))
    #expect(gallery == (try Data(contentsOf: Shared.repository.appendingPathComponent("Documentation/gallery.svg"))))
    for item in ["Overlay", "Goods", "Grid", "Profit"] {
      #expect(FileManager.default.fileExists(atPath: charts.appendingPathComponent("\(item).svg").path), "\(item)")
    }
    let parts = [
      ("Multiples", "4 small charts"), ("Annotations", "auger-annotations"), ("Colors", "data-category"),
      ("Gaps", "auger-breaks"),
    ]
    for (item, mark) in parts {
      let json = try String(contentsOf: charts.appendingPathComponent("\(item).json"), encoding: .utf8)
      #expect(json.contains("\"warnings\": []"), "\(item)")
      let picture = try String(contentsOf: charts.appendingPathComponent("\(item).svg"), encoding: .utf8)
      #expect(picture.contains(mark), "\(item)")
    }
  }

  @Test func suggestedDemoCommandsWork() throws {
    let folder = try TemporaryFolder()
    let demo = try Auger(["demo", folder.root.path, "--theme", "dark"])
    let lines = demo.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let commands = lines.filter { $0.hasPrefix("auger ") }
    #expect(commands.count == 5)
    for command in commands {
      // Removes the quotes for the shell.
      let arguments = command.replacing("'", with: "").split(separator: " ").dropFirst().map(String.init)
      let run = try Auger(arguments, in: folder.root)
      #expect(run.exitCode == 0, "\(command): \(run.errors)")
    }
    #expect(FileManager.default.fileExists(atPath: folder.url("sales.svg").path))
  }

  @Test func unwritableOutputFails() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a file", to: "taken")
    let run = try Auger(["demo", file])
    #expect(run.exitCode == 2)
    #expect(run.errors.contains("fileUnwritable"))
  }

  @Test func unknownNamesHaveSuggestions() throws {
    let folder = try SampleWorkspace.copy()
    for (arguments, hint) in [
      (["slaes"], "Did you mean 'sales'?"), (["sales/Yaers"], "Did you mean 'Years'?"),
      (["--formats", "svgg"], "Did you mean 'svg'?"),
    ] {
      let output = folder.url("none")
      let run = try Auger(["export"] + arguments + ["--workspace", folder.root.path, "-o", output.path])
      #expect(run.exitCode == 2)
      #expect(run.errors.contains(hint), "\(run.errors)")
      #expect(!FileManager.default.fileExists(atPath: output.path))
    }
  }
}
