import type { SignerOtp } from '#db/schema/processes'
import type { RecordedEvent } from '#lib/audit/trail'
import type { SignerRow } from '#lib/processes/present'
import { linkHandle } from '#lib/processes/signers/link'

/** How a person reached the page where they signed. */
export type Way =
  | { by: 'link' | 'disclosed_link' | 'frame' | 'reusable_link' }
  | { by: 'in_person'; host: string }

type LinkSigner = Pick<SignerRow, 'id' | 'email' | 'tokenHash' | 'invitedAt'>

/** What the signers of one link have in common: after an erasure of personal data, which removes it, their address. */
export function getSharersKey({ tokenHash, email }: Pick<SignerRow, 'tokenHash' | 'email'>): string {
  return tokenHash ?? email.toLowerCase()
}

/** The event of a signature. */
export function findCompletion(
  { id }: Pick<SignerRow, 'id'>,
  events: readonly RecordedEvent[],
): RecordedEvent | undefined {
  return events.find(({ type, data }) => type === 'signature.completed' && data.signer_id === id)
}

/**
 * How the signer confirmed who they are besides the link, by the event of their signature: the sender may change the
 * `otp` of somebody who has signed, for the download.
 */
export function getConfirmation(completed: RecordedEvent | undefined): SignerOtp {
  const { otp, otp_method: method } = completed?.data ?? {}
  // Events of earlier versions do not name the code by email, which was the only method.
  return (method as SignerOtp | undefined) ?? (otp === true ? 'email' : 'none')
}

/**
 * How a person reached the page where they signed, by the trail.
 * @param people everyone of the process; the events of a link count for all its signers, also after a correction of one
 * @param events the trail of the process
 */
export function findWay<S extends LinkSigner>(
  signer: S,
  people: readonly S[],
  events: readonly RecordedEvent[],
): Way {
  const key = getSharersKey(signer)
  const sharers = people.filter((person) => getSharersKey(person) === key)
  const invitations = new Map(sharers.map(({ id, invitedAt }) => [id, invitedAt]))
  const completed = findCompletion(signer, events)
  const before = events.filter(({ seq }) => seq < (completed?.seq ?? 0))
  // A correction or a hand-over ends a link: what came before it is about another link, or another person.
  const ofLink = before.filter(({ data, occurredAt }) => {
    if (typeof data.link === 'string' && signer.tokenHash !== null)
      return data.link === linkHandle(signer.tokenHash)
    const invitedAt = invitations.get(Number(data.signer_id))
    return invitedAt && occurredAt >= invitedAt
  })
  const findLast = (wanted: RecordedEvent['type']) => ofLink.findLast(({ type }) => type === wanted)
  // A person who went on by phone came from the place where they were before, unless another browser signed. A phone that
  // came from a frame or a host's device has a session of that place (`without_link`); phones of earlier versions got the
  // link, which the host could open in any browser.
  const phones = ofLink.filter(({ type, data }) => type === 'signature.phone_linked' && !data.without_link)
  const lastPhone = phones.at(-1)
  const phone = lastPhone?.userAgent === completed?.userAgent ? lastPhone : undefined
  const hadHost = phones.some(({ actor }) => actor.place === 'in_person')
  const place = completed?.actor.place ?? (hadHost ? 'in_person' : phone?.actor.place)
  if (place === 'in_person') {
    // Trails of earlier versions do not name the link: another of its signers, removed since, may have got the device.
    const handedOver =
      findLast('signature.in_person') ?? before.findLast(({ type }) => type === 'signature.in_person')
    return { by: 'in_person', host: String(handedOver?.actor.name ?? '') }
  }
  if (place === 'frame') return { by: 'frame' }
  const isVisitor = events.some(
    ({ type, data }) => type === 'process.link_used' && invitations.has(Number(data.signer_id)),
  )
  const confirmed = ofLink.findLast(
    ({ type, seq, actor }) =>
      type === 'signature.otp_verified' &&
      (phone ? seq < phone.seq : actor.session_id === completed?.actor.session_id),
  )
  const cameByReusableLink =
    confirmed?.data.reusable_link === true || (isVisitor && confirmed && wasSentElsewhere(confirmed, ofLink))
  if (cameByReusableLink) return { by: 'reusable_link' }
  return { by: findLast('signature.link_disclosed') ? 'disclosed_link' : 'link' }
}

/**
 * Whether a visitor confirmed a code by email that the signing page did not send: it was that of the reusable link,
 * which trails of earlier versions do not say.
 */
function wasSentElsewhere(confirmed: RecordedEvent, ofLink: readonly RecordedEvent[]): boolean {
  const before = ofLink.findLast(
    ({ type, seq, data }) =>
      seq < confirmed.seq &&
      (type === 'signature.otp_sent' || (type === 'signature.otp_verified' && data.reusable_link !== true)),
  )
  return confirmed.data.otp_method === 'email' && before?.type !== 'signature.otp_sent'
}
