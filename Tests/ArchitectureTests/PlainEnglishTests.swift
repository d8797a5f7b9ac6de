import Testing

/// The rules for words that a program can check. An editor checks the others.
@Suite struct PlainEnglishTests {
  /// A passage that breaks a rule for a good reason.
  private struct Exception {
    let path: String
    let word: String
    let reason: String
  }

  private static let exceptions = [
    Exception(path: "+Unsafe.swift", word: "address", reason: "an address of memory or of a network"),
    Exception(path: "+Unsafe.swift", word: "addresses", reason: "addresses of memory or of a network"),
    Exception(path: "Sources/AugerDelivery/", word: "address", reason: "an e-mail or IP address"),
    Exception(path: "Sources/AugerDelivery/", word: "addresses", reason: "IP addresses"),
    Exception(path: "Sources/AugerRefresh/Delivery/", word: "address", reason: "an e-mail address"),
    Exception(path: "Sources/AugerServer/Access/AddressBlock.swift", word: "address", reason: "an IP address"),
    Exception(path: "Documentation/workspace.md", word: "address", reason: "the type of a value: an e-mail address"),
    Exception(path: "Sources/AugerAnalysis/States/Move.swift", word: "picks", reason: "the name of a field of a move"),
    Exception(path: "Documentation/gallery.md", word: "beside", reason: "the title of a recorded chart"),
    Exception(path: "Documentation/workspace.md", word: "refuse", reason: "a value of 'drift'"),
  ]

  /// Words that show that the next word is an IP or e-mail address.
  private static let kindsOfAddress: Set<String> = ["ip", "ipv4", "email", "e-mail", "local"]

  /// No sentence begins with one of these: a noun is missing.
  private static let starts: Set<String> = ["what", "whether", "where", "of", "as", "by", "into"]

  /// Private words, each with the words that may follow it.
  private static let privateWords: [(phrase: String, unlessBefore: Set<String>)] = [
    ("road", []), ("roads", []), ("whoever", []), ("whatever", []), ("let go", []), ("lets go", []),
    ("tell", []), ("tells", []), ("told", []), ("say", []), ("says", []), ("said", []), ("kept", []),
    ("there is no", []), ("there are no", []), ("there is none", []), ("there are none", []), ("is none", []),
    ("is no", ["longer"]), ("are no", ["longer"]), ("was no", ["longer"]), ("so many", []), ("as many", []),
    ("pick", []), ("picks", []), ("picked", []), ("go on", []), ("goes on", []), ("went on", []), ("parted", []),
    ("blank", ["line", "lines", "line,", "lines."]), ("blanks", []), ("handed", []), ("hand over", []),
    ("hands over", []), ("under way", []), ("beside", []), ("beyond", []), ("lack", []), ("lacks", []),
    ("lacking", []), ("mend", []), ("mends", []), ("mended", []), ("mistake", []), ("mistakes", []), ("face", []),
    ("faces", []), ("guess", []), ("guesses", []), ("guessed", []), ("law", []), ("laws", []), ("in front", []),
    ("stands in", []), ("stand in", []), ("stands before", []), ("stands behind", []), ("stands above", []),
    ("stands below", []), ("stands at", []), ("further", []), ("ask", []), ("asks", []), ("asked", []),
    ("impossible", []), ("refuse", []), ("refuses", []), ("refused", []), ("that which", []), ("a person", []),
    ("at its time", []), ("at their times", []), ("address", []), ("addresses", []),
  ]

  private static let byFirstWord = Dictionary(grouping: privateWords) { $0.phrase.split(separator: " ")[0] }

  @Test func commentsArePlainEnglish() throws {
    try check(try Repository.files().filter(\.isSwift).flatMap(\.comments), atLeast: 8_000)
  }

  @Test func messagesAndHelpArePlainEnglish() throws {
    let files = try Repository.sources().filter { !$0.path.hasPrefix("Sources/AugerTestKit/") }
    try check(files.flatMap(\.messages), atLeast: 2_000)
  }

  @Test func documentationIsPlainEnglish() throws {
    let pages = try Repository.files().filter { $0.path.hasSuffix(".md") && !$0.path.hasPrefix("Fixtures/") }
    try check(pages.flatMap(\.documentation), atLeast: 1_000)
  }

  @Test func exceptionsAreFewAndExplained() {
    #expect(Self.exceptions.count <= 20)
    for exception in Self.exceptions { #expect(!exception.reason.isEmpty, "\(exception.path): \(exception.word)") }
  }

  private func check(_ passages: [Passage], atLeast count: Int) throws {
    #expect(passages.count >= count, "only \(passages.count) passages were found")
    for passage in passages {
      for sentence in passage.sentences {
        for finding in Self.findings(in: sentence, of: passage) where !Self.isException(passage, finding) {
          Issue.record("\(passage.path):\(passage.line): \(finding): \(sentence)")
        }
      }
    }
  }

  private static func isException(_ passage: Passage, _ finding: String) -> Bool {
    exceptions.contains { passage.path.contains($0.path) && $0.word == finding }
  }

  private static func findings(in sentence: String, of passage: Passage) -> [String] {
    let words = sentence.lowercased().split(separator: " ").map { $0.drop { "\"'([*_".contains($0) } }
    var findings: [String] = []
    let isQuestion = passage.kind == .documentation && sentence.hasSuffix("?")
    let first = words.first.map { $0.prefix { $0.isLetter || $0 == "-" } } ?? ""
    if starts.contains(String(first)), !isQuestion, sentence.first?.isLowercase != true {
      findings.append("starts with '\(first)'")
    }
    let count = words.count { $0.contains { $0.isLetter || $0.isNumber } }
    // A list of code, such as the values of an attribute, is not a sentence.
    let isList = words.allSatisfy { $0.prefix(while: \.isLetter) == "code" }
    if count > 30, !isList { findings.append("has \(count) words") }
    for (index, word) in words.enumerated() {
      for (phrase, unlessBefore) in byFirstWord[word.prefix(while: \.isLetter)] ?? [] {
        let parts = phrase.split(separator: " ")
        let found = words[index...].prefix(parts.count).map { $0.prefix(while: \.isLetter) }
        let next = index + parts.count < words.count ? String(words[index + parts.count]) : ""
        let isKnownAddress =
          phrase.hasPrefix("address") && index > 0 && kindsOfAddress.contains(String(words[index - 1]))
        if found == parts, !isKnownAddress, !unlessBefore.contains(next) { findings.append(phrase) }
      }
    }
    return findings
  }
}
