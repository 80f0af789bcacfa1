import type { EngineSigner, Mark, Zone } from '#lib/pdf/zones'
import type { SigningIdentity } from './cms/identity.ts'
import { PadesError } from './error.ts'
import { type PrepareInput, prepareRevision } from './prepare.ts'
import { sealRevision } from './seal.ts'
import { signRevision } from './sign.ts'
import { verifyIncrement, verifyPdf } from './verify.ts'

/** Input as for `prepareRevision`; `identity` signs for the platform and every party. */
export type TrialInput = Omit<PrepareInput, 'certify'> & { identity: SigningIdentity }

/**
 * Up to this many parties, all sign in the trial. Of more, only those with the most zones sign, because the sender
 * waits.
 */
const ALL_SIGNERS_UP_TO = 12
const SAMPLED_SIGNERS = 4

/** A letter for every font, stacked diacritics, and a character that no font has. */
const sampleText = 'Ag Ž Ω Ж 漢 ع ב क \u{10ffff}'

/** One black pixel. */
const samplePng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
)

/**
 * Runs all steps of a process on a file and verifies the result: prepared for all parties, signed by all of them
 * (by four where there are more than 12) with a value in every field, sealed. The result is discarded.
 * @throws PadesError `unsealable` with the reason when a step fails or a signature is not valid
 */
export async function assertSealable(bytes: Uint8Array, input: TrialInput): Promise<void> {
  const fault = await firstFault(bytes, input).catch((error: Error) => error.message)
  if (fault) throw new PadesError('unsealable', fault)
}

async function firstFault(bytes: Uint8Array, input: TrialInput): Promise<string | undefined> {
  const { identity, at } = input
  let revision = (await prepareRevision(bytes, { ...input, certify: identity })).bytes
  for (const [index, party] of signing(input).entries()) {
    const values = valuesOf(input.zones.filter((zone) => zone.party === party.id))
    revision = await signRevision(revision, { party, values, ...marksOf(party, index), identity, at })
  }
  revision = await sealRevision(revision, { identity, at })
  const { added, invalidated, faults } = await verifyIncrement(revision, bytes.length)
  const invalid = added.find(({ valid }) => !valid)
  return (
    invalid?.faults[0] ?? faults[0] ?? (await newlyBroken(revision.subarray(0, bytes.length), invalidated))
  )
}

/** Why a signature that was valid before is broken; undefined when none is. */
async function newlyBroken(
  before: Uint8Array,
  invalidated: { fieldName: string; fault: string }[],
): Promise<string | undefined> {
  if (invalidated.length === 0) return undefined
  const { signatures } = await verifyPdf(before)
  const valid = new Set(signatures.flatMap(({ valid, fieldName }) => (valid ? [fieldName] : [])))
  return invalidated.find(({ fieldName }) => valid.has(fieldName))?.fault
}

function signing({ parties, zones }: TrialInput): EngineSigner[] {
  const zonesOf = Map.groupBy(zones, (zone) => zone.party)
  const count = ({ id }: EngineSigner) => zonesOf.get(id)?.length ?? 0
  return parties
    .toSorted((a, b) => count(b) - count(a))
    .slice(0, parties.length > ALL_SIGNERS_UP_TO ? SAMPLED_SIGNERS : ALL_SIGNERS_UP_TO)
}

/** An image and typed text in turn, to test both. */
function marksOf({ name }: EngineSigner, index: number): { signature: Mark; initials: Mark } {
  const picture: Mark = { kind: 'image', png: new Uint8Array(samplePng) }
  const letters: Mark = { kind: 'text', text: name }
  return index % 2 === 0
    ? { signature: picture, initials: letters }
    : { signature: letters, initials: picture }
}

function valuesOf(zones: Zone[]): Record<string, string | boolean> {
  const filled = zones.filter(({ type }) => type !== 'signature' && type !== 'initials')
  return Object.fromEntries(filled.map((zone) => [zone.id, sampleFor(zone)]))
}

function sampleFor({ type, options = [], value, readOnly }: Zone): string | boolean {
  if (type === 'checkbox') return true
  if (type === 'dropdown') return options.at(-1) ?? ''
  if (type === 'radio') return options.length > 1 ? options.at(-1)! : true
  return readOnly ? (value ?? '') : sampleText
}
