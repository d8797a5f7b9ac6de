import AugerCharts
import AugerDiagnostics

extension PageTexts {
  /// The texts of the script as a JSON object: `scriptCopied` has the key `copied`.
  var ofScript: String {
    let prefix = "script"
    let texts = PageText.allCases.filter { $0.rawValue.hasPrefix(prefix) }.map { key in
      let name = key.rawValue.dropFirst(prefix.count)
      return JSONNode.Member(name: name.prefix(1).lowercased() + name.dropFirst(), value: .text(self[key]))
    }
    return String(decoding: JSONNode.object(texts).written(.compact), as: UTF8.self)
  }
}

extension PageTexts {
  /// True if lines of the language run from right to left.
  var isRightToLeft: Bool {
    let code = Name(String(language.prefix { $0 != "-" && $0 != "_" }))
    return ["ar", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"].contains { Name($0) == code }
  }
}
