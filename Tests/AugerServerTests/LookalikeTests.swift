import AugerServer
import Foundation
import TestSupport
import Testing

/// Swift's `==` treats some strings as equal although their bytes differ. Values, columns, queries, filters and items
/// with such names must stay distinct.
///
/// Unicode calls these strings canonically equivalent. A cache that compared its keys like this would return a wrong
/// response.
@Suite struct LookalikeTests {
  /// A word of the generated workspace and its replacement in each of the two workspaces. The replacements have equal
  /// length and order.
  private struct Word {
    let word: String
    let plain: String
    let alike: String

    init(_ word: String, _ plain: String, _ alike: String) {
      (self.word, self.plain, self.alike) = (word, plain, alike)
    }
  }

  /// Returns two letters that look alike, with their marks in two orders, of five bytes each.
  private static func pair(_ letter: String, _ first: String, _ second: String) -> [Word] {
    [
      Word(first, "\(letter)1xyz", letter + "\u{307}\u{323}"), Word(second, "\(letter)2xyz", letter + "\u{323}\u{307}"),
    ]
  }

  private static let words =
    [Word("R0", "A0x", "A\u{30A}"), Word("R3", "y3", "\u{C5}"), Word("R4", "z4x", "\u{212B}")]
    + pair("q", "R1", "R2") + pair("r", "region", "product") + pair("s", "ByRegionAndProduct", "ByDay")
    + pair("t", "Region", "When") + pair("v", "Groups", "Rows") + pair("w", "price", "cost")

  @Test(arguments: [3, 5]) func lookalikeNamesStayDistinct(seed: UInt64) async throws {
    let generated = GeneratedWorkspace(seed: seed, rows: 200, places: 5)
    let plain = try Self.served(generated, \.plain)
    let alike = try Self.served(generated, \.alike)
    var (found, values) = (0, 0)
    let picks = ["R0", "R4", "R1", "R2"].map { "filter.Region=" + $0 }
    for (number, place) in (picks + generated.places).enumerated() {
      for item in GeneratedWorkspace.items {
        for face in ["json", "csv", "rows.json", "vl.json"] + (number < 6 ? ["html"] : []) {
          let address = "/dashboards/made/\(item).\(face)?\(place)"
          let (status, expected) = await Self.answer(plain, address, \.plain)
          let given = await Self.answer(alike, address, \.alike)
          #expect(given.status == status && given.text == expected, "\(address)")
          if status == 200 { found += 1 }
          if expected.contains("R1") && expected.contains("R2") { values += 1 }
        }
      }
    }
    #expect(found > 150 && values > 40, "\(found) found, \(values) with two values that look alike")
  }

  private static func served(_ generated: GeneratedWorkspace, _ side: KeyPath<Word, String>) throws -> Served {
    try Served(
      GeneratedWorkspace(generated) { text in
        let there = words.map { (Array($0.word.utf8), Array($0[keyPath: side].utf8)) }
        return String(decoding: changed(Array(text.utf8), there), as: UTF8.self)
      })
  }

  private static func answer(
    _ served: Served, _ address: String, _ side: KeyPath<Word, String>
  ) async -> (status: Int, text: String) {
    let there = changed(Array(address.utf8), words.map { (Array($0.word.utf8), encoded($0[keyPath: side])) })
    let answer = await served.get(String(decoding: there, as: UTF8.self))
    let back = words.flatMap { word in
      let text = word[keyPath: side]
      return [Array(text.utf8), encoded(text), encoded(text, sign: "%25")].map { ($0, Array(word.word.utf8)) }
    }
    // Only the digests of strings and the widths of a picture may differ.
    let text = String(decoding: changed(answer.bytes, back), as: UTF8.self)
    return (
      answer.status,
      text.replacing(/[0-9a-f]{12,64}/, with: "#").replacing(/(?s)<svg.*?<\/svg>/, with: "")
    )
  }

  /// Replaces each of the words in the bytes. If several match at a position, the longest applies.
  private static func changed(_ bytes: [UInt8], _ words: [(old: [UInt8], new: [UInt8])]) -> [UInt8] {
    var beginning = [[(old: [UInt8], new: [UInt8])]](repeating: [], count: 256)
    for word in words.sorted(by: { $0.old.count > $1.old.count }) { beginning[Int(word.old[0])].append(word) }
    var out: [UInt8] = []
    var (at, copied) = (0, 0)
    while at < bytes.count {
      let candidates = beginning[Int(bytes[at])]
      if !candidates.isEmpty, let word = candidates.first(where: { bytes[at...].starts(with: $0.old) }) {
        out += bytes[copied..<at] + word.new
        at += word.old.count
        copied = at
      } else {
        at += 1
      }
    }
    return out + bytes[copied...]
  }

  /// Percent-encodes the bytes that are not ASCII, with another `sign` for a URL inside a URL.
  private static func encoded(_ text: String, sign: String = "%") -> [UInt8] {
    text.utf8.flatMap { byte in
      byte < 0x80 ? [byte] : Array(sign.utf8) + Array(String(byte, radix: 16, uppercase: true).utf8)
    }
  }
}
