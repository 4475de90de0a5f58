import Foundation

/// Reports one install and its purchases. No call blocks, throws or fails; what cannot be sent now is sent later.
final class Client: @unchecked Sendable {
    typealias Post = @Sendable (Data, URL, @escaping @Sendable (Response?) -> Void) -> Void

    let apiKey: String
    let url: URL
    let environment: Environment
    let post: Post
    /// All that follows is used on this queue alone.
    let queue = DispatchQueue(label: "com.tapwise.client", qos: .utility)
    var state: State?
    var installChain = InstallChain()
    var purchaseChain = PurchaseChain()
    private let file: StateFile
    private var onAttribution: (@Sendable (TapwiseAttribution?) -> Void)?
    /// Purchases that are not in the state yet.
    private var reported: [TapwisePurchase] = []
    private var isAcceptingReported = false

    init(apiKey: String, url: URL, environment: Environment, post: @escaping Post) {
        self.apiKey = apiKey
        self.url = url
        self.environment = environment
        self.post = post
        file = StateFile(directory: environment.directory)
    }

    convenience init(apiKey: String, url: URL, environment: Environment) {
        self.init(apiKey: apiKey, url: url, environment: environment, post: { Exchange.post($0, to: $1, finished: $2) })
    }

    /// To be called at the start of the app, and each time it becomes active.
    /// - Parameter onAttribution: called once per install, on the main thread; with `nil` where there was no ad.
    func activate(onAttribution callback: (@Sendable (TapwiseAttribution?) -> Void)? = nil) {
        queue.async { [self] in
            if let callback { onAttribution = callback }
            openState()
            deliverAttribution()
            beginInstallChain()
            beginPurchaseChain()
        }
    }

    /// Reports purchases; those of a transaction that was reported before are left out.
    func report(_ purchases: [TapwisePurchase]) {
        queue.async { [self] in
            reported.append(contentsOf: purchases)
            reported.removeFirst(max(0, reported.count - State.mostQueued))
            guard !isAcceptingReported else { return }
            isAcceptingReported = true
            // Reports that are on their way are written and sent together.
            queue.async { [self] in
                isAcceptingReported = false
                openState()
                acceptReported()
                beginPurchaseChain()
            }
        }
    }

    /// `nil` while the file of the state cannot be read or written.
    var installId: String? {
        queue.sync {
            openState()
            return state?.installId
        }
    }

    var attribution: TapwiseAttribution? {
        queue.sync {
            openState()
            return state?.attribution
        }
    }

    var now: Double { environment.now().timeIntervalSince1970 }

    /// Changes the state and writes it.
    /// - Returns: whether it was written.
    @discardableResult
    func update(_ change: (inout State) -> Void) -> Bool {
        guard var changed = state else { return false }
        change(&changed)
        state = changed
        return file.write(changed)
    }

    /// Whether the state can be written: what is sent and not noted would be sent again at each launch.
    func canWrite() -> Bool { update { _ in } }

    /// Runs work on the queue after so many seconds.
    func later(_ seconds: TimeInterval, _ work: @escaping @Sendable () -> Void) {
        environment.after(seconds) { [self] in queue.async(execute: work) }
    }

    /// Posts a body and handles what it came to on the queue.
    func send(_ body: Data, path: String, handle: @escaping @Sendable (Outcome) -> Void) {
        post(body, url.appendingPathComponent(path)) { [self] response in
            let outcome = Outcome(response)
            queue.async { handle(outcome) }
        }
    }

    /// Calls the app with the attribution. That is noted before: a call that crashes must not crash every launch.
    func deliverAttribution() {
        guard let callback = onAttribution, let state, state.isAnswered, !state.isDelivered else { return }
        guard update({ $0.isDelivered = true }) else {
            self.state?.isDelivered = false
            return
        }
        onAttribution = nil
        let attribution = state.attribution
        DispatchQueue.main.async { callback(attribution) }
    }

    private func openState() {
        guard state == nil else { return }
        state = file.open(orMake: { State(firstLaunch: environment.now()) })
        if state != nil { acceptReported() }
    }

    private func acceptReported() {
        guard state != nil, !reported.isEmpty else { return }
        let purchases = reported
        reported = []
        update { $0.enqueue(purchases) }
    }
}
