import AugerCharts

/// An icon of a page: 16 by 16 points, in the color of text. Screen readers ignore it, so its control needs a name.
package enum PageIcon: String, Sendable, CaseIterable {
  case auger = "M4 2.6h8M4 5l8-1.3M4.6 7.800l6.8-1.800M5.4 10.400l5.2-1.900M6.4 12.800l3.4-1.800M8 15l.8-1.1"
  case search = "M11.5 7a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0Zm-1 3.5 3 3"
  case down = "m4 6 4 4 4-4"
  case right = "m6 4 4 4-4 4"
  case close = "m4.5 4.5 7 7m0-7-7 7"
  case dots = "M3 8h.01M8 8h.01M13 8h.01"
  case share = "M8 9.500V2.200M5.2 4.8 8 2l2.8 2.800M4.5 7.500H3.300v6h9.400v-6h-1.2"
  case theme = "M8 2.400a5.6 5.6 0 1 0 0 11.200V2.400Zm0 0a5.6 5.6 0 0 1 0 11.2"
  case warn = "M8 2.3 14.3 13H1.700L8 2.300Zm0 4v3.200m0 1.700v.1"
  case clock = "M13.8 8A5.8 5.8 0 1 1 2.2 8a5.8 5.8 0 0 1 11.6 0ZM8 4.800V8l2.2 1.5"
  case refresh = "M13 8a5 5 0 1 1-1.5-3.5M13 2.2v2.9h-2.9"
  case check = "m3.2 8.5 3.2 3.2 6.4-7.2"
  case cross = "M12.2 8a4.2 4.2 0 1 1-8.4 0 4.2 4.2 0 0 1 8.4 0ZM8 1.500v4m0 5v4M1.5 8h4m5 0h4"
  case link = "M7 9.5 9.5 7M7.5 5l1.7-1.7a2.5 2.5 0 0 1 3.5 3.5L11 8.5M8.5 11l-1.7 1.7a2.5 2.5 0 0 1-3.5-3.5L5 7.5"
  case full = "M6 2.500H2.500V6M10 2.500h3.500V6M6 13.500H2.500V10m7.5 3.500h3.500V10"
  case table = "M2.2 3h11.600v10H2.200ZM2.2 6.300h11.600M2.2 9.600h11.600M6.4 6.300V13"
  case rows = "M2.5 4h11M2.5 8h11M2.5 12h7"
  case sort = "M4.5 3v10m0 0L2.3 10.8M4.5 13l2.2-2.2M8.5 4h5.2M8.5 8h3.8M8.5 12H11"
  case image = "M2.2 3h11.600v10H2.200ZM2.5 11.5l3.300-3.200 2.6 2.400 2.2-1.9 3 2.7M10.6 6v.1"
  case code = "M5.3 4.5 1.8 8l3.5 3.500m5.4-7L14.2 8l-3.5 3.5"
  case info = "M13.8 8A5.8 5.8 0 1 1 2.2 8a5.8 5.8 0 0 1 11.6 0ZM8 7.300v3.400M8 5.100v.1"
  case pen = "m3 13 .8-3.200L10.500 3l2.500 2.500-6.8 6.700ZM9 4.500 11.500 7"

  package func write(to out: inout SVGBytes) {
    out.raw("<svg class=\"icon\" viewBox=\"0 0 16 16\" aria-hidden=\"true\"><path")
    if self == .dots { out.raw(" stroke-width=\"2.8\"") }
    if self == .theme { out.raw(" fill-rule=\"evenodd\"") }
    out.raw(" d=\"\(rawValue)\"/></svg>")
  }
}
