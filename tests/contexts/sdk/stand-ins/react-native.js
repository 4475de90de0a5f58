// Stand-in for React Native, of what the package imports: the system and the native modules that a test lays down.
const laid = globalThis.reactNativeOfTest;

export const Platform = { OS: laid.system };
export const TurboModuleRegistry = { get: (name) => laid.modules[name] ?? null };
