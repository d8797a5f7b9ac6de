/// A declaration in a Swift file, with the parts that other code can refer to.
struct Declaration {
  /// `struct`, `func`, `var`, `case`, ...
  var keyword: String
  /// The enclosing types, for example `Regrouping.Key`. Empty at file scope.
  var owner: String
  /// The name with its parameter labels: `chart(_:of:at:)`.
  var member: String
  /// The declaration on one line, without access levels and body.
  var text: String
  /// The protocols and the superclass of a type or an extension.
  var inherited: [String] = []
  var isPublic: Bool
  /// True if the declaration is a protocol requirement.
  var isRequirement: Bool
  var isDocumented: Bool
  var place: String

  var path: String { owner.isEmpty ? member : "\(owner).\(member)" }
}

/// Finds the declarations in a file, except local declarations in functions.
///
/// This is not a Swift parser: it relies on the layout that `swift format` produces.
struct DeclarationScan {
  private struct Scope {
    var path: String
    var isPublic: Bool
    var isProtocol: Bool
    var isEnum: Bool
    /// The number of open braces inside the scope.
    var depth: Int
  }

  private(set) var declarations: [Declaration] = []
  private let path: String
  private let code: [String]
  private let original: [Substring]
  private var scopes: [Scope] = []
  private var depth = 0

  private static let types: Set<String> = ["struct", "class", "enum", "protocol", "actor", "extension"]
  private static let members: Set<String> = [
    "func", "var", "let", "init", "subscript", "case", "typealias", "associatedtype",
  ]
  private static let modifiers: Set<String> = [
    "public", "package", "internal", "private", "fileprivate", "open", "static", "final", "mutating", "nonmutating",
    "indirect", "convenience", "required", "override", "nonisolated", "lazy", "weak", "borrowing", "consuming",
  ]
  private static let access: Set<String> = ["public", "package", "internal", "private", "fileprivate", "open"]

  init(_ file: Repository.File) {
    path = file.path
    code = file.code.lines
    original = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    var line = 0
    while line < code.count {
      let used = isInScope ? declare(at: line) : 1
      for index in line..<line + used { count(code[index]) }
      line += used
    }
  }

  private var isInScope: Bool { depth == (scopes.last?.depth ?? 0) }

  private mutating func count(_ line: String) {
    for character in line.unicodeScalars {
      if character == "{" { depth += 1 }
      if character == "}" {
        depth -= 1
        while let scope = scopes.last, depth < scope.depth { scopes.removeLast() }
      }
    }
  }

  /// Reads the declaration that begins on `line`, if any, and returns the number of lines of its head.
  private mutating func declare(at line: Int) -> Int {
    var words = Self.leading(code[line])
    var modifiers: [String] = []
    while let word = words.first, Self.modifiers.contains(Self.base(word)) || word.hasPrefix("@") {
      modifiers.append(word)
      words.removeFirst()
    }
    guard let first = words.first else { return 1 }
    let keyword = first.hasPrefix("init") ? "init" : first.hasPrefix("subscript") ? "subscript" : first
    let isType = Self.types.contains(keyword)
    guard isType || Self.members.contains(keyword) else { return 1 }
    let (head, lines) = head(from: line)
    let scope = scopes.last
    let owner = scope?.path ?? ""
    let isRequirement = !isType && (scope?.isProtocol ?? false)
    let isCase = keyword == "case" && (scope?.isEnum ?? false)
    guard keyword != "case" || isCase else { return 1 }
    // `HasName` is a package protocol, which clients do not see.
    let text = Self.text(head).replacing(", HasName", with: "").replacing("HasName, ", with: "")
    let name = Self.name(keyword, text)
    let isPublic =
      modifiers.contains("public") || modifiers.contains("open")
      || ((isRequirement || isCase) && scope?.isPublic ?? false)
    if isType {
      let isExtension = keyword == "extension"
      let path = isExtension || owner.isEmpty ? name : "\(owner).\(name)"
      let declared = Declaration(
        keyword: keyword, owner: isExtension ? "" : owner, member: name, text: text, inherited: Self.inherited(text),
        isPublic: isPublic && !isExtension, isRequirement: false, isDocumented: isDocumented(line),
        place: "\(self.path):\(line + 1)")
      declarations.append(declared)
      scopes.append(
        Scope(
          path: path, isPublic: isPublic, isProtocol: keyword == "protocol", isEnum: keyword == "enum",
          depth: depth + 1))
    } else {
      declarations.append(
        Declaration(
          keyword: keyword, owner: owner, member: name, text: text, isPublic: isPublic, isRequirement: isRequirement,
          isDocumented: isDocumented(line), place: "\(self.path):\(line + 1)"))
    }
    return lines
  }

