import ArgumentParser
import Auger
import AugerDiagnostics
import AugerDocuments
import AugerQuery
import Foundation

/// Writes a metadata file in another of its forms.
struct ConvertMetadataCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert-metadata",
    abstract: "Turns a metadata file into another form: XML, property list, JSON or YAML.",
    discussion: """
      The nodes and attributes stay as they are, and in their order; comments and white space do not. What the file is,
      its first bytes and its name say; what it becomes, the ending of OUT: .xml, .plist, .json or .yaml.

      Examples:
        auger convert-metadata sales.xml sales.yaml
        auger convert-metadata sales.plist - --to json
      """)

  @Argument(help: "The file to read.")
  var input: String

  @Argument(help: ArgumentHelp("The file to write; '-' is standard output.", valueName: "output"))
  var outputFile: String?

  @Option(name: .output, help: ArgumentHelp("The same as the second argument.", valueName: "output"))
  var namedOutput: String?

  @Option(help: "The form to read, where the file does not say it: \(forms).")
  var from: Form?

  @Option(help: "The form to write, where the ending does not say it: \(forms).")
  var to: Form?

  @OptionGroup var reporting: ReportingOptions

  private static let forms = AttributedForm.allCases.map(\.rawValue).joined(separator: ", ")

  /// A form on the command line.
  struct Form: ExpressibleByArgument {
    var form: AttributedForm

    init?(argument: String) {
      guard let form = AttributedForm(rawValue: argument) else { return nil }
      self.form = form
    }

    static var allValueStrings: [String] { AttributedForm.allCases.map(\.rawValue) }
  }

  func validate() throws {
    if (outputFile == nil) == (namedOutput == nil) {
      throw ValidationError("Name the file to write once, as OUT or with -o; '-' is standard output.")
    }
  }

  func run() async throws { try await reporting.run { try convert() } }

  private func convert() throws {
    let output = outputFile ?? namedOutput ?? "-"
    guard let form = to?.form ?? AttributedForm(fileName: output) else {
      throw AugerError(
        .unknownFormat, operation: "write '\(output)'", "its name does not say what form it is to have",
        hint: "End it with .xml, .plist, .json or .yaml, or say --to FORM.")
    }
    let collector = DiagnosticCollector()
    let bytes = try MetadataFile.read(input)
    let tree = AttributedDocument.parse(bytes: bytes, name: input, form: from?.form, reporting: collector)
    try collector.throwIfErrors()
    guard let tree else { throw DiagnosticError(collector.diagnostics) }
    reportText(of: tree, collector)
    for diagnostic in collector.inOrder { reporting.report(diagnostic) }
    let written = try AttributedDocument.write(tree, as: form)
    if output == "-" { Console.write(written) } else { try AtomicFile.write(written, to: output) }
  }

  /// Text between nodes means nothing, and no other form has a place for it.
  private func reportText(of node: AttributedNode, _ collector: DiagnosticCollector) {
    if let text = node.text {
      collector.report(
        Diagnostic(
          .textLeftOut, level: .warning, "the text '\(text.value.shown)' in \(node.name) is left out",
          at: Diagnostic.Place(node.source, text.span)))
    }
    for child in node.children { reportText(of: child, collector) }
  }
}

extension Diagnostic.Code {
  /// Text between the nodes of an XML file, which the tree of the language does not have.
  static let textLeftOut = Self("textLeftOut")
}
