import { createHash } from 'node:crypto'
import type { SaxesAttributeNS, SaxesTagNS } from 'saxes'

/** The hash algorithms of signatures of trusted lists, by their names in node:crypto. */
export const listHashes = ['sha256', 'sha384', 'sha512'] as const
export type ListHash = (typeof listHashes)[number]

/** Exclusive canonicalization without comments, the one form that trusted lists use (ETSI TS 119 612, B.1). */
export const exclusiveCanonicalization = 'http://www.w3.org/2001/10/xml-exc-c14n#'

/** The namespaces that an element's ancestors declare in the canonical form, by prefix. */
type Declared = ReadonlyMap<string, string>

/** Writes the canonical form of an element and of what it contains (Exclusive XML Canonicalization 1.0, 3). */
export class CanonicalWriter {
  private readonly declared: Declared[] = []
  private readonly write: (text: string) => void

  constructor(write: (text: string) => void) {
    this.write = write
  }

  open(tag: SaxesTagNS, resolve: (prefix: string) => string): void {
    const before = this.declared.at(-1) ?? new Map([['', '']])
    const attributes = Object.values(tag.attributes).filter(
      ({ prefix, name }) => !isDeclaration(prefix, name),
    )
    const used = [tag.prefix, ...attributes.map(({ prefix }) => prefix).filter((prefix) => prefix !== '')]
    const added = [...new Set(used)]
      .filter((prefix) => prefix !== 'xml' && before.get(prefix) !== resolve(prefix))
      .sort()
    this.write(`<${tag.name}`)
    for (const prefix of added)
      this.write(` ${prefix ? `xmlns:${prefix}` : 'xmlns'}="${escapeValue(resolve(prefix))}"`)
    for (const { name, value } of attributes.sort(byNamespace)) this.write(` ${name}="${escapeValue(value)}"`)
    this.write('>')
    this.declared.push(
      added.length === 0
        ? before
        : new Map([...before, ...added.map((prefix): [string, string] => [prefix, resolve(prefix)])]),
    )
  }

  text(text: string): void {
    this.write(escapeText(text))
  }

  /** Outside of the root it has a line of its own (Canonical XML 1.0, 2.3). */
  instruction(target: string, body: string, place: 'before' | 'inside' | 'after'): void {
    const text = `<?${target}${body && ` ${body}`}?>`
    this.write(place === 'before' ? `${text}\n` : place === 'after' ? `\n${text}` : text)
  }

  close(tag: SaxesTagNS): void {
    this.declared.pop()
    this.write(`</${tag.name}>`)
  }
}

/** Hashes what is written, by each algorithm: which one the signature uses stands at the end of a list. */
export class ListHasher {
  private readonly hashes = listHashes.map((name) => createHash(name))

  readonly write = (text: string) => {
    for (const hash of this.hashes) hash.update(text)
  }

  digest(): Record<ListHash, Buffer> {
    const [sha256, sha384, sha512] = this.hashes.map((hash) => hash.digest())
    return { sha256: sha256!, sha384: sha384!, sha512: sha512! }
  }
}

function isDeclaration(prefix: string, name: string): boolean {
  return prefix === 'xmlns' || name === 'xmlns'
}

/** By namespace, those without one first, then by local name. */
function byNamespace(a: SaxesAttributeNS, b: SaxesAttributeNS): number {
  return compare(a.prefix && a.uri, b.prefix && b.uri) || compare(a.local, b.local)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#xD;')
}

function escapeValue(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\t', '&#x9;')
    .replaceAll('\n', '&#xA;')
    .replaceAll('\r', '&#xD;')
}
