import Foundation

/// What is kept over launches.
struct KeptTexts: @unchecked Sendable {
    // UserDefaults may be used from any thread.
    let defaults: UserDefaults

    private static let mostQueued = 200

    func installId() -> UUID {
        if let known = defaults.string(forKey: "tapwise.id").flatMap(UUID.init(uuidString:)) { return known }
        let made = UUID()
        defaults.set(made.uuidString.lowercased(), forKey: "tapwise.id")
        return made
    }

    func firstLaunchAt() -> String {
        if let known = defaults.string(forKey: "tapwise.first_launch_at") { return known }
        let made = ISO8601DateFormatter().string(from: Date())
        defaults.set(made, forKey: "tapwise.first_launch_at")
        return made
    }

    func answer() -> Answer? {
        defaults.data(forKey: "tapwise.answer").flatMap { try? Wire.decoder.decode(Answer.self, from: $0) }
    }

    func keep(_ answer: Answer) {
        defaults.set(try? Wire.encoder.encode(answer), forKey: "tapwise.answer")
    }

    func queue() -> [TapwiseTransaction] {
        defaults.data(forKey: "tapwise.queue")
            .flatMap { try? Wire.decoder.decode([TapwiseTransaction].self, from: $0) } ?? []
    }

    func enqueue(_ transactions: [TapwiseTransaction]) {
        save(Array((queue() + transactions).suffix(Self.mostQueued)))
    }

    /// Purchases may have been added while these were sent.
    func dequeue(_ sent: [TapwiseTransaction]) {
        let ids = Set(sent.map(\.transactionId))
        save(queue().filter { !ids.contains($0.transactionId) })
    }

    private func save(_ queue: [TapwiseTransaction]) {
        defaults.set(try? Wire.encoder.encode(queue), forKey: "tapwise.queue")
    }
}
