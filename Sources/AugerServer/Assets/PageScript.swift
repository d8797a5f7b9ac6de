import AugerExport

/// The script of pages: one module that computes no numbers, concatenated from the files of `Script` and the script of
/// animations. Embedded pages have an additional part.
enum PageScript {
  static let bytes = stripped(
    PackageResources.moves_js + PackageResources.links_js + PackageResources.charts_js
      + PackageResources.updates_js + PackageResources.tips_js + PackageResources.marks_js + PackageResources.frame_js
      + PackageResources.filters_js + PackageResources.cards_js + PlayerScript.bytes)

  /// The script of embedded pages.
  static let embedded = bytes + stripped(PackageResources.embed_js)

  /// Returns a script without indentation, blank lines and lines that are comments. Template texts of the script must
  /// not contain line breaks.
  static func stripped(_ script: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(script.count)
    for line in script.split(separator: UInt8(ascii: "\n")) {
      let text = line.drop { $0 == UInt8(ascii: " ") }
      if text.isEmpty || text.starts(with: Array("//".utf8)) { continue }
      out += text
      out.append(UInt8(ascii: "\n"))
    }
    return out
  }
}
