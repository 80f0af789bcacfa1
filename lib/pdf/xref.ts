/**
 * Whether every cross-reference table (ISO 32000-2, 7.5.4) of the chain from the last `startxref` points at the
 * objects it names. @libpdf/core takes whatever object stands at an offset; readers that notice a wrong one rebuild
 * the table, and some of them then call every signature of the file broken. Cross-reference streams are not looked
 * into. True for a file whose chain cannot be followed: that is for the parser to refuse.
 */
export function xrefTablesPointRight(bytes: Uint8Array): boolean {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const seen = new Set<number>()
  let at = lastXRef(raw)
  while (at !== null && !seen.has(at)) {
    seen.add(at)
    const section = readTable(raw, at)
    if (!section) return true
    if (!section.entries.every(([number, offset]) => standsAt(raw, number, offset))) return false
    at = section.prev
  }
  return true
}

/** Where the newest cross-reference section stands (7.5.5, startxref); null where the file does not say. */
export function lastXRef(bytes: Uint8Array): number | null {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const last = raw.lastIndexOf('startxref')
  // As far from the end as @libpdf/core looks for it, and over as much white space.
  const found =
    last < 0 ? null : /^startxref[\t\n\f\r ]*(\d+)/.exec(raw.toString('latin1', last, last + 2048))
  return found ? Number(found[1]) : null
}

interface Table {
  /** Object number and byte offset of each entry in use. */
  entries: [number: number, offset: number][]
  prev: number | null
}

function readTable(raw: Buffer, start: number): Table | null {
  const head = /^xref\s+/.exec(raw.toString('latin1', start, start + 20))
  if (!head) return null
  const entries: [number, number][] = []
  let at = start + head[0].length
  for (;;) {
    const subsection = /^(\d+)\s+(\d+)\s+/.exec(raw.toString('latin1', at, at + 40))
    if (!subsection) break
    at += subsection[0].length
    const [first, count] = [Number(subsection[1]), Number(subsection[2])]
    for (let index = 0; index < count; index++) {
      const entry = /^(\d{10}) \d{5} ([nf])\s*/.exec(raw.toString('latin1', at, at + 24))
      if (!entry) return null
      if (entry[2] === 'n' && Number(entry[1]) > 0) entries.push([first + index, Number(entry[1])])
      at += entry[0].length
    }
  }
  const end = raw.indexOf('startxref', at)
  const trailer = raw.toString('latin1', at, end < 0 ? at + 4096 : Math.min(end, at + 65_536))
  const prev = /\/Prev\s+(\d+)/.exec(trailer)?.[1]
  return { entries, prev: prev === undefined ? null : Number(prev) }
}

function standsAt(raw: Buffer, number: number, offset: number): boolean {
  return numberIn(raw, offset, /^\s*(\d+)\s+\d+\s+obj/) === number
}

function numberIn(raw: Buffer, at: number, pattern: RegExp): number | null {
  const found = pattern.exec(raw.toString('latin1', at, at + 60))?.[1]
  return found === undefined ? null : Number(found)
}
