import Foundation
import Testing

/// The sample retailer's files, as the program `AugerSample` writes them.
@Suite struct SampleTests {
  /// Beside the test bundle, where the build puts it.
  private static let program = (Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0]))
    .deletingLastPathComponent().appendingPathComponent("AugerSample")

  private static func run(_ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// FNV-1a of 64 bits.
  private static func hash(_ bytes: Data) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: program.path), "AugerSample is not beside the tests"))
  func theSampleIsTheSameToTheByteEverywhere() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("AugerSample-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try Self.run([folder.path]) == 0)
    let csv = try Data(contentsOf: folder.appendingPathComponent("sales.csv"))
    #expect(Self.hash(csv) == 0x01C2_C3B8_63CD_8871)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(files == ["sales.csv", "shop.sqlite"])
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: program.path), "AugerSample is not beside the tests"))
  func wrongUsageIsRefused() throws {
    #expect(try Self.run([]) == 2)
    #expect(try Self.run(["--help"]) == 2)
  }
}
