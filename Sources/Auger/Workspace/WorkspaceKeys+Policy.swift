import AugerDocuments
import AugerMetadata
import AugerQuery

extension WorkspaceKeys {
  package static let policyRule = MappingDescription(
    "policy",
    """
    A rule of the data policy: the callers it applies to, the dashboards that they may see, and their part of the
    data. `claim.NAME` means the values of a certified claim of the caller. Access is denied unless a rule allows
    it.
    """,
    keys: [
      KeyDescription(
        "for", .oneOf([.choice(["everybody"]), .mapping(policyAudience)]), isRequired: true,
        "the callers that the rule applies to",
        example: "{ claim: role, is: seller }"),
      KeyDescription(
        "dashboards", .list(.text("dashboard")), isRequired: true, "the dashboards that they may see: names, or `all`",
        example: "[sales]"),
      KeyDescription(
        "force", .named(.list(.text("value"))),
        "arguments that every query must use, with their allowed values: a claim or a list",
        example: "{ Region: claim.regions }"),
      KeyDescription(
        "rows", .named(.expression), "the row conditions of tables, by source and table",
        example: "{ shop.sales: \"tenant == claim.tenant\" }"),
      KeyDescription(
        "session", .named(.text("value")), "session settings of a database, for its own row policies",
        example: "{ app.tenant: claim.tenant }"),
      KeyDescription(
        "published", .list(.text("job")), "the jobs whose published files they may read in full: names, or `all`",
        example: "all"),
      KeyDescription(
        "metrics", .truth, "true if they may read the server's metrics", standard: "false", example: "true"),
    ],
    example: """
      policy:
        - for: { claim: role, is: [seller, assistant] }
          dashboards: [sales]
          force: { Region: claim.regions }
          rows: { shop.sales: "tenant == claim.tenant" }
        - for: { claim: role, is: chief }
          dashboards: all
      """)

  package static let policyAudience = MappingDescription(
    "policy.for", "Callers with a claim that has one of the listed values.",
    keys: [
      KeyDescription("claim", .text("claim"), isRequired: true, "the name of the claim", example: "role"),
      KeyDescription(
        "is", .list(.text("value")), isRequired: true, "the required value, or several alternatives",
        example: "[seller, assistant]"),
    ])
}
