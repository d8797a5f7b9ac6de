import Foundation
import TestSupport

/// Generates damaged XML files from a seed. The algorithm equals that of `Scripts/xml-agreement.py`, byte for byte.
struct DamagedXML {
  private let bases: [[UInt8]]
  private var state: UInt64

  init(_ bases: [[UInt8]], seed: UInt64) {
    self.bases = bases
    state = seed
  }

  private mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }

  mutating func next() -> [UInt8] {
    var data = bases[below(bases.count)]
    for _ in 0..<1 + below(4) / 3 {
      let at = below(data.count + 1)
      switch below(5) {
      case 0: data.insert(contentsOf: Self.pieces[below(Self.pieces.count)], at: at)
      case 1: data.removeSubrange(at..<min(at + below(12), data.count))
      case 2:
        let piece = Array(data[at..<min(at + below(40), data.count)])
        data.insert(contentsOf: piece, at: below(data.count + 1))
      case 3: data.replaceSubrange(at..<min(at + 1, data.count), with: Self.pieces[below(Self.pieces.count)])
      default: if at + 1 < data.count { data.swapAt(at, at + 1) }
      }
    }
    return data
  }

  private static let texts = [
    "<", ">", "/", "\"", "'", "=", "&", ";", " ", "\t", "\r\n", "\n", "\r", "-", "--", "]]>", "!", "?",
    "?>", "<?", "<?xml version='1.0'?>", "<?xml ?>", "<?Xml ?>", "<?p q?>", "<!--", "-->", "<!-- -->",
    "<![CDATA[", "<![CDATA[ x ]]>", "<b/>", "<b>", "</b>", "<b c='d'></b>", " x='1'", " x=\"1\" ", "&amp;",
    "&lt;", "&nbsp;", "&#38;", "&#x26;", "&#0;", "&#xD800;", "&#x110000;", "&#xFFFE;", "&#9;", "&#x;", "#",
    "x", "1", ".", ":", "_", "%", "SYSTEM 's'", "PUBLIC", "<!DOCTYPE a>", "encoding='utf-8'",
    "standalone='yes'",
  ]

  private static let pieces: [[UInt8]] =
    texts.map { Array($0.utf8) } + [
      [0x00], [0x07], [0x7F], [0x85], [0xE9], [0xC3, 0xA9], [0xC2, 0xB7], [0xC3, 0x97],
      [0xE3, 0x81, 0x82], [0xE2, 0x80, 0x94], [0xEF, 0xBF, 0xBE], [0xED, 0xA0, 0x80], [0xF3, 0xB0, 0x80, 0x80],
      [0xC0, 0xAF], [0xFF],
    ]
}

/// The XML files used by tests.
enum XMLFiles {
  static let cases = Shared.repository.appendingPathComponent("Fixtures/Cases/XML")

  /// MAKit's samples. Nil if they do not exist.
  static let makit = Shared.existing("data/makit")

  /// Returns the XML files of a folder, sorted by name.
  static func files(in folder: URL) throws -> [(name: String, bytes: [UInt8])] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".xml") }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .map { ($0, [UInt8](try Data(contentsOf: folder.appendingPathComponent($0)))) }
  }
}
