import AugerDocuments
import AugerMetadata
import AugerQuery

extension WorkspaceKeys {
  package static let policyRule = MappingDescription(
    "policy",
    """
    A rule of the data policy: whom it is for, which dashboards they may see, and which part of the data on these.
    `claim.NAME` stands for the values of a claim that was certified of the caller. What no rule allows is denied.
    """,
    keys: [
      KeyDescription(
        "for", .oneOf([.choice(["everybody"]), .mapping(policyAudience)]), isRequired: true, "whom the rule is for",
        example: "{ claim: role, is: seller }"),
      KeyDescription(
        "dashboards", .list(.text("dashboard")), isRequired: true, "what they may see: names, or `all`",
        example: "[sales]"),
      KeyDescription(
        "force", .named(.list(.text("value"))),
        "arguments that every query must take, with the values that they may have: a claim's, or these",
        example: "{ Region: claim.regions }"),
      KeyDescription(
        "rows", .named(.expression), "conditions of the rows of tables, by source and table",
        example: "{ shop.sales: \"tenant == claim.tenant\" }"),
      KeyDescription(
        "session", .named(.text("value")), "settings of a database's sessions that its own row policies read",
        example: "{ app.tenant: claim.tenant }"),
      KeyDescription(
        "published", .list(.text("job")), "jobs whose published files they may read, whole: names, or `all`",
        example: "all"),
      KeyDescription(
        "metrics", .truth, "true if they may read the counts of the server", standard: "false", example: "true"),
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
    "policy.for", "Callers of whose claim one value is among these.",
    keys: [
      KeyDescription("claim", .text("claim"), isRequired: true, "the name of the claim", example: "role"),
      KeyDescription(
        "is", .list(.text("value")), isRequired: true, "the value that it must have, or several",
        example: "[seller, assistant]"),
    ])
}
