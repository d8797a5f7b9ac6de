import Foundation
import Testing

#if os(Linux)
  /// Dashboards designed to consume memory or time fail with an error. The operating system limits the process to 256
  /// MB of data and, because debug builds are slow, to ten seconds of CPU time.
  @Suite struct HostileMetadataTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func convert(_ name: String, _ bytes: [UInt8]) throws -> Auger {
      _ = try folder.write(bytes, to: name)
      let script = "ulimit -c 0; ulimit -d 262144; ulimit -t 10; exec \"$0\" \"$@\""
      let auger = Auger.directory.appendingPathComponent("auger").path
      return try Auger(
        ["-c", script, auger, "convert-metadata", name, "out.json"], running: "/bin/sh", in: folder.root)
    }

    private func expectRefusal(
      _ name: String, _ text: String, _ code: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let run = try convert(name, Array(text.utf8))
      #expect(run.exitCode == 2, "\(run.errors.prefix(500))", sourceLocation: sourceLocation)
      #expect(run.errors.contains("error: \(code): "), "\(run.errors.prefix(500))", sourceLocation: sourceLocation)
      #expect(run.errors.utf8.count < 5000, "a short message", sourceLocation: sourceLocation)
    }

    @Test func multipliedEntitiesFail() throws {
      let laughs = (1...9).map { "<!ENTITY l\($0) '\(String(repeating: "&l\($0 - 1);", count: 10))'>" }.joined()
      try expectRefusal(
        "a.xml", "<!DOCTYPE x [<!ENTITY l0 'ha'>\(laughs)]><Chart Name='&l9;'/>", "xmlDocumentType")
    }

    @Test func externalEntitiesFail() throws {
      try expectRefusal("a.xml", "<!DOCTYPE Chart SYSTEM 'file:///etc/hostname'><Chart Name='&e;'/>", "xmlEntity")
    }

    @Test func multipliedAliasesFail() throws {
      let bomb = (1...40).map { "b\($0): &b\($0) [*b\($0 - 1), *b\($0 - 1)]\n" }.joined()
      try expectRefusal("a.yaml", "b0: &b0 {x: 1, y: 2}\n\(bomb)", "documentTooLarge")
    }

    @Test(arguments: [("a.xml", "<a>"), ("a.json", "{\"a\":"), ("a.yaml", "{a: "), ("b.plist", "<dict><key>a</key>")])
    func tenThousandLevelsFail(name: String, open: String) throws {
      let head = name == "b.plist" ? "<plist>" : ""
      try expectRefusal(name, head + String(repeating: open, count: 10_000), "documentTooDeep")
    }

    @Test(arguments: ["a.xml", "a.plist", "a.json", "a.yaml"])
    func hugeAttributeFails(name: String) throws {
      let start = ["a.xml": "<Chart Name='", "a.plist": "<plist><dict><key>A</key><string>"][name] ?? "{\"A\": \""
      let run = try convert(name, Array(start.utf8) + [UInt8](repeating: 0x61, count: 100 << 20))
      #expect(run.exitCode == 2)
      #expect(run.errors.contains("error: documentTooLarge: "), "\(run.errors.prefix(500))")
    }

    @Test func largestAllowedFileIsRead() throws {
      // The maximum number of small charts.
      let chart = "<Chart Name='Sales' ChartType='Bar' Query='Q'><Category Column='Region'/></Chart>\n"
      let text = "<Dashboard>" + String(repeating: chart, count: 100_000) + "</Dashboard>"
      let run = try convert("a.xml", Array(text.utf8))
      #expect(run.exitCode == 0 || run.errors.contains("error: documentTooLarge: "), "\(run.errors.prefix(500))")
    }
  }
#endif
