import AugerCharts

/// Links of a served page to the same data in another form: another order, another theme, a comparison.
package struct ServedWays: Sendable, Hashable {
  package struct Link: Sendable, Hashable {
    package var label: String
    package var address: String
    package var isCurrent: Bool
    /// True if the link reloads the page because its styles change.
    package var isWhole: Bool
    /// The name by which the script finds the link for a key of the keyboard. Nil for none.
    package var key: String?

    package init(
      _ label: String, _ address: String, isCurrent: Bool = false, isWhole: Bool = false, key: String? = nil
    ) {
      self.key = key
      self.label = label
      self.address = address
      self.isCurrent = isCurrent
      self.isWhole = isWhole
    }
  }

  package var title: String
  package var links: [Link]

  package init(_ title: String, _ links: [Link]) {
    self.title = title
    self.links = links
  }
}

extension ServedPage {
  /// Writes groups of rarely used links, collapsed until the reader opens them.
  func write(
    _ ways: [ServedWays], called title: PageText, of what: String, icon: PageIcon? = nil, to out: inout SVGBytes
  ) {
    let ways = ways.filter { !$0.links.isEmpty }
    guard !ways.isEmpty else { return }
    // In the bar, they are a popover.
    let isPopover = title == .compare
    out.raw(isPopover ? "<details class=\"y pop\" name=\"pop\"" : "<details class=\"y\"")
    out.attribute("data-control", title.rawValue)
    out.raw(isPopover ? "><summary class=\"button line\">" : "><summary>")
    icon?.write(to: &out)
    out.escaped(html.texts[title])
    out.raw("<span class=\"v\"> ")
    out.escaped(what)
    out.raw(isPopover ? "</span></summary><dl class=\"panel\">\n" : "</span></summary><dl>\n")
    for way in ways {
      out.raw("<dt>")
      out.escaped(way.title)
      out.raw("</dt><dd class=\"n\">")
      write(way.links, to: &out)
      out.raw("</dd>\n")
    }
    out.raw("</dl></details>\n")
  }

  func write(_ links: [ServedWays.Link], to out: inout SVGBytes) {
    for link in links {
      if link.isCurrent {
        out.raw("<a aria-current=\"true\">")
      } else {
        out.raw("<a")
        out.attribute("href", link.address)
        if link.isWhole { out.raw(" data-whole=\"1\"") }
        if let key = link.key { out.attribute("data-way", key) }
        out.raw(">")
      }
      out.escaped(link.label)
      out.raw("</a> ")
    }
  }
}
