import Foundation
import Testing

#if os(Linux)
  /// Files designed to consume memory or time are read or rejected with a location. The operating system limits the
  /// process to 600 MB of virtual memory.
  @Suite struct CSVLimitTests {
    private static let kilobytes = 600_000

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func query(_ name: String, _ bytes: [UInt8], _ options: String...) throws -> Auger {
      _ = try folder.write(bytes, to: name)
      return try limited(["query", name, "--workers", "2", "--format", "csv"] + options)
    }

    private func limited(_ arguments: [String]) throws -> Auger {
      // The limit counts virtual memory. glibc reserves 64 MB of it per thread arena by default.
      let script = "export MALLOC_ARENA_MAX=2; ulimit -c 0; ulimit -v \(Self.kilobytes); exec \"$0\" \"$@\""
      let auger = Auger.directory.appendingPathComponent("auger").path
      return try Auger(["-c", script, auger] + arguments, running: "/bin/sh", in: folder.root)
    }

    private func commas(_ count: Int) -> [UInt8] { [UInt8](repeating: UInt8(ascii: ","), count: count) }

    @Test func hugeQuotedFieldFailsAtItsStart() throws {
      let run = try query("field.csv", Array("a,b\n1,\"".utf8) + [UInt8](repeating: 0x78, count: 200_000_000))
      #expect(run.exitCode == 2)
      #expect(run.errors.hasPrefix("field.csv:2:3: error: fieldTooLong: "), "\(run.errors)")
    }

    @Test func millionDelimitersAreNotAHeader() throws {
      let run = try query("wide.csv", commas(1_000_000) + Array("\n1,2\n".utf8))
      #expect(run.exitCode == 2)
      #expect(
        run.errors.hasPrefix("wide.csv:1: error: tooManyColumns: the row has 1000001 fields, "), "\(run.errors)")
    }

    @Test func millionDelimitersAreALongRow() throws {
      let run = try query("long.csv", Array("a,b\n1,2\n3,4".utf8) + commas(1_000_000) + Array("\n5,6\n".utf8))
      #expect(run.exitCode == 0, "\(run.errors)")
      #expect(run.output == "a,b\n1,2\n3,4\n5,6\n")
      #expect(run.errors.hasPrefix("warning: longRow: "), "\(run.errors)")
    }

    @Test func endlessLineFailsEarly() throws {
      let run = try query("endless.csv", commas(30_000_000))
      #expect(run.exitCode == 2)
      #expect(run.errors.hasPrefix("endless.csv:1: error: tooManyColumns: "), "\(run.errors)")
    }

    @Test func manyEmptyColumnsAreRead() throws {
      let names = (1...16_384).map { "c\($0)" }.joined(separator: ",")
      _ = try folder.write(names + String(repeating: "\n7", count: 20_000), to: "sparse.csv")
      let run = try limited([
        "chart", "sparse.csv", "--category", "c1", "--value", "count()", "--format", "json", "--workers", "2",
      ])
      #expect(run.exitCode == 0, "\(run.errors.prefix(500))")
      #expect(run.output.contains("20000"))
    }

    @Test func emptyLinesAreNotRows() throws {
      let run = try query("blank.csv", [UInt8](repeating: 0x0A, count: 20_000_000))
      #expect(run.exitCode == 2)
      #expect(run.errors.contains("error: emptyInput: "), "\(run.errors)")
    }
  }
#endif
