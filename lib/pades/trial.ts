import type { EngineSigner, Mark, Zone } from '#lib/pdf/zones'
import type { SigningIdentity } from './cms/identity.ts'
import { PadesError } from './error.ts'
import { type PrepareInput, prepareRevision } from './prepare.ts'
import { sealRevision } from './seal.ts'
import { signRevision } from './sign.ts'
import { verifyIncrement, verifyPdf } from './verify.ts'

/** As for `prepareRevision`; `identity` signs for the platform and for every party. */
export type TrialInput = Omit<PrepareInput, 'certify'> & { identity: SigningIdentity }

/** Up to so many parties all sign; of more only some, those with the most zones: the sender waits for the trial. */
const allSign = 12
const someSign = 4

/** A letter of every script that is drawn by a font of its own, or stacks, and a character that no font has. */
const sampleText = 'Ag Ž Ω Ж 漢 ع ב क \u{10ffff}'

/** One black pixel. */
const samplePng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
)

/**
 * Takes a file through every step that will come and verifies the result: prepared for all parties, signed by them (of
 * more than 12 by four) with a value in every field, sealed. Nothing of it is kept.
 * @throws PadesError `unsealable` with the reason when a step fails, or a signature is not valid in the end.
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
  const { added, broken, faults } = await verifyIncrement(revision, bytes.length)
  const invalid = added.find(({ valid }) => !valid)
  return invalid?.faults[0] ?? faults[0] ?? (await newlyBroken(revision.subarray(0, bytes.length), broken))
}

/** Why a signature that was valid before no longer is. */
async function newlyBroken(
  before: Uint8Array,
  broken: { fieldName: string; fault: string }[],
): Promise<string | undefined> {
  if (broken.length === 0) return undefined
  const { signatures } = await verifyPdf(before)
  const valid = new Set(signatures.flatMap(({ valid, fieldName }) => (valid ? [fieldName] : [])))
  return broken.find(({ fieldName }) => valid.has(fieldName))?.fault
}

function signing({ parties, zones }: TrialInput): EngineSigner[] {
  const zonesOf = Map.groupBy(zones, (zone) => zone.party)
  const count = ({ id }: EngineSigner) => zonesOf.get(id)?.length ?? 0
  return parties
    .toSorted((a, b) => count(b) - count(a))
    .slice(0, parties.length > allSign ? someSign : allSign)
}

/** A picture and typed letters, in turn: both kinds where two sign. */
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
