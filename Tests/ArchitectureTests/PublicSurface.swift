/// The public declarations of the library, read from the sources.
///
/// A symbol is a type, a function, an initializer, a property, a subscript, an operator or a protocol requirement. The
/// cases of an enum are part of the enum's symbol. Members that a protocol requires count only in that protocol, and
/// default implementations do not count.
struct PublicSurface {
  struct Symbol {
    let module: String
    /// The qualified name, for example `Pipeline.chart(_:of:at:)`. Overloads with the same labels share it.
    let name: String
    /// The declaration without access level and body.
    var declaration: String
    let isDocumented: Bool
    let place: String
  }

  private(set) var symbols: [Symbol] = []

  init(_ modules: [(name: String, files: [Repository.File])]) {
    let scans = modules.map { module in
      (module.name, module.files.map(DeclarationScan.init))
    }
    let all = scans.flatMap { $0.1.flatMap(\.declarations) }
    let protocols = Protocols(all)
    for (module, files) in scans {
      for declaration in files.flatMap(\.declarations) where declaration.isPublic {
        if declaration.keyword == "case" {
          add(cases: declaration, of: module)
        } else if !protocols.isWitness(declaration) {
          symbols.append(
            Symbol(
              module: module, name: declaration.path, declaration: declaration.text,
              isDocumented: declaration.isDocumented, place: declaration.place))
        }
      }
    }
    symbols.sort { ($0.module, $0.name, $0.declaration) < ($1.module, $1.name, $1.declaration) }
  }

  private mutating func add(cases declaration: Declaration, of module: String) {
    let owner = declaration.owner
    guard let index = symbols.lastIndex(where: { $0.module == module && $0.name == owner }) else { return }
    let separator = symbols[index].declaration.contains(" | ") ? ", " : " | "
    symbols[index].declaration += separator + declaration.text.dropFirst("case ".count)
  }

  /// Returns the symbols of the given modules or types, for example `AugerQuery.QueryDelegate`.
  func symbols(of parts: [String]) -> [Symbol] {
    symbols.filter { symbol in
      let type = symbol.name.prefix { $0 != "." && $0 != "(" }
      return parts.contains(symbol.module) || parts.contains("\(symbol.module).\(type)")
    }
  }

  /// Returns one line per symbol, grouped by module.
  static func text(_ symbols: [Symbol]) -> String {
    var text = ""
    var module = ""
    for symbol in symbols {
      if symbol.module != module {
        module = symbol.module
        text += "\n\(module): \(symbols.count { $0.module == module })\n"
      }
      let owner = symbol.name.split(separator: "(").first?.split(separator: ".").dropLast().joined(separator: ".") ?? ""
      text += "  \(owner.isEmpty ? "" : owner + ": ")\(symbol.declaration)\n"
    }
    return text
  }
}

/// The protocols of the library with their requirements, and the conformances of types.
private struct Protocols {
  /// Requirements of the protocols and result builders of the standard library.
  private static let standard: Set<String> = [
    "==(a:b:)", "<(a:b:)", "hash(into:)", "description", "debugDescription", "encode(to:)", "init(from:)", "rawValue",
    "init(rawValue:)", "init(stringLiteral:)", "init(integerLiteral:)", "init(floatLiteral:)", "init(booleanLiteral:)",
    "init(arrayLiteral:)", "init(dictionaryLiteral:)", "init(stringInterpolation:)", "appendLiteral(_:)",
    "init(literalCapacity:interpolationCount:)", "appendInterpolation(_:)", "id", "startIndex", "endIndex",
    "subscript(position:)", "buildExpression(_:)", "buildBlock(_:)", "buildOptional(_:)", "buildEither(first:)",
    "buildEither(second:)", "buildArray(_:)",
  ]

  private var requirements: [String: Set<String>] = [:]
  private var conformances: [String: Set<String>] = [:]

  init(_ declarations: [Declaration]) {
    for declaration in declarations {
      if declaration.keyword == "protocol" { requirements[declaration.path, default: []] = [] }
      if !declaration.inherited.isEmpty {
        conformances[declaration.path, default: []].formUnion(declaration.inherited)
      }
    }
    for declaration in declarations where declaration.isRequirement {
      requirements[declaration.owner, default: []].insert(declaration.member)
    }
  }

  func isWitness(_ declaration: Declaration) -> Bool {
    guard !declaration.isRequirement else { return false }
    if Self.standard.contains(declaration.member) { return true }
    var open = [declaration.owner]
    var seen: Set<String> = []
    while let type = open.popLast() {
      guard seen.insert(type).inserted else { continue }
      if requirements[type]?.contains(declaration.member) ?? false { return true }
      open += conformances[type] ?? []
    }
    return false
  }
}
