// The names of this machine.

/** Whether a host is only this machine (RFC 6761 for `*.localhost`). `0.0.0.0` and `::` mean all interfaces, so they are not. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
