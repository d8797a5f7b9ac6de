import AugerCharts
import AugerColumns
import AugerDiagnostics

extension ServedControl {
  /// True if a change of the control is a complete move. False for typed text and for several fields.
  fileprivate var isSentOnChange: Bool {
    guard selects.isEmpty, trailing.isEmpty else { return false }
    return switch kind {
    case .picks, .choice, .toggle: true
    case .span(_, _, let range): range.type != "text"
    case .value(_, let range): range.type != "text"
    }
  }
}

extension ServedPage {
  func write(_ control: ServedControl, to out: inout SVGBytes) {
    switch control.kind {
    case .picks, .span:
      out.raw(control.isSet ? "<div class=\"chip set\">" : "<div class=\"chip\">")
      out.raw("<details class=\"k pop\" name=\"pop\"")
      // The script leaves the control open while it is used.
      out.attribute("data-control", control.title)
      out.raw("><summary>")
      out.escaped(control.title)
      out.raw(" <b>")
      out.escaped(control.text)
      out.raw("</b>")
      PageIcon.down.write(to: &out)
      out.raw(control.month == nil ? "</summary><div class=\"panel\">\n" : "</summary><div class=\"panel dates\">\n")
      presets(of: control, to: &out)
      if let histogram = control.histogram { write(histogram, to: &out) }
      if case .span(let lower, let upper, let range) = control.kind, range.hasHandles {
        handles(of: control.title, lower, upper, range, to: &out)
      }
      if let find = control.find { write(find, isPart: control.note != nil, to: &out) }
      form(control, to: &out)
      if let month = control.month { write(month, to: &out) }
      out.raw("</div></details>")
      if control.isSet { clearance(of: control, to: &out) }
      out.raw("</div>\n")
    case .choice, .value, .toggle: form(control, to: &out)
    }
  }

  // MARK: Forms

  private func open(_ control: ServedControl, to out: inout SVGBytes) {
    out.raw("<form method=\"post\"")
    if case .span = control.kind { out.raw(" class=\"ends\"") }
    out.attribute("action", addresses.action)
    if !control.frames.isEmpty { out.attribute("data-frames", control.frames.joined(separator: " ")) }
    out.raw(">")
    let hidden = [("at", html.states.first?.address ?? ""), ("_options", html.served?.options ?? "")]
    for (name, value) in hidden + control.fields.map({ ($0.name, $0.value) }) { hide(name, value, to: &out) }
  }

  private func hide(_ name: String, _ value: String, to out: inout SVGBytes) {
    out.raw("<input type=\"hidden\"")
    out.attribute("name", name)
    out.attribute("value", value)
    out.raw("/>")
  }

  private func form(_ control: ServedControl, to out: inout SVGBytes) {
    open(control, to: &out)
    for select in control.selects { write(select, to: &out) }
    switch control.kind {
    case .picks(let choices): write(choices, of: control, to: &out)
    case .choice(let choices):
      write(ServedControl.Select(name: "value", label: control.title, choices: choices), to: &out)
    case .span(let lower, let upper, let range):
      input(html.texts[.from], "lower", lower, range, to: &out)
      input(html.texts[.to], "upper", upper, range, to: &out)
    case .value(let value, let range): write(value, range, of: control, to: &out)
    case .toggle(let isOn, let other):
      out.raw("<label>")
      out.escaped(control.title)
      out.raw(" <button type=\"submit\" class=\"toggle\" role=\"switch\" name=\"value\"")
      out.attribute("value", other)
      out.attribute("aria-checked", "\(isOn)")
      out.raw("><i></i>")
      out.escaped(html.texts[isOn ? .switchOn : .switchOff])
      out.raw("</button></label>")
    }
    for select in control.trailing { write(select, to: &out) }
    buttons(of: control, to: &out)
    out.raw("</form>\n")
  }

