import { asError, type ErrorTranslator } from '#components/i18n/error-translator.ts'
import type { ProcessTexts } from '#components/processes/process-texts.tsx'
import type { TrailEvent } from '#components/processes/summary.ts'
import type { ErrorDetail } from '#lib/messages/errors'
import type { SignerRecord } from '#lib/processes/schema'

/** The signers of the process by id. */
export type People = ReadonlyMap<number, Pick<SignerRecord, 'name' | 'role'>>

const parseText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null

/** The name of an event's actor. */
function describeActor(t: ProcessTexts, { actor }: TrailEvent): string {
  const name = parseText(actor.name)
  if (actor.type === 'api_key') return name ? t('trail.apiKeyNamed', { name }) : t('trail.apiKey')
  if (actor.type === 'system') return 'Paraph'
  return name ?? t('trail.unknownUser')
}

/** The members of a correction that say how a person confirms who they are now. */
const otpMembers = ['new_otp', 'new_phone', 'access_code_changed']

function correctionText(t: ProcessTexts, actor: string, data: TrailEvent['data']): string {
  const name = parseText(data.name) ?? t('trail.someSigner')
  if (data.change === 'added') return t('trail.corrected.added', { actor, name })
  if (data.change === 'removed') return t('trail.corrected.removed', { actor, name })
  if (data.change === 'options') return t('trail.corrected.options', { actor })
  const changed = Object.keys(data).filter((member) => /^new_|^access_code_changed$/.test(member))
  if (changed.length > 0 && changed.every((member) => otpMembers.includes(member)))
    return t('trail.corrected.otp', { actor, name })
  const [newName, email] = [parseText(data.new_name), parseText(data.new_email)]
  if (newName && email) return t('trail.corrected.replaced', { actor, name, replacement: newName })
  if (newName) return t('trail.corrected.renamed', { actor, name, newName })
  if (email) return t('trail.corrected.readdressed', { actor, name, email })
  return t('trail.corrected.changed', { actor, name })
}

/** An event as a sentence; an event without a sentence is shown by its type. */
function formatSentence(t: ProcessTexts, event: TrailEvent, people: People): string {
  const { type, data } = event
  const actor = describeActor(t, event)
  if (type === 'process.corrected') return correctionText(t, actor, data)
  const isApproval = people.get(Number(data.signer_id))?.role === 'approver'
  const approval = `trail.approver.${type}` as Parameters<ProcessTexts>[0]
  const key = isApproval && t.has(approval) ? approval : (`trail.events.${type}` as typeof approval)
  if (!t.has(key)) return type.replace(/[._]/g, ' ')
  return t(key, {
    actor,
    signer: findSignerName(event, people) ?? t('trail.someSigner'),
    name: parseText(data.filename ?? data.name) ?? '',
    successor: parseText(data.new_name) ?? '',
    version: String(data.consent_version),
    method: parseText(data.otp_method) ?? 'email',
    phone: parseText(data.phone) ?? '',
    channel: data.phone === undefined ? 'email' : 'sms',
  })
}

/** The signer of an event, by the name at that time. */
function findSignerName({ type, data }: TrailEvent, people: People): string | null {
  const name = type.startsWith('signature.') ? parseText(data.name) : null
  return name ?? people.get(Number(data.signer_id))?.name ?? null
}

/** Events whose reason is an error message of the service; that of other events is a user's own text. */
const failures: TrailEvent['type'][] = [
  'process.seal_failed',
  'process.seal_blocked',
  'signature.delivery_failed',
]

export function isFailure({ type }: TrailEvent): boolean {
  return failures.includes(type)
}

/** The reason or question shown below the sentence. */
export function getReason(event: TrailEvent, translateError: ErrorTranslator): string | null {
  const reason = parseText(event.data.reason)
  const detail = event.data.reason_detail as ErrorDetail | undefined
  return reason && isFailure(event) ? translateError(asError(reason, detail)) : reason
}

/** The signing session that the actor opened with a code; null if no code was required. */
export function getSigningSession({ actor }: TrailEvent): number | null {
  return typeof actor.session_id === 'number' ? actor.session_id : null
}

/** What a visit of the editor did with fields, such as “2 added, 1 moved”; null for other events. */
export function formatFieldChanges(t: ProcessTexts, { type, data }: TrailEvent): string | null {
  if (type !== 'process.fields_changed') return null
  const parts = (['added', 'moved', 'changed', 'removed'] as const).flatMap((change) => {
    const ids = data[change]
    return Array.isArray(ids) && ids.length > 0
      ? [t(`trail.fieldChanges.${change}`, { count: ids.length })]
      : []
  })
  return parts.join(', ') || null
}

/** Who changed the fields last; they are removed together with their signer or document. */
export function findLastEditor(events: TrailEvent[]): string | null {
  const last = events.findLast(
    ({ type, data }) =>
      type === 'process.fields_changed' ||
      (type === 'process.updated' &&
        Array.isArray(data.changed) &&
        data.changed.some((member) => member === 'signers' || member === 'documents')),
  )
  return parseText(last?.actor.name)
}

interface TrailLine {
  event: TrailEvent
  sentence: string
}

/**
 * The trail as sentences, latest first. The event `signature.created` of each
 * signer has no line: `process.sent` beside it says the same, and a request reaches the signer with
 * `signature.invited`.
 */
export function toTrailLines(t: ProcessTexts, events: TrailEvent[], people: People): TrailLine[] {
  return events
    .toReversed()
    .filter(({ type }) => type !== 'signature.created')
    .map((event) => ({ event, sentence: formatSentence(t, event, people) }))
}
