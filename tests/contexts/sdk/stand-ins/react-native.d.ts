declare module 'react-native' {
  export interface TurboModule {
    getConstants?(): Record<string, unknown>;
  }
  export const Platform: { readonly OS: string };
  export const TurboModuleRegistry: { get<Module extends TurboModule>(name: string): Module | null };
}
