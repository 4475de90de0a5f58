import Foundation
#if canImport(AdServices)
import AdServices
#endif

/// Which ad led to an install. Names are `nil` where Apple gives none.
public struct TapwiseAttribution: Codable, Equatable, Sendable {
    public let orgId: Int?
    public let campaignId: Int?
    public let campaignName: String?
    public let adGroupId: Int?
    public let adGroupName: String?
    public let keywordId: Int?
    public let keywordName: String?
    public let country: String?
    public let customProductPage: String?
    public let claimType: String?
}

/// What a launch learned.
public struct TapwiseLaunch: Equatable, Sendable {
    public enum Attribution: Equatable, Sendable {
        /// Not known yet: the next launch asks again.
        case pending
        /// The user did not come through an ad.
        case organic
        case ad(TapwiseAttribution)
    }

    /// Also the `appAccountToken` of purchases.
    public let installId: UUID
    public let attribution: Attribution
    /// Whether this is the first answer ever: use it for what is to happen once for each install.
    public let firstTime: Bool
}

/// A purchase that StoreKit could not be given the install id for.
public struct TapwiseTransaction: Codable, Equatable, Sendable {
    public let transactionId: String
    public let originalTransactionId: String
    public let productId: String
    /// ISO 8601.
    public let purchasedAt: String

    public init(transactionId: String, originalTransactionId: String, productId: String, purchasedAt: String) {
        self.transactionId = transactionId
        self.originalTransactionId = originalTransactionId
        self.productId = productId
        self.purchasedAt = purchasedAt
    }
}

/// Reports the install of this app and what it sold. Nothing throws: what cannot be sent now is sent at a later launch.
public actor Tapwise {
    public typealias Send = @Sendable (URLRequest) async throws -> (Data, URLResponse)

    private let apiKey: String
    private let url: URL
    private let store: KeptTexts
    private let token: @Sendable () -> String?
    private let send: Send
    private let pause: @Sendable (Double) async -> Void

    /// - Parameters:
    ///   - apiKey: of the application, from Settings.
    ///   - url: address of the ingest service.
    public init(
        apiKey: String,
        url: URL,
        defaults: UserDefaults = .standard,
        token: @escaping @Sendable () -> String? = { Tapwise.attributionToken() },
        send: @escaping Send = { try await URLSession.shared.data(for: $0) },
        pause: @escaping @Sendable (Double) async -> Void = { seconds in
            try? await Task.sleep(nanoseconds: UInt64(seconds * 1_000_000_000))
        }
    ) {
        self.apiKey = apiKey
        self.url = url
        self.store = KeptTexts(defaults: defaults)
        self.token = token
        self.send = send
        self.pause = pause
    }

    /// Reports the install and what waits to be reported; call it at each launch. After the answer nothing is asked again.
    public func reportLaunch() async -> TapwiseLaunch {
        let installId = store.installId()
        let firstLaunchAt = store.firstLaunchAt()
        if let known = store.answer() {
            await sendQueue(installId)
            return TapwiseLaunch(installId: installId, attribution: known.outcome, firstTime: false)
        }
        let install = Install(
            apiKey: apiKey,
            installId: installId.uuidString.lowercased(),
            firstLaunchAt: firstLaunchAt,
            attributionToken: token(),
            sdkVersion: "1.4.0"
        )
        guard let answer: Answer = await post("sdk/v1/attribution", install) else {
            return TapwiseLaunch(installId: installId, attribution: .pending, firstTime: false)
        }
        store.keep(answer)
        await sendQueue(installId)
        return TapwiseLaunch(installId: installId, attribution: answer.outcome, firstTime: answer.firstTime ?? false)
    }

    /// Reports purchases; those that cannot be sent wait, at most 200; the oldest are dropped. Not needed where
    /// `appAccountToken` is the install id.
    public func report(_ transactions: [TapwiseTransaction]) async {
        store.enqueue(transactions)
        // The service knows purchases by their install: they wait for the first launch to be reported.
        if store.answer() != nil { await sendQueue(store.installId()) }
    }

    /// Apple's token; `nil` where there is none, as in the simulator. It shows no prompt.
    public static func attributionToken() -> String? {
        #if canImport(AdServices)
        return try? AAAttribution.attributionToken()
        #else
        return nil
        #endif
    }

    private func sendQueue(_ installId: UUID) async {
        while case let batch = Array(store.queue().prefix(50)), !batch.isEmpty {
            let body = Purchases(apiKey: apiKey, installId: installId.uuidString.lowercased(), transactions: batch)
            let sent: Linked? = await post("sdk/v1/transactions", body)
            if sent == nil { return }
            store.dequeue(batch)
        }
    }

    /// Posts until the answer is 200, five times at most; what is refused permanently is not sent again.
    private func post<Body: Encodable, Result: Decodable>(_ path: String, _ body: Body) async -> Result? {
        var request = URLRequest(url: url.appendingPathComponent(path), timeoutInterval: 10)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "content-type")
        request.httpBody = try? Wire.encoder.encode(body)
        for attempt in 0..<5 {
            let answered = try? await send(request)
            let response = answered?.1 as? HTTPURLResponse
            if let data = answered?.0, response?.statusCode == 200 { return try? Wire.decoder.decode(Result.self, from: data) }
            if let status = response?.statusCode, (400..<500).contains(status), status != 429 { return nil }
            if attempt == 4 { return nil }
            let asked = answered.flatMap { try? Wire.decoder.decode(Pending.self, from: $0.0).retryAfter }
                ?? response?.value(forHTTPHeaderField: "retry-after").flatMap(Double.init)
            await pause(min(60, asked ?? Double(1 << attempt)))
        }
        return nil
    }
}
