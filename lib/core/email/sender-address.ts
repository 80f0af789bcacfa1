import { canonicalEmail } from './canonical-email.ts'

/**
 * The address of `Name <address>`, or of a text that is only an address; its domain may also be the name or address of a
 * machine, such as `localhost`.
 * @returns null for anything else
 */
export function senderAddress(text: string): string | null {
  const address = (/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text).trim()
  return canonicalEmail(address) ?? (/^[^\s<>,;@]+@[^\s<>,;@]+$/.test(address) ? address : null)
}
