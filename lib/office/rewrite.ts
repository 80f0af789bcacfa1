/** A piece of a text to replace: from where, to where, and by what; it is cut out where nothing takes its place. */
export type Edit = [start: number, end: number, text?: string]

/** The text with its pieces replaced. Those that lie in each other are cut out once. */
export function applyEdits(text: string, edits: Edit[]): string {
  const kept: string[] = []
  let position = 0
  for (const [start, end, replacement = ''] of edits.toSorted(([a], [b]) => a - b)) {
    if (start > position) kept.push(text.slice(position, start))
    kept.push(replacement)
    position = Math.max(position, end)
  }
  return kept.join('') + text.slice(position)
}

/** The archive with other texts of these parts; the same bytes if there are none. */
export async function replaceParts(bytes: Uint8Array, parts: Map<string, string>): Promise<Uint8Array> {
  if (parts.size === 0) return bytes
  // Loaded where it is needed: few documents have such parts.
  const { Zip: WritableZip } = await import('easy-template-x')
  const written = await WritableZip.load(Buffer.from(bytes))
  for (const [name, xml] of parts) written.setFile(name, xml)
  return new Uint8Array(await written.export(Buffer))
}
