import Foundation

/// What is kept over launches. Instants are seconds since 1970 by the phone's clock.
struct State: Codable, Equatable, Sendable {
    /// UUID, lower case.
    let installId: String
    /// ISO 8601.
    let firstLaunchAt: String
    /// Since when every question for Apple's token has failed.
    var tokenFailedSince: Double?
    /// Whether the service has the install.
    var isKnown = false
    /// Whether the service has said which ad it was, if any.
    var isAnswered = false
    var attribution: TapwiseAttribution?
    /// Whether the app was called with the attribution.
    var isDelivered = false
    var installNotBefore: Double?
    var purchasesNotBefore: Double?
    /// Purchases to be sent, oldest first.
    var queue: [TapwisePurchase] = []
    /// Ids of transactions that are not sent again, oldest first.
    var sent: [String] = []

    static let mostQueued = 500
    static let mostSent = 1000

    enum CodingKeys: String, CodingKey {
        case installId, firstLaunchAt, tokenFailedSince, isKnown, isAnswered, attribution, isDelivered
        case installNotBefore, purchasesNotBefore, queue, sent
    }

    /// The state of an installation that has just begun.
    init(firstLaunch: Date) {
        installId = UUID().uuidString.lowercased()
        firstLaunchAt = firstLaunch.iso8601
    }

    /// Reads as much as can be read.
    /// - Throws: where id or first launch are missing: then it is no state.
    init(from decoder: Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        let id = try fields.decode(String.self, forKey: .installId)
        guard UUID(uuidString: id) != nil else {
            throw DecodingError.dataCorruptedError(forKey: .installId, in: fields, debugDescription: "no UUID")
        }
        func value<Value: Decodable>(_ key: CodingKeys) -> Value? { try? fields.decode(Value.self, forKey: key) }
        installId = id.lowercased()
        firstLaunchAt = try fields.decode(String.self, forKey: .firstLaunchAt)
        tokenFailedSince = value(.tokenFailedSince)
        isKnown = value(.isKnown) ?? false
        isAnswered = value(.isAnswered) ?? false
        attribution = value(.attribution)
        isDelivered = value(.isDelivered) ?? false
        installNotBefore = value(.installNotBefore)
        purchasesNotBefore = value(.purchasesNotBefore)
        let entries: [Readable<TapwisePurchase>] = value(.queue) ?? []
        queue = entries.compactMap { $0.value }
        let ids: [Readable<String>] = value(.sent) ?? []
        sent = ids.compactMap { $0.value }
    }

    /// Adds purchases that are new.
    mutating func enqueue(_ purchases: [TapwisePurchase]) {
        var ids = Set(sent).union(queue.map { $0.transactionId })
        for purchase in purchases where ids.insert(purchase.transactionId).inserted { queue.append(purchase) }
        queue.removeFirst(max(0, queue.count - State.mostQueued))
    }

    /// Notes purchases that need not be sent again.
    mutating func dequeue(_ purchases: [TapwisePurchase]) {
        let ids = Set(purchases.map { $0.transactionId })
        queue.removeAll { ids.contains($0.transactionId) }
        sent.append(contentsOf: purchases.map { $0.transactionId })
        sent.removeFirst(max(0, sent.count - State.mostSent))
    }
}

/// An element of a list that may be unreadable without spoiling the others.
private struct Readable<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: Decoder) throws {
        value = try? Value(from: decoder)
    }
}
