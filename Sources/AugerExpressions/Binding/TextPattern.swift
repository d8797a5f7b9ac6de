struct TextPattern: Sendable {}
