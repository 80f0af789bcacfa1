import { type ErrorText, errorText } from '#lib/messages/errors'
import { inspect } from '#lib/pdf/check/inspect'
import { isButton } from '#lib/pdf/fields/buttons'
import { loadPdf } from '#lib/pdf/file/load'
import { isXmpWellFormed } from '#lib/pdf/xmp'
import type { EngineSigner, SignatureAppearance, Zone } from '#lib/pdf/zones'
import { metadataMalformed } from './changes/messages.ts'
import type { SigningIdentity } from './cms/identity.ts'
import { PadesError } from './error.ts'
import { extendRevision, hasStamps } from './extend.ts'
import { type PrepareInput, prepareRevision } from './prepare.ts'
import { sealRevision } from './seal.ts'
import { signRevision } from './sign.ts'
import { verifyIncrement, verifyPdf } from './verify.ts'

/** Input as for `prepareRevision`; `identity` signs for the platform and every signer. */
export type TrialInput = Omit<PrepareInput, 'certify'> & { identity: SigningIdentity }

/** Up to this many signers, all sign in the trial. */
const maxSigningSigners = 12
/** Of more signers, only this many sign, those with the most zones, because the sender waits. */
const sampledSigners = 4

/** A letter for every font, stacked diacritics, and a character that no font has. */
const sampleText = 'Ag Ž Ω Ж 漢 ع ב क \u{10ffff}'

/** One black pixel. */
const samplePng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
)

/**
 * Runs all steps of a process on a file and verifies the result: prepared for all signers, signed by all of them
 * (by four where there are more than 12) with a value in every field, sealed, and extended where the identity has time
 * stamps. The result is discarded.
 * @throws PadesError `unsealable` with the reason when a step fails, a signature is not valid, the file is a portfolio, or a
 * field of a certified file cannot be filled in truly
 */
export async function assertSealable(bytes: Uint8Array, input: TrialInput): Promise<void> {
  const fault = await findFirstFault(bytes, input).catch((error: Error) =>
    error instanceof PadesError ? error.text : error.message,
  )
  if (fault) throw new PadesError('unsealable', fault)
}

/** The first reason for which the file cannot be sealed; undefined when it can. */
async function findFirstFault(bytes: Uint8Array, input: TrialInput): Promise<ErrorText | string | undefined> {
  const { identity, at } = input
  const prepared = await prepareRevision(bytes, { ...input, certify: identity, refusesUnfitFields: true })
  const pdf = await loadPdf(prepared.bytes)
  if (inspect(pdf).portfolio) return errorText('failures.filePortfolio')
  if (!isXmpWellFormed(pdf)) return metadataMalformed
  let revision = prepared.bytes
  for (const [index, signer] of trialSigners(input).entries()) {
    const values = makeValues(input.zones.filter((zone) => zone.signer === signer.id))
    revision = await signRevision(revision, {
      signer,
      values,
      ...makeAppearances(signer, index),
      identity,
      at,
    })
  }
  revision = await sealRevision(revision, { identity, at })
  if (hasStamps(identity)) revision = await extendRevision(revision, identity)
  const { added, invalidated, faults } = await verifyIncrement(revision, bytes.length)
  const invalid = added.find(({ valid }) => !valid)
  return (
    invalid?.faults[0] ??
    faults[0] ??
    (await findNewlyInvalid(revision.subarray(0, bytes.length), invalidated))
  )
}

/** Why a signature that was valid before is no longer; undefined when all still are. */
async function findNewlyInvalid(
  fileBefore: Uint8Array,
  invalidated: { fieldName: string; fault: string }[],
): Promise<string | undefined> {
  if (invalidated.length === 0) return undefined
  const { signatures } = await verifyPdf(fileBefore)
  const validBefore = new Set(signatures.flatMap(({ valid, fieldName }) => (valid ? [fieldName] : [])))
  return invalidated.find(({ fieldName }) => validBefore.has(fieldName))?.fault
}

/** The signers that sign in the trial. */
function trialSigners({ signers, zones }: TrialInput): EngineSigner[] {
  const zonesBySigner = Map.groupBy(zones, (zone) => zone.signer)
  const zoneCount = ({ id }: EngineSigner) => zonesBySigner.get(id)?.length ?? 0
  return signers
    .toSorted((a, b) => zoneCount(b) - zoneCount(a))
    .slice(0, signers.length > maxSigningSigners ? sampledSigners : maxSigningSigners)
}

/** An image as signature and text as initials, for every other signer the reverse, to test both. */
function makeAppearances(
  { name }: EngineSigner,
  index: number,
): { signature: SignatureAppearance; initials: SignatureAppearance } {
  const image: SignatureAppearance = { kind: 'image', png: new Uint8Array(samplePng) }
  const text: SignatureAppearance = { kind: 'text', text: name }
  return index % 2 === 0 ? { signature: image, initials: text } : { signature: text, initials: image }
}

/** A value for every zone that takes one. */
function makeValues(zones: Zone[]): Record<string, string | boolean> {
  const filledZones = zones.filter(({ type }) => type !== 'signature' && type !== 'initials')
  return Object.fromEntries(filledZones.map((zone) => [zone.id, sampleFor(zone)]))
}

function sampleFor(zone: Zone): string | boolean {
  const { type, options = [], value, readOnly } = zone
  if (type === 'checkbox' || isButton(zone)) return true
  if (type === 'dropdown' || type === 'radio') return options.at(-1) ?? ''
  return readOnly ? (value ?? '') : sampleText
}
