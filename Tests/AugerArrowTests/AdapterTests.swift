import AugerArrow
import AugerArrowFiles
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerQuery
import AugerTestKit
import Foundation
import Testing

@Suite struct AdapterTests {
  @Test(arguments: [ArrowIPC.Container.file, .stream])
  func theAdapterPassesTheSuiteForEveryAdapter(_ container: ArrowIPC.Container) throws {
    let folder = try ScratchFolder()
    // Arrow cannot represent 24:00:00.
    for expected in [ReferenceTable.table, ReferenceTable.allTypes.projected(Array(0..<7) + [8, 9])] {
      let path = try folder.write(try ArrowIPC(container).data(for: expected), to: "reference.arrow")
      let findings = AdapterConformance.findings(
        adapter: ArrowAdapter(), configuration: SourceConfiguration(name: "files", location: path), expected: expected)
      #expect(findings.isEmpty, "\(findings)")
    }
  }

  @Test func changedFileIsAnotherVersion() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(
      try ArrowIPC(.file).data(for: Table([("a", Column([1, 2] as [Int64]))])), to: "t.arrow")
    let source = try ArrowAdapter().open(SourceConfiguration(name: "files", location: path))
    let old = try source.table("t", RunControl())
    #expect(try old.schema(RunControl()).names == ["a"])
    _ = try folder.write(try ArrowIPC(.file).data(for: Table([("other", Column(["x"]))])), to: "t.arrow")
    let error = #expect(throws: AugerError.self) { try old.scan(ScanRequest(columns: [0]), RunControl()) { _, _ in } }
    #expect(error?.code == .sourceChanged)
    #expect(try source.table("t", RunControl()).schema(RunControl()).names == ["other"])
  }

  @Test func aFileIsASourceOfAProgram() async throws {
    let folder = try ScratchFolder()
    let table = Table([("a", Column([1, 2] as [Int64]))])
    let path = try folder.write(try ArrowIPC(.file).data(for: table), to: "t.arrow")
    let source = ArrowFile(URL(filePath: path))
    #expect(try await source.fields.map(\.name) == ["a"])
    let read = try await source.reading { table, control in try TableQueryExecutor().load(table, control) }
    #expect(read.hasSameContents(as: table))
  }

  @Test func onlyRequestedColumnsAreRead() throws {
    let folder = try ScratchFolder()
    let table = Table([("n", Column((0..<1000).map { Int64($0) })), ("text", Column((0..<1000).map { "text \($0)" }))])
    var bytes = try ArrowIPC(.file).data(for: table)
    // The other column has invalid UTF-8. It is not read, so this does not matter.
    let place = try #require(bytes.firstRange(of: Array("text 500".utf8)))
    bytes[place.lowerBound] = 0xFF
    let source = try ArrowAdapter().open(
      SourceConfiguration(name: "files", location: try folder.write(bytes, to: "t.arrow")))
    let scannable = try source.table("t", RunControl())
    let sum = Locked(Int64(0))
    _ = try scannable.scan(ScanRequest(columns: [0]), RunControl()) { _, batch in
      guard case .int64(let values) = batch.columns[0].values else { return }
      sum.withLock { $0 += values.array.reduce(0, +) }
    }
    #expect(sum.withLock { $0 } == 499_500)
    let error = #expect(throws: AugerError.self) {
      try scannable.scan(ScanRequest(columns: [1]), RunControl()) { _, _ in }
    }
    #expect(error?.code == .damagedArrow)
    #expect(error?.place?.hasSuffix("t.arrow: column 'text', row 501") == true, "\(error?.place ?? "")")
  }

  @Test func otherFilesFail() throws {
    let folder = try ScratchFolder()
    func code(_ bytes: [UInt8]) throws -> Diagnostic.Code? {
      let path = try folder.write(bytes, to: "x.arrow")
      do {
        let source = try ArrowAdapter().open(SourceConfiguration(name: "files", location: path))
        _ = try source.tables(RunControl())
        return nil
      } catch let error as AugerError {
        #expect(error.operation.contains("x.arrow"))
        return error.code
      }
    }
    #expect(try code(Array("a,b\n1,2\n3,4\n".utf8)) == .notArrow)
    #expect(try code(Array("FEA1....FEA1".utf8)) == .notArrow)
    #expect(try code([]) == .emptyInput)
    #expect(try code([1]) == .notArrow)
    let whole = try ArrowIPC(.file).data(for: Samples.allTypes())
    #expect(try code(Array(whole.dropLast(20))) == .damagedArrow)
    #expect(try code(whole) == nil)
  }

  @Test func missingFilesAndFoldersFail() throws {
    let folder = try ScratchFolder()
    for (path, code) in [(folder.path + "/none.arrow", Diagnostic.Code.fileNotFound), (folder.path, .notAFile)] {
      let error = #expect(throws: AugerError.self) {
        try ArrowAdapter().open(SourceConfiguration(name: "files", location: path))
      }
      #expect(error?.code == code)
    }
  }

  @Test func memoryIsReservedBeforeUse() throws {
    let folder = try ScratchFolder()
    let table = Table([("n", Column((0..<100_000).map { Int64($0) }))])
    let path = try folder.write(try ArrowIPC(.file).data(for: table), to: "t.arrow")
    let source = try ArrowAdapter().open(SourceConfiguration(name: "files", location: path))
    let control = RunControl(memory: MemoryBudget(limit: 10_000))
    let error = #expect(throws: AugerError.self) {
      try source.table("t", control).scan(ScanRequest(columns: [0]), control) { _, _ in }
    }
    #expect(error?.code == .lowMemory)
  }
}

/// A temporary folder that is deleted together with this object.
final class ScratchFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("auger-arrow-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ bytes: [UInt8], to name: String) throws -> String {
    let file = path + "/" + name
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }
}
