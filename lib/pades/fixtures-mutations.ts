import { createHash } from 'node:crypto'
import { buildPdf } from '#lib/pdf/fixtures'
import { allRevisions, type ProcessFixture, signedElsewhere, twoPages } from './fixtures-process.ts'

/** Damaged copies of signed files, the same ones for the same seed. */

const onePage = { pages: [{ mediaBox: [0, 0, 595, 842] }] }

/** Signed files in every format: mostly small ones, which are judged quickly, and one process of our own. */
export async function signedSamples(cast: ProcessFixture): Promise<Uint8Array[]> {
  const [table, stream, objectStreams] = (['table', 'stream', 'object-streams'] as const).map((format) =>
    buildPdf({ ...onePage, format }),
  )
  return [
    await signedElsewhere(cast, table),
    await signedElsewhere(cast, stream),
    await signedElsewhere(cast, objectStreams),
    await signedElsewhere(cast, twoPages()),
    await signedElsewhere(cast, await signedElsewhere(cast, table)),
    (await allRevisions(cast, buildPdf(onePage))).sealed,
  ]
}

/** Whether a mutation of the same length changed bytes outside of the signatures themselves. */
export function changesSignedBytes(before: Uint8Array, after: Uint8Array): boolean {
  return before.length === after.length && signedPartsOf(before) !== signedPartsOf(after)
}

/** What stands outside the hexadecimal strings that hold the signatures. */
function signedPartsOf(file: Uint8Array): string {
  const text = Buffer.from(file)
    .toString('latin1')
    .replace(/\/Contents <[\da-f]{1000,}>/gi, '')
  return createHash('sha256').update(text).digest('hex')
}

/** A generator of numbers from 0 up to 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export interface Mutation {
  name: string
  bytes: Uint8Array
}

type Random = () => number

const numbersOfNote = [
  '0',
  '1',
  '-1',
  '65536',
  '2147483647',
  '4294967296',
  '9007199254740993',
  '1e308',
  '0.5',
  '',
]
const namedNumbers = [
  '/ByteRange [',
  '/Length ',
  '/Size ',
  '/Prev ',
  '/W [',
  '/Index [',
  '/P ',
  '/Rotate ',
  'startxref\n',
  'xref\n',
]
const words = [
  '/ByteRange',
  '/Contents',
  '/SubFilter',
  '/Reference',
  '/TransformMethod',
  '/TransformParams',
  '/Fields',
  '/Kids',
  '/Parent',
  '/AcroForm',
  '/Perms',
  '/DocMDP',
  '/FieldMDP',
  '/Annots',
  '/Type',
  '/FT',
  '/Sig',
  '/Root',
  '/Pages',
  'endobj',
  'stream',
  'trailer',
  'xref',
  'obj',
  ' R',
  '/ETSI.CAdES.detached',
  '/M ',
  '/Reason',
  '/V ',
  '/T ',
]

/** One or two mutations of a file, chosen at random. */
export function mutate(file: Uint8Array, random: Random): Mutation {
  const one = mutateOnce(Buffer.from(file), random)
  if (random() < 0.8) return one
  const two = mutateOnce(Buffer.from(one.bytes), random)
  return { name: `${one.name}, ${two.name}`, bytes: two.bytes }
}

function mutateOnce(file: Buffer, random: Random): Mutation {
  const kinds = Object.keys(mutations) as (keyof typeof mutations)[]
  const name = kinds[below(kinds.length, random)]!
  return { name, bytes: new Uint8Array(mutations[name](file, random)) }
}