  /// Returns true if a documentation comment precedes a declaration or its attributes.
  private func isDocumented(_ line: Int) -> Bool {
    var above = line - 1
    while above >= 0 {
      let text = original[above].drop { $0 == " " }
      if text.hasPrefix("///") { return true }
      guard text.hasPrefix("@") else { return false }
      above -= 1
    }
    return false
  }

  /// Returns the head of a declaration, up to its body or value, and its number of lines.
  private func head(from line: Int) -> (text: String, lines: Int) {
    var text = ""
    var depth = 0
    for index in line..<min(line + 20, code.count) {
      // `code` contains spaces in place of string literals.
      text += (text.isEmpty ? "" : " ") + code[index].drop { $0 == " " }
      for character in code[index].unicodeScalars {
        if "([".unicodeScalars.contains(character) { depth += 1 }
        if ")]".unicodeScalars.contains(character) { depth -= 1 }
      }
      if depth == 0 && !continues(index + 1) { return (text, index - line + 1) }
    }
    return (text, 1)
  }

  private func continues(_ line: Int) -> Bool {
    guard line < code.count else { return false }
    let text = code[line].drop { $0 == " " }
    return ["where ", "-> ", "throws", "async", ": ", "= "].contains { text.hasPrefix($0) }
  }

  private static func leading(_ line: String) -> [String] {
    line.split { " \t".contains($0) }.map { word in
      String(word.prefix { $0 != "(" && $0 != "<" && $0 != "?" && $0 != ":" })
    }
  }

  private static func base(_ word: String) -> String { String(word.prefix { $0 != "(" }) }

  /// Returns a head without access levels, attributes, body and initial value.
  private static func text(_ head: String) -> String {
    var result = ""
    var depth = 0
    var last: Character = " "
    for character in head {
      if "([<".contains(character) { depth += 1 }
      if ")]".contains(character) || (character == ">" && last != "-") { depth -= 1 }
      if depth == 0 && (character == "{" || (character == "=" && last == " " && !result.hasSuffix("func "))) { break }
      result.append(character)
      last = character
    }
    var words = result.split(separator: " ").map(String.init)
    while let word = words.first, access.contains(base(word)) || word.hasPrefix("@") { words.removeFirst() }
    words.removeAll {
      ["final", "indirect", "convenience"].contains($0) || access.contains(base($0)) && $0.contains("(set)")
    }
    return words.joined(separator: " ").replacingEdges()
  }

  private static func name(_ keyword: String, _ text: String) -> String {
    if types.contains(keyword) {
      let rest = text.split(separator: " ").drop { $0 != keyword }.dropFirst().joined(separator: " ")
      return String(rest.prefix { !" :<{".contains($0) })
    }
    var rest = Substring(text)
    if keyword == "init" || keyword == "subscript" {
      guard let parameters = parameters(of: rest) else { return keyword }
      return "\(keyword)(\(labels(parameters)))"
    }
    if let range = rest.firstRange(of: " " + keyword + " ") {
      rest = rest[range.upperBound...]
    } else {
      rest = rest.dropFirst(keyword.count + 1)
    }
    guard keyword == "func" else { return String(rest.prefix { !" :(<".contains($0) }) }
    let name = rest.prefix { $0 != "(" && $0 != " " && ($0 != "<" || $0 == rest.first) }
    return "\(name)(\(parameters(of: rest).map { labels($0) } ?? ""))"
  }

  /// Returns the text between the first pair of matching parentheses.
  private static func parameters(of text: Substring) -> Substring? {
    guard let open = text.firstIndex(of: "(") else { return nil }
    var depth = 0
    for index in text[open...].indices {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      if depth == 0 { return text[text.index(after: open)..<index] }
    }
    return nil
  }

  private static func labels(_ parameters: Substring) -> String {
    var labels = ""
    var depth = 0
    var isLabel = true
    var label = ""
    for character in parameters {
      if "([<".contains(character) { depth += 1 }
      if ")]>".contains(character) { depth -= 1 }
      if depth == 0, character == "," {
        isLabel = true
        label = ""
      } else if isLabel, character == ":" || (character == " " && !label.isEmpty) {
        labels += label + ":"
        isLabel = false
      } else if isLabel, character != " " {
        label.append(character)
      }
    }
    return labels
  }

  private static func inherited(_ text: String) -> [String] {
    guard let colon = text.firstIndex(of: ":") else { return [] }
    let list = text[text.index(after: colon)...]
    let end = list.firstRange(of: " where ")?.lowerBound ?? list.endIndex
    return list[..<end].split(separator: ",").map { String($0.filter { $0 != " " }) }
  }
}

extension String {
  /// Returns the text without the spaces that joined lines leave inside parentheses.
  fileprivate func replacingEdges() -> String {
    replacing("( ", with: "(").replacing(" )", with: ")")
  }
}
