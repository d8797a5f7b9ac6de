import Auger
import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerMetadata
import HTTPTypes

extension Site {
  /// A move that a form asks for: answered with the address of the place that it leads to.
  func move(_ visit: Visit, _ name: String) async throws -> SiteResponse {
    try Self.require(visit.request, [.post])
    try access.check(visit.request, isChange: true)
    guard visit.request.fields[.contentType]?.hasPrefix("application/x-www-form-urlencoded") ?? false else {
      throw Problem(.unsupportedMediaType, "notAForm", "Moves are sent as a form")
    }
    let dashboard = try visit.dashboard(name)
    let form = try FormFields(visit.request.body)
    let options = try PageQuery(form["_options"] ?? "").options
    let item = try Self.item(of: visit.request.query)
    let place = try Exploration(form["at"] ?? "")
    try checkSize(place)
    var next = place
    for move in try Self.moves(form, at: place) { next = try dashboard.place(after: move, from: next) }
    try checkSize(next)
    let query = [next.description, options.address].filter { !$0.isEmpty }.joined(separator: "&")
    var fields = visit.fields
    fields[.cacheControl] = "no-store"
    fields[.location] = Self.path(dashboard.name, item) + (query.isEmpty ? "" : "?\(query)")
    return SiteResponse(.seeOther, fields: fields)
  }

  /// The item whose own page a form or a fragment belongs to.
  static func item(of query: String) throws -> String? {
    guard query.hasPrefix("_item=") else {
      guard query.isEmpty else { throw Problem(.badRequest, "unknownOption", "This address takes no query but _item") }
      return nil
    }
    guard let item = PercentEncoding.decoded(query.dropFirst("_item=".count)), !item.isEmpty else {
      throw Problem(.badRequest, "unknownOption", "_item names no item")
    }
    return item
  }

  private static func moves(_ form: FormFields, at place: Exploration) throws -> [Move] {
    func named(_ field: String) throws -> String {
      guard let value = form[field], !value.isEmpty else {
        throw Problem(.badRequest, "formIncomplete", "The form has no field '\(field)'")
      }
      return value
    }
    func value(_ field: String = "value") throws -> Scalar { ScalarLiteral.read(try named(field)) }
    let isReset = form["reset"] != nil
    switch try named("do") {
    case "filter":
      let name = try named("name")
      if isReset { return [.filter(name, nil)] }
      if form["lower"] != nil || form["upper"] != nil {
        return [.filter(name, .range(lower: try value("lower"), upper: try value("upper")))]
      }
      let picks = form.all("value").map(ScalarLiteral.read)
      return [.filter(name, picks.isEmpty ? nil : .picks(picks))]
    case "set": return [.set(variable: try named("name"), to: isReset ? nil : try value())]
    case "change":
      let item = try named("item")
      if isReset { return [.reset(item: item)] }
      let text = try named("value")
      let isPercent = text.hasSuffix("%")
      let amount = ScalarLiteral.read(isPercent ? String(text.dropLast()) : text)
      guard amount.type?.isNumeric == true else {
        throw Problem(.unprocessableContent, "variableType", "'\(text)' is no number", hint: "write 12.5 or +10%")
      }
      return [
        .change(
          item: item,
          WhatIfChange(
            try named("column"), category: form["category"].map(ScalarLiteral.read),
            isPercent ? .percent(amount) : .value(amount)))
      ]
    case "node":
      return [.setNode(item: try named("item"), node: try named("name"), to: isReset ? nil : try value())]
    case let other: throw Problem(.badRequest, "unknownMove", "There is no move '\(other.prefix(40))'")
    }
  }
}
