/** What a build may be given; nothing for the self-hosted board. */
interface ImportMetaEnv {
  readonly VITE_BACKEND?: 'firebase' | 'memory';
  readonly VITE_FIREBASE_CONFIG?: string;
  /** Of this program; vite.config.ts sets it. */
  readonly VITE_VERSION?: string;
}
