import AugerCharts
import AugerDiagnostics

extension HTMLPage {
  /// The speeds that the reader can choose.
  private static let speeds = ["0.25", "0.5", "1", "2", "4"]

  /// Writes the controls of an animation, which are visible if the script runs, and its frames. A reader who prefers
  /// reduced motion has no button to play it, but can move to each frame.
  func player(_ figure: DashboardHTML.Figure, ids: String, _ title: String, to out: inout SVGBytes) {
    guard let player = figure.animation, player.labels.count > 1, !figure.isTable else { return }
    let texts = page.texts
    let last = player.labels.count - 1
    let start = player.start ?? last
    out.raw("<div class=\"m\" role=\"group\"")
    out.attribute("aria-label", texts.text(.animationOf, ["title": title]))
    out.attribute("data-interval", String(player.interval))
    out.attribute(
      "data-labels",
      String(decoding: JSONNode(texts: player.labels).written(.compact), as: UTF8.self))
    if let address = player.address { out.attribute("data-film", address) }
    out.raw("><button type=\"button\" class=\"z\"")
    out.attribute("data-play", texts[.play])
    out.attribute("data-pause", texts[.pause])
    out.raw(">")
    out.escaped(texts[.play])
    out.raw("</button><label>")
    out.escaped(player.title.isEmpty ? texts[.frame] : player.title)
    out.raw(" <input type=\"range\" min=\"0\" max=\"\(last)\" step=\"1\" value=\"\(start)\"")
    if player.start != nil { out.attribute("aria-valuetext", player.labels[start]) }
    out.raw("/></label><output>")
    if player.start != nil { out.escaped(player.labels[start]) }
    out.raw("</output><label class=\"z\">")
    out.escaped(texts[.speed])
    out.raw(" <select>")
    for speed in Self.speeds {
      out.raw("<option value=\"\(speed)\"\(speed == "1" ? " selected=\"selected\"" : "")>\(speed)×</option>")
    }
    out.raw("</select></label>\n")
    for picture in frames(of: figure, ids: ids) {
      out.raw("<template>")
      out.raw(picture)
      out.raw("</template>\n")
    }
    out.raw("</div>\n")
    if !player.frames.isEmpty { note(texts.text(.frameInTable, ["frame": player.labels[last]]), to: &out) }
  }

  /// Returns the picture of each frame. The frames have common axes.
  func frames(of figure: DashboardHTML.Figure, ids: String) -> [[UInt8]] {
    var svg = svg(of: figure)
    let isTurned =
      page.served != nil
      && svg.size.flatMap { ServedPicture.lying(figure.model, width: $0.width, theme: page.theme) } != nil
    if isTurned { svg.compared = svg.compared.compactMap(ServedPicture.turned) }
    return (figure.animation?.frames ?? []).enumerated().map { index, model in
      var model = model
      model.context = ChartContext()
      model.theme = figure.model.theme
      model.display.title = false
      if colorsOfLegend(figure) != nil { model.display.legend = false }
      return svg.part(
        for: isTurned ? ServedPicture.turned(model) ?? model : model, ids: "\(ids)-\(index)",
        links: MarkLinks(categories: [], series: []), hasTooltips: page.hasTooltips)
    }
  }
}

extension ServedPage {
  /// Returns the pictures of the frames of an item's animation, in the size of its chart. Empty if the page does not
  /// show the item.
  package func frames(of name: String, _ animation: ChartAnimation) -> [[UInt8]] {
    guard let item = html.items.firstIndex(named: name), var figure = html.figures.first(where: { $0.item == item })
    else { return [] }
    figure.animation = DashboardHTML.Player(animation)
    var writer = HTMLPage(html)
    writer.legend = itemLegends[item]?() ?? []
    return writer.frames(of: figure, ids: "f\(item)")
  }
}

/// The script of animations: inline in a page in a file, and a part of the script of served pages.
package enum PlayerScript {
  package static let bytes = PackageResources.player_js
  static let text = String(decoding: bytes, as: UTF8.self)

  /// The source of the script in a content security policy.
  static let source = PageStyles.source(of: text)
}
