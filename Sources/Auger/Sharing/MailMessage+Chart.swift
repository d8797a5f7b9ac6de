import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport

extension MailMessage {
  /// Creates a message that shows a chart, as a draft without a sender and recipients (MAKit's guide,
  /// "MAMailSharingController"). The picture has an alternative text, and the plain text describes the chart in words.
  ///
  /// - Parameters:
  ///   - picture: The chart as PNG or SVG.
  ///   - isVector: True for SVG, which mail programs show as an attachment.
  package init(sharing model: ChartModel, picture: [UInt8], isVector: Bool) {
    let spoken = model.spoken
    let state = [model.subtitle, model.context.text].filter { !$0.isEmpty }
    var plain = ([spoken.title] + state).joined(separator: "\n") + "\n\n\(spoken.text)\n"
    var html = "<h1>\(Self.escaped(spoken.title))</h1>\n"
    html += state.map { "<p>\(Self.escaped($0))</p>\n" }.joined()
    if isVector {
      html += "<p>\(Self.escaped(spoken.text))</p>\n"
    } else {
      html += "<p><img src=\"cid:1\" alt=\"\(Self.escaped(spoken.text))\"></p>\n"
    }
    if let asOf = model.receipt.asOf {
      let note = model.locale.texts.text(.dataAsOf, ["time": "\(asOf)"])
      plain += "\n\(note)\n"
      html += "<p>\(Self.escaped(note))</p>\n"
    }
    let name = FileName.safe(model.name.isEmpty ? spoken.title : model.name) + (isVector ? ".svg" : ".png")
    let part = Part(
      name: name, type: isVector ? "image/svg+xml" : "image/png", bytes: picture, isInline: !isVector)
    self.init(
      from: "", to: [], subject: spoken.title, identity: "\(model.name) \(spoken.text)", date: model.receipt.asOf,
      plain: plain, html: html, parts: [part])
  }
}
