// The names of hosts, as the network knows them.

/** The platform's own URL class, in browsers and in Node. */
declare const URL: { parse: (text: string) => { hostname: string } | null }

const HOST_NAME = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/
/** Letters of every script, and the few other characters that domains may have. */
const DOMAIN = /^[\p{L}\p{M}\p{N}\u00B7\u30FB\u200C-\u200D.-]+$/u

/** Undefined for a web address without a host that others can reach by its name. */
export function hostOfUrl(url: string): string | undefined {
  const host = URL.parse(url)?.hostname ?? ''
  return HOST_NAME.test(host) ? host : undefined
}

/** In ASCII and lower case: 'xn--mnchen-3ya.de' for 'München.de'. Undefined for what is no domain. */
export const hostOfDomain = (domain: string): string | undefined =>
  DOMAIN.test(domain) ? hostOfUrl(`http://${domain}`) : undefined
