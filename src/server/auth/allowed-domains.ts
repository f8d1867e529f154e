/**
 * Why a person's e-mail opens nothing here, or null when it does: with no domains, everybody's
 * does. Anybody can claim an e-mail, so one that the issuer has not verified is in none.
 */
export function refusalByDomain(
  { email, emailVerified }: { email: string | null; emailVerified: boolean | number },
  domains: readonly string[],
): string | null {
  if (domains.length === 0) return null;
  const domain = email?.split('@').at(-1)?.toLowerCase() ?? '';
  if (!domains.includes(domain)) return 'The e-mail is in no domain that is allowed.';
  return emailVerified ? null : 'The issuer has not verified the e-mail.';
}
