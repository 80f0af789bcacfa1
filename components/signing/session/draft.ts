import { trimText } from '#lib/core/text/clean'
import { plainNumber } from '#lib/processes/fields/read-value'
import type { Signing, SigningField } from '../shapes.ts'
import type { DraftBody } from './calls.ts'
import { isRead, toExactNumber } from './readings.ts'
import {
  emptyInput,
  isNotUnderstood,
  isTyped,
  readAgain,
  type SignerInput,
  withEntry,
  withoutTyped,
} from './steps.ts'

type Draft = NonNullable<Signing['draft']>
type DraftMark = Draft['signature']

const isLeftOut = (mark: DraftMark) => mark !== null && 'image' in mark && mark.image === ''

/** For the first HTML, which pictures would delay: those of the draft are loaded after it. */
export function withoutPictures<T extends Signing>(signing: T): T {
  const { draft } = signing
  if (!draft) return signing
  const leaveOut = (mark: DraftMark) => (mark && mark.method !== 'typed' ? { ...mark, image: '' } : mark)
  const marks = { signature: leaveOut(draft.signature), initials: leaveOut(draft.initials) }
  return { ...signing, draft: { ...draft, ...marks } }
}

/** Whether a picture of the draft was left out. */
export const isWithoutPictures = (draft: Draft | null) =>
  draft !== null && (isLeftOut(draft.signature) || isLeftOut(draft.initials))

const isFilledBySigner = (field: SigningField) =>
  isTyped(field) && !field.read_only && !field.auto && field.formula === null

/** The body that saves the input, and tells what differs from what this device saved or read before. */
export function toDraft(signing: Signing, input: SignerInput, saved: SignerInput): DraftBody {
  const fields = signing.fields.filter(isFilledBySigner)
  const values = fields.flatMap((field) => {
    const value = input.values[field.id]
    if (value === undefined) return []
    const field_id = field.id
    if (isNotUnderstood(field, input)) return [{ field_id, value: input.typed[field_id]!, unclear: true }]
    return [
      { field_id, value: field.type === 'number' ? toExactNumber(value, signing.process.locale) : value },
    ]
  })
  const { signature, initials } = input
  return {
    values,
    changed: fields.map(({ id }) => id).filter((id) => isChanged(id, input, saved)),
    ...(signature !== saved.signature && { signature }),
    ...(initials !== saved.initials && { initials }),
  }
}

/** The body without the values of some fields, of which the saved ones stay. */
export function withoutValues(body: DraftBody, ids: ReadonlySet<number>): DraftBody {
  return {
    ...body,
    values: body.values.filter(({ field_id }) => !ids.has(field_id)),
    changed: body.changed?.filter((id) => !ids.has(id)),
  }
}

/** The input with the values of some fields as they were before. */
export function withEarlierValues(
  input: SignerInput,
  before: SignerInput,
  ids: ReadonlySet<number>,
): SignerInput {
  const isEarlier = (id: number) => ids.has(id)
  return {
    ...input,
    values: chooseById(before.values, input.values, isEarlier),
    typed: chooseById(before.typed, input.typed, isEarlier),
  }
}

/** One record of some fields, another of all others. */
function chooseById<T>(
  one: Record<number, T>,
  other: Record<number, T>,
  isOfOne: (id: number) => boolean,
): Record<number, T> {
  return {
    ...Object.fromEntries(Object.entries(other).filter(([id]) => !isOfOne(Number(id)))),
    ...Object.fromEntries(Object.entries(one).filter(([id]) => isOfOne(Number(id)))),
  }
}

/** Whether another value would be saved: what was typed is one only where it is not understood. */
function isChanged(id: number, input: SignerInput, before: SignerInput): boolean {
  const value = input.values[id]
  const typedIn = ({ typed }: SignerInput) => trimText(typed[id] ?? '')
  return value !== before.values[id] || (!value && typedIn(input) !== typedIn(before))
}

/** The input that a draft was saved from. A text that was not clear is read as after a change of the language. */
export function fromDraft({ values, signature, initials }: Draft, signing: Signing): SignerInput {
  const fieldById = new Map(signing.fields.map((field) => [field.id, field]))
  const input = values.reduce<SignerInput>(
    (input, { field_id, value, unclear }) => {
      const field = fieldById.get(field_id)
      if (!field || value === null) return input
      const isUnclear = unclear && isRead(field)
      return isUnclear ? withUnclear(input, field_id, String(value)) : withSaved(input, field, value, signing)
    },
    {
      ...emptyInput,
      signature: isLeftOut(signature) ? null : signature,
      initials: isLeftOut(initials) ? null : initials,
    },
  )
  return readAgain(input, signing)
}

const withUnclear = (input: SignerInput, id: number, text: string): SignerInput => ({
  ...input,
  values: { ...input.values, [id]: '' },
  typed: { ...input.typed, [id]: text },
})

function withSaved(
  input: SignerInput,
  field: SigningField,
  value: string | number | boolean,
  signing: Signing,
): SignerInput {
  const plain = typeof value === 'number' ? plainNumber(value) : null
  if (plain !== null) return { ...input, values: { ...input.values, [field.id]: plain } }
  return withoutTyped(withEntry(input, field, String(value), signing), field)
}

/** The input with the signature and initials of another where it has none. */
export function addMarks(input: SignerInput, { signature, initials }: SignerInput): SignerInput {
  return { ...input, signature: input.signature ?? signature, initials: input.initials ?? initials }
}

/**
 * Input that was not saved, with what another device has saved meanwhile: of a field changed on both, the unsaved.
 * @param base what this device had saved before
 */
export function mergeInput(unsaved: SignerInput, remote: SignerInput, base: SignerInput): SignerInput {
  const isOwn = (id: number) => isChanged(id, unsaved, base)
  const ownMark = (mark: 'signature' | 'initials') =>
    JSON.stringify(unsaved[mark]) === JSON.stringify(base[mark])
      ? (remote[mark] ?? unsaved[mark])
      : unsaved[mark]
  return {
    signature: ownMark('signature'),
    initials: ownMark('initials'),
    values: chooseById(unsaved.values, remote.values, isOwn),
    typed: chooseById(unsaved.typed, remote.typed, isOwn),
  }
}
