import Foundation

/// The calls that send the waiting purchases, one after another; what is reported meanwhile joins them.
struct PurchaseChain: Sendable {
    var isUnderWay = false
    /// Posts since the last one that was accepted or split.
    var posts = 0
    /// Purchases of the next call.
    var most = PurchaseChain.mostInCall
    /// Purchases that were dropped since the last accepted call.
    var dropped = 0

    static let mostInCall = 50
    /// The service accepts 16 kB.
    static let mostBytes = 14_000
}

private struct PurchasesBody: Encodable {
    let apiKey: String
    let installId: String
    let transactions: [TapwisePurchase]

    enum CodingKeys: String, CodingKey {
        case apiKey = "api_key"
        case installId = "install_id"
        case transactions
    }
}

extension Client {
    /// Begins to send, where purchases wait, the service has the install and nothing is being sent.
    func beginPurchaseChain() {
        guard let state, state.isKnown, !state.queue.isEmpty, !purchaseChain.isUnderWay else { return }
        guard !Retries.isHeld(until: state.purchasesNotBefore, now: now), canWrite() else { return }
        purchaseChain = PurchaseChain()
        purchaseChain.isUnderWay = true
        postPurchases()
    }

    private func endPurchaseChain() {
        purchaseChain.isUnderWay = false
    }

    private func postPurchases() {
        guard let (purchases, body) = nextCall() else { return endPurchaseChain() }
        purchaseChain.posts += 1
        send(body, path: "sdk/v1/transactions") { [self] outcome in handlePurchases(purchases, outcome) }
    }

    /// The oldest purchases that fit into one call. One that fits into none is dropped.
    private func nextCall() -> ([TapwisePurchase], Data)? {
        while let state, let oldest = state.queue.first {
            var count = min(purchaseChain.most, state.queue.count)
            while count > 0 {
                let purchases = Array(state.queue.prefix(count))
                let content = PurchasesBody(apiKey: apiKey, installId: state.installId, transactions: purchases)
                let body = (try? JSONEncoder().encode(content)) ?? Data()
                if body.count <= PurchaseChain.mostBytes { return (purchases, body) }
                count = min(count - 1, max(1, count * PurchaseChain.mostBytes / body.count))
            }
            simplify(oldest)
        }
        return nil
    }

    private func handlePurchases(_ purchases: [TapwisePurchase], _ outcome: Outcome) {
        switch outcome {
        case .done:
            purchaseChain.posts = 0
            if purchaseChain.dropped > 1 { purchaseChain.most = PurchaseChain.mostInCall }
            purchaseChain.dropped = 0
            update { $0.dequeue(purchases) }
            postPurchases()
        case .pending(let retryAfter), .again(let retryAfter):
            retryPurchases(advice: retryAfter)
        case .refused(let status):
            guard [400, 413, 422].contains(status) else { return holdPurchases(Retries.holdSeconds(refusedWith: status)) }
            purchaseChain.posts = 0
            split(purchases)
            postPurchases()
        }
    }

    /// Looks for the purchase that is refused, so that it holds up no others.
    private func split(_ purchases: [TapwisePurchase]) {
        guard purchases.count == 1, let refused = purchases.first else {
            purchaseChain.most = purchases.count / 2
            return
        }
        simplify(refused)
    }

    /// A purchase that is not accepted is sent without its signature, and then no more.
    private func simplify(_ purchase: TapwisePurchase) {
        guard purchase.signedTransaction == nil else {
            update { state in
                for index in state.queue.indices where state.queue[index].transactionId == purchase.transactionId {
                    state.queue[index].signedTransaction = nil
                }
            }
            return
        }
        purchaseChain.dropped += 1
        // Where many are refused one after another, the search is not begun again for each.
        purchaseChain.most = purchaseChain.dropped == 1 ? PurchaseChain.mostInCall : 1
        update { $0.dequeue([purchase]) }
    }

    private func retryPurchases(advice: TimeInterval?) {
        switch Retries.next(advice: advice, posts: purchaseChain.posts, random: environment.random()) {
        case .wait(let seconds): later(seconds) { [self] in postPurchases() }
        case .hold(let seconds): holdPurchases(seconds)
        case .end: endPurchaseChain()
        }
    }

    private func holdPurchases(_ seconds: TimeInterval) {
        let notBefore = now + seconds
        endPurchaseChain()
        update { $0.purchasesNotBefore = notBefore }
    }
}
