/**
 * Node's flags for the server. Of a semi-space (half of the young generation) each of its threads gets 4 MiB: V8's
 * own limit is 16, with which a busy server takes 40 MiB more, and 7 KiB more for each reader. Requests to
 * Google go through the proxy that HTTPS_PROXY names, if any.
 */
export const boardFlags = ['--max-semi-space-size=4', '--use-env-proxy'];
