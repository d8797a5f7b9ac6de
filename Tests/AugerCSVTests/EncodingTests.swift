import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerQuery
import Foundation
import Testing

@Suite("CSV: encodings and compression")
struct EncodingTests {
  private static let text = "id;Straße\n1;Köln\n2;\"naïve\ncafé\"\n3;œuvre €\n"

  /// Returns the text in an encoding, without a byte order mark.
  private static func bytes(_ encoding: String) throws -> [UInt8] {
    let encodings: [String: String.Encoding] = [
      "utf-8": .utf8, "utf-16le": .utf16LittleEndian, "utf-16be": .utf16BigEndian, "windows-1252": .windowsCP1252,
    ]
    let known = try #require(encodings[encoding])
    return Array(try #require(text.data(using: known)))
  }

  @Test(
    "a file gives the same result in every encoding, detected or specified",
    arguments: ["utf-8", "utf-16le", "utf-16be", "windows-1252"])
  func encodings(name: String) throws {
    let scratch = try Scratch()
    let bytes = try Self.bytes(name)
    let marks: [String: [UInt8]] = [
      "utf-8": [0xEF, 0xBB, 0xBF], "utf-16le": [0xFF, 0xFE], "utf-16be": [0xFE, 0xFF],
    ]
    for start in [[], marks[name] ?? []] {
      for options in [[], [SourceOption("encoding", name)]] {
        let file = try scratch.file("data.csv", start + bytes)
        #expect(try CSVInspection(path: file, options: options).form.encoding.rawValue == name)
        let table = try read(openTable(file, options)).table
        #expect(table.schema.names == ["id", "Straße"])
        #expect(table.texts("Straße") == ["Köln", "naïve\ncafé", "œuvre €"])
      }
    }
  }

  @Test("Latin-1 has control characters where Windows-1252 has letters")
  func latin1() throws {
    let scratch = try Scratch()
    let file = try scratch.file("data.csv", Array("a,b\n1,".utf8) + [0xE9, 0x80, 0x0A])
    #expect(try read(openTable(file)).table.texts("b") == ["é€"])
    let named = [SourceOption("encoding", "latin1")]
    #expect(try read(openTable(file, named)).table.texts("b") == ["é\u{80}"])
  }

  @Test("an invalid byte in Windows-1252 or UTF-8 fails at its location")
  func notWindows() throws {
    let undefined = try failure(Array("a,b\n1,caf".utf8) + [0x81, 0x0A])
    #expect((undefined.code, undefined.place) == (.invalidUTF8, "data.csv:2:3"))
    let damaged = try failure(Array("a,b\n1,äöü\n2,".utf8) + [0xC3, 0x0A])
    #expect((damaged.code, damaged.place) == (.invalidUTF8, "data.csv:3:3"))
  }

  @Test("an invalid byte after the sample fails unless the encoding is specified")
  func lateByte() throws {
    let start = "n,word\n" + (1...200_000).map { "\($0),w\n" }.joined()
    let bytes = Array(start.utf8) + Array("7,caf".utf8) + [0xE9, 0x0A]
    let error = try failure(bytes)
    #expect((error.code, error.place) == (.invalidUTF8, "data.csv:200002:3"))
    #expect(error.hint?.contains("encoding") == true)
    let scratch = try Scratch()
    let table = try openTable(
      try scratch.file("data.csv", bytes), [SourceOption("encoding", "windows-1252")])
    let words = try read(table).table.columns[1]
    #expect(words[words.count - 1] == .string("café"))
  }

  @Test("incomplete surrogate pairs and code units fail at their locations")
  func brokenUTF16() throws {
    func utf16(_ units: [UInt16]) -> [UInt8] { units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } }
    let start = [0xFEFF] + Array("a,b\n1,x\n2,".utf16)
    let lone = try failure(utf16(start + [0xD800] + Array("\n".utf16)))
    #expect((lone.code, lone.place) == (.invalidUTF8, "data.csv:3:3"))
    let odd = try failure(utf16(start) + [0x41])
    #expect((odd.code, odd.place) == (.invalidUTF8, "data.csv:3:3"))
  }

  // MARK: gzip

  @Test("gzip files are decompressed, with several members and padding")
  func gzipMembers() throws {
    let scratch = try Scratch()
    let (one, two) = (Array("a,b\n1,".utf8), Array("x\n2,y\n".utf8))
    for bytes in [gzip(one + two), gzip(one) + gzip(two), gzip(one) + gzip([]) + gzip(two) + [0, 0, 0]] {
      let file = try scratch.file("data.csv.gz", bytes)
      let table = try openTable(file)
      #expect(table.name == "data")
      #expect(try read(table).table.texts("b") == ["x", "y"])
    }
  }

  @Test("large gzip files give the same result for any chunk size and number of workers")
  func largeGzip() throws {
    let scratch = try Scratch()
    let rows = (0..<30_000).map { "\($0),\"w,\($0 % 911)\n\"\n" }.joined()
    let plain = try scratch.file("plain.csv", "n,word\n" + rows)
    let packed = try scratch.file("packed.csv.gz", gzip(Array(("n,word\n" + rows).utf8)))
    let expected = try read(openTable(plain)).table
    #expect(try read(openTable(packed), chunkRows: 1000, workers: 2).table.hasSameContents(as: expected))
  }

  @Test("a truncated or damaged gzip file fails")
  func damagedGzip() throws {
    let whole = gzip(Array("a,b\n1,2\n".utf8))
    for count in [12, 20, whole.count - 8, whole.count - 1] {
      let error = try failure(Array(whole.prefix(count)))
      #expect((error.code, error.place) == (.damagedCompression, "data.csv"), "\(count) bytes")
    }
    var wrong = whole
    wrong[wrong.count - 5] ^= 1
    #expect(try failure(wrong).code == .damagedCompression)
    #expect(try failure(whole + [7, 7, 7]).code == .damagedCompression)
  }

  @Test("error locations in a gzip file refer to its content")
  func placeInGzip() throws {
    let error = try failure(gzip(Array("a,b\n\"x\ny\",no\n".utf8)), [SourceOption("columns", "b: int")])
    #expect(error.place == "data.csv:3:4")
  }
}
