/** A build's settings; none for the self-hosted board. */
interface ImportMetaEnv {
  readonly VITE_BACKEND?: 'firebase';
  readonly VITE_FIREBASE_CONFIG?: string;
  /** Set by vite.config.ts. */
  readonly VITE_VERSION?: string;
}
