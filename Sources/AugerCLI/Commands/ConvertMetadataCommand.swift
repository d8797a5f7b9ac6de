import ArgumentParser
import Auger
import AugerDiagnostics
import AugerDocuments
import AugerQuery
import Foundation

struct ConvertMetadataCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert-metadata",
    abstract: "Convert a dashboard between XML, property list, JSON and YAML.",
    discussion: """
      Examples:
        auger convert-metadata Dashboards/sales.xml sales.yaml
        auger convert-metadata Dashboards/sales.xml - --to json

      The order of nodes and attributes does not change. Comments and white space are dropped. The extension of the \
      output file selects its format: .xml, .plist, .json or .yaml.
      """)

  @Argument(help: ArgumentHelp("Dashboard file to read.", valueName: "input"))
  var input: String

  @Argument(help: ArgumentHelp("File to write. '-' is standard output.", valueName: "output"))
  var outputFile: String?

  @Option(name: .output, help: ArgumentHelp("File to write, instead of the second argument.", valueName: "file"))
  var namedOutput: String?

  @Option(help: ArgumentHelp("Input format. Default: detected from the file.", valueName: "format"))
  var from: Form?

  @Option(help: ArgumentHelp("Output format. Default: the extension of the output file.", valueName: "format"))
  var to: Form?

  @OptionGroup var reporting: ReportingOptions

  /// A file format on the command line.
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
        .unknownFormat, operation: "write '\(output)'", "the file name does not determine the format",
        hint: "Use a name that ends with .xml, .plist, .json or .yaml, or pass --to FORM.")
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

  /// Warns about text between nodes. It has no meaning, and the other formats cannot contain it.
  private func reportText(of node: AttributedNode, _ collector: DiagnosticCollector) {
    if let text = node.text {
      collector.report(
        Diagnostic(
          .textLeftOut, level: .warning, "the text '\(text.value.shown)' in \(node.name) is omitted",
          at: Diagnostic.Place(node.source, text.span)))
    }
    for child in node.children { reportText(of: child, collector) }
  }
}

extension Diagnostic.Code {
  /// Text between the nodes of an XML file, which the conversion drops.
  static let textLeftOut = Self("textLeftOut")
}
