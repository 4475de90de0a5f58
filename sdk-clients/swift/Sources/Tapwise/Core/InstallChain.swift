import Foundation

/// The posts of an install from one activation on, the waits between them included.
struct InstallChain: Sendable {
    var isUnderWay = false
    var posts = 0
    /// Questions for a token since the last post.
    var tokenTries = 0
    /// Number of the question whose answer is awaited; any other one comes too late.
    var question = 0
    var isTokenAwaited = false
    /// Questions that Apple has not answered yet, late ones included.
    var openQuestions = 0
}

extension Client {
    /// More questions than these are not put while Apple leaves them open: each holds a thread of the app.
    private static let mostOpenQuestions = 4

    /// Begins a chain, where the install was not answered yet and none is under way.
    func beginInstallChain() {
        guard let state, !state.isAnswered, !installChain.isUnderWay else { return }
        guard !Retries.isHeld(until: state.installNotBefore, now: now), canWrite() else { return }
        installChain.isUnderWay = true
        installChain.posts = 0
        installChain.tokenTries = 0
        askToken()
    }

    private func endInstallChain() {
        installChain.isUnderWay = false
    }

    private func askToken() {
        installChain.question += 1
        installChain.isTokenAwaited = true
        installChain.tokenTries += 1
        let question = installChain.question
        guard installChain.openQuestions < Client.mostOpenQuestions else { return receive(.failed, question: question) }
        installChain.openQuestions += 1
        later(Retries.tokenSeconds) { [self] in receive(.failed, question: question) }
        DispatchQueue.global(qos: .utility).async { [self] in
            let token = environment.token()
            queue.async { [self] in
                installChain.openQuestions -= 1
                receive(token, question: question)
            }
        }
    }

    private func receive(_ token: Environment.Token, question: Int) {
        guard installChain.isTokenAwaited, question == installChain.question else { return }
        installChain.isTokenAwaited = false
        switch token {
        case .token(let text) where !text.isEmpty:
            forgetFailure()
            postInstall(token: text)
        case .unavailable:
            forgetFailure()
            postInstall(token: nil)
        case .token, .failed:
            retryToken()
        }
    }

    private func forgetFailure() {
        if state?.tokenFailedSince != nil { update { $0.tokenFailedSince = nil } }
    }

    /// A token that failed may come later, so that the install waits for it.
    private func retryToken() {
        guard let state else { return endInstallChain() }
        // A first failure in the future was noted by a wrong clock.
        let since = min(state.tokenFailedSince ?? now, now)
        if since != state.tokenFailedSince { update { $0.tokenFailedSince = since } }
        let tries = installChain.tokenTries
        if tries <= Retries.tokenWaits.count {
            return later(Retries.tokenWaits[tries - 1]) { [self] in askToken() }
        }
        // Only then: a clock that was just put right, when the network came, makes the first failure look old.
        guard now - since >= Retries.tokenFailureSeconds else { return endInstallChain() }
        postInstall(token: nil)
    }

    private func postInstall(token: String?) {
        guard let state else { return endInstallChain() }
        installChain.posts += 1
        installChain.tokenTries = 0
        var fields = environment.device
        fields["api_key"] = apiKey
        fields["install_id"] = state.installId
        fields["first_launch_at"] = state.firstLaunchAt
        fields["sent_at"] = environment.now().iso8601
        fields["sdk_version"] = Tapwise.version
        fields["build"] = environment.build
        fields["attribution_token"] = token
        let body = (try? JSONEncoder().encode(fields)) ?? Data()
        send(body, path: "sdk/v1/attribution") { [self] outcome in handleInstall(outcome) }
    }

    private func handleInstall(_ outcome: Outcome) {
        switch outcome {
        case .done(let attribution):
            endInstallChain()
            update {
                $0.isKnown = true
                $0.isAnswered = true
                $0.attribution = attribution
                $0.installNotBefore = nil
            }
            deliverAttribution()
            beginPurchaseChain()
        case .pending(let retryAfter):
            if state?.isKnown == false { update { $0.isKnown = true } }
            beginPurchaseChain()
            retryInstall(advice: retryAfter)
        case .again(let retryAfter):
            retryInstall(advice: retryAfter)
        case .refused(let status):
            holdInstall(Retries.holdSeconds(refusedWith: status))
        }
    }

    private func retryInstall(advice: TimeInterval?) {
        switch Retries.next(advice: advice, posts: installChain.posts, random: environment.random()) {
        case .wait(let seconds): later(seconds) { [self] in askToken() }
        case .hold(let seconds): holdInstall(seconds)
        case .end: endInstallChain()
        }
    }

    private func holdInstall(_ seconds: TimeInterval) {
        let notBefore = now + seconds
        endInstallChain()
        update { $0.installNotBefore = notBefore }
    }
}
