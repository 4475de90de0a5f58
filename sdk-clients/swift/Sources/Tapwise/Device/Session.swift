import Foundation

/// The one client of the app.
final class Session: @unchecked Sendable {
    static let shared = Session()

    /// All that follows is used on this queue alone.
    private let queue = DispatchQueue(label: "com.tapwise.session", qos: .userInitiated)
    private var client: Client?
    private var purchases = Tapwise.Purchases.automatic
    /// Reported before `start`.
    private var early: [TapwisePurchase] = []

    func start(
        apiKey: String,
        url: String,
        purchases: Tapwise.Purchases,
        onAttribution: (@Sendable (TapwiseAttribution?) -> Void)?
    ) {
        queue.async { [self] in
            // An extension is a process of its own, beside the app that reports.
            guard !Bundle.main.bundlePath.hasSuffix(".appex") else { return }
            if client == nil {
                guard let address = Session.serviceAddress(url), !apiKey.isEmpty else {
                    return DebugLog.write("Tapwise.start: the apiKey is empty, or the url is no web address.")
                }
                open(Client(apiKey: apiKey, url: address, environment: .device()), purchases)
            }
            activate(onAttribution)
        }
    }

    func report(_ purchases: [TapwisePurchase]) {
        queue.async { [self] in
            if let client { return client.report(purchases) }
            early.append(contentsOf: purchases)
            early.removeFirst(max(0, early.count - State.mostQueued))
        }
    }

    var installId: String? { queue.sync { client }?.installId }

    var attribution: TapwiseAttribution? { queue.sync { client }?.attribution }

    private func open(_ opened: Client, _ purchases: Tapwise.Purchases) {
        client = opened
        self.purchases = purchases
        if !early.isEmpty { opened.report(early) }
        early = []
        AppActivation.observe { [self] in queue.async { [self] in activate(nil) } }
    }

    private func activate(_ onAttribution: (@Sendable (TapwiseAttribution?) -> Void)?) {
        guard let client else { return }
        client.activate(onAttribution: onAttribution)
        if purchases == .automatic { StoreKitPurchases.read { client.report($0) } }
    }

    private static func serviceAddress(_ text: String) -> URL? {
        guard let url = URL(string: text.trimmingCharacters(in: .whitespacesAndNewlines)),
              let host = url.host, !host.isEmpty,
              let scheme = url.scheme?.lowercased(), scheme == "https" || scheme == "http" else { return nil }
        return url
    }
}
