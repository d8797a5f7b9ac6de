/// The figures of a page, with equal contents written once.
///
/// States often show the same numbers: a country, and that country within its region. Only their captions differ. A
/// figure with several captions contains all of them, and each state shows its own.
struct SharedFigures {
  private struct Key: Hashable {
    let content: Int
    let caption: [UInt8]
  }

  private let writer: HTMLPage
  /// For each figure, the first with equal content.
  private var contents: [Int] = []
  /// For each figure, the first with equal content and an equal caption.
  private var captions: [Int] = []
  private var captionBytes: [[UInt8]] = []
  /// For each figure that is the first with its content, the figures that contribute captions.
  private var members: [[Int]]

  init(_ writer: HTMLPage) {
    self.writer = writer
    members = [[Int]](repeating: [], count: writer.page.figures.count)
    var knownContents: [[UInt8]: Int] = [:]
    var knownCaptions: [Key: Int] = [:]
    for (number, figure) in writer.page.figures.enumerated() {
      let bytes = writer.write(figure, ids: "f", isAtStart: false, captions: [])
      let content = knownContents[bytes] ?? number
      let key = Key(content: content, caption: writer.caption(of: figure))
      let caption = knownCaptions[key] ?? number
      (knownContents[bytes], knownCaptions[key]) = (content, caption)
      contents.append(content)
      captions.append(caption)
      captionBytes.append(key.caption)
      if caption == number { members[content].append(number) }
    }
  }

  /// Returns the markup of each figure. Empty for a figure with content that occurred before.
  func figures() -> [[UInt8]] {
    let start = writer.page.states.first?.figures ?? []
    let (shown, shownCaptions) = (Set(start.map { contents[$0] }), Set(start.map { captions[$0] }))
    return writer.page.figures.indices.map { number in
      guard contents[number] == number else { return [] }
      let captions = members[number].map { member in
        HTMLPage.Caption(
          bytes: captionBytes[member], id: id(ofCaption: member), isAtStart: shownCaptions.contains(member))
      }
      return writer.write(
        writer.page.figures[number], ids: "f\(number)", isAtStart: shown.contains(number), captions: captions)
    }
  }

  /// Returns the ids of the elements that show figures.
  func parts(of figures: [Int]) -> [String] {
    figures.flatMap { ["f\(contents[$0])"] + [id(ofCaption: $0)].compactMap(\.self) }
  }

  /// Returns nil if the caption is empty or the only one of its figure.
  private func id(ofCaption number: Int) -> String? {
    members[contents[number]].count > 1 && !captionBytes[number].isEmpty ? "p\(captions[number])" : nil
  }
}
