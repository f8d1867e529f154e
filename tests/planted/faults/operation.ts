import { readFaults } from '#tests/planted/fault.ts';

export const OPERATION = readFaults(`
a name that begins like an address of this computer passes for it (14)
  in src/server/http/addresses.ts
  - return address === '::1' || /^(::ffff:)?127(\\.\\d{1,3}){3}$/u.test(address);
  + return address === '::1' || /^127\\./u.test(address);
  seen by node src/server/config.test.ts: is another computer
a name that other programs set stops the start (24)
  in src/server/config.ts
  - LISTEN_HOST: v.optional(v.string(), 'localhost'),
  + LISTEN_HOST: v.fallback(v.literal('localhost'), 'localhost'), HOST: v.optional(v.literal('localhost')),
  seen by node src/server/config.test.ts: is no setting
two boards under one https name sign each other out (14)
  in src/server/auth/private-cookie.ts
  - __Host-thought-cloud-\${port || '443'}-\${name}
  + __Host-thought-cloud-\${name}
  seen by node src/server/auth/private-cookie.test.ts: have cookies of different names
`);
