import AugerCharts

/// The styles of a page: how it looks, and which state is shown.
enum HTMLStyles {
  /// - Parameters:
  ///   - areas: Where the items stand; nothing where one has no area.
  ///   - states: The number of each state and the ids of the elements that it shows.
  static func text(
    _ theme: Theme, areas: [DashboardHTML.Area?], _ states: [(state: Int, parts: [String])]
  ) -> String {
    var text = look(theme) + grid(areas.compactMap(\.self), of: areas.count)
    for (state, parts) in states where !parts.isEmpty {
      let names = parts.map { "#\($0)" }.joined(separator: ",")
      text += "#s\(state):target~.g :is(\(names)){display:block}\n"
    }
    return text
  }

  private static func grid(_ areas: [DashboardHTML.Area], of count: Int) -> String {
    guard !areas.isEmpty, areas.count == count else { return "" }
    let places = areas.enumerated().map { index, area in
      let (rows, columns) = (area.rows, area.columns)
      return ".g>:nth-child(\(index + 1)){grid-area:\(rows.lowerBound)/\(columns.lowerBound)/"
        + "\(rows.upperBound)/\(columns.upperBound)}"
    }
    return "@media(min-width:761px){.g{grid-template-columns:repeat(\(PageGrid.columnCount),minmax(0,1fr))}\n"
      + places.joined(separator: "\n") + "}\n"
  }

  // The sections of the states stand before the charts, that of the start last: so what is targeted hides it.
  private static func look(_ theme: Theme) -> String {
    """
    :root{color-scheme:\(theme.background.isLight ? "light" : "dark")}
    *{box-sizing:border-box}
    body{margin:0;background:\(theme.backdrop);color:\(theme.ink);font:15px/1.45 \(FontMetrics.family)}
    header,main,footer{max-width:1240px;margin:0 auto;padding:0 16px}
    h1{font-size:24px;line-height:1.2;margin:22px 0 12px}
    h2{font-size:16px;margin:0}
    h3{font-size:15px;margin:0 0 4px}
    h1,h2,h3,li,th,td,code,dt,dd,summary{unicode-bidi:isolate;overflow-wrap:break-word}
    h1,h2,h3,li,code,dd{overflow-wrap:anywhere}
    p,ul,ol,dl{margin:4px 0;padding:0}
    a{color:inherit}
    a[aria-disabled],.r,footer,dt{color:\(theme.mutedInk)}
    a[aria-disabled]{text-decoration:none;cursor:not-allowed}
    a[aria-current]{font-weight:bold;text-decoration:none}
    :focus-visible{outline:2px solid \(theme.ink);outline-offset:2px}
    .s,.f,.q{display:none}
    .s{position:sticky;top:0;z-index:1;max-height:70vh;overflow:auto;margin:0 0 12px;padding:8px 16px;\
    background:\(theme.background);border:1px solid \(theme.grid);border-radius:6px}
    #s0,.o,.s:target{display:block}
    .s:target~#s0,.s:target~.g :is(.f,.q){display:none}
    .s ul{columns:12em auto;list-style:none}
    .b{display:flex;flex-wrap:wrap;gap:4px 20px;align-items:baseline}
    .b>*{margin:0}
    .b details[open]{flex-basis:100%}
    .g{display:grid;grid-template-columns:repeat(12,minmax(0,1fr));gap:12px}
    .i{min-width:0;padding:12px 16px;background:\(theme.background);border:1px solid \(theme.grid);border-radius:6px}
    \((3...12).map { ".c\($0){grid-column:span \($0)}" }.joined())
    figure{margin:0}
    svg{display:block;width:100%;height:auto;\(SVG.partStyle)}
    .w{overflow-x:auto;margin:-6px -12px 0}
    .auger-link{fill:\(theme.ink)}
    a:hover .auger-link{fill-opacity:.08}
    a:focus-visible .auger-link{stroke:\(theme.ink);stroke-width:2}
    .n{display:flex;flex-wrap:wrap;gap:2px 12px;list-style:none}
    ol.n li+li:before{content:"\\203A";padding-right:12px}
    dl{display:grid;grid-template-columns:auto 1fr;gap:2px 16px}
    dd{margin:0;font-weight:bold}
    summary{cursor:pointer;padding:2px 0}
    .t{max-height:60vh;overflow:auto}
    table{border-collapse:collapse;font-size:13px}
    caption{text-align:left;padding:2px 0}
    th,td{padding:3px 10px;border-bottom:1px solid \(theme.grid);text-align:right;font-variant-numeric:tabular-nums}
    td{white-space:nowrap}
    th[scope=row],.x{text-align:left;white-space:normal}
    thead th{position:sticky;top:0;background:\(theme.background)}
    footer{font-size:13px;margin-top:16px;padding-bottom:32px}
    .v{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
    @media(max-width:760px){.i{grid-column:1/-1;padding:10px 12px}.s{position:static}\
    .wide svg{min-width:640px}:is(.c7,.c8) .wide svg{min-width:480px}}
    @media print{.s{position:static}.i{break-inside:avoid}.t{max-height:none}}

    """
  }
}
