import ArgumentParser
import Auger
import AugerCharts
import AugerDiagnostics
import AugerQuery
import AugerRefresh

/// The options that send a chart by email.
struct SendOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Send the chart to an email address. Repeatable. Requires DASHBOARD/CHART and --mail-by.", valueName: "address"))
  var mailTo: [String] = []

  @Option(
    help: ArgumentHelp(
      "The job whose mail server and sender are used: 'publish: email:' in auger.yaml.", valueName: "job"))
  var mailBy: String?

  @Option(help: ArgumentHelp("Subject of the email. Default: the title of the chart.", valueName: "text"))
  var mailSubject: String?

  var isEmpty: Bool { mailTo.isEmpty }

  func validate() throws {
    if mailTo.isEmpty != (mailBy == nil) { throw ValidationError("--mail-to and --mail-by require each other.") }
    if mailSubject != nil, mailTo.isEmpty { throw ValidationError("--mail-subject requires --mail-to.") }
    for address in mailTo where !MailMessage.isAddress(address) {
      throw ValidationError("--mail-to: '\(address)' is not an email address.")
    }
  }

  /// Sends a chart. Its picture is a PNG, or an attached SVG without a program for PNG.
  func send(_ model: ChartModel, _ files: ChartFiles, of workspace: Workspace) async throws {
    let operation = "send chart '\(model.name)'"
    let job = try JobDefinition.named(mailBy ?? "", among: try JobDefinition.all(of: workspace))
    let servers = (job.publication?.targets ?? []).compactMap { target in
      if case .mail(let mail) = target { mail } else { nil }
    }
    guard let server = servers.first else {
      throw AugerError(
        .wrongOptionValue, operation: operation, "job '\(job.name)' sends no email",
        hint: "Add 'publish: email:' to the job, or name another job with --mail-by.")
    }
    var message: MailMessage
    do {
      let picture = try await files.data(for: model, as: .png)
      message = MailMessage(sharing: model, picture: picture, isVector: false)
    } catch let error as AugerError where error.code == .programMissing {
      let picture = try await files.data(for: model, as: .svg)
      message = MailMessage(sharing: model, picture: picture, isVector: true)
    }
    (message.from, message.to) = (server.from, mailTo)
    if let mailSubject { message.subject = mailSubject }
    try await message.send(by: server, operation: operation)
  }
}
