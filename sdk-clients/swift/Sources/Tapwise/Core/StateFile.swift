import Foundation

/// The file of the state. It is not in `UserDefaults`: those are empty in an app that starts before the phone was unlocked.
struct StateFile: Sendable {
    let directory: URL

    private var url: URL { directory.appendingPathComponent("tapwise.json") }
    private var broken: URL { directory.appendingPathComponent("tapwise.json.broken") }

    /// The state, also a new one that could be written.
    /// - Returns: `nil` where the file cannot be read or written: then there is no state, and none may be made up.
    func open(orMake make: () -> State) -> State? {
        let state: State
        do {
            let content = try Data(contentsOf: url)
            if let stored = try? JSONDecoder().decode(State.self, from: content) {
                state = stored
            } else {
                guard moveAside() else { return nil }
                state = make()
            }
        } catch {
            guard isMissing(error) else { return nil }
            state = make()
        }
        return write(state) ? state : nil
    }

    /// Writes the whole state, or leaves the file as it is.
    func write(_ state: State) -> Bool {
        guard let content = try? JSONEncoder().encode(state) else { return false }
        do {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            try content.write(to: url, options: writing)
            return true
        } catch {
            return false
        }
    }

    private var writing: Data.WritingOptions {
        #if os(iOS) || os(tvOS) || os(visionOS)
        // An app that starts before the first unlock must find its id.
        return [.atomic, .noFileProtection]
        #else
        return .atomic
        #endif
    }

    private func moveAside() -> Bool {
        try? FileManager.default.removeItem(at: broken)
        return (try? FileManager.default.moveItem(at: url, to: broken)) != nil
    }

    private func isMissing(_ error: Error) -> Bool {
        // Not as an `NSError`: outside of Apple's systems not every compiler knows that cast.
        guard let code = (error as? CocoaError)?.code else { return false }
        return code == .fileReadNoSuchFile || code == .fileNoSuchFile
    }
}
