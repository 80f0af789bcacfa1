import { type PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { sha256Hex } from '#lib/core/ids'
import { asDict } from '#lib/pdf/check/inspect'
import { decodeStream } from '#lib/pdf/file/objects'
import type { Step } from '../timeline.ts'

/**
 * SHA-256 of the profile of sRGB that Java 17 and 25 have. EU DSS adds it where a visible signature shows a picture. Readers
 * that take the colours of a page for those of its output intent show others by any other profile.
 */
const srgbProfiles = new Set([
  '4064240d928fddcc777915e2be0c81871c5ea9b6e08327ddbe6be9908fc22525',
  '87e382b9336e6a0417a4d860173109ab319a029cf2972e19833a3327c65bd7e4',
])
/** Most bytes of the profile as stored. */
const maxProfileBytes = 8192

/** Entries of an output intent that only name what it is for (ISO 32000-2, table 401). */
const intentEntries = new Set([
  'Type',
  'S',
  'OutputCondition',
  'OutputConditionIdentifier',
  'Info',
  'DestOutputProfile',
])

/** Entries of the profile's stream: no file instead of its data (table 5), for example. */
const streamEntries = new Set(['Length', 'Filter', 'N'])

/**
 * Whether a step gives a document without output intents (ISO 32000-2, 14.11.5) the one of PDF/A with the profile of sRGB, by
 * which readers show the colours that they show without it.
 */
export function addsSrgbIntent({ before, after }: Step): boolean {
  const { catalog, resolve } = after
  const follow = (value: PdfObject | undefined) => (value instanceof PdfRef ? resolve(value) : value)
  const intents = catalog.getArray('OutputIntents', resolve)?.toArray() ?? []
  const intent = asDict(follow(intents[0]))
  if (before.catalog.has('OutputIntents') || intents.length !== 1 || !intent) return false
  const isPdfA = intent.getName('S', resolve)?.value === 'GTS_PDFA1'
  return isPdfA && hasOnly(intent, intentEntries) && isSrgb(follow(intent.get('DestOutputProfile')))
}

function isSrgb(profile: PdfObject | null | undefined): boolean {
  if (!(profile instanceof PdfStream) || profile.data.length > maxProfileBytes) return false
  if (!hasOnly(profile, streamEntries) || profile.getNumber('N')?.value !== 3) return false
  try {
    return srgbProfiles.has(sha256Hex(decodeStream(profile)))
  } catch {
    return false
  }
}

function hasOnly(dict: PdfDict, entries: ReadonlySet<string>): boolean {
  return [...dict.keys()].every(({ value }) => entries.has(value))
}