const mutations = {
  'byte of the file': (file: Buffer, random: Random) => setByte(file, random),
  'bytes cut out': (file: Buffer, random: Random) => {
    const [from, to] = span(file, 2000, random)
    return Buffer.concat([file.subarray(0, from), file.subarray(to)])
  },
  'bytes put in': (file: Buffer, random: Random) => {
    const at = below(file.length, random)
    const noise = Buffer.from(Array.from({ length: 1 + below(40, random) }, () => below(256, random)))
    return Buffer.concat([file.subarray(0, at), noise, file.subarray(at)])
  },
  'bytes repeated': (file: Buffer, random: Random) => {
    const [from, to] = span(file, 4000, random)
    return Buffer.concat([file.subarray(0, to), file.subarray(from)])
  },
  'end cut off': (file: Buffer, random: Random) => file.subarray(0, below(file.length, random)),
  'end repeated': (file: Buffer, random: Random) =>
    Buffer.concat([file, file.subarray(below(file.length, random))]),
  'number of note': (file: Buffer, random: Random) => {
    const at = placeOf(namedNumbers[below(namedNumbers.length, random)]!, file, random)
    const found = /[\d.]+/.exec(file.toString('latin1', at, at + 60))
    if (!found) return setByte(file, random)
    const number = numbersOfNote[below(numbersOfNote.length, random)]!
    const end = at + found.index + found[0].length
    return Buffer.concat([file.subarray(0, at + found.index), Buffer.from(number), file.subarray(end)])
  },
  'word for another': (file: Buffer, random: Random) => {
    const [old, other] = [words[below(words.length, random)]!, words[below(words.length, random)]!]
    const at = placeOf(old, file, random)
    return Buffer.concat([file.subarray(0, at), Buffer.from(other), file.subarray(at + old.length)])
  },
  'byte of a CMS': (file: Buffer, random: Random) => withCms(file, random, (cms) => setByte(cms, random)),
  'elements of a CMS': (file: Buffer, random: Random) =>
    withCms(file, random, (cms) => {
      const [from, to] = span(cms, 200, random)
      const parts = [cms.subarray(0, from), cms.subarray(to)]
      if (random() < 0.5) parts.splice(1, 0, Buffer.concat([cms.subarray(from, to), cms.subarray(from, to)]))
      return Buffer.concat(parts)
    }),
  'tag or length in a CMS': (file: Buffer, random: Random) =>
    withCms(file, random, (cms) => {
      const tags = [0x02, 0x03, 0x04, 0x05, 0x06, 0x0c, 0x17, 0x30, 0x31, 0xa0, 0xa1]
      const places = [...cms.keys()].filter((at) => tags.includes(cms[at]!))
      const at = places[below(places.length, random)] ?? 0
      const values = [...tags, 0x00, 0x01, 0x80, 0x84, 0x88, 0xff]
      cms[Math.min(cms.length - 1, at + below(2, random))] = values[below(values.length, random)]!
      return cms
    }),
}

function setByte(bytes: Buffer, random: Random): Buffer {
  if (bytes.length === 0) return bytes
  bytes[below(bytes.length, random)] = below(256, random)
  return bytes
}

/** Changes the CMS of one of the signatures, and fills its place up with zeros as signing does. */
function withCms(file: Buffer, random: Random, change: (cms: Buffer) => Buffer): Buffer {
  const begin = placeOf('/Contents <', file, random) + '/Contents <'.length
  const end = file.indexOf('>', begin)
  if (end < 0) return setByte(file, random)
  const hex = file.toString('latin1', begin, end)
  const cms = Buffer.from(hex.replace(/(00)+$/, ''), 'hex')
  const changed = change(cms).toString('hex').slice(0, hex.length)
  file.write(changed.padEnd(hex.length, '0'), begin, 'latin1')
  return file
}

/** Where one of the occurrences of a text begins; the file's start where there is none. */
function placeOf(text: string, file: Buffer, random: Random): number {
  const places: number[] = []
  for (let at = file.indexOf(text); at >= 0 && places.length < 200; at = file.indexOf(text, at + 1))
    places.push(at)
  return places[below(places.length, random)] ?? 0
}

function span(bytes: Buffer, longest: number, random: Random): [from: number, to: number] {
  const from = below(bytes.length, random)
  return [from, Math.min(bytes.length, from + 1 + below(longest, random))]
}

function below(limit: number, random: Random): number {
  return Math.floor(random() * limit)
}
