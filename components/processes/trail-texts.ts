import type { AuditTrail } from '#components/processes/queries.ts'

export type TrailEvent = AuditTrail['events'][number]

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** The name of an event's actor. */
function actorOf(event: TrailEvent): string {
  const { actor } = event
  const name = text(actor.name)
  if (actor.type === 'api_key') return name ? `API key “${name}”` : 'An API key'
  if (actor.type === 'system') return 'Paraph'
  return name ?? 'Unknown user'
}

const sentences: Record<string, (actorName: string, signer: string, data: TrailEvent['data']) => string> = {
  'process.created': (actorName) => `${actorName} created the draft`,
  'process.updated': (actorName) => `${actorName} changed the draft`,
  'process.fields_changed': (actorName) => `${actorName} placed the fields`,
  'process.sent': (actorName) => `${actorName} sent the process`,
  'process.prepared': () => 'The documents were prepared for signing',
  'process.corrected': (actorName, _, data) => correctionText(actorName, data),
  'signature.reminded': (actorName, signer) => `${actorName} reminded ${signer}`,
  'process.refused': () => 'The process ended because a signer refused',
  'process.cancelled': (actorName) => `${actorName} cancelled the process`,
  'process.moved': (actorName) => `${actorName} moved the process to another folder`,
  'process.voided': (actorName) => `${actorName} declared the process void`,
  'process.expired': () => 'The process expired',
  'process.seal_blocked': () => 'A document cannot be signed; the sender was notified',
  'process.seal_failed': () => 'Sealing failed and will be retried',
  'process.completed': () => 'Everyone has signed; the sealed documents are stored',
  'signature.created': (_, signer) => `A signature was requested from ${signer}`,
  'signature.invited': (_, signer) => `${signer} was invited`,
  'signature.link_disclosed': (actorName, signer) => `The link of ${signer} was disclosed to ${actorName}`,
  'signature.viewed': (actorName) => `${actorName} opened the documents`,
  'signature.delivery_failed': (_, signer) => `An email to ${signer} could not be delivered`,
  'signature.otp_sent': (actorName) => `A code was sent to ${actorName}`,
  'signature.otp_verified': (actorName) => `${actorName} confirmed the code`,
  'signature.otp_failed': (actorName) => `${actorName} entered an incorrect code`,
  'signature.consented': (actorName, _, { consent_version: version }) =>
    `${actorName} agreed to sign electronically (consent text ${version})`,
  'signature.completed': (actorName) => `${actorName} signed`,
  'signature.sealed': (_, signer) => `The signature of ${signer} was embedded in the documents`,
  'signature.refused': (actorName) => `${actorName} refused to sign`,
  'signature.erased': () => 'The data of a signer was erased',
  'vault.hold_set': (actorName, _, data) => `${actorName} placed “${text(data.name)}” under legal hold`,
  'vault.hold_released': (actorName, _, data) =>
    `${actorName} released the legal hold on “${text(data.name)}”`,
  'vault.deleted': (actorName, _, data) => `${actorName} deleted “${text(data.name)}” after its retention`,
  'document.completed': () => 'A sealed document was stored',
}

function correctionText(actorName: string, data: TrailEvent['data']): string {
  const name = text(data.name) ?? 'a signer'
  if (data.change === 'added') return `${actorName} added ${name}`
  if (data.change === 'removed') return `${actorName} removed ${name}`
  if (data.change === 'options') return `${actorName} changed the options`
  const replacement = text(data.new_name) ?? text(data.new_email)
  return replacement ? `${actorName} changed ${name} to ${replacement}` : `${actorName} changed ${name}`
}

/** An event as a sentence. `names` has the signers' names by id. */
function sentenceOf(event: TrailEvent, names: ReadonlyMap<number, string>): string {
  const actorName = actorOf(event)
  const signer = signerOf(event, names) ?? 'a signer'
  return sentences[event.type]?.(actorName, signer, event.data) ?? event.type.replace(/[._]/g, ' ')
}

/** The signer of an event, by the name at that time. */
function signerOf({ type, data }: TrailEvent, names: ReadonlyMap<number, string>): string | null {
  const name = type.startsWith('signature.') ? text(data.name) : null
  return name ?? names.get(Number(data.signer_id)) ?? null
}

/** The reason shown below the sentence. */
export function reasonOf(event: TrailEvent): string | null {
  return text(event.data.reason)
}

/** The signing session that a code opened; null where none was required. */
export function sessionOf({ actor }: TrailEvent): number | null {
  return typeof actor.session_id === 'number' ? actor.session_id : null
}

interface TrailLine {
  event: TrailEvent
  sentence: string
  times: number
}

const runs = ['process.fields_changed', 'process.updated']

/** The trail as sentences, latest first; repeated saves of a draft are one line with a count. */
export function linesOf(events: TrailEvent[], names: ReadonlyMap<number, string>): TrailLine[] {
  const lines: TrailLine[] = []
  for (const event of events.toReversed()) {
    const sentence = sentenceOf(event, names)
    const last = lines.at(-1)
    if (
      last &&
      runs.includes(event.type) &&
      last.sentence === sentence &&
      last.event.address === event.address
    )
      last.times++
    else lines.push({ event, sentence, times: 1 })
  }
  return lines
}
