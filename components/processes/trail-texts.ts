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

const sentences: Record<string, (who: string, whom: string, data: TrailEvent['data']) => string> = {
  'process.created': (who) => `${who} created the draft`,
  'process.updated': (who) => `${who} changed the draft`,
  'process.fields_changed': (who) => `${who} placed the fields`,
  'process.sent': (who) => `${who} sent the process`,
  'process.prepared': () => 'The documents were prepared for signing',
  'process.reminded': (who, whom) => `${who} reminded ${whom}`,
  'process.refused': () => 'The process ended because a signer refused',
  'process.cancelled': (who) => `${who} cancelled the process`,
  'process.expired': () => 'The process expired',
  'process.seal_blocked': () => 'A document cannot be signed; the sender was notified',
  'process.seal_failed': () => 'Sealing failed and will be retried',
  'process.completed': () => 'Everyone has signed; the sealed documents are stored',
  'signature.created': (_, whom) => `A signature was requested from ${whom}`,
  'signature.invited': (_, whom) => `${whom} was invited`,
  'signature.link_disclosed': (who, whom) => `The link of ${whom} was disclosed to ${who}`,
  'signature.viewed': (who) => `${who} opened the documents`,
  'signature.otp_sent': (who) => `A code was sent to ${who}`,
  'signature.otp_verified': (who) => `${who} confirmed the code`,
  'signature.otp_failed': (who) => `${who} entered an incorrect code`,
  'signature.consented': (who) => `${who} agreed to sign electronically`,
  'signature.completed': (who) => `${who} signed`,
  'signature.sealed': (_, whom) => `The signature of ${whom} was embedded in the documents`,
  'signature.refused': (who) => `${who} refused to sign`,
  'document.completed': () => 'A sealed document was stored',
}

/** An event as a sentence. `names` has the signers' names by id. */
function sentenceOf(event: TrailEvent, names: ReadonlyMap<number, string>): string {
  const who = actorOf(event)
  const whom = signersIn(event.data, names) || text(event.data.name) || 'a signer'
  return sentences[event.type]?.(who, whom, event.data) ?? event.type.replace(/[._]/g, ' ')
}

/** The signers of an event: one, or the reminded ones. */
function signersIn({ signer_id, signers }: TrailEvent['data'], names: ReadonlyMap<number, string>): string {
  const ids = Array.isArray(signers) ? signers : [signer_id]
  return ids.flatMap((id) => names.get(Number(id)) ?? []).join(', ')
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
