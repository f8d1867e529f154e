import type { FirebaseApp } from 'firebase/app';
import { initializeAppCheck, ReCaptchaEnterpriseProvider } from 'firebase/app-check';

/** Returns what makes the SDK attest, with each request, that it comes from the board's own pages: by reCAPTCHA, with this key. */
export function appCheckBy(siteKey: string): (app: FirebaseApp) => void {
  return (app) => {
    const provider = new ReCaptchaEnterpriseProvider(siteKey);
    initializeAppCheck(app, { provider, isTokenAutoRefreshEnabled: true });
  };
}