  private func buttons(of control: ServedControl, to out: inout SVGBytes) {
    if case .toggle = control.kind {
    } else {
      // A script sends each change, so that it needs no button.
      out.raw("<button type=\"submit\"")
      if control.isSentOnChange { out.attribute("class", "a") }
      out.raw(">")
      out.escaped(html.texts[.apply])
      out.raw("</button>")
    }
    guard control.isSet else { return }
    out.raw("<button type=\"submit\" name=\"reset\" value=\"1\">")
    out.escaped(html.texts[.reset])
    out.raw("</button>")
  }

  /// Writes the button of a chip that clears its filter.
  private func clearance(of control: ServedControl, to out: inout SVGBytes) {
    open(control, to: &out)
    out.raw("<button type=\"submit\" class=\"clear\" name=\"reset\" value=\"1\"")
    out.attribute("aria-label", html.texts.text(.clearControl, ["title": control.title]))
    out.raw(">×</button></form>")
  }

  // MARK: Picklists

  private func write(_ find: ServedControl.Find, isPart: Bool, to out: inout SVGBytes) {
    out.raw("<form method=\"get\" role=\"search\" class=\"seek\"")
    out.attribute("action", find.action)
    // The script requests only values that the page does not have.
    if isPart || !find.text.isEmpty { out.attribute("data-part", "") }
    out.raw(">")
    for (name, value) in find.fields { hide(name, value, to: &out) }
    out.raw("<label class=\"find\">")
    PageIcon.search.write(to: &out)
    out.raw("<input class=\"field\" type=\"search\" autocomplete=\"off\"")
    out.attribute("name", find.name)
    out.attribute("value", find.text)
    out.attribute("placeholder", find.count)
    out.attribute("aria-label", find.count)
    out.raw("/></label><button type=\"submit\" class=\"no-script\">")
    out.escaped(html.texts[.search])
    out.raw("</button></form>\n")
  }

  private func write(_ choices: [ServedControl.Choice], of control: ServedControl, to out: inout SVGBytes) {
    for literal in control.otherPicks { hide("value", literal, to: &out) }
    let shares = choices.compactMap(\.count?.share)
    let hasBars = shares.min() != shares.max()
    out.raw("<fieldset class=\"picks\"><legend class=\"v\">")
    out.escaped(control.title)
    out.raw("</legend>")
    if choices.count > 2 {
      out.raw("<p class=\"acts\">")
      for (isOn, text) in [("1", control.pickLabel ?? html.texts[.pickAll]), ("", html.texts[.pickNone])] {
        out.raw("<button type=\"button\"")
        out.attribute("data-pick", isOn)
        out.raw(">")
        out.escaped(text)
        out.raw("</button>")
      }
      out.raw("</p>")
    }
    out.raw("<ul>\n")
    for choice in choices {
      out.raw("<li><label><input type=\"checkbox\" name=\"value\"")
      out.attribute("value", choice.literal)
      out.raw(choice.isOn ? " checked=\"checked\"/> <bdi>" : "/> <bdi>")
      out.escaped(choice.label.isEmpty ? "–" : choice.label)
      out.raw("</bdi>")
      if let count = choice.count {
        if hasBars {
          let share = Int(clamping: (count.share * 100).rounded())
          out.raw("<svg viewBox=\"0 0 100 4\" preserveAspectRatio=\"none\" aria-hidden=\"true\">")
          out.raw("<rect width=\"\(share)\" height=\"4\"/></svg>")
        }
        out.raw(" <small>")
        out.escaped(count.text)
        out.raw("</small>")
      }
      out.raw("</label></li>\n")
    }
    out.raw("</ul>")
    if let note = control.note {
      out.raw("<p class=\"rest\">")
      out.escaped(note)
      out.raw("</p>")
    }
    out.raw("</fieldset>")
  }

  private func write(_ select: ServedControl.Select, to out: inout SVGBytes) {
    out.raw("<label>")
    out.escaped(select.label)
    out.raw(" <select")
    out.attribute("name", select.name)
    out.raw(">")
    for choice in select.choices {
      out.raw("<option")
      out.attribute("value", choice.literal)
      out.raw(choice.isOn ? " selected=\"selected\">" : ">")
      out.escaped(choice.label.isEmpty ? "–" : choice.label)
      out.raw("</option>")
    }
    out.raw("</select></label>")
  }
}
