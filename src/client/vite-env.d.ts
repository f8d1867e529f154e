/** A build's settings; none for the self-hosted board. */
interface ImportMetaEnv {
  readonly VITE_FIREBASE_CONFIG?: string;
  readonly VITE_APP_CHECK_KEY?: string;
  readonly VITE_ARE_PACED?: boolean;
  readonly VITE_VERSION?: string;
}
