import type { ObjectStream } from '#lib/pdf/file/object-stream'
import type { ObjectSource } from '#lib/pdf/file/source-reader'
import type { XRefEntry } from '#lib/pdf/file/xref-section'
import { RevisionError } from './revisions.ts'
import type { Sources } from './sources.ts'
import { findOtherName, findOtherWriting, listOddNames, type Writing } from './unclear.ts'
import { type Addition, isUsed } from './versions.ts'

/**
 * Refuses versions of objects that readers may take in different ways, while @libpdf/core finds no difference: the later
 * ones, and the signed ones of the same objects. Names with incomplete escapes are accepted where they stay as signed.
 * @param signedSources reads the signed file, and `sources` the file of all versions
 * @throws RevisionError
 */
export function assertClear(
  signedEntries: ReadonlyMap<number, XRefEntry>,
  signedSources: Sources,
  additions: readonly Addition[],
  sources: Sources,
): void {
  const later = additions.flatMap(({ versions }) =>
    [...versions].map(([number, version]) => ({ number, version, versions })),
  )
  for (const [number, group] of Map.groupBy(later, (one) => one.number)) {
    const spellings = new Map<string, string>()
    const writing: Writing = { integers: new Set(), strings: null }
    const assertSame = ({ bytes, value }: ObjectSource) => {
      const name = findOtherName(bytes, value, spellings)
      if (name !== null) throw new RevisionError(`Object ${number} has two spellings of the name ${name}.`)
      const other = findOtherWriting(bytes, value, writing)
      if (other !== null) throw new RevisionError(`Object ${number} has ${other}.`)
    }
    let streamBefore: ObjectStream | null = null
    let oddNames: string[] = []
    const signedEntry = signedEntries.get(number)
    if (signedEntry && isUsed(signedEntry)) {
      const source = signedSources.read(signedEntry)
      assertSame(source)
      oddNames = listOddNames(source.bytes, source.value)
      if (isObjectStream(source)) streamBefore = signedSources.openStream(number)
    }
    for (const { version, versions } of group) {
      const { entry, alias, streamAlias } = version
      if (!isUsed(entry)) continue
      const source = sources.read(entry, streamAlias)
      assertSame(source)
      const names = listOddNames(source.bytes, source.value)
      if (JSON.stringify(names) !== JSON.stringify(oddNames))
        throw new RevisionError(`Object ${number} has names with incomplete escapes that are not as before.`)
      if (!isObjectStream(source)) continue
      const stream = sources.openStream(alias)
      assertListed(number, stream, streamBefore, versions)
      streamBefore = stream
    }
  }
}

/** Whether readers that rebuild a file may read objects from it. */
function isObjectStream({ value }: ObjectSource): boolean {
  return (
    value.kind === 'dict' && ['N', 'First'].every((name) => value.entries.some(({ key }) => key === name))
  )
}

/** An object in an object stream must be listed there, or be in the version before of the stream. */
function assertListed(
  number: number,
  stream: ObjectStream,
  streamBefore: ObjectStream | null,
  versions: Addition['versions'],
): void {
  const known = new Map(
    streamBefore?.objects.map((object, index) => [object.number, readText(streamBefore, index)]),
  )
  for (const [index, object] of stream.objects.entries()) {
    const entry = versions.get(object.number)?.entry
    const isListed = entry?.type === 'packed' && entry.stream === number && entry.index === index
    if (!isListed && readText(stream, index) !== known.get(object.number))
      throw new RevisionError(
        `Object stream ${number} has object ${object.number}, which is not listed there.`,
      )
  }
}

function readText({ bytes, objects }: ObjectStream, index: number): string {
  return bytes.toString('latin1', objects[index]!.start, objects[index + 1]?.start).trim()
}
