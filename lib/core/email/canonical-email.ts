export const EMAIL_MAX_CHARACTERS = 254
const LOCAL_PART_MAX_OCTETS = 64
/**
 * A part between two dots before the `@` (RFC 5322, 3.2.3), also with letters, digits and symbols beyond ASCII
 * (RFC 6531, 3.3), but without controls, spaces and invisible characters.
 */
const ATOM = /^(?:[\w!#$%&'*+/=?^`{|}~-]|[^\p{ASCII}\p{C}\p{Z}])+$/u
/** Without the characters at which `URL` would end, decode or split the host. */
const DOMAIN = /^(?:[a-z0-9.-]|[^\p{ASCII}\p{C}\p{Z}])+$/iu
/** At least two labels (RFC 1035, 2.3.4), the last one of letters or in the form of IDNA (RFC 5890, 2.3.2.1). */
const ASCII_DOMAIN =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/i

/**
 * The form in which an email address is stored, in the browser and on the server: normalized (NFC), with the domain in
 * ASCII (IDNA, UTS #46). A domain in ASCII and the part before the `@` keep their case.
 * @returns null for a text that is not an email address
 */
export function canonicalEmail(text: string): string | null {
  if (text.length > EMAIL_MAX_CHARACTERS) return null
  const at = text.lastIndexOf('@')
  const localPart = text.slice(0, Math.max(0, at)).normalize('NFC')
  const domain = asciiDomain(text.slice(at + 1))
  const isTooLong = new TextEncoder().encode(localPart).length > LOCAL_PART_MAX_OCTETS
  if (domain === null || isTooLong || !localPart.split('.').every((part) => ATOM.test(part))) return null
  return `${localPart}@${domain}`
}

/** Whether the text is an email address; its domain may be in ASCII or Unicode. */
export function isEmailAddress(text: string): boolean {
  return canonicalEmail(text) !== null
}

function asciiDomain(domain: string): string | null {
  if (!DOMAIN.test(domain)) return null
  const asciiForm = /^\p{ASCII}+$/u.test(domain) ? domain : idnaForm(domain)
  return ASCII_DOMAIN.test(asciiForm) ? asciiForm : null
}

/** `URL` implements UTS #46 in Node and in browsers. @returns an empty text for labels that IDNA does not allow */
function idnaForm(domain: string): string {
  const url = `http://${domain}`
  return URL.canParse(url) ? new URL(url).hostname : ''
}
